package io.hbench.spec;

import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Reads from the settings what ends a run, and the length of its intervals. */
record LimitReader(Configuration conf, Command command, Optional<ReplaySpec> replay) {
  private static final int MAX_INTERVALS = 600;

  /** A run whose end depends on its figures needs short intervals. */
  private static final int MAX_INTERVALS_UNTIL_PRECISE = 1_800;

  /** Enough to estimate the variance of the figures of a findmax step. */
  private static final int INTERVALS_OF_A_STEP = 20;

  private static final Duration DEFAULT_LENGTH = Duration.ofSeconds(60);

  /**
   * The condition that ends the run.
   *
   * @throws UsageException for limits that contradict each other
   */
  Limit limit() {
    if (command == Command.FINDMAX) {
      return Limit.time(Settings.STEP_TIME.get(conf));
    }
    if (replay.isPresent()) {
      return Limit.time(window(replay.get()));
    }
    if (command.isEveryRowOnce()) {
      return new Limit(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
    List<Setting<?>> given =
        Stream.<Setting<?>>of(Settings.FOR, Settings.OPS, Settings.ROW_BUDGET)
            .filter(setting -> setting.isSet(conf))
            .toList();
    if (given.size() > 1) {
      Setting<?> last = given.get(1);
      throw last.bad(
          conf,
          "contradicts " + given.get(0).flag() + ", because a run has one limit",
          last.flag() + " " + last.text(conf) + " alone");
    }
    Optional<List<PrecisionGoal>> goals = Settings.UNTIL.find(conf);
    Optional<RunLength> length = Settings.FOR.find(conf);
    if (goals.isPresent() && (length.isPresent() ? length.get().isFixed() : !given.isEmpty())) {
      throw Settings.UNTIL.bad(
          conf,
          "contradicts " + given.get(0).flag() + " " + given.get(0).text(conf),
          "--for 30s..30m --until '"
              + goals.get().get(0)
              + "'"
              + (length.isPresent() ? "" : ", without " + given.get(0).flag()));
    }
    if (given.isEmpty() && goals.isEmpty()) {
      return Limit.time(DEFAULT_LENGTH);
    }
    boolean precise = goals.isPresent() || length.filter(l -> !l.isFixed()).isPresent();
    RunLength window = length.orElse(RunLength.AUTO);
    return new Limit(
        length.isPresent() || precise ? Optional.of(window.longest()) : Optional.empty(),
        precise
            ? Optional.of(new Limit.Precision(window, goals.orElse(PrecisionGoal.DEFAULT)))
            : Optional.empty(),
        Settings.OPS.find(conf),
        Settings.ROW_BUDGET.find(conf));
  }

  /** The recorded time after the warm-up, or a part of it. */
  private Duration window(ReplaySpec recorded) {
    Duration warmup = Settings.WARMUP.find(conf).orElse(Duration.ZERO);
    Duration left = recorded.length().minus(warmup);
    if (left.isZero() || left.isNegative()) {
      throw Settings.WARMUP.bad(
          conf,
          "not shorter than the replay of " + SettingType.text(recorded.length()),
          Settings.WARMUP.flag() + " 0s");
    }
    Duration window = Settings.FOR.find(conf).map(RunLength::longest).orElse(left);
    if (window.compareTo(left) > 0
        || !Settings.FOR.find(conf).map(RunLength::isFixed).orElse(true)) {
      throw Settings.FOR.bad(
          conf,
          "not a part of the replay of " + SettingType.text(recorded.length()),
          Settings.FOR.flag() + " " + SettingType.text(left));
    }
    return window;
  }

  /** The default interval: 1 s where the window is short, else a round length. */
  Duration interval(Limit limit) {
    if (command == Command.FINDMAX) {
      long millis = limit.time().orElseThrow().toMillis() / INTERVALS_OF_A_STEP;
      return Duration.ofMillis(Math.max(1, millis));
    }
    if (limit.time().isPresent() && limit.time().get().compareTo(Duration.ofSeconds(1)) < 0) {
      return limit.time().get();
    }
    long seconds =
        limit.precision().isPresent()
            ? limit.time().orElseThrow().toSeconds() / (MAX_INTERVALS_UNTIL_PRECISE + 1) + 1
            : limit.time().map(t -> t.toSeconds() / MAX_INTERVALS + 1).orElse(5L);
    return Duration.ofSeconds(
        Stream.of(1L, 2L, 5L, 10L, 15L, 30L, 60L, 120L, 300L, 600L)
            .filter(s -> s >= seconds)
            .findFirst()
            .orElse(seconds));
  }
}
