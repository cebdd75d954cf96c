package io.hbench.report;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What region servers and clients are: JVMs and settings, before the load.
 *
 * @param servers of a cluster of hundreds, some of them; empty without a cluster
 * @param clients hosts of the tasks
 */
public record Setups(List<Setup> servers, List<Setup> clients) {
  private static final String OF_CLIENTS = " of clients";

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
   * What runs are compared by: the values of servers, and of clients, by the label of the item.
   * Items that nothing is known of are left out.
   */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (SetupItem item : SetupItem.values()) {
      TreeMap<String, Integer> ofServers = counts(item, servers);
      if (!ofServers.isEmpty()) {
        String each =
            ofServers.entrySet().stream()
                .map(e -> e.getKey() + " on " + e.getValue())
                .collect(Collectors.joining(", "));
        values.put(item.label(), ofServers.size() == 1 ? ofServers.firstKey() : each);
      }
      Set<String> ofClients = counts(item, clients).keySet(); // each run has other hosts
      if (!ofClients.isEmpty()) {
        values.put(item.label() + OF_CLIENTS, String.join(", ", ofClients));
      }
    }
    return values;
  }

  /**
   * How many servers have told the value of an item: {@code (3 of 3 servers)}; empty for clients.
   *
   * @param all number of region servers
   */
  public String extent(String label, int all) {
    int known =
        servers.stream()
            .filter(setup -> !setup.values().isEmpty())
            .mapToInt(setup -> setup.names().size())
            .sum();
    return label.endsWith(OF_CLIENTS) ? "" : format(" (%,d of %s)", known, counted(all, "server"));
  }

  private static TreeMap<String, Integer> counts(SetupItem item, List<Setup> setups) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (Setup setup : setups) {
      String value = setup.values().get(item.key());
      if (value != null) {
        counts.merge(item.text(value), setup.names().size(), Integer::sum);
      }
    }
    return counts;
  }

  /** Number of requests that a region server works on at a time; empty if unknown. */
  public Optional<Integer> handlers(String server) {
    return of(server, SetupItem.HANDLERS).filter(n -> n.matches("\\d{1,9}")).map(Integer::valueOf);
  }
}
