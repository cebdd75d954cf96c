package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class BreachWatchTest {
  @Test
  void aThroughputClearlyBelowItsLimitIsABreach() {
    assertThat(watch("throughput > 1k every interval", second -> 700, second -> 0))
        .contains("13 s: 'throughput > 1k every interval' is missed: 700/s for 10 s");
  }

  @Test
  void aThroughputNearItsLimitIsNoBreach() {
    assertThat(watch("throughput > 1k every interval", second -> 900, second -> 0)).isEmpty();
  }

  @Test
  void thereIsNoBreachInTheGraceTimeOrAfterTheEnd() {
    IntUnaryOperator cold = second -> second < 20 ? 10 : 2_000;
    assertThat(watch("throughput > 1k every interval", cold, second -> 0)).isPresent();
    assertThat(watch("throughput > 1k every interval after 20s", cold, second -> 0)).isEmpty();
    IntUnaryOperator ended = second -> second < 60 ? 2_000 : 0;
    assertThat(watch("throughput > 1k every interval", ended, second -> 0)).isEmpty();
  }

  @Test
  void theEarlyEndOfAPreciseRunIsNoBreach() {
    IntUnaryOperator ended = second -> second < 40 ? 2_000 : 0;
    assertThat(watch("throughput > 1k every interval", ended, second -> 0)).isPresent();
    assertThat(watch("throughput > 1k every interval", ended, second -> 0, "30s..60s")).isEmpty();
  }

  @Test
  void errorsAreAShareOfRequests() {
    IntUnaryOperator few = second -> second == 30 ? 20 : 0;
    assertThat(watch("errors < 1% every interval", second -> 1_000, few)).isEmpty();
    assertThat(watch("errors < 0.1% every interval", second -> 1_000, few)).isPresent();
    assertThat(watch("errors < 0.1% every interval", second -> 5, few)).isEmpty();
  }

  /** Requests that were sent before the window, and time out in it. */
  @Test
  void failuresOfTheWarmUpAreNoBreach() {
    BreachWatch watch = watch("errors < 1% every interval", "60s", Map.of());
    for (int second = 0; second < 60; second++) {
      long late = second < 30 ? 0 : 256;
      assertThat(watch.check(progress(second, 0, 100L * second + 1, late, late))).isEmpty();
    }
  }

  /** Its window begins with the first measured request, and ends as if it had begun before. */
  @Test
  void theEndOfARunThatWarmsUpByRowsIsNoBreach() {
    assertThat(warmedUpFor20s(60)).isEmpty();
    assertThat(warmedUpFor20s(40)).contains("'throughput > 1k every interval' is missed");
  }

  /** A run of a minute, whose requests end before or with it. */
  private static String warmedUpFor20s(int last) {
    Map<Setting<?>, String> rows = Map.of(Settings.WARMUP_ROWS, "1000", Settings.WARMUP, "0s");
    BreachWatch watch = watch("throughput > 1k every interval", "60s", rows);
    for (int second = 0; second < 80; second++) {
      long requests = 2_000L * Math.max(0, Math.min(second, last) - 20);
      Optional<String> breach = watch.check(progress(second, 1, requests, 0, 0));
      if (breach.isPresent()) {
        return breach.get();
      }
    }
    return "";
  }

  @Test
  void theCountersOfALostTaskAreNoBreach() {
    IntUnaryOperator lost = second -> second == 30 ? -20_000 : 2_000;
    assertThat(watch("throughput > 1k every interval", lost, second -> 0)).isEmpty();
  }

  @Test
  void objectivesOfTheWindowCauseNoBreach() {
    assertThat(watch("throughput > 1k,p99 < 1s every interval", second -> 1, second -> 1))
        .isEmpty();
  }

  /** Checks the counters of a run of one minute. */
  private static Optional<String> watch(
      String objectives, IntUnaryOperator perSecond, IntUnaryOperator errorsPerSecond) {
    return watch(objectives, perSecond, errorsPerSecond, "60s");
  }

  private static Optional<String> watch(
      String objectives,
      IntUnaryOperator perSecond,
      IntUnaryOperator errorsPerSecond,
      String length) {
    BreachWatch watch = watch(objectives, length, Map.of());
    long requests = 0;
    long errors = 0;
    for (int second = 0; second < 70; second++) {
      requests += second == 0 ? 1 : perSecond.applyAsInt(second);
      errors += errorsPerSecond.applyAsInt(second);
      Optional<String> breach = watch.check(progress(second, 0, requests, errors, 0));
      if (breach.isPresent()) {
        return Optional.of(second + " s: " + breach.get());
      }
    }
    return Optional.empty();
  }

  private static BreachWatch watch(
      String objectives, String length, Map<Setting<?>, String> settings) {
    Configuration conf = new Configuration(false);
    Settings.FOR.set(conf, length);
    Settings.ASSIGNMENTS.set(conf, "noop");
    Settings.OBJECTIVE.set(conf, objectives);
    Settings.ABORT_ON_BREACH.set(conf, "true");
    settings.forEach((setting, value) -> setting.set(conf, value));
    return new BreachWatch(RunSpec.from(conf));
  }

  private static Progress progress(
      int second, long warmup, long requests, long errors, long ofWarmup) {
    return new Progress(
        Duration.ofSeconds(second),
        true,
        1,
        1,
        1,
        1,
        requests,
        warmup,
        requests,
        errors,
        ofWarmup,
        List.of());
  }
}
