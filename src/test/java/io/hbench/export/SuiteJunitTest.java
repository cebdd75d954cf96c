package io.hbench.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.summary.SuiteFigure;
import io.hbench.suite.summary.SuiteJudgement;
import io.hbench.suite.summary.Summary;
import io.hbench.trend.Trend.State;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** The text of a regression as a test case; SummaryTest has a whole suite. */
class SuiteJunitTest {
  @Test
  void aSmallChangeOfAShareIsNotRoundedToNothing() throws IOException {
    assertThat(junit(regression("errors", "0.012 %", "0.024 %", 0.000_12, true)))
        .contains("message=\"0.024 %, before 0.012 % (+0.012 points)\"");
  }

  @Test
  void aRegressionFromZeroHasNoEmptyBrackets() throws IOException {
    assertThat(junit(regression("longest outage", "0.00 s", "12.3 s", null, false)))
        .contains("message=\"12.3 s, before 0.00 s\"");
  }

  private static SuiteFigure regression(
      String figure, String before, String tonight, Double change, boolean isShare) {
    return new SuiteFigure(
        "read", "", figure, State.REGRESSION, before, tonight, change, isShare, "tonight", "");
  }

  private static String junit(SuiteFigure figure) throws IOException {
    SuiteRecord record =
        new SuiteRecord(
            SuiteRecord.SCHEMA, "nightly", "1", false, Map.of(), List.of(), List.of(), List.of());
    SuiteJudgement judgement =
        new SuiteJudgement(
            List.of(figure),
            List.of(),
            0,
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty());
    RunDirectory suite = new RunDirectory(new Configuration(false), new Path("file:/nights/1"));
    return SuiteJunit.of(Summary.of("2026-11-24", suite, record, 0, judgement), "");
  }
}
