package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.Progress;
import io.hbench.kit.VirtualTime;
import io.hbench.report.RunReport.Point;
import io.hbench.report.live.LiveInterval;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Progress on standard error that is not a terminal. */
class ProgressDisplayTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aLineHasTheFiguresOfTheLastIntervalOnce() {
    LiveInterval first = interval(3, 4);
    LiveInterval second = interval(8, 3);
    try (ProgressDisplay display = display(false)) {
      display.show(progress(0, 0), Optional.empty(), List.of());
      display.show(progress(3, 300), Optional.of(first), List.of());
      display.show(progress(5, 500), Optional.of(first), List.of());
      display.show(progress(10, 900), Optional.of(first), List.of());
      display.show(progress(15, 1500), Optional.of(second), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
               0 s  4/4 tasks, 0 requests, 0 ops/s, 0 errors, 70 s left
               5 s  4/4 tasks, 500 requests, 100 ops/s, 0 errors, 56 s left | to 4 s: get 2,999 ops/s, p50 71.5 µs, p99 12.3 ms, 1 error; put 7 ops/s, p50 900 µs, p99 -, 0 errors
              10 s  4/4 tasks, 900 requests, 80 ops/s, 0 errors, 56 s left
              15 s  4/4 tasks, 1,500 requests, 120 ops/s, 0 errors, 51 s left | to 9 s (3 of 4 tasks): get 2,999 ops/s, p50 71.5 µs, p99 12.3 ms, 1 error; put 7 ops/s, p50 900 µs, p99 -, 0 errors
            """);
  }

  @Test
  void noRateIsNegativeWhenTheRequestsOfLostTasksLeave() {
    try (ProgressDisplay display = display(false)) {
      display.show(progress(0, 0), Optional.empty(), List.of());
      display.show(progress(5, 800), Optional.empty(), List.of());
      display.show(progress(10, 700), Optional.empty(), List.of());
      display.show(progress(15, 1000), Optional.empty(), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .extracting(line -> line.replaceAll(".*requests, (.* ops/s).*", "$1"))
        .containsExactly("0 ops/s", "160 ops/s", "0 ops/s", "60 ops/s");
  }

  /** As in the report: those that failed were operations, and those of the warm-up errors. */
  @Test
  void failedRequestsAreNoOperationsAndErrorsAreThoseOfTheWindow() {
    try (ProgressDisplay display = display(false)) {
      display.show(failed(0, 0, 0, 0), Optional.empty(), List.of());
      display.show(failed(5, 0, 40, 40), Optional.empty(), List.of());
      display.show(failed(10, 500, 140, 40), Optional.empty(), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .extracting(line -> line.replaceAll(".*requests[^,]*, (.* errors).*", "$1"))
        .containsExactly("0 ops/s, 0 errors", "92 ops/s, 40 errors", "80 ops/s, 100 errors");
  }

  /** After 500 requests of the warm-up. */
  private static Progress failed(long seconds, long requests, long errors, long ofWarmup) {
    long warmup = seconds == 0 ? 0 : 500;
    return new Progress(
        Duration.ofSeconds(seconds),
        true,
        4,
        4,
        4,
        4,
        requests,
        warmup,
        0,
        errors,
        ofWarmup,
        List.of());
  }

  @Test
  void aLineBeforeTheStartSaysWhatTheJobWaitsFor() {
    try (ProgressDisplay display = display(false)) {
      display.show(waiting(0, false, 0), Optional.empty(), List.of());
      display.show(waiting(5, true, 0), Optional.empty(), List.of());
      display.show(waiting(11, true, 2), Optional.empty(), List.of());
      display.show(waiting(16, true, 4), Optional.empty(), List.of());
      display.show(progress(21, 500), Optional.empty(), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
               0 s  no application master yet
               5 s  0 of 4 containers
              11 s  2 of 4 containers
              16 s  0 of 4 tasks started
              21 s  4/4 tasks, 500 requests, 100 ops/s, 0 errors, 70 s left
            """);
  }

  @Test
  void aLoadSpeaksOfRowsAndOfItsEnd() {
    try (ProgressDisplay display = displayOfALoad()) {
      display.show(load(0, 0), Optional.empty(), List.of());
      display.show(load(5, 2_000), Optional.of(interval(3, 4)), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
               0 s  4/4 tasks, 0 of 10,000 rows, 0 rows/s, 0 errors
               5 s  4/4 tasks, 2,000 of 10,000 rows, 400 rows/s, 0 errors, 20 s left | to 4 s: get p50 71.5 µs, p99 12.3 ms, 1 error; put p50 900 µs, p99 -, 0 errors
            """);
  }

  @Test
  void theTimeBeforeTheFirstRowSlowsNoLoad() {
    try (ProgressDisplay display = displayOfALoad()) {
      display.show(load(0, 0), Optional.empty(), List.of());
      for (long millis = 4_000; millis < 5_000; millis += 100) { // as jobs of this JVM are polled
        display.show(load(Duration.ofMillis(millis), 0), Optional.empty(), List.of());
      }
      display.show(load(5, 300), Optional.empty(), List.of());
      display.show(load(9, 4_300), Optional.empty(), List.of());
      display.show(load(10, 6_300), Optional.empty(), List.of());
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
               0 s  4/4 tasks, 0 of 10,000 rows, 0 rows/s, 0 errors
               5 s  4/4 tasks, 300 of 10,000 rows, 300 rows/s, 0 errors
              10 s  4/4 tasks, 6,300 of 10,000 rows, 1,200 rows/s, 0 errors, 3 s left
            """);
  }

  private ProgressDisplay displayOfALoad() {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, "load");
    Settings.ROWS.set(conf, "10k");
    return ProgressDisplay.of(RunSpec.from(conf), false, console());
  }

  private static Progress load(long seconds, long rows) {
    return load(Duration.ofSeconds(seconds), rows);
  }

  private static Progress load(Duration elapsed, long rows) {
    return new Progress(elapsed, true, 4, 4, 4, 4, rows / 100, 0, rows, 0, 0, List.of());
  }

  @Test
  void quietPrintsNothing() {
    try (ProgressDisplay display = display(true)) {
      display.show(progress(5, 500), Optional.of(interval(3, 4)), List.of());
    }
    assertThat(err.size()).isZero();
  }

  private ProgressDisplay display(boolean quiet) {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "get:1,put:1@4");
    return ProgressDisplay.of(RunSpec.from(conf), quiet, console());
  }

  private Console console() {
    return new Console(
        InputStream.nullInputStream(),
        System.out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        false,
        Map.of(),
        new VirtualTime(Instant.EPOCH));
  }

  private static Progress progress(long seconds, long requests) {
    return new Progress(
        Duration.ofSeconds(seconds), true, 4, 4, 4, 4, requests, 0, requests, 0, 0, List.of());
  }

  private static Progress waiting(long seconds, boolean hasMaster, long containers) {
    return new Progress(
        Duration.ofSeconds(seconds), hasMaster, 4, 4, containers, 0, 0, 0, 0, 0, 0, List.of());
  }

  private static LiveInterval interval(double t, int tasks) {
    return new LiveInterval(
        t,
        t,
        1,
        tasks,
        4,
        List.of(
            new Point(t, "get", 3_000, 1, 2_999, 71.5, 12_345.0, 15_000.0, 20_000.0),
            new Point(t, "put", 7, 0, 7, 900.4, null, null, 1_000.0)));
  }
}
