package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.time.Pace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/**
 * Reader of the metrics pages of region servers that count the calls of a table, and what all calls
 * cost: counters since the start of a server, by their attributes' names.
 */
record CallPages(Cluster cluster, TableName table) {
  private static final String PROCESS = "java.lang:type=OperatingSystem";

  /** Before the names of the table's counters: those of all tables have some of the same names. */
  static final String OF_TABLE = "table.";

  /** Bean with the counters of all tables that had calls, before HBase 2.6. */
  private static final String ALL_TABLES =
      "Hadoop:service=HBase,name=RegionServer,sub=TableLatencies";

  /** Names of its attributes begin so. */
  private static final String NAMESPACE = "Namespace_";

  /** Share of the table's requests up to which their calls may be missing. */
  private static final double FEW = 0.01;

  /** Requests of which some are older than the page, which may be of ten seconds before. */
  private static final long MANY = 100;

  /** Room for 800 tables. */
  private static final int MAX_BYTES = 16 << 20;

  /** Number of regions of a server: one that closes takes its requests out of the counters. */
  static final String REGIONS = "regionCount";

  /**
   * The counters of servers.
   *
   * @param ports of their pages
   * @return without servers that did not give all pages; without the table's counters where its
   *     page was empty: HBase keeps none, or has emptied it
   */
  Map<ServerName, Map<String, Double>> read(Map<ServerName, Integer> ports) throws IOException {
    Pace pace = cluster.paces().pages();
    String ofTable =
        "Hadoop:service=HBase,name=RegionServer,sub=TableRequests_" + nameInPages(table);
    Map<ServerName, List<CompletableFuture<Optional<Map<String, Double>>>>> asked = new HashMap<>();
    for (Map.Entry<ServerName, Integer> server : ports.entrySet()) {
      pace.await();
      asked.put(
          server.getKey(),
          List.of(
              page(server, List.of(JmxPage.BEAN), JmxPage::numbers),
              page(server, List.of(PROCESS), JmxPage::numbers),
              page(server, List.of(ofTable, ALL_TABLES), page -> ofTable(table, page))));
    }
    Map<ServerName, Map<String, Double>> read = new HashMap<>();
    asked.forEach(
        (server, pages) -> {
          Map<String, Double> counters =
              together(pages.stream().map(CompletableFuture::join).toList());
          if (!counters.isEmpty()) {
            read.put(server, counters);
          }
        });
    return read;
  }

  private CompletableFuture<Optional<Map<String, Double>>> page(
      Map.Entry<ServerName, Integer> server,
      List<String> beans,
      Function<JmxPage, Map<String, Double>> numbers) {
    return JmxPage.orEmptied(
            cluster.pages(),
            cluster.paces().pages(),
            server.getKey().getHostname(),
            server.getValue(),
            MAX_BYTES,
            beans)
        .thenApply(page -> page.map(numbers));
  }

  private static String nameInPages(TableName table) {
    return "%s%s_table_%s"
        .formatted(NAMESPACE, table.getNamespaceAsString(), table.getQualifierAsString());
  }

  /** The table's counters, in its own page or in that of all tables. */
  static Map<String, Double> ofTable(TableName table, JmxPage page) {
    if (page.numbers().keySet().stream().noneMatch(name -> name.startsWith(NAMESPACE))) {
      return page.numbers("", OF_TABLE);
    }
    Map<String, Double> counters = page.numbers(nameInPages(table) + "_metric_", OF_TABLE);
    counters.putIfAbsent(CallCounts.GETS_OF_TABLE, 0.0); // without calls, the page lacks it
    return counters;
  }

  /** The numbers of a server's pages; none if one is missing, or one but the table's is empty. */
  static Map<String, Double> together(List<Optional<Map<String, Double>>> pages) {
    Map<String, Double> counters = new HashMap<>();
    for (int i = 0; i < pages.size(); i++) {
      Optional<Map<String, Double>> page = pages.get(i);
      if (page.isEmpty() || (i < pages.size() - 1 && page.get().isEmpty())) {
        return Map.of();
      }
      counters.putAll(page.get());
    }
    return counters;
  }

  /**
   * What all servers have counted between two readings, and, as {@link #REGIONS}, the differences
   * of their numbers of regions.
   *
   * @param first counters by server, empty for a server without an answer
   * @param end the same, without servers that gave no answer
   * @param problem gets the reason, if there is one
   * @return null if that is not known
   */
  static Map<String, Double> growth(
      Map<ServerName, Map<String, Double>> first,
      Map<ServerName, Map<String, Double>> end,
      List<String> problem) {
    Map<String, Double> sum = new HashMap<>();
    long silent = 0;
    long withTable = 0;
    boolean restarted = false;
    for (Map.Entry<ServerName, Map<String, Double>> server : first.entrySet()) {
      Map<String, Double> before = server.getValue();
      Map<String, Double> now = end.getOrDefault(server.getKey(), Map.of());
      silent += before.isEmpty() || now.isEmpty() ? 1 : 0;
      withTable += Stream.of(before, now).filter(CallPages::hasTable).count();
      for (Map.Entry<String, Double> counter : now.entrySet()) {
        String name = counter.getKey();
        double more = counter.getValue() - before.getOrDefault(name, 0.0);
        restarted |= more < 0 && isCounter(name);
        sum.merge(name, name.equals(REGIONS) ? Math.abs(more) : more, Double::sum);
      }
    }
    String reason = null;
    if (silent > 0) {
      reason = "no answer from %d of %d servers".formatted(silent, first.size());
    } else if (restarted) {
      reason = "counters have restarted";
    } else if (withTable % (2L * first.size()) != 0) {
      reason = "counters of the table are missing in some, as after a region opens or closes";
    }
    if (reason == null) {
      return sum;
    }
    problem.add("metrics pages: " + reason);
    return null;
  }

  /**
   * Why the table's counters are not those of its calls; empty if they may be. After the last
   * region of a table has left a server, HBase 2.6 before 2.6.7 goes on to show its counters as
   * they were then, if one opens there within ten seconds (HBASE-28123).
   *
   * <p>Counters that grow too little prove nothing: of rows that coprocessors read, or deletes and
   * checks, regions alone count each.
   *
   * @param requests of the table's regions by server
   */
  static Optional<String> stopped(
      Map<ServerName, Map<String, Double>> first,
      Map<ServerName, Map<String, Double>> end,
      Map<String, Long> requests) {
    double stopped = 0;
    double all = 0;
    for (ServerName server : first.keySet()) {
      long some = requests.getOrDefault(server.toString(), 0L);
      all += some;
      stopped += hasStopped(first.get(server), end.getOrDefault(server, Map.of())) ? some : 0;
    }
    return stopped < MANY || stopped <= FEW * all
        ? Optional.empty()
        : Optional.of(
            format(
                "metrics pages: no growth of the table's counters on servers with %.0f %% of its"
                    + " requests, as in HBase before 2.6.7 after an alter (HBASE-28123)",
                100 * stopped / all));
  }

  private static boolean hasStopped(Map<String, Double> before, Map<String, Double> now) {
    return hasTable(now)
        && now.entrySet().stream()
            .filter(one -> one.getKey().startsWith(OF_TABLE) && isCounter(one.getKey()))
            .allMatch(one -> one.getValue().equals(before.get(one.getKey())));
  }

  private static boolean isCounter(String name) {
    return name.endsWith(CallCounts.COUNT) || name.endsWith("_count");
  }

  private static boolean hasTable(Map<String, Double> counters) {
    return counters.keySet().stream().anyMatch(name -> name.startsWith(OF_TABLE));
  }
}
