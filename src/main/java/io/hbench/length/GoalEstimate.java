package io.hbench.length;

import static io.hbench.figure.Format.format;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The estimate of a figure that has a goal.
 *
 * @param goal in one notation: {@code p99 +- 2%}
 * @param unit of value, low and high: 1/s or us
 * @param value null if there are no requests
 * @param low lower end of the confidence interval; null if there are too few data for an interval
 * @param high upper end, likewise
 * @param width larger distance of an end from the value, as a share of the value, likewise
 * @param wanted the width that the goal allows
 */
public record GoalEstimate(
    String goal, String unit, Double value, Double low, Double high, Double width, double wanted) {

  public GoalEstimate {
    if (goal == null || unit == null) {
      throw new IllegalArgumentException("not the estimate of a figure");
    }
  }

  /** What each goal has reached, for people: {@code p99 ± 5%: ± 3.1 %}. */
  public static String texts(List<GoalEstimate> goals) {
    return goals.stream().map(GoalEstimate::text).collect(Collectors.joining(", "));
  }

  public String text() {
    return goal + ": " + (width == null ? "not enough data" : format("± %.1f %%", shownPercent()));
  }

  /** Rounded up if the goal is missed, which it would else seem to reach. */
  private double shownPercent() {
    return isReached() ? 100 * width : Math.ceil(1e3 * width) / 10;
  }

  public boolean isReached() {
    return width != null && width <= wanted;
  }
}
