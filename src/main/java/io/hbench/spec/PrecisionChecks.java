package io.hbench.spec;

import io.hbench.length.LengthDecision;
import io.hbench.length.PrecisionGoal;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;

/** The checks of a run whose precision ends it. */
record PrecisionChecks(RunSpec spec) {

  /**
   * Checks the goals, and the number of intervals.
   *
   * @throws UsageException for the first contradiction
   */
  void check() {
    Limit limit = spec.limit();
    Measurement measurement = spec.measurement();
    if (limit.precision().isEmpty()) {
      return;
    }
    limit.precision().get().goals().forEach(this::check);
    Duration interval = measurement.interval();
    Duration shortest = interval.multipliedBy(LengthDecision.MIN_INTERVALS);
    if (limit.precision().get().length().longest().compareTo(shortest) < 0) {
      throw Settings.INTERVAL.bad(
          SettingType.text(interval),
          "fewer than %d intervals in the longest window".formatted(LengthDecision.MIN_INTERVALS),
          "--for 30s..30m --interval 1s");
    }
    if (measurement.warmupRows() > 0) {
      throw Settings.WARMUP_ROWS.bad(
          measurement.warmupRows(),
          "contradicts a window that begins when the figures are steady",
          "--for 5m " + Settings.WARMUP_ROWS.flag() + " " + measurement.warmupRows());
    }
  }

  private void check(PrecisionGoal goal) {
    new RunSpecChecks(spec)
        .checkFigure(Settings.UNTIL, goal.text(), goal.operation(), goal.timing());
  }
}
