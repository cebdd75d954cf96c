package io.hbench.view;

import io.hbench.figure.Format;
import io.hbench.trend.NightFigure;
import io.hbench.trend.Trend;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Point;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The words for the history of a figure. */
final class FigureHistory {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private FigureHistory() {}

  /** {@code get p99}; figures of the table and the servers need no name of an operation. */
  static String name(TrendSeries series) {
    return series.isOfOperation() ? series.operation() + " " + series.figure() : series.figure();
  }

  /** The last value; with its server, if it is one's. */
  static String last(TrendSeries series) {
    String server = series.last().server();
    return series.text(series.last().value()) + (server == null ? "" : ", " + server);
  }

  /** What was before and what is now. */
  static String fromTo(NightFigure figure) {
    return figure.isLevel()
        ? fromTo(figure.series(), figure.series().lastChange())
        : last(figure.series()) + ", usual " + figure.series().usual();
  }

  /** {@code 412 µs → 358 µs (-13.1 %)}; of a value of servers, the one that had it most often. */
  static String fromTo(TrendSeries series, Change change) {
    String relative = relative(series, series.change(change.before(), change.after()));
    String server = server(series, change);
    return series.text(change.before())
        + " → "
        + series.text(change.after())
        + (relative.isEmpty() ? "" : " (" + relative + ")")
        + (server == null ? "" : ", " + server);
  }

  /** The server that had the value most often since a change, until the next one; or null. */
  private static String server(TrendSeries series, Change change) {
    int next =
        series.changes().stream()
            .mapToInt(Change::index)
            .filter(index -> index > change.index())
            .min()
            .orElse(series.points().size());
    return series.points().subList(change.index(), next).stream()
        .map(Point::server)
        .filter(Objects::nonNull)
        .collect(Collectors.groupingBy(server -> server, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /** {@code -13.1 %}, {@code +5.00 points} of a share; empty if there was nothing before. */
  static String relative(TrendSeries series, Double change) {
    return change == null ? "" : Format.change(change, series.kind().isShare());
  }

  /** {@code regression since 2026-02-03}. */
  static String level(TrendSeries series) {
    return series.lastChange() == null
        ? word(series.state())
        : word(series.state()) + " since " + Trend.day(series.lastChange().time());
  }

  /** The state that a change has led to, accepted or not. */
  static String direction(TrendSeries series, Change change) {
    return word(
        series.moreIsBetter() == null
            ? State.CHANGED
            : change.isRegression() ? State.REGRESSION : State.IMPROVEMENT);
  }

  static String word(State state) {
    return state == State.NOT_ENOUGH_DATA
        ? "not enough measurements"
        : state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What the last value says beside those before it. */
  static String night(State state) {
    return state == State.STEADY ? "as usual" : word(state);
  }

  /** What the last measurement of a group says of a figure. */
  static String night(Group group, TrendSeries series) {
    if (!group.isUpToDate(series)) {
      return "no figure";
    }
    int missing = series.latest().missing();
    return missing > 0 ? TrendView.missing(missing) : night(series.latest().state());
  }

  /**
   * A line of bars, one for each value or for the mean of neighbours. Its height covers the range
   * of the values, but at least twice the margin, so that noise does not fill it.
   */
  static String spark(TrendSeries series, double margin, int maxWidth) {
    double[] values = series.points().stream().mapToDouble(Point::value).toArray();
    int width = Math.min(values.length, maxWidth);
    double[] columns = new double[width];
    for (int i = 0; i < width; i++) {
      int from = i * values.length / width;
      int to = (i + 1) * values.length / width;
      for (int j = from; j < to; j++) {
        columns[i] += values[j] / (to - from);
      }
    }
    DoubleSummaryStatistics all = DoubleStream.of(columns).summaryStatistics();
    double middle = (all.getMin() + all.getMax()) / 2;
    double height = Math.max(all.getMax() - all.getMin(), 2 * margin * middle);
    StringBuilder line = new StringBuilder();
    for (double column : columns) {
      double share = height == 0 ? 0 : (column - middle) / height + 0.5;
      line.append(BARS.charAt((int) Math.min(BARS.length() - 1, share * BARS.length())));
    }
    return line.toString();
  }
}
