package io.hbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  @Test
  void aRangeInPercentGoesUpInStagesAndBack() {
    assertThat(Rate.parse("80%..200%"))
        .hasToString("80%,100%,120%,150%,200%,150%,120%,100%,80%")
        .isEqualTo(Rate.parse("80%,100%,120%,150%,200%,150%,120%,100%,80%"));
    assertThat(Rate.parse("90%..110%")).hasToString("90%,100%,110%,100%,90%");
    assertThat(Rate.parse("1k..5k").ramp()).isTrue();
  }

  @Test
  void aListInPercentIsAsItIsWritten() {
    assertThat(Rate.parse("150%, 50%")).hasToString("150%,50%");
    assertThat(Rate.parse("120%").isConstant()).isTrue();
  }

  @Property(tries = 100)
  void percentAreOfTheKnownRate(
      @ForAll @IntRange(min = 1, max = 1_000) int percent,
      @ForAll @IntRange(min = 1, max = 10_000_000) int base) {
    Rate rate = Rate.parse(percent + "%").of(BigDecimal.valueOf(base));
    assertThat(rate.relative()).isFalse();
    assertThat(rate.levels().get(0)).isEqualByComparingTo(decimal((long) percent * base, 2));
    assertThat(Rate.parse(rate.toString())).hasToString(rate.toString());
  }

  private static BigDecimal decimal(long unscaled, int scale) {
    return BigDecimal.valueOf(unscaled, scale);
  }

  @ParameterizedTest
  @ValueSource(strings = {"200%..80%", "80%..80%", "80%,5k", "0%", "80..200%", "%", "1%..2%..3%"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> Rate.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
