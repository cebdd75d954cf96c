package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Objective;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class NamedFilesTest {
  private static Optional<String> limit(String... objectives) {
    return limit(List.of("get"), objectives);
  }

  private static Optional<String> limit(List<String> operations, String... objectives) {
    List<Objective> read = Arrays.stream(objectives).map(Objective::parse).toList();
    return NamedFiles.limit(read, operations).map(SettingType::text);
  }

  @Test
  void theLimitKeepsItsMicroseconds() {
    assertThat(limit("p99 < 400us")).contains("400us");
    assertThat(limit("errors < 1%", "max < 1.5ms", "p99 < 1ms")).contains("1500us");
    assertThat(limit("p99 < 20ms")).contains("20ms");
    assertThat(limit("errors < 1%")).isEmpty();
  }

  /** Half of all answers in time took longer than the limit of the median. */
  @Test
  void theHighestPercentileOfResponseTimesGivesTheLimit() {
    assertThat(limit("p50 < 2ms", "p99 < 20ms")).contains("20ms");
    assertThat(limit("service.p99.9 < 1ms", "p99 < 20ms")).contains("20ms");
  }

  /** Of puts, which may take longer, the limit of gets made half of a healthy mix bad. */
  @Test
  void anObjectiveOfOneOperationLimitsNoOther() {
    List<String> mix = List.of("get", "put");
    assertThat(limit("get.p99 < 5ms", "p95 < 20ms")).contains("5ms");
    assertThat(limit(mix, "get.p99 < 5ms", "p95 < 20ms")).contains("20ms");
    assertThat(limit(mix, "get.p99 < 5ms", "put.p99 < 50ms")).isEmpty();
  }

  @Test
  void theSettingTakesTheLimit() {
    Configuration conf = new Configuration(false);
    Settings.LATENCY_THRESHOLD.set(conf, limit("p99 < 400us").orElseThrow());
    assertThat(Settings.LATENCY_THRESHOLD.get(conf)).hasNanos(400_000);
  }

  @Test
  void anObjectiveOfEachServerIsNoLimitForAllRequests() {
    assertThat(limit("p99 of each server < 5ms", "p99 < 20ms")).contains("20ms");
    assertThat(limit("p99 of each server < 5ms")).isEmpty();
  }
}
