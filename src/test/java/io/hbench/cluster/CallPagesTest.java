package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class CallPagesTest {
  @Test
  void aPageThatFailedMakesTheServerSilentButAnEmptyOneOfTheTableDoesNot() {
    Optional<Map<String, Double>> some = Optional.of(WITHOUT);
    assertThat(CallPages.together(List.of(some, some, Optional.of(Map.of())))).isEqualTo(WITHOUT);
    assertThat(CallPages.together(List.of(some, some, Optional.empty()))).isEmpty();
    assertThat(CallPages.together(List.of(some, Optional.empty(), some))).isEmpty();
    assertThat(CallPages.together(List.of(some, Optional.of(Map.of()), some))).isEmpty();
  }

  /** HBase 2.5 has one page of all tables that had calls. */
  @Test
  void countersOfATableAreInItsOwnPageOrInThatOfAllTables() {
    JmxPage all =
        JmxPage.parse(
                """
                {"beans": [{"name": "Hadoop:service=HBase,name=RegionServer,sub=TableLatencies",
                  "modelerType": "RegionServer,sub=TableLatencies", "tag.Context": "regionserver",
                  "Namespace_default_table_orders_metric_getTime_num_ops": 7,
                  "Namespace_default_table_orders_metric_tableReadQueryPerSecond_count": 9,
                  "Namespace_default_table_orders2_metric_getTime_num_ops": 1000}]}
                """)
            .orElseThrow();
    assertThat(ofTable("orders", all))
        .isEqualTo(
            Map.of("table.GetTime_num_ops", 7.0, "table.TableReadQueryPerSecond_count", 9.0));
    assertThat(ofTable("idle", all)).isEqualTo(Map.of("table.GetTime_num_ops", 0.0));
    JmxPage own = new JmxPage(Map.of("GetTime_num_ops", 7.0));
    assertThat(ofTable("orders", own)).isEqualTo(Map.of("table.GetTime_num_ops", 7.0));
    assertThat(ofTable("orders", new JmxPage(Map.of()))).isEmpty();
  }

  private static Map<String, Double> ofTable(String table, JmxPage page) {
    return CallPages.ofTable(TableName.valueOf(table), page);
  }

  private static final ServerName ONE = ServerName.valueOf("one", 1, 1);
  private static final ServerName TWO = ServerName.valueOf("two", 1, 1);
  private static final Map<String, Double> WITHOUT = Map.of("Get_num_ops", 100.0);
  private static final Map<String, Double> WITH = counters(100, 7);

  @Test
  void growthIsThatOfAllServers() {
    assertThat(growth(WITH, WITH, counters(120, 8), counters(101, 6)))
        .containsEntry("table.GetTime_num_ops", 21.0)
        .containsEntry("regionCount", 2.0); // one has moved: the sum of the numbers hides it
    assertThat(problem).isEmpty();
    assertThat(growth(WITHOUT, WITHOUT, WITHOUT, WITHOUT)).containsEntry("Get_num_ops", 0.0);
  }

  @Test
  void aTablesPageThatWasEmptyAtTheBeginOrTheEndMakesItsCallsUnknown() {
    assertThat(growth(WITHOUT, WITH, WITH, WITH)).isNull();
    assertThat(growth(WITH, WITH, WITH, WITHOUT)).isNull();
    assertThat(growth(WITHOUT, WITH, WITHOUT, WITH)).isNull(); // one server's calls would be all
    assertThat(problem).hasSize(3);
    assertThat(problem.get(2)).startsWith("metrics pages: counters of the table are missing");
  }

  @Test
  void aServerWithoutAPageOrWithSmallerCountersMakesAllUnknown() {
    assertThat(growth(Map.of(), WITH, WITH, WITH)).isNull();
    assertThat(growth(WITH, WITH, counters(99, 7), WITH)).isNull();
    assertThat(problem)
        .containsExactly(
            "metrics pages: no answer from 1 of 2 servers",
            "metrics pages: counters have restarted");
  }

  @Test
  void countersThatStandStillBesideRequestsAreNotThoseOfTheCalls() {
    assertThat(stopped(WITH, counters(101, 7), 9_000, WITH, 1_000).orElseThrow())
        .contains("on servers with 10 % of its requests, as in HBase before 2.6.7");
    assertThat(stopped(WITH, counters(101, 7), 9_000, WITH, 0)).isEmpty();
    assertThat(stopped(WITH, counters(101, 7), 900, WITH, 90)).isEmpty(); // after the page
    assertThat(stopped(WITH, WITH, 0, WITH, 0)).isEmpty();
    assertThat(stopped(WITHOUT, WITHOUT, 9_000, WITHOUT, 1_000)).isEmpty(); // nothing is counted
    // of deletes and checks, regions count more rows
    assertThat(stopped(WITH, counters(101, 7), 9_000, counters(101, 7), 1_000)).isEmpty();
  }

  private static Optional<String> stopped(
      Map<String, Double> first,
      Map<String, Double> endOfOne,
      long requestsOfOne,
      Map<String, Double> endOfTwo,
      long requestsOfTwo) {
    return CallPages.stopped(
        Map.of(ONE, first, TWO, first),
        Map.of(ONE, endOfOne, TWO, endOfTwo),
        Map.of(ONE.toString(), requestsOfOne, TWO.toString(), requestsOfTwo));
  }

  private final List<String> problem = new ArrayList<>();

  private Map<String, Double> growth(
      Map<String, Double> firstOfOne,
      Map<String, Double> firstOfTwo,
      Map<String, Double> endOfOne,
      Map<String, Double> endOfTwo) {
    return CallPages.growth(
        Map.of(ONE, firstOfOne, TWO, firstOfTwo), Map.of(ONE, endOfOne, TWO, endOfTwo), problem);
  }

  private static Map<String, Double> counters(double gets, double regions) {
    return Map.of("Get_num_ops", 5.0, "table.GetTime_num_ops", gets, "regionCount", regions);
  }
}
