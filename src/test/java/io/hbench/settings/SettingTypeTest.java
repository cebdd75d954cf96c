package io.hbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTypeTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "200k, 200000", "10M, 10000000", "1.5k, 1500", "2G, 2000000000"})
  void countsTakeDecimalUnits(String text, long count) {
    assertThat(SettingType.COUNT.read().apply(text)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "10X", "", "k", "1.5", "1e3", "9999999999G"})
  void invalidCountsAreRefused(String text) {
    assertThatThrownBy(() -> SettingType.COUNT.read().apply(text))
        .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "100, 100", "1KB, 1024", "2MB, 2097152"})
  void sizesTakeBinaryUnits(String text, int bytes) {
    assertThat(SettingType.SIZE.read().apply(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, 500",
    "30s, 30000",
    "5m, 300000",
    "1h, 3600000",
    "30d, 2592000000",
    "1.5s, 1500"
  })
  void durationsNameTheirUnit(String text, long millis) {
    assertThat(SettingType.DURATION.read().apply(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "s", "-1s", "30 parsecs"})
  void aDurationWithoutAUnitIsRefused(String text) {
    assertThatThrownBy(() -> SettingType.DURATION.read().apply(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void switchesAreTrueOrFalseAndNothingElse() {
    assertThat(SettingType.FLAG.read().apply("FALSE")).isFalse();
    assertThatThrownBy(() -> SettingType.FLAG.read().apply("yes"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void commasPartTheValuesOfALadderUnlessTheyAreInAValue() {
    assertThat(SettingType.COUNT.values("2, 4,8")).containsExactly("2", "4", "8");
    assertThat(SettingType.COUNT.values("2,")).containsExactly("2", "");
    assertThat(SettingType.RATE.values("10k,20k")).containsExactly("10k,20k");
    assertThat(SettingType.HOSTS.values("zk1,zk2")).containsExactly("zk1,zk2");
    assertThat(SettingType.TEXT.values("get:95,put:5")).containsExactly("get:95,put:5");
  }

  /** Else a single value would become two runs in silence. */
  @Test
  void typesDeclareWhetherValuesMayContainCommas() {
    for (Setting<?> setting : Settings.all()) {
      SettingType<?> kind = setting.kind();
      String example = kind.example().split(" or |, ", -1)[0];
      if (!kind.holdsCommas()) {
        assertThat(kind.read().apply(example)).as(setting.flag()).isNotNull();
        assertThatThrownBy(() -> kind.read().apply(example + "," + example))
            .as(setting.flag())
            .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
      }
    }
  }
}
