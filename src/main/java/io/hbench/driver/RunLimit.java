package io.hbench.driver;

import io.hbench.findmax.RateSearch;
import io.hbench.settings.Command;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Time limit of a run, from the preparation of its table to its report: {@code --deadline}, or by
 * default three times the time that the run is expected to take, and an hour at least. Where that
 * time is unknown, each request is expected to take 100 ms, and the limit is twelve hours at least.
 * So is that of a detached run. It is rounded up to hours.
 *
 * @param isGiven whether the user has set it
 */
record RunLimit(Duration length, boolean isGiven) {
  private static final int FACTOR = 3;
  private static final Duration MIN = Duration.ofHours(1);
  private static final Duration MIN_IF_UNKNOWN = Duration.ofHours(12);

  /** A clock of nanoseconds has 292 years. */
  private static final Duration MAX = Duration.ofDays(3_650);

  /** Between the steps of a search: judgement, and the step barrier. */
  private static final Duration BETWEEN_STEPS = Duration.ofSeconds(10);

  private static final long HOUR_SECONDS = 3_600;
  private static final double SLOW_REQUEST_SECONDS = 0.1;

  public static RunLimit of(RunSpec spec, Configuration conf) {
    return spec.policies()
        .deadline()
        .map(given -> new RunLimit(given, true))
        .orElseGet(() -> new RunLimit(byDefault(spec, conf), false));
  }

  private static Duration byDefault(RunSpec spec, Configuration conf) {
    Optional<Duration> load = length(spec, conf);
    boolean isKnown =
        !spec.policies().detach() // which may wait in YARN's queue for a night
            && load.isPresent()
            && !spec.command()
                .isEveryRowOnce() // which may not reach its rate, and ends with the rows
            && spec.preparation().firstStep().isEmpty()
            && spec.measurement().warmupRows() == 0;
    Duration wanted =
        load.orElseGet(() -> longest(spec))
            .plus(spec.policies().startTimeout())
            .multipliedBy(FACTOR);
    Duration min = isKnown ? MIN : MIN_IF_UNKNOWN;
    Duration limit = wanted.compareTo(min) < 0 ? min : wanted;
    return limit.compareTo(MAX) > 0
        ? MAX
        : Duration.ofHours(-Math.floorDiv(-limit.toSeconds(), HOUR_SECONDS));
  }

  /** The length of the load, if the settings fix it. */
  private static Optional<Duration> length(RunSpec spec, Configuration conf) {
    Duration warmup = spec.measurement().warmup();
    Optional<Duration> window = spec.limit().time().map(warmup::plus);
    if (spec.command() == Command.FINDMAX) {
      return window.map(
          step ->
              step.plus(BETWEEN_STEPS)
                  .multipliedBy(Settings.MAX_STEPS.get(conf))
                  .plus(Settings.CONFIRM.get(conf).multipliedBy(RateSearch.MAX_CONFIRMATIONS)));
    }
    return window.or(
        () ->
            spec.load()
                .rate()
                .flatMap(
                    rate ->
                        LoadEstimate.limit(spec)
                            .map(requests -> warmup.plus(seconds(requests / rate.mean())))));
  }

  /** The length of a load that ends after so many requests, or rows, as fast as they go. */
  private static Duration longest(RunSpec spec) {
    double slots = (double) spec.totalThreads() * spec.load().inFlight();
    double requests =
        LoadEstimate.limit(spec)
                .map(Long::doubleValue)
                .orElseGet(() -> (double) spec.rows() / spec.data().batch())
            + (double) spec.measurement().warmupRows() * spec.totalThreads();
    double each = SLOW_REQUEST_SECONDS + spec.load().thinkTime().toMillis() / 1e3;
    return spec.measurement().warmup().plus(seconds(requests / slots * each));
  }

  private static Duration seconds(double number) {
    return Duration.ofSeconds((long) Math.min((double) MAX.toSeconds(), number) + 1);
  }

  /** Why a run is ended that takes longer. */
  public String exceeded() {
    String text = SettingType.text(length);
    return isGiven
        ? "it exceeded its --deadline of " + text
        : "it exceeded its limit of " + text + "; --deadline sets another one";
  }
}
