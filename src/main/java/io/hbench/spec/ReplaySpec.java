package io.hbench.spec;

import io.hbench.replay.RecordedLoad;
import io.hbench.settings.Rate;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The replay of recorded requests.
 *
 * @param speed seconds of the recorded time in each second of the replay
 */
public record ReplaySpec(RecordedLoad load, double speed) {
  private static final double MILLI_MICROS = 1e3;
  private static final double PERCENT = 100;

  /** Intended time of a request in nanoseconds since the common start. */
  public long nanos(long micros) {
    return Math.round(micros * 1e3 / speed);
  }

  /** Length of the replay, in whole milliseconds. */
  Duration length() {
    return Duration.ofMillis((long) (load.micros() / MILLI_MICROS / speed) + 1);
  }

  /** Mean number of requests per second. */
  Rate rate() {
    BigDecimal seconds = BigDecimal.valueOf(length().toMillis(), 3);
    BigDecimal mean = BigDecimal.valueOf(load.total()).divide(seconds, MathContext.DECIMAL32);
    return new Rate(List.of(mean), false, false);
  }

  /** Largest number of requests per second. */
  double peak() {
    return load.peak() * speed;
  }

  /** The largest speed of three digits whose peak is not above a rate. */
  BigDecimal speedOf(BigDecimal rate) {
    return rate.divide(BigDecimal.valueOf(load.peak()), new MathContext(3, RoundingMode.DOWN));
  }

  /** The operations with their shares of the requests in percent. */
  Mix mix() {
    return new Mix(
        load.requests().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                e ->
                    new Mix.Share(
                        e.getKey(),
                        (int) Math.max(1, Math.round(PERCENT * e.getValue() / load.total()))))
            .toList());
  }

  /** The error of a file that can't be replayed; see {@link UsageException#badValue}. */
  public UsageException bad(String reason, String example) {
    return UsageException.badValue("replay", load.file(), reason, example);
  }
}
