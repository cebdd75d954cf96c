package io.hbench.suite;

import io.hbench.settings.SettingType;
import io.hbench.spec.RunSpec;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of a hook, from the start of the load. A share is one of the whole load, so that a suite
 * may be scaled by {@code --for}.
 *
 * @param share of warm-up and {@code --for} together; 0 without one
 */
public record HookTime(Duration time, double share) {

  /** Reads a time or a share; empty if the text is neither. */
  static Optional<HookTime> parse(String text) {
    return text.endsWith("%")
        ? SettingType.SHARE.find(text).map(share -> new HookTime(Duration.ZERO, share))
        : SettingType.DURATION.find(text).map(time -> new HookTime(time, 0));
  }

  /** The time in a run; empty if it is a share and the length of the run is unknown. */
  public Optional<Duration> in(RunSpec spec) {
    return share == 0
        ? Optional.of(time)
        : spec.limit()
            .time()
            .filter(longest -> spec.limit().precision().isEmpty())
            .map(length -> length.plus(spec.measurement().warmup()))
            .map(whole -> Duration.ofMillis(Math.round(whole.toMillis() * share)));
  }

  /** The time as in a suite file. */
  @Override
  public String toString() {
    return share == 0
        ? SettingType.text(time)
        : BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }
}
