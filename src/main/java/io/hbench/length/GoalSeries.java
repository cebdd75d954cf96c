package io.hbench.length;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The intervals of a run, as far as the figure of a goal needs them.
 *
 * <p>A percentile is estimated by way of the share of requests above it, which is a mean: the
 * interval of that share, at the estimated percentile, is read back from all latencies (Woodruff,
 * 1952). So the percentiles of intervals with few requests are not needed.
 *
 * @see <a href="https://doi.org/10.1080/01621459.1952.10483443">Woodruff, Confidence intervals for
 *     medians and other position measures (1952)</a>
 */
final class GoalSeries {
  private static final double NANOS_PER_MICRO = 1e3;

  private final PrecisionGoal goal;
  private final boolean hasRate;
  private final double seconds;
  private final List<IntervalLatencies> intervals = new ArrayList<>();

  /**
   * @param seconds length of an interval
   */
  GoalSeries(PrecisionGoal goal, boolean hasRate, double seconds) {
    this.goal = goal;
    this.hasRate = hasRate;
    this.seconds = seconds;
  }

  /** Adds a record of an interval; others are ignored. */
  void add(Series series, LatencyRecord record) {
    if (!series.isWhole() && goal.covers(series, hasRate)) {
      IntervalLatencies interval = interval(series.interval());
      if (goal.isThroughput()) {
        interval.count(record.count());
      } else {
        interval.add(record);
      }
    }
  }

  /** An interval, made if it is not there yet. */
  private IntervalLatencies interval(int number) {
    while (intervals.size() <= number) {
      intervals.add(new IntervalLatencies());
    }
    return intervals.get(number);
  }

  /** The number of intervals before the part of the first ones that may be steady. */
  int warmup(int to) {
    double[] levels = new double[to];
    double before = Double.NaN;
    for (int i = 0; i < to; i++) {
      IntervalLatencies interval = interval(i);
      if (goal.isThroughput()) {
        before = interval.total();
      } else if (interval.total() > 0) {
        before = interval.quantile(goal.share());
      }
      levels[i] = before;
    }
    for (int i = to - 2; i >= 0; i--) { // before the first request
      levels[i] = Double.isNaN(levels[i]) ? levels[i + 1] : levels[i];
    }
    return WarmupCut.of(levels);
  }

  /** The figure and its noise in some intervals. */
  final class Part {
    private final IntervalLatencies all = new IntervalLatencies();
    private final int size;
    private final double figure;
    private final double events;
    private final LongRunVariance noise;

    /** The intervals from one to another; the latter is not part of it. */
    private Part(int from, int to) {
      size = to - from;
      double[] values = new double[size];
      if (goal.isThroughput()) {
        Arrays.setAll(values, i -> interval(from + i).total());
        figure = Arrays.stream(values).sum() / size;
        events = size;
        Arrays.setAll(values, i -> values[i] - figure);
      } else {
        for (int i = from; i < to; i++) {
          all.add(interval(i));
        }
        figure = all.quantile(goal.share());
        Arrays.setAll(values, i -> interval(from + i).above(figure));
        events = EffectiveSampleSize.of(values);
        double share = Arrays.stream(values).sum() / Math.max(1, all.total());
        Arrays.setAll(values, i -> values[i] - share * interval(from + i).total());
      }
      noise = new LongRunVariance(values);
    }

    /**
     * Whether the figure has a drift that is no noise, and that is larger than the goal's width.
     */
    boolean drifts(double error) {
      if (!noise.hasTrend(error)) {
        return false;
      }
      Double change = width(noise.trend() / 2);
      return change == null || 2 * change > goal.width();
    }

    /** The estimate; without an interval if there are too few data. */
    GoalEstimate estimate(double error) {
      Double value = null;
      Double low = null;
      Double high = null;
      Double width = null;
      if (goal.isThroughput() ? figure > 0 : all.total() > 0) {
        value = shown(figure);
        double reach = noise.reach(error);
        width = events < EffectiveSampleSize.MIN ? null : width(reach);
        if (width != null) {
          low = shown(end(-reach));
          high = shown(end(reach));
        }
      }
      return new GoalEstimate(
          goal.text(), goal.isThroughput() ? "1/s" : "us", value, low, high, width, goal.width());
    }

    /** An end of the interval; infinite if the data don't have it. */
    private double end(double reach) {
      if (goal.isThroughput()) {
        return figure + reach;
      }
      double share = goal.share() + reach * size / all.total();
      if (share >= 1) {
        return Double.POSITIVE_INFINITY;
      }
      return share <= 0 ? Double.NEGATIVE_INFINITY : all.quantile(share);
    }

    /** The larger distance of an end from the figure; null if the data don't have both ends. */
    private Double width(double reach) {
      double low = end(-reach);
      double high = end(reach);
      double width =
          goal.isThroughput()
              ? reach / figure
              : Math.max(Math.expm1(high - figure), -Math.expm1(low - figure));
      return Double.isFinite(low) && Double.isFinite(high) && Double.isFinite(width) ? width : null;
    }

    private Double shown(double level) {
      return goal.isThroughput() ? level / seconds : Math.exp(level) / NANOS_PER_MICRO;
    }
  }

  /** The intervals from one to another; the latter is not part of it. */
  Part part(int from, int to) {
    return new Part(from, to);
  }
}
