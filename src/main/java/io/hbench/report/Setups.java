package io.hbench.report;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.report.phase.QuotaEffect;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What region servers and clients are: JVMs and settings, before the load.
 *
 * @param servers of a cluster of hundreds, some of them; empty without a cluster
 * @param clients hosts of the tasks
 */
public record Setups(List<Setup> servers, List<Setup> clients) {
  /** Makes absent lists empty ones. */
  public Setups {
    servers = servers == null ? List.of() : List.copyOf(servers);
    clients = clients == null ? List.of() : List.copyOf(clients);
  }

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

  /**
   * A value that runs are compared by.
   *
   * @param value for comparison, and for people: {@code 30}, or {@code 30, 60} if processes differ,
   *     in any numbers: of a large cluster each run has asked the servers of that time
   * @param text of one run alone, {@code 30 on 2, 60 on 1} if servers differ
   * @param extent how many servers have told it: {@code (3 of 3 servers)}; empty for clients
   */
  public record Value(String value, String text, String extent) {}

  /**
   * What runs are compared by, by label; what nothing is known of is left out.
   *
   * @param all number of region servers
   */
  public Map<String, Value> values(int all) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (SetupItem item : SetupItem.values()) {
      TreeMap<String, Integer> counts = counts(item, servers);
      if (!counts.isEmpty()) {
        String each =
            counts.entrySet().stream()
                .map(e -> e.getKey() + " on " + e.getValue())
                .collect(Collectors.joining(", "));
        int known = counts.values().stream().mapToInt(n -> n).sum();
        values.put(
            item.label(),
            new Value(
                String.join(", ", counts.keySet()),
                counts.size() == 1 ? counts.firstKey() : each,
                format(" (%,d of %s)", known, counted(all, "server"))));
      }
      String ofClients = String.join(", ", counts(item, clients).keySet());
      if (!ofClients.isEmpty()) {
        values.put(item.label() + " of clients", new Value(ofClients, ofClients, ""));
      }
    }
    return values;
  }

  /** Numbers of processes by the value of an item. */
  private static TreeMap<String, Integer> counts(SetupItem item, List<Setup> setups) {
    return setups.stream()
        .filter(setup -> setup.values().containsKey(item.key()))
        .collect(
            Collectors.toMap(
                setup -> item.text(setup.values().get(item.key())),
                setup -> setup.names().size(),
                Integer::sum,
                TreeMap::new));
  }

  /** Number of requests that a region server works on at a time; empty if unknown. */
  public Optional<Integer> handlers(String server) {
    return of(server, SetupItem.HANDLERS).filter(n -> n.matches("\\d{1,9}")).map(Integer::valueOf);
  }

  /**
   * How long after a quota was set a server may ignore it: two periods in which it reads quotas, as
   * one reading may fail. Empty if no server tells its own.
   */
  public Optional<Double> quotaLateSeconds() {
    return servers.stream()
        .map(setup -> setup.values().get(SetupItem.QUOTA_PERIOD.key()))
        .filter(Objects::nonNull)
        .map(n -> n.matches("\\d{1,9}") ? Integer.parseInt(n) : QuotaEffect.DEFAULT_PERIOD_MILLIS)
        .max(Comparator.naturalOrder())
        .map(millis -> 2e-3 * millis);
  }
}
