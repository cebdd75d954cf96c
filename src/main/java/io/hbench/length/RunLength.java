package io.hbench.length;

import java.time.Duration;
import java.util.function.Function;

/**
 * The length of a measurement window: fixed, or between a least and a longest one.
 *
 * @param longest maximum length; equal to the minimum if the length is fixed
 */
public record RunLength(Duration least, Duration longest) {
  /** The length that {@code auto} stands for. */
  public static final RunLength AUTO =
      new RunLength(Duration.ofSeconds(30), Duration.ofMinutes(30));

  private static final String AUTO_WORD = "auto";
  private static final String BETWEEN = "..";

  public RunLength {
    if (longest.compareTo(least) < 0) {
      throw new IllegalArgumentException("the maximum length is below the minimum");
    }
  }

  /**
   * Reads {@code 5m}, {@code 1m..30m} or {@code auto}.
   *
   * @param duration reader of a length of time
   * @throws IllegalArgumentException if the text is none of them
   */
  public static RunLength parse(String text, Function<String, Duration> duration) {
    if (text.equals(AUTO_WORD)) {
      return AUTO;
    }
    int between = text.indexOf(BETWEEN);
    if (between < 0) {
      Duration fixed = duration.apply(text);
      return new RunLength(fixed, fixed);
    }
    RunLength length =
        new RunLength(
            duration.apply(text.substring(0, between)),
            duration.apply(text.substring(between + BETWEEN.length())));
    if (length.isFixed()) {
      throw new IllegalArgumentException("no range: " + text);
    }
    return length;
  }

  public boolean isFixed() {
    return least.equals(longest);
  }
}
