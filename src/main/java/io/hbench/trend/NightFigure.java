package io.hbench.trend;

import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
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

  static NightFigure of(Group group, TrendSeries series) {
    boolean isOfTonight = group.isUpToDate(series);
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

  /** A figure by its level alone, whatever the last night was like. */
  public static NightFigure ofLevel(Group group, TrendSeries series) {
    return new NightFigure(group, series, series.state(), series.lastChange() != null);
  }

  /** Whether the last change was found with the last night. */
  private static boolean isNew(TrendSeries series) {
    Change last = series.lastChange();
    return last != null && last.seen().equals(series.last().time());
  }

  /** Tonight's value; of a new level the mean of its nights. */
  public double value() {
    return isLevel ? series.lastChange().after() : series.last().value();
  }

  /** The level before, or the range that is usual, as text; empty if nothing is. */
  public String before() {
    return isLevel ? series.text(series.lastChange().before()) : series.usual();
  }

  /**
   * The change from the mean of the level before, as {@link TrendSeries#change}. Null if there was
   * nothing before, or 0.
   */
  public Double change() {
    if (isLevel) {
      return series.change(series.lastChange().before(), value());
    }
    int start = series.changes().isEmpty() ? 0 : series.lastChange().index();
    int first = firstSurprise();
    List<Trend.Point> before = series.points().subList(Math.min(start, first), first);
    return before.isEmpty()
        ? null
        : series.change(
            before.stream().mapToDouble(Trend.Point::value).average().orElseThrow(), value());
  }

  /** Number of nights since it is so, this one included: of surprises those on the same side. */
  public int nights() {
    int last = series.points().size() - 1;
    if (isLevel) {
      return last + 1 - series.lastChange().index();
    }
    int first = last;
    while (first > firstSurprise() && isUp(first - 1) == isUp(last)) {
      first--;
    }
    return last + 1 - first;
  }

  private boolean isUp(int night) {
    return series.points().get(night).value() > series.latest().high();
  }

  /** The first of the surprises of which the last night is one, or that night. */
  private int firstSurprise() {
    int first = series.points().size() - 1;
    String since = series.latest().since();
    while (since != null && first > 0 && !series.points().get(first).time().equals(since)) {
      first--;
    }
    return first;
  }

  /** Time of the first night in which it was so. */
  public String since() {
    return series.points().get(series.points().size() - nights()).time();
  }
}
