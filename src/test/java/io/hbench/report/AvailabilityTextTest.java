package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.outage.AvailabilityText;
import org.junit.jupiter.api.Test;

class AvailabilityTextTest {
  @Test
  void ninesAreNeverRoundedUp() {
    assertThat(AvailabilityText.share(1)).isEqualTo("100 %");
    assertThat(AvailabilityText.share(0.9997)).isEqualTo("99.97 %");
    assertThat(AvailabilityText.share(0.999987)).isEqualTo("99.9987 %");
    assertThat(AvailabilityText.share(0.99999999)).isEqualTo("99.999999 %");
    assertThat(AvailabilityText.share(0.95)).isEqualTo("95 %");
    assertThat(AvailabilityText.share(0.5)).isEqualTo("50 %");
    assertThat(AvailabilityText.share(0)).isEqualTo("0 %");
    assertThat(ObjectiveText.text(0.99979, "share")).isEqualTo("99.979%");
    assertThat(ObjectiveText.text(0.0123, "share")).isEqualTo("1.23%");
  }
}
