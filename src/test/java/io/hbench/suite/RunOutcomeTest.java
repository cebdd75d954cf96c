package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
  private static final RunReport MISSED =
      JsonFormat.LINE.fromJson(
          """
          {"verdict": {"status": "valid", "reasons": []},
           "objectives": [{"objective": "p99 < 20ms", "met": false}]}
          """,
          RunReport.class);

  /** The steps of a rate pass it together; the last one alone may have missed. */
  @Test
  void aSearchIsJudgedByItsRateAndNotByItsLastStep() {
    assertThat(new RunOutcome(MISSED, 3, null).verdict()).isEqualTo("missed");
    assertThat(RunOutcome.ofSearch(MISSED, 0, result(9_000.0, Limit.SERVERS)).verdict())
        .isEqualTo("valid");
    assertThat(RunOutcome.ofSearch(MISSED, 3, result(null, Limit.SERVERS)).verdict())
        .isEqualTo("missed");
  }

  /** It was the good night that later ones were compared with. */
  @Test
  void aSearchThatTellsNothingOfTheServersIsInvalidAndIncomplete() {
    RunOutcome outcome = RunOutcome.ofSearch(MISSED, 1, result(null, Limit.CLIENTS));
    assertThat(outcome.verdict()).isEqualTo("invalid");
    assertThat(outcome.isComplete()).isFalse();
  }

  private static Result result(Double rate, Limit limit) {
    return new Result(rate, 10_000.0, null, null, "steps/001", limit, 1, 64, null);
  }
}
