package io.hbench.view;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.trend.AcceptedChanges.Accepted;
import io.hbench.trend.Trend;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.TrendSeries;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * A small chart for each figure of a trend.
 *
 * @param days the time axis of all of them, in this machine's time zone
 */
record HistoryCharts(Trend trend, Axis days) {
  private static final int MAX_MARKS = 10;
  private static final int HEIGHT = 170;

  static HistoryCharts of(Trend trend) {
    Stream<Double> times =
        trend.groups().stream()
            .flatMap(group -> group.measurements().stream())
            .map(measurement -> seconds(measurement.time()));
    return new HistoryCharts(trend, Axis.of(Axis.Kind.DATE, "").around(times));
  }

  private static double seconds(String time) {
    return LocalDateTime.ofInstant(Instant.parse(time), ZoneId.systemDefault())
        .toEpochSecond(ZoneOffset.UTC);
  }

  List<Chart> of(Group group) {
    return group.shown().stream().map(series -> chart(series, group)).toList();
  }

  private Chart chart(TrendSeries series, Group group) {
    double unit = 1 / prefix(series).size();
    Change last = series.lastChange();
    Chart chart =
        new Chart(series.operation() + " " + series.figure(), days, axis(series), HEIGHT)
            .note(
                (last == null
                        ? "last " + FigureHistory.last(series)
                        : FigureHistory.fromTo(series, last))
                    + ", "
                    + FigureHistory.level(series))
            .series(
                "",
                Style.THIN,
                Chart.GREY,
                series.points(),
                point -> seconds(point.time()),
                point -> unit * point.value());
    marks(group, chart);
    int from = 0;
    int colour = Chart.BLUE;
    for (Change change : series.changes()) {
      level(series, from, change.index(), unit * change.before(), colour, chart);
      from = change.index();
      colour = colour(series, change);
      chart.mark(
          seconds(change.time()),
          Trend.day(change.time()) + ": " + FigureHistory.fromTo(series, change),
          colour);
    }
    if (last != null) {
      level(series, from, series.points().size(), unit * last.after(), colour, chart);
    }
    return chart;
  }

  /** Marks what was different in the cluster, and what was accepted: both explain changes. */
  private void marks(Group group, Chart chart) {
    List<Measurement> marked =
        group.measurements().stream().filter(night -> !night.marks().isEmpty()).toList();
    marked.stream()
        .skip(Math.max(0, marked.size() - MAX_MARKS))
        .forEach(
            night ->
                chart.mark(
                    seconds(night.time()),
                    Trend.day(night.time()) + ": " + String.join(", ", night.marks()),
                    Chart.GREY));
    for (Accepted accepted : trend.accepted()) {
      double at = Math.min(seconds(accepted.before()), days.to());
      if (at >= days.from()) {
        chart.mark(at, "accepted " + TrendView.text(accepted), Chart.BLUE);
      }
    }
  }

  private static void level(
      TrendSeries series, int from, int to, double mean, int colour, Chart chart) {
    chart.series(
        Figure.MEAN.toString(),
        Style.LEVEL,
        colour,
        List.of(series.points().get(from), series.points().get(to - 1)),
        point -> seconds(point.time()),
        point -> mean);
  }

  private static int colour(TrendSeries series, Change change) {
    if (series.moreIsBetter() == null) {
      return Chart.BLUE;
    }
    return change.isRegression() ? (change.isAccepted() ? Chart.BLUE : Chart.ORANGE) : Chart.GREEN;
  }

  /** In which the chart has its values: a latency axis has microseconds. */
  private static Unit.Prefix prefix(TrendSeries series) {
    return series.kind().unit() == Unit.MICROS
        ? new Unit.Prefix("", 1)
        : series.kind().unit().common(series.points().stream().mapToDouble(Trend.Point::value));
  }

  private static Axis axis(TrendSeries series) {
    Unit.Prefix prefix = prefix(series);
    if (series.kind().unit() == Unit.MICROS) {
      return Axis.of(Axis.Kind.LATENCY, prefix.sign());
    }
    if (series.kind().unit() == Unit.SHARE) {
      return Axis.of(Axis.Kind.AMOUNT, prefix.sign());
    }
    DoubleSummaryStatistics values =
        series.points().stream()
            .mapToDouble(point -> point.value() / prefix.size())
            .summaryStatistics();
    // as KINDS.latency in charts.js: a minimum height, so that noise does not fill the chart
    return Axis.of(Axis.Kind.NUMBER, prefix.sign())
        .between(0.9 * values.getMin(), 1.1 * values.getMax());
  }
}
