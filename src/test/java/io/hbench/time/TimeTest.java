package io.hbench.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeTest {
  /** Or a column of them has two formats. */
  @Test
  void wholeSecondsAndMinutesHaveTheirZeros() {
    for (String end : new String[] {"00.000", "07.000", "07.250"}) {
      String time = Time.iso(Instant.parse("2026-01-31T10:15:" + end + "Z"));
      assertThat(time).matches(".*:" + end.replace(".", "\\.") + "(Z|[+-]\\d\\d:\\d\\d)");
    }
  }
}
