package io.hbench.latency;

import java.util.Locale;

/**
 * Names one histogram of a run: the key of every record in its SequenceFiles.
 *
 * <p>On disk it is a {@link org.apache.hadoop.io.Text}, {@code get service ok} for the whole window
 * and {@code get service ok 000012} for the thirteenth interval: readable as it stands, and sorted
 * by bytes without a comparator of ours.
 *
 * @param outcome {@link #OK}, or the kind of the failure
 * @param interval counted from the start of the window, or {@link #WHOLE}
 */
public record Series(String operation, Timing timing, String outcome, int interval) {
  public static final String OK = "ok";
  public static final int WHOLE = -1;

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
   * @throws IllegalArgumentException if the text names no series
   */
  public static Series parse(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 3 && words.length != 4) {
      throw new IllegalArgumentException("not a series: '" + text + "'");
    }
    return new Series(
        words[0],
        Timing.valueOf(words[1].toUpperCase(Locale.ROOT)),
        words[2],
        words.length == 4 ? Integer.parseInt(words[3]) : WHOLE);
  }

  @Override
  public String toString() {
    String name = operation + " " + timing + " " + outcome;
    return isWhole() ? name : name + String.format(Locale.ROOT, " %06d", interval);
  }
}
