package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Figure;
import io.hbench.html.PageRenderer;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Run;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** A ladder of two rungs, two runs each, of which the last one failed. */
class SuiteViewTest {
  private static final List<String> COLUMNS = Suite.COLUMNS.stream().map(Figure::toString).toList();

  @Test
  void theScreenHasARowForEachRungWithTheMeansOfItsRuns() {
    assertThat(TextRenderer.summary(document(0, false)))
        .isEqualTo(
            """
            hbench run
            verdict: failed, 4 runs

            threads  operation   ops/s  bytes/s  mean    p99  runs  verdict
                                           MB/s    µs     µs
            1        get        10,000     12.3  98.7  2,345     2  valid
            2        get        10,000     12.3  98.7  2,345     1  failed

            details:  suite.txt and suite.html in hdfs://nn/hbench/20260131-101500-run
            """);
  }

  @Test
  void failedRequestsAddTheirColumn() {
    assertThat(TextRenderer.summary(document(3, false)))
        .containsPattern("p99 +failed +runs +verdict")
        .containsPattern("\n1 .* 3 +2 +valid\n");
  }

  @Test
  void aColumnOfTheFileIsThereWhateverIsInIt() {
    assertThat(TextRenderer.summary(document(0, false, List.of("ops/s", "failed"))))
        .containsPattern("ops/s +failed +runs")
        .containsPattern("\n1 .* 0 +2 +valid\n");
  }

  @Test
  void theDetailsHaveMinimumAndMaximumOfRepeatsAndEachRun() {
    assertThat(TextRenderer.whole(document(0, false)))
        .containsPattern("\nRepeats\n-+\n")
        .containsPattern("\n1 +get +minimum +9,000 ")
        .containsPattern("\n1 +get +maximum +11,000 ")
        .containsPattern("\nRuns\n-+\n")
        .contains("threads=2/2  lost?[2K\n");
  }

  @Test
  void thePageHasChartsAndLinksToTheReports() {
    assertThat(PageRenderer.html(document(0, false)))
        .contains(
            "<div class=\"verdict failed\">",
            "<data value=\"10000.0\">10,000</data>",
            "<a href=\"./threads&#x3D;1/1/report.html\">threads&#x3D;1/1</a>",
            "\"title\":\"Throughput by threads\"");
  }

  @Test
  void aLadderThatIsRunningHasNoVerdict() {
    assertThat(TextRenderer.summary(document(0, true)))
        .startsWith("hbench run\nverdict: none, not ended after 4 runs\n");
  }

  private static Document document(double errors, boolean isRunning) {
    return document(errors, isRunning, COLUMNS);
  }

  private static Document document(double errors, boolean isRunning, List<String> columns) {
    List<Run> runs = new ArrayList<>();
    for (String threads : List.of("1", "2")) {
      for (int repeat = 1; repeat <= 2; repeat++) {
        boolean failed = threads.equals("2") && repeat == 2;
        runs.add(
            new Run(
                "",
                Map.of("threads", threads),
                repeat,
                true,
                "threads=%s/%d".formatted(threads, repeat),
                failed ? 1 : 0,
                failed ? "lost\u001b[2K" : null,
                !failed,
                failed ? "failed" : "valid",
                failed ? Map.of() : Map.of("get", Map.of()),
                false,
                false,
                false));
      }
    }
    List<Row> rows = List.of(row("1", 2, errors, "valid"), row("2", 1, 0, "failed"));
    SuiteRecord record =
        new SuiteRecord(SuiteRecord.SCHEMA, "run", "1", isRunning, Map.of(), columns, runs, rows);
    return SuiteView.of(record, new Path("hdfs://nn/hbench/20260131-101500-run"));
  }

  private static Row row(String threads, int runs, double errors, String verdict) {
    return new Row(
        "",
        Map.of("threads", threads),
        "get",
        runs,
        verdict,
        Map.of(
            "ops/s", new Spread(10_000, 9_000, 11_000),
            "bytes/s", new Spread(12_345_000, 12e6, 13e6),
            "mean", new Spread(98.7, 90, 110),
            "p99", new Spread(2_345, 2_000, 3_000),
            "failed", new Spread(errors, errors, errors)));
  }
}
