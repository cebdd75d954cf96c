package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectiveReportTest {
  private static ObjectiveReport throughput(double value, boolean met) {
    return new ObjectiveReport(
        "throughput >= 20k", "1/s", value, 20_000, met, null, null, List.of());
  }

  @Test
  void aMissedValueDoesNotLookLikeItsLimit() {
    assertThat(throughput(19_999.98, false).text(19_999.98)).isEqualTo("20,000/s (just below)");
    assertThat(throughput(20_000.02, true).text(20_000.02)).isEqualTo("20,000/s (just above)");
    assertThat(throughput(19_999.98, false).text(null)).isEqualTo("too few requests");
  }
}
