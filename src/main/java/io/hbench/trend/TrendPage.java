package io.hbench.trend;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Page;
import io.hbench.html.Page.Reason;
import io.hbench.html.Table;
import io.hbench.trend.AcceptedChanges.Accepted;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * HTML page of a trend: a small chart for each series, all with the same time axis. Dates are in
 * this machine's time zone, as in the text.
 */
public final class TrendPage {
  private static final String KIND = "trend";

  /** Beginning of such a file, by which hbench recognises its own. */
  public static final String START = Page.start(KIND);

  private static final int BLUE = 0;
  private static final int ORANGE = 1;
  private static final int GREEN = 2;
  private static final int GREY = 7;
  private static final int MAX_MARKS = 10;
  private static final int HEIGHT = 170;
  private static final double PERCENT = 100;

  private final Trend trend;
  private final String verdict;
  private final List<Reason> reasons;
  private final Axis days;

  private TrendPage(Trend trend, String verdict, List<Reason> reasons) {
    this.trend = trend;
    this.verdict = verdict;
    this.reasons = reasons;
    DoubleSummaryStatistics times =
        trend.groups().stream()
            .flatMap(group -> group.measurements().stream())
            .mapToDouble(measurement -> seconds(measurement.time()))
            .summaryStatistics();
    Axis axis = Axis.of(Axis.Kind.DATE, "");
    this.days = times.getCount() == 0 ? axis : axis.between(times.getMin(), times.getMax());
  }

  /** The page, with the verdict of the trend. */
  public static String of(Trend trend) {
    String verdict = trend.isRegression() ? TrendText.REGRESSION : TrendText.NO_REGRESSION;
    return new TrendPage(trend, verdict, reasons(trend)).whole();
  }

  /** The page, with the verdict of a night. */
  public static String of(Night night) {
    List<Reason> reasons = new ArrayList<>();
    for (TrendSeries series : night.regressions()) {
      reasons.add(new Reason(name(series), Night.why(series)));
    }
    night.canaries().forEach(line -> reasons.add(new Reason("canary", line)));
    return new TrendPage(night.trend(), night.verdict(), withAcceptance(reasons, night.trend()))
        .whole();
  }

  private static double seconds(String time) {
    return LocalDateTime.ofInstant(Instant.parse(time), ZoneId.systemDefault())
        .toEpochSecond(ZoneOffset.UTC);
  }

  private String whole() {
    Page page = new Page(KIND, trend.directory());
    page.fact("runs", TrendText.runs(trend)).fact("shown", TrendText.changes(trend));
    TrendText.accepted(trend).forEach(page::text);
    page.verdict(verdict, "No figure ends with a regression that is not accepted.", reasons);
    trend.groups().stream().filter(TrendText::isLong).forEach(group -> group(group, page));
    List<Group> shortGroups = trend.groups().stream().filter(g -> !TrendText.isLong(g)).toList();
    if (!shortGroups.isEmpty()) {
      page.section("Not enough measurements").table(shortGroups(shortGroups));
      page.text("Change detection needs at least " + Trend.MIN_NIGHTS + ".");
    }
    if (!trend.warnings().isEmpty()) {
      page.section("Not read");
      trend.warnings().forEach(page::text);
    }
    return page.data(trend).html();
  }

  private static List<Reason> reasons(Trend trend) {
    List<Reason> reasons = new ArrayList<>();
    trend
        .series()
        .filter(series -> series.state() == State.REGRESSION)
        .forEach(
            series -> {
              Change last = last(series);
              reasons.add(
                  new Reason(
                      "since " + TrendText.day(last.time()),
                      "%s: %s, first run %s"
                          .formatted(name(series), TrendText.fromTo(series, last), last.run())));
            });
    return withAcceptance(reasons, trend);
  }

  private static String name(TrendSeries series) {
    return "%s %s of %s".formatted(series.operation(), series.figure(), series.group());
  }

  /** The reasons, and how to accept them if there are any. */
  private static List<Reason> withAcceptance(List<Reason> reasons, Trend trend) {
    if (!reasons.isEmpty()) {
      reasons.add(
          new Reason("to accept", "accept " + trend.directory() + " --because 'new disks'"));
    }
    return reasons;
  }

  private static Change last(TrendSeries series) {
    return series.changes().get(series.changes().size() - 1);
  }

  private void group(Group group, Page page) {
    boolean named = group.name().startsWith(group.command());
    page.section(group.name()).text((named ? "" : group.command() + " ") + TrendText.about(group));
    List<TrendSeries> shown = group.series().stream().filter(TrendText::isShown).toList();
    page.smallCharts(shown.stream().map(series -> chart(series, group)).toList());
    Table changes = changes(shown);
    if (!changes.isEmpty()) {
      page.table(changes);
    }
    page.fold("Measurements", measurements(group));
  }

  private Chart chart(TrendSeries series, Group group) {
    double unit = isPercent(series) ? PERCENT : 1;
    Chart chart =
        new Chart(series.operation() + " " + series.figure(), days, axis(series), HEIGHT)
            .note(note(series))
            .series(
                "",
                Style.THIN,
                GREY,
                series.points().stream()
                    .map(point -> new Point(seconds(point.time()), unit * point.value()))
                    .toList());
    marks(group, chart);
    int from = 0;
    int colour = BLUE;
    for (Change change : series.changes()) {
      level(series, from, change.index(), unit * change.before(), colour, chart);
      from = change.index();
      colour = colour(series, change);
      chart.mark(
          seconds(change.time()),
          TrendText.day(change.time()) + ": " + TrendText.fromTo(series, change),
          colour);
    }
    if (from > 0) {
      level(series, from, series.points().size(), unit * last(series).after(), colour, chart);
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
                    TrendText.day(night.time()) + ": " + String.join(", ", night.marks()),
                    GREY));
    for (Accepted accepted : trend.accepted()) {
      double at = Math.min(seconds(accepted.before()), days.to());
      if (at >= days.from()) {
        chart.mark(at, TrendText.accepted(accepted), BLUE);
      }
    }
  }

  private static void level(
      TrendSeries series, int from, int to, double mean, int colour, Chart chart) {
    chart.series(
        "mean",
        Style.LEVEL,
        colour,
        Stream.of(from, to - 1)
            .map(i -> new Point(seconds(series.points().get(i).time()), mean))
            .toList());
  }

  private static int colour(TrendSeries series, Change change) {
    if (series.moreIsBetter() == null) {
      return BLUE;
    }
    return change.isRegression() ? (change.isAccepted() ? BLUE : ORANGE) : GREEN;
  }

  private static boolean isPercent(TrendSeries series) {
    return series.unit().equals("share") || series.unit().equals("ratio");
  }

  private static Axis axis(TrendSeries series) {
    if (series.unit().equals("us")) {
      return Axis.of(Axis.Kind.LATENCY, "");
    }
    if (isPercent(series)) {
      return Axis.of(Axis.Kind.AMOUNT, "%");
    }
    DoubleSummaryStatistics values =
        series.points().stream().mapToDouble(Trend.Point::value).summaryStatistics();
    // as KINDS.latency in charts.js: a minimum height, so that noise does not fill the chart
    return Axis.of(Axis.Kind.NUMBER, "").between(0.9 * values.getMin(), 1.1 * values.getMax());
  }

  /** {@code 2,327 µs → 2,759 µs (+18.6 %), regression since 2026-02-03}. */
  private static String note(TrendSeries series) {
    String figure =
        series.changes().isEmpty()
            ? "last " + TrendText.last(series)
            : TrendText.fromTo(series, last(series));
    return figure + ", " + TrendText.state(series);
  }

  private static Table changes(List<TrendSeries> shown) {
    record Line(TrendSeries series, Change change) {}
    Table table =
        Table.of("first day", "operation", "figure", "change", "first run")
            .figures("before", "after", "relative", "p");
    shown.stream()
        .flatMap(series -> series.changes().stream().map(change -> new Line(series, change)))
        .sorted(Comparator.comparing((Line l) -> Instant.parse(l.change.time())).reversed())
        .forEach(
            l ->
                table.row(
                    Cell.text(TrendText.day(l.change.time())),
                    Cell.text(l.series.operation()),
                    Cell.text(l.series.figure()),
                    Cell.text(TrendText.direction(l.series, l.change)),
                    Cell.text(l.change.run()),
                    Cell.figure(TrendText.value(l.series, l.change.before()), l.change.before()),
                    Cell.figure(TrendText.value(l.series, l.change.after()), l.change.after()),
                    Cell.figure(TrendText.relative(l.change), l.change.relative()),
                    Cell.figure(TrendText.p(l.change), l.change.p())));
    return table;
  }

  private static Table measurements(Group group) {
    Table table =
        Table.of("started", "run", "hbench", "HBase", "verdict", "different")
            .figures("repeats", "region servers", "regions");
    group
        .measurements()
        .forEach(
            measurement ->
                table.row(
                    Cell.text(measurement.time()),
                    Cell.text(measurement.run()),
                    Cell.text(measurement.version()),
                    Cell.text(Objects.requireNonNullElse(measurement.hbase(), "")),
                    Cell.text(measurement.verdict().toString()),
                    Cell.text(String.join(", ", measurement.marks())),
                    Cell.figure(Integer.toString(measurement.repeats()), measurement.repeats()),
                    Cell.figure(
                        String.valueOf(measurement.regionServers()), measurement.regionServers()),
                    Cell.figure(String.valueOf(measurement.regions()), measurement.regions())));
    return table;
  }

  private static Table shortGroups(List<Group> groups) {
    Table table = Table.of("group", "last run").figures("measurements");
    for (Group group : groups) {
      int measurements = group.measurements().size();
      table.row(
          Cell.text(group.name()),
          Cell.text(group.measurements().get(measurements - 1).run()),
          Cell.figure(Integer.toString(measurements), measurements));
    }
    return table;
  }
}
