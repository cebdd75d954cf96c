package io.hbench.spec;

import io.hbench.latency.Timing;
import io.hbench.length.LengthDecision;
import io.hbench.length.PrecisionGoal;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;

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
    String flag = Settings.UNTIL.flag();
    List<String> names = spec.operationNames();
    if (goal.operation().filter(name -> !names.contains(name)).isPresent()) {
      String name = goal.operation().get();
      String good = names.get(0) + goal.text().substring(name.length());
      throw Settings.UNTIL.bad(
          goal.text(), "the run has no operation " + name, flag + " '" + good + "'");
    }
    if (goal.timing().filter(timing -> timing == Timing.RESPONSE).isPresent()
        && spec.load().rate().isEmpty()) {
      throw Settings.UNTIL.bad(goal.text(), "response times need a rate", "--rate 5k");
    }
  }
}
