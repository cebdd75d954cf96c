package io.hbench.report;

import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What region servers and clients are: JVMs and settings, before the load.
 *
 * @param servers of a cluster of hundreds, some of them; empty without a cluster
 * @param clients hosts of the tasks
 */
public record Setups(List<Setup> servers, List<Setup> clients) {
  /**
   * The value of a region server. For one that was not asked it is the value of the others, if they
   * have the same.
   *
   * @param server {@code host:port}
   */
  public Optional<String> of(String server, SetupItem item) {
    List<Setup> own = servers.stream().filter(setup -> setup.names().contains(server)).toList();
    List<String> values =
        (own.isEmpty() ? servers : own)
            .stream()
                .map(setup -> setup.values().get(item.key()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
  }

  /** Number of requests that a region server works on at a time; empty if unknown. */
  public Optional<Integer> handlers(String server) {
    return of(server, SetupItem.HANDLERS).filter(n -> n.matches("\\d{1,9}")).map(Integer::valueOf);
  }
}
