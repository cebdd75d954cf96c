package io.hbench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormatTest {
  /** Errors that had doubled were a regression of "+0.00 points". */
  @Test
  void smallChangesOfSharesAreNotRoundedToNothing() {
    assertThat(Format.points(0.000_123)).isEqualTo("+0.012");
    assertThat(Format.points(-0.000_004)).isEqualTo("-0.00040");
    assertThat(Format.points(0.004)).isEqualTo("+0.40");
    assertThat(Format.points(-0.05)).isEqualTo("-5.00");
    assertThat(Format.points(0)).isEqualTo("0.00");
  }
}
