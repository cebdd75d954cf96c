package io.hbench.latency;

import java.util.Locale;
import org.apache.commons.lang3.StringUtils;

/**
 * Name of one histogram of a run: the key of a record in its SequenceFiles.
 *
 * <p>On disk it is a {@link org.apache.hadoop.io.Text}, {@code get service ok} for the whole window
 * and {@code 0000000012 get service ok} for the thirteenth interval: readable as it stands, and
 * sorted by time without a comparator of hbench.
 *
 * @param outcome {@link #OK}, or the kind of the failure
 * @param interval counted from the start of the window, or {@link #WHOLE}
 */
public record Series(String operation, Timing timing, String outcome, int interval)
    implements Comparable<Series> {
  public static final String OK = "ok";

  /** Outcome of dropped requests (never sent): they have a response time and no service time. */
  public static final String DROPPED = "Dropped";

  public static final int WHOLE = -1;

  /** Digits of the largest interval. */
  private static final int DIGITS = 10;

  public static Series of(String operation, Timing timing, String outcome) {
    return new Series(operation, timing, outcome, WHOLE);
  }

  public Series at(int newInterval) {
    return new Series(operation, timing, outcome, newInterval);
  }

  public boolean isOk() {
    return outcome.equals(OK);
  }

  public boolean isWhole() {
    return interval == WHOLE;
  }

  /**
   * The inverse of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not a series
   */
  public static Series parse(String text) {
    boolean whole = !Character.isDigit(text.isEmpty() ? ' ' : text.charAt(0));
    String[] words = (whole ? WHOLE + " " + text : text).split(" ", -1);
    if (words.length != 4) {
      throw new IllegalArgumentException("not a series: '" + text + "'");
    }
    return new Series(
        words[1],
        Timing.valueOf(words[2].toUpperCase(Locale.ROOT)),
        words[3],
        Integer.parseInt(words[0]));
  }

  /** Order of the keys of a file. */
  @Override
  public int compareTo(Series other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    String name = operation + " " + timing + " " + outcome;
    return isWhole()
        ? name
        : StringUtils.leftPad(Integer.toString(interval), DIGITS, '0') + " " + name;
  }
}
