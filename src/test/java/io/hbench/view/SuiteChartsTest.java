package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.json.JsonFormat;
import io.hbench.kit.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The data of the charts of suites; {@link SuitePageIT} draws them. */
class SuiteChartsTest {
  private static final Map<String, Double> GET = Map.of("get", 1_000.0);

  @Test
  void barsAreConfigurationsAndGroupsAreSteps() {
    List<Json> charts = charts(MadeSuite.configurations());
    assertThat(charts)
        .extracting(chart -> chart.text("title"))
        .containsExactly(
            "Throughput by step and configuration",
            "mean by step and configuration",
            "p95 by step and configuration",
            "p99 by step and configuration");
    for (Json chart : charts) {
      assertThat(chart.texts("x.names")).containsExactly("random-write", "random-read", "scan");
      assertThat(names(chart)).containsExactly("base", "heap30", "two-servers-on-a-node");
      assertThat(chart.list("series"))
          .allSatisfy(series -> assertThat(series.list("points")).hasSize(3));
    }
  }

  @Test
  void figuresThatDifferByMoreThanTwentyTimesAreOnALogarithmicAxis() {
    Json throughput = charts(MadeSuite.workloads()).get(0);
    assertThat(throughput.text("y.kind")).isEqualTo("logarithm");
    assertThat(throughput.text("y.label")).isEqualTo("requests/s, logarithmic axis");
    assertThat(throughput.number("y.from")).as("below the shortest bar").isEqualTo(100);
    assertThat(charts(MadeSuite.configurations()))
        .extracting(chart -> chart.text("y.kind"))
        .containsExactly("amount", "duration", "duration", "duration");
  }

  @Test
  void throughputIsThatOfAMixAndLatenciesAreThoseOfItsOperations() {
    List<Json> charts = charts(MadeSuite.workloads());
    assertThat(charts.get(0).texts("x.names")).containsExactly("C", "update", "A", "F");
    assertThat(charts.get(3).texts("x.names"))
        .containsExactly("C", "update", "A get", "A put", "F get", "F readModifyWrite");
  }

  @Test
  void anErrorBarGoesFromTheMinimumToTheMaximumOfRepeats() {
    MadeSuite suite = MadeSuite.configurations();
    Json throughput = charts(suite).get(0);
    assertThat(throughput.list("spreads")).hasSize(9);
    suite
        .record()
        .rows()
        .forEach(
            row ->
                assertThat(throughput.list("spreads"))
                    .anySatisfy(
                        spread -> {
                          assertThat(spread.number("from"))
                              .isEqualTo(row.figures().get("ops/s").min());
                          assertThat(spread.number("to"))
                              .isEqualTo(row.figures().get("ops/s").max());
                          assertThat(names(throughput).get((int) spread.number("series")))
                              .isEqualTo(row.ladder().get("configuration"));
                          assertThat(throughput.texts("x.names").get((int) spread.number("x")))
                              .isEqualTo(row.step());
                        }));
    assertThat(charts(MadeSuite.threads(1)))
        .allSatisfy(chart -> assertThat(chart.list("spreads")).isEmpty());
  }

  @Test
  void aLadderOfNumbersHasLines() {
    List<Json> charts = charts(MadeSuite.threads(3));
    assertThat(charts)
        .extracting(chart -> chart.text("title"))
        .startsWith("Throughput along threads", "p99 along threads", "Throughput by threads");
    assertThat(charts.get(0).texts("x.names")).isEqualTo(charts.get(2).texts("x.names"));
    assertThat(charts.get(0).list("series.0.points")).hasSize(7);
  }

  @Test
  void groupsAreNamedByAllThatIsDifferent() {
    MadeSuite suite = new MadeSuite(0);
    for (String step : List.of("read", "write")) {
      for (String quorum : List.of("zk-a", "zk-b")) {
        for (String batch : List.of("1", "100")) {
          Map<String, String> rung =
              MadeSuite.rung(Map.entry("quorum", quorum), Map.entry("batch", batch));
          suite.step(step, rung, 1, GET);
        }
      }
    }
    Json chart = charts(suite).get(0);
    assertThat(names(chart)).containsExactly("zk-a", "zk-b");
    assertThat(chart.texts("x.names"))
        .containsExactly("read batch=1", "read batch=100", "write batch=1", "write batch=100");
  }

  @Test
  void aStepOutsideOfTheLadderHasABarOfItsOwn() {
    MadeSuite suite = new MadeSuite(0).step("load", Map.of(), 1, GET);
    List.of("a", "b").forEach(name -> suite.step("read", Map.of("codec", name), 1, GET));
    Json chart = charts(suite).get(0);
    assertThat(chart.texts("x.names")).containsExactly("load", "read");
    assertThat(names(chart)).containsExactly("", "a", "b");
  }

  @Test
  void moreValuesThanColoursAreGroups() {
    MadeSuite suite = new MadeSuite(0);
    for (int i = 0; i < 9; i++) {
      suite.step("", Map.of("codec", "c" + i), 1, Map.of("get", 1.0, "put", 1.0));
    }
    Json chart = charts(suite).get(0);
    assertThat(names(chart)).containsExactly("");
    assertThat(chart.texts("x.names")).hasSize(18).contains("get codec=c8");
  }

  @Test
  void failedRunsAndSingleRowsHaveNoBars() {
    MadeSuite single = new MadeSuite(0).step("read", Map.of(), 3, GET);
    assertThat(charts(single)).isEmpty();
    MadeSuite failed = new MadeSuite(0).step("write", Map.of(), 1, Map.of());
    IntStream.range(0, 2).forEach(i -> failed.step("read" + i, Map.of(), 1, GET));
    assertThat(charts(failed).get(0).texts("x.names")).containsExactly("read0", "read1");
  }

  private static List<String> names(Json chart) {
    return chart.list("series").stream().map(series -> series.text("name")).toList();
  }

  private static List<Json> charts(MadeSuite suite) {
    String text = JsonFormat.LINE.toJson(new SuiteCharts(suite.record()).all());
    return Json.parse(text).list("");
  }
}
