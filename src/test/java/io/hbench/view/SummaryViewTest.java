package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.TextRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Spread;
import io.hbench.suite.summary.SuiteFigure;
import io.hbench.suite.summary.SuiteJudgement;
import io.hbench.suite.summary.Summary;
import io.hbench.trend.Trend.State;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Where the table of all steps is; SummaryTest has what is above it. */
class SummaryViewTest {
  private static final String SCREEN = "(?m)^step +operation +p99 +verdict$";
  private static final String SECTION = "\nFigures\n-+\nstep +operation +p99 +verdict\n";

  @Test
  void aTableThatFitsIsOnTheScreen() throws IOException {
    assertThat(TextRenderer.summary(SummaryView.of(summary(8, true)))).containsPattern(SCREEN);
    assertThat(TextRenderer.whole(SummaryView.of(summary(8, true))))
        .containsPattern(SCREEN)
        .doesNotContain("\nFigures\n");
  }

  @Test
  void aLongTableIsInTheDetailsOfASuiteWithABaseline() throws IOException {
    assertThat(TextRenderer.summary(SummaryView.of(summary(9, true))))
        .doesNotContainPattern(SCREEN)
        .contains("\ndetails:  suite.txt, suite.html, trend.html in file:/nights/1\n");
    assertThat(TextRenderer.whole(SummaryView.of(summary(9, true)))).containsPattern(SECTION);
  }

  @Test
  void aSuiteWithoutABaselineHasItsTableOnTheScreen() throws IOException {
    assertThat(TextRenderer.summary(SummaryView.of(summary(30, false)))).containsPattern(SCREEN);
  }

  private static Summary summary(int steps, boolean judged) throws IOException {
    List<Row> rows =
        IntStream.range(0, steps)
            .mapToObj(
                i ->
                    new Row(
                        "s" + i,
                        Map.of(),
                        "get",
                        1,
                        "valid",
                        Map.of("p99", new Spread(1_000, 1_000, 1_000))))
            .toList();
    SuiteRecord record =
        new SuiteRecord(
            SuiteRecord.SCHEMA, "nightly", "1", false, Map.of(), List.of("p99"), List.of(), rows);
    SuiteFigure usual =
        new SuiteFigure("s0", "", "p99", State.STEADY, "", "1 ms", null, false, "tonight", "");
    SuiteJudgement judgement =
        new SuiteJudgement(
            judged ? List.of(usual) : List.of(),
            List.of(),
            0,
            Optional.empty(),
            Optional.empty(),
            false,
            judged ? Optional.of("trend.html") : Optional.empty(),
            Optional.empty());
    return Summary.of(
        "2026-11-24",
        new RunDirectory(new Configuration(false), new Path("file:/nights/1")),
        record,
        0,
        judgement);
  }
}
