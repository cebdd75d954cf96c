package io.hbench.cluster;

import io.hbench.time.Pace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /**
   * Reads the pages of servers.
   *
   * @return without servers that gave no page; without the table's counters where HBase keeps none
   */
  Map<ServerName, Map<String, Double>> read(Map<ServerName, Integer> ports) throws IOException {
    Pace pace = cluster.paces().pages();
    String ofTable =
        "Hadoop:service=HBase,name=RegionServer,sub=TableRequests_Namespace_%s_table_%s"
            .formatted(table.getNamespaceAsString(), table.getQualifierAsString());
    Map<ServerName, List<CompletableFuture<Optional<JmxPage>>>> asked = new HashMap<>();
    for (Map.Entry<ServerName, Integer> server : ports.entrySet()) {
      pace.await();
      String host = server.getKey().getHostname();
      asked.put(
          server.getKey(),
          Stream.of(JmxPage.BEAN, PROCESS, ofTable)
              .map(bean -> JmxPage.of(cluster.pages(), pace, host, server.getValue(), bean))
              .toList());
    }
    Map<ServerName, Map<String, Double>> read = new HashMap<>();
    asked.forEach(
        (server, pages) -> {
          Map<String, Double> counters = new HashMap<>();
          pages.subList(0, 2).forEach(p -> p.join().ifPresent(q -> counters.putAll(q.numbers())));
          pages.get(2).join().ifPresent(page -> counters.putAll(page.numbers(OF_TABLE)));
          if (pages.get(0).join().isPresent()) {
            read.put(server, counters);
          }
        });
    return read;
  }
}
