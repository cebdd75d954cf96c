package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.Objective;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class NamedFilesTest {
  private static Optional<String> limit(String... objectives) {
    return NamedFiles.limit("found", Arrays.stream(objectives).map(Objective::parse).toList())
        .map(SettingType::text);
  }

  @Test
  void theLimitKeepsItsMicroseconds() {
    assertThat(limit("p99 < 400us")).contains("400us");
    assertThat(limit("errors < 1%", "max < 1.5ms", "p99 < 1ms")).contains("1500us");
    assertThat(limit("p99 < 20ms")).contains("20ms");
    assertThat(limit("errors < 1%")).isEmpty();
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
    assertThatThrownBy(() -> limit("p99 of each server < 5ms"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--percent-of found: its objective 'p99 of each server < 5ms' is no limit for all requests;"
                + " try --latency-threshold 20ms");
  }
}
