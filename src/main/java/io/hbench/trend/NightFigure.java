package io.hbench.trend;

import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.List;

/**
 * A figure of the last night, and what it says beside the nights before.
 *
 * @param state regression if it is a surprise for the worse or has a regression that is not
 *     accepted; improvement or accepted if this night has shown that; cluster-noise if the canary
 *     explains why it is worse; else steady, or not-enough-data
 * @param isLevel whether the level has changed; if not, this night alone is a surprise
 */
public record NightFigure(Group group, TrendSeries series, State state, boolean isLevel) {
  /** Probability of a surprise, in any figure of the night, though nothing has changed. */
  private static final String SURPRISE = "< 0.01";

  /**
   * @param isOfTonight whether the last value is of this night; an older one says nothing
   */
  static NightFigure of(Group group, TrendSeries series, boolean isOfTonight) {
    State tonight = isOfTonight ? series.latest().state() : State.NOT_ENOUGH_DATA;
    boolean isSurprise = isOfTonight && series.latest().since() != null;
    if (isSurprise && (tonight == State.REGRESSION || series.state() != State.REGRESSION)) {
      return new NightFigure(group, series, tonight, false);
    }
    if (series.state() == State.REGRESSION || (isOfTonight && isNew(series))) {
      return new NightFigure(group, series, series.state(), true);
    }
    if (tonight == State.CLUSTER_NOISE) {
      return new NightFigure(group, series, tonight, false);
    }
    boolean isKnown = tonight != State.NOT_ENOUGH_DATA || !series.changes().isEmpty();
    return new NightFigure(
        group, series, isOfTonight && isKnown ? State.STEADY : State.NOT_ENOUGH_DATA, false);
  }

  /** Whether the last change was found with the last night. */
  private static boolean isNew(TrendSeries series) {
    return !series.changes().isEmpty()
        && last(series).seen().equals(series.points().get(series.points().size() - 1).time());
  }

  private static Change last(TrendSeries series) {
    return series.changes().get(series.changes().size() - 1);
  }

  /** Tonight's value with its unit; a new level has the mean of its nights. */
  public String tonight() {
    return isLevel ? TrendText.value(series, last(series).after()) : TrendText.last(series);
  }

  /** {@code 2,100 µs to 2,500 µs}: what was usual before; empty if nothing is. */
  public String before() {
    Latest latest = series.latest();
    if (isLevel) {
      return TrendText.value(series, last(series).before());
    }
    return latest.low() == null
        ? ""
        : TrendText.value(series, latest.low()) + " to " + TrendText.value(series, latest.high());
  }

  /**
   * The change from the mean of the level before, as a share of it; of a share of requests its
   * difference. Null if there was nothing before, or 0.
   */
  public Double change() {
    List<Trend.Point> points = series.points();
    int first = points.size() - nights();
    int start = series.changes().isEmpty() ? 0 : last(series).index();
    if (!isLevel && start >= first) {
      return null;
    }
    double before = isLevel ? last(series).before() : mean(points.subList(start, first));
    double now = isLevel ? last(series).after() : points.get(points.size() - 1).value();
    return isShare() ? Double.valueOf(now - before) : before == 0 ? null : now / before - 1;
  }

  private static double mean(List<Trend.Point> points) {
    return points.stream().mapToDouble(Trend.Point::value).average().orElseThrow();
  }

  /** Whether the figure is a share of requests that went wrong. */
  public boolean isShare() {
    return series.unit().equals(TrendFigure.ERRORS.unit());
  }

  /** Whether it is a figure of an operation or a search, not of the table or the servers. */
  public boolean isOfOperation() {
    return !series.operation().equals(PastFigure.TABLE)
        && !series.operation().equals(PastFigure.SERVERS);
  }

  /** Number of nights since it is so, this one included. */
  public int nights() {
    int first = series.points().size() - 1;
    if (isLevel) {
      first = last(series).index();
    } else if (series.latest().since() != null) {
      while (first > 0 && !series.points().get(first).time().equals(series.latest().since())) {
        first--;
      }
    }
    return series.points().size() - first;
  }

  /** The first day on which it was so. */
  public String since() {
    return TrendText.day(isLevel ? last(series).time() : series.latest().since());
  }

  /** The probability that a night finds such a change though nothing has changed. */
  public String p() {
    return isLevel ? TrendText.p(last(series)) : SURPRISE;
  }
}
