package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
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

  private static final ServerName ONE = ServerName.valueOf("one", 1, 1);
  private static final ServerName TWO = ServerName.valueOf("two", 1, 1);
  private static final Map<String, Double> WITHOUT = Map.of("Get_num_ops", 100.0);
  private static final Map<String, Double> WITH = counters(100, 7);

  @Test
  void growthIsThatOfAllServers() {
    assertThat(growth(WITH, WITH, counters(120, 8), counters(101, 6)))
        .containsEntry("table.GetTime_num_ops", 21.0)
        .containsEntry("regionCount", 2.0); // one has moved: the sum of the numbers hides it
    assertThat(unknown).isEmpty();
    assertThat(growth(WITHOUT, WITHOUT, WITHOUT, WITHOUT)).containsEntry("Get_num_ops", 0.0);
  }

  @Test
  void aTablesPageThatWasEmptyAtTheBeginOrTheEndMakesItsCallsUnknown() {
    assertThat(growth(WITHOUT, WITH, WITH, WITH)).isNull();
    assertThat(growth(WITH, WITH, WITH, WITHOUT)).isNull();
    assertThat(growth(WITHOUT, WITH, WITHOUT, WITH)).isNull(); // one server's calls would be all
    assertThat(unknown).containsOnlyKeys("calls", "servers");
    assertThat(unknown.get("calls")).startsWith("metrics pages: counters of the table are missing");
  }

  @Test
  void aServerWithoutAPageOrWithSmallerCountersMakesAllUnknown() {
    assertThat(growth(Map.of(), WITH, WITH, WITH)).isNull();
    assertThat(unknown.get("servers")).isEqualTo("metrics pages: no answer from 1 of 2 servers");
    assertThat(growth(WITH, WITH, counters(99, 7), WITH)).isNull();
    assertThat(unknown.get("servers")).isEqualTo("metrics pages: counters have restarted");
  }

  private final Map<String, String> unknown = new HashMap<>();

  private Map<String, Double> growth(
      Map<String, Double> firstOfOne,
      Map<String, Double> firstOfTwo,
      Map<String, Double> endOfOne,
      Map<String, Double> endOfTwo) {
    return CallPages.growth(
        Map.of(ONE, firstOfOne, TWO, firstOfTwo), Map.of(ONE, endOfOne, TWO, endOfTwo), unknown);
  }

  private static Map<String, Double> counters(double gets, double regions) {
    return Map.of("Get_num_ops", 5.0, "table.GetTime_num_ops", gets, "regionCount", regions);
  }
}
