package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDistributionTest {

  @ParameterizedTest
  @CsvSource({
    "uniform, uniform",
    "ZIPFIAN, zipfian:0.99",
    "zipfian:0, zipfian:0",
    "zipfian:1.5, zipfian:1.5",
    "ycsb-zipfian, ycsb-zipfian",
    "sampled, sampled",
    "latest, latest:0.99",
    "hotspot, hotspot:20%:80%",
    "hotspot:0.1%:100%, hotspot:0.1%:100%",
    "exponential, exponential:95%:85.71428571%"
  })
  void aParsedTextIsPrintedWithItsParameters(String text, String printed) {
    assertThat(KeyDistribution.parse(text)).hasToString(printed);
    assertThat(KeyDistribution.parse(printed)).isEqualTo(KeyDistribution.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "zipf",
        "uniform:",
        "uniform:1",
        "zipfian:",
        "zipfian:-0.1",
        "zipfian:99%",
        "zipfian:1:2",
        "zipfian:NaN",
        "zipfian:1e999",
        "hotspot:20%",
        "hotspot:0.2:0.8",
        "hotspot:0%:80%",
        "hotspot:100%:80%",
        "hotspot:20%:101%",
        "hotspot:20%:80%:",
        "exponential:100%:50%"
      })
  void invalidTextIsRefused(String text) {
    assertThatThrownBy(() -> KeyDistribution.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** {@code exponential.frac=0.8571428571}, {@code hotspotdatafraction=0.2} and so on. */
  @Test
  void defaultParametersAreThoseOfYcsb() {
    assertThat(KeyDistribution.parse(KeyDistributionType.ZIPFIAN.toString()).parameters())
        .containsExactly(0.99);
    assertThat(KeyDistribution.parse(KeyDistributionType.LATEST.toString()).parameters())
        .containsExactly(0.99);
    assertThat(KeyDistribution.parse(KeyDistributionType.HOTSPOT.toString()).parameters())
        .containsExactly(0.2, 0.8);
    assertThat(KeyDistribution.parse(KeyDistributionType.EXPONENTIAL.toString()).parameters())
        .containsExactly(0.95, 0.8571428571);
  }

  @ParameterizedTest
  @EnumSource
  void everyTypeHasOneLineOfHelp(KeyDistributionType type) {
    assertThat(type.help()).isNotEmpty().doesNotContain("\n");
  }
}
