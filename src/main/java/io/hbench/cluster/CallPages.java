package io.hbench.cluster;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.hbench.time.Pace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
   * @param ports of their pages
   * @return without servers that gave no page; without the table's counters where HBase keeps none
   */
  Map<ServerName, Map<String, Double>> read(Map<ServerName, Integer> ports) throws IOException {
    Pace pace = cluster.paces().pages();
    String ofTable =
        "Hadoop:service=HBase,name=RegionServer,sub=TableRequests_Namespace_%s_table_%s"
            .formatted(table.getNamespaceAsString(), table.getQualifierAsString());
    Map<ServerName, List<CompletableFuture<Optional<Map<String, Double>>>>> asked = new HashMap<>();
    for (Map.Entry<ServerName, Integer> server : ports.entrySet()) {
      pace.await();
      List<CompletableFuture<Optional<Map<String, Double>>>> pages = new ArrayList<>();
      for (String bean : List.of(JmxPage.BEAN, PROCESS, ofTable)) {
        var at = new JmxPage.Address(server.getKey().getHostname(), server.getValue(), bean);
        String prefix = bean.equals(ofTable) ? OF_TABLE : "";
        pages.add(
            JmxPage.of(
                cluster.pages(), pace, at, body -> numbers(body, prefix), p -> !p.isEmpty()));
      }
      asked.put(server.getKey(), pages);
    }
    Map<ServerName, Map<String, Double>> read = new HashMap<>();
    asked.forEach(
        (server, pages) -> {
          Map<String, Double> counters = new HashMap<>();
          pages.forEach(page -> page.join().ifPresent(counters::putAll));
          if (pages.get(0).join().isPresent()) {
            read.put(server, counters);
          }
        });
    return read;
  }

  /**
   * The numbers of a page; empty if it is another page, such as one for logins.
   *
   * @param prefix before their names
   */
  static Optional<Map<String, Double>> numbers(String body, String prefix) {
    Map<String, Double> numbers = new HashMap<>();
    try {
      JsonArray beans = JsonParser.parseString(body).getAsJsonObject().getAsJsonArray("beans");
      for (JsonElement bean : beans) {
        bean.getAsJsonObject()
            .asMap()
            .forEach(
                (name, value) -> {
                  if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
                    numbers.put(prefix + name, value.getAsDouble());
                  }
                });
      }
      return Optional.of(numbers);
    } catch (JsonParseException | IllegalStateException | NullPointerException e) {
      return Optional.empty(); // the last one without beans
    }
  }
}
