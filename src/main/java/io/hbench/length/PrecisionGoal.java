package io.hbench.length;

import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The precision that a figure of a run is to have: {@code [operation.][response.|service.]figure ±
 * width}.
 *
 * @param operation operation, or empty for all operations together
 * @param timing kind of latency, or empty for response times if there is a rate, else service times
 * @param percentile above 0 and below 100; 0 for throughput
 * @param width half the width of the confidence interval, as a share of the figure
 */
public record PrecisionGoal(
    Optional<String> operation,
    Optional<Timing> timing,
    double percentile,
    double width,
    String text) {

  private static final double MAX_PERCENT = 100;

  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?:(\\S+?)\\.)??(?:(response|service)\\.)?(?:p(\\d+(?:\\.\\d+)?)|throughput)"
              + " \\+- (\\d+(?:\\.\\d+)?)%");

  /** The goals of a run that names none. */
  public static final List<PrecisionGoal> DEFAULT =
      List.of(parse("throughput +- 5%"), parse("p99 +- 5%"));

  /**
   * Reads {@code get.p99 +- 2%}; {@code ±} and {@code +/-} stand for {@code +-}.
   *
   * @throws IllegalArgumentException if the text is not a goal
   */
  public static PrecisionGoal parse(String given) {
    String text = // in one notation, so that goals can be compared: p99.0 ± 2.0 % is p99 +- 2%
        given
            .trim()
            .replaceAll("\\s*(?:±|\\+/?-)\\s*", " +- ")
            .replaceAll("\\s+%", "%")
            .replaceAll("(\\.\\d*?)0+(?=[ %])", "$1")
            .replaceAll("\\.(?=[ %])", "");
    Matcher goal = SENTENCE.matcher(text);
    if (!goal.matches()) {
      throw new IllegalArgumentException("no goal: " + given);
    }
    boolean throughput = goal.group(3) == null;
    double percentile = throughput ? 0 : Double.parseDouble(goal.group(3));
    double percent = Double.parseDouble(goal.group(4));
    if (percent <= 0
        || percent >= MAX_PERCENT
        || (throughput ? goal.group(2) != null : percentile <= 0 || percentile >= MAX_PERCENT)) {
      throw new IllegalArgumentException("no goal: " + given);
    }
    return new PrecisionGoal(
        Optional.ofNullable(goal.group(1)),
        Optional.ofNullable(goal.group(2)).map(t -> Timing.valueOf(t.toUpperCase(Locale.ROOT))),
        percentile,
        percent / MAX_PERCENT,
        text);
  }

  boolean isThroughput() {
    return percentile == 0;
  }

  /** The percentile as a share. */
  double share() {
    return percentile / MAX_PERCENT;
  }

  /** Whether the records of a series are part of the figure. */
  boolean covers(Series series, boolean hasRate) {
    if (operation.filter(name -> !name.equals(series.operation())).isPresent()) {
      return false;
    }
    Timing kind =
        isThroughput() ? Timing.SERVICE : timing.orElse(hasRate ? Timing.RESPONSE : Timing.SERVICE);
    return series.isLatency(kind);
  }

  @Override
  public String toString() {
    return text;
  }
}
