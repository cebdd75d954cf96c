package io.hbench.settings;

import java.util.Optional;
import org.apache.commons.lang3.Validate;
import org.apache.hadoop.conf.Configuration;

/** Where tasks run: {@code hosts:5}, {@code servers}, {@code apart} or {@code label:NAME}. */
public record Place(String text) {
  private static final String HOSTS = "hosts:";
  private static final String LABEL = "label:";

  /** With the characters that YARN allows in a label. */
  public Place {
    Validate.isTrue(text.matches("hosts:[1-9]\\d{0,4}|servers|apart|label:\\w[\\w-]{0,254}"));
  }

  /** Number of hosts that have one task each. */
  public Optional<Integer> hosts() {
    return after(HOSTS).map(Integer::valueOf);
  }

  /** Map tasks of an assignment without a number: one for each host if these are counted. */
  public static int tasks(Configuration conf) {
    return Settings.PLACE
        .find(conf)
        .flatMap(Place::hosts)
        .filter(hosts -> !Settings.TASKS.isSet(conf))
        .orElseGet(() -> Settings.TASKS.get(conf));
  }

  /** Label of YARN's nodes. */
  public Optional<String> label() {
    return after(LABEL);
  }

  private Optional<String> after(String start) {
    return Optional.of(text).filter(t -> t.startsWith(start)).map(t -> t.substring(start.length()));
  }

  /** Whether tasks run on the hosts of region servers. */
  public boolean isWithServers() {
    return text.equals("servers");
  }

  /** Whether the hosts depend on those of the region servers. */
  public boolean isByServers() {
    return isWithServers() || text.equals("apart");
  }

  @Override
  public String toString() {
    return text;
  }
}
