package io.hbench.driver;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.TableProfile;
import io.hbench.settings.SettingType;
import io.hbench.twin.Twin;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** Observes the load of a table from this process. A signal ends that earlier. */
public final class ProfileDriver {
  /** An interval: in less, the counters of the pages may not have changed. */
  public static final Duration MIN = Duration.ofSeconds(10);

  private ProfileDriver() {}

  /**
   * What is observed.
   *
   * @param sampled number of rows whose lengths are read; 0 for none
   * @param names whether the names of the table and its families are in the twin
   */
  public record Request(TableName table, Duration length, int sampled, boolean names) {}

  /**
   * The twin of a table.
   *
   * @param part time after which its calls are counted anew, and what was observed is kept
   * @param keep gets what was observed so far
   * @throws IOException if the cluster does not answer, or if a signal ends it within {@link #MIN}
   */
  public static Twin observe(
      Configuration conf, Console console, Request request, Duration part, Consumer<Twin> keep)
      throws IOException, InterruptedException {
    Configuration hbase = HBaseConf.find(conf, console.environment());
    String lost = "its last minutes were not written";
    try (StopSignal stop = StopSignal.guard(console, () -> lost, () -> false);
        Cluster cluster = stop.interruptible(() -> Cluster.connect(hbase))) {
      TableProfile profile =
          stop.interruptible(() -> TableProfile.begin(cluster, request.table(), request.sampled()));
      Duration length = request.length();
      console.say(
          "table %s is observed for %s; Ctrl-C ends that earlier"
              .formatted(request.table(), SettingType.text(length)));
      try {
        while (profile.observed().plus(part).compareTo(length) < 0) {
          stop.interruptible(() -> profile.observe(part));
          keep.accept(profile.twin(request.names()));
        }
        stop.interruptible(() -> profile.observe(length.minus(profile.observed())));
      } catch (IOException e) {
        if (stop.message().isEmpty() || profile.observed().compareTo(MIN) < 0) {
          throw e;
        }
      }
      return profile.twin(request.names());
    }
  }
}
