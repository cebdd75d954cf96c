package io.hbench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class UnitTest {

  @Test
  void timesHaveThreeDigitsAndAUnit() {
    assertThat(Unit.MICROS.text(0.0421)).isEqualTo("0.0421 µs");
    assertThat(Unit.MICROS.text(556.4)).isEqualTo("556 µs");
    assertThat(Unit.MICROS.text(69_206)).isEqualTo("69.2 ms");
    assertThat(Unit.MICROS.text(999.7)).as("1000 of three digits").isEqualTo("1.00 ms");
    assertThat(Unit.MICROS.text(1_010_827)).isEqualTo("1.01 s");
    assertThat(Unit.SECONDS.text(20)).isEqualTo("20.0 s");
    assertThat(Unit.SECONDS.text(5_430)).isEqualTo("1 h 30 min 30 s");
  }

  @Test
  void countsRatesAndSizesAreReadable() {
    assertThat(Unit.COUNT.text(8_390)).isEqualTo("8,390");
    assertThat(Unit.PER_SECOND.text(2_800)).isEqualTo("2,800/s");
    assertThat(Unit.PER_SECOND.text(0.2531)).isEqualTo("0.253/s");
    assertThat(Unit.BYTES.text(12_345_678)).isEqualTo("12.3 MB");
    assertThat(Unit.BYTES_PER_SECOND.text(2_500_000)).isEqualTo("2.50 MB/s");
    assertThat(Unit.MULTIPLE.text(2.312)).isEqualTo("2.31 ×");
  }

  @Test
  void numbersOfAColumnHaveOnePrefix() {
    Unit.Prefix prefix = Unit.MICROS.common(DoubleStream.of(455, 3_518, 1_010_303, 0));
    assertThat(prefix.sign()).isEqualTo("ms");
    assertThat(Unit.MICROS.number(455, prefix)).isEqualTo("0.455");
    assertThat(Unit.MICROS.number(1_010_303, prefix)).isEqualTo("1,010");
  }

  @Test
  void sharesOfOneAndZeroAreWhole() {
    assertThat(Unit.SHARE.text(1)).isEqualTo("100 %");
    assertThat(Unit.SHARE.text(0)).isEqualTo("0 %");
    assertThat(Unit.SHARE.text(0.253)).isEqualTo("25.3 %");
    assertThat(Unit.SHARE.text(0.000_123)).isEqualTo("0.012 %");
    assertThat(Unit.SHARE.text(0.999_873)).isEqualTo("99.987 %");
  }

  @Property
  void aShareBelowOneNeverLooksLikeOne(
      @ForAll @Scale(12) @DoubleRange(min = 1e-9, max = 0.1) double missing) {
    String text = Unit.SHARE.text(1 - missing).replace(" %", "");
    assertThat(Double.parseDouble(text)).isLessThan(100);
  }

  @Property
  void aShareAboveZeroNeverLooksLikeZero(
      @ForAll @Scale(12) @DoubleRange(min = 1e-12, max = 1) double share) {
    assertThat(Double.parseDouble(Unit.SHARE.text(share).replace(" %", ""))).isPositive();
  }
}
