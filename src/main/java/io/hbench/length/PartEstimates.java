package io.hbench.length;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Confidence intervals of figures in parts of a run, from its intervals: by the variance of
 * correlated series, and of percentiles by the share of the requests above them. They assume that
 * the part is steady.
 */
public final class PartEstimates {
  /** Each interval for itself. */
  private static final double ERROR = 0.05;

  private final Map<String, GoalSeries> series = new LinkedHashMap<>();

  /**
   * @param figures {@code throughput} or percentiles: {@code p99}
   * @param seconds length of an interval
   */
  public PartEstimates(List<String> figures, boolean hasRate, double seconds) {
    for (String figure : figures) {
      PrecisionGoal goal = PrecisionGoal.parse(figure + " ± 5%"); // its width is not used
      series.put(figure, new GoalSeries(goal, hasRate, seconds));
    }
  }

  /** Adds a record of an interval. */
  public void add(Series name, LatencyRecord record) {
    series.values().forEach(one -> one.add(name, record));
  }

  /**
   * The estimate of a figure in some intervals; empty if they are too few.
   *
   * @param to first interval behind the part
   */
  public Optional<GoalEstimate> estimate(String figure, int from, int to) {
    return to - from < LongRunVariance.MIN_VALUES
        ? Optional.empty()
        : Optional.of(series.get(figure).part(from, to).estimate(ERROR));
  }
}
