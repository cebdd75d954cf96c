package io.hbench.trend;

import io.hbench.report.Verdict;
import io.hbench.trend.AcceptedChanges.Accepted;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.Point;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Text of a trend for a terminal, about 110 columns wide. Dates are in this machine's time zone.
 */
public final class TrendText {
  private static final int MAX_SPARK_WIDTH = 40;
  private static final int MAX_CHANGES = 12;
  private static final int MAX_MARKS = 6;
  private static final String BARS = "▁▂▃▄▅▆▇█";

  static final String REGRESSION = "regression";
  static final String NO_REGRESSION = "no regression";

  /** A line below a group. */
  private record Dated(String time, String text) {}

  private static final Comparator<Dated> NEWEST_FIRST =
      Comparator.comparing((Dated line) -> Instant.parse(line.time())).reversed();

  private final Trend trend;
  private final StringBuilder text = new StringBuilder();

  private TrendText(Trend trend) {
    this.trend = trend;
  }

  /** The text; it ends with a line feed. */
  public static String of(Trend trend) {
    TrendText text = new TrendText(trend);
    text.head();
    trend.groups().stream().filter(TrendText::isLong).forEach(text::group);
    text.shortGroups(trend.groups().stream().filter(group -> !isLong(group)).toList());
    text.verdict();
    return text.text.toString();
  }

  private void head() {
    add("hbench trend of %s: %s\n", trend.directory(), changes(trend));
    add("runs: %s\n", runs(trend));
    accepted(trend).forEach(line -> add("%s\n", line));
  }

  /** {@code changes of 5 % or more}. */
  static String changes(Trend trend) {
    String margin = format("%.2f", 100 * trend.margin()).replaceAll("\\.?0+$", "");
    return format("changes of %s %% or more", margin);
  }

  /** The number of runs, their first and last day, and the number of excluded runs. */
  static String runs(Trend trend) {
    List<Measurement> measurements =
        trend.groups().stream()
            .flatMap(group -> group.measurements().stream())
            .sorted(Comparator.comparing(measurement -> Instant.parse(measurement.time())))
            .toList();
    String text = format("%,d", trend.runs());
    if (!measurements.isEmpty()) {
      text +=
          format(
              ", %s to %s",
              day(measurements.get(0).time()),
              day(measurements.get(measurements.size() - 1).time()));
    }
    String excluded =
        Stream.of(
                trend.invalid() == 0 ? "" : trend.invalid() + " invalid",
                trend.notCounted() == 0 ? "" : trend.notCounted() + " not counted by their suite")
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return excluded.isEmpty() ? text : text + "; excluded: " + excluded;
  }

  static boolean isLong(Group group) {
    return group.measurements().size() >= Trend.MIN_NIGHTS;
  }

  private void group(Group group) {
    add(
        "\n%s%s %s\n",
        group.name(),
        group.name().startsWith(group.command()) ? "" : ": " + group.command(),
        about(group));
    List<TrendSeries> shown = group.series().stream().filter(TrendText::isShown).toList();
    int operation = width(shown, TrendSeries::operation);
    int figure = width(shown, TrendSeries::figure);
    int last = width(shown, TrendText::last);
    int line = width(shown, series -> spark(series.points(), trend.margin()));
    for (TrendSeries series : shown) {
      add(
          "%-" + operation + "s  %-" + figure + "s  %" + last + "s  %-" + line + "s  %s\n",
          series.operation(),
          series.figure(),
          last(series),
          spark(series.points(), trend.margin()),
          state(series));
    }
    Night.noise(group).ifPresent(noise -> add("%s\n", noise.text("this history")));
    List<Dated> changes =
        shown.stream()
            .flatMap(series -> series.changes().stream().map(change -> change(series, change)))
            .sorted(NEWEST_FIRST)
            .toList();
    List<Dated> marks =
        group.measurements().stream()
            .filter(measurement -> !measurement.marks().isEmpty())
            .map(TrendText::marks)
            .sorted(NEWEST_FIRST)
            .toList();
    Stream.concat(marks.stream().limit(MAX_MARKS), changes.stream().limit(MAX_CHANGES))
        .sorted(NEWEST_FIRST)
        .forEach(dated -> add("  %s  %s\n", day(dated.time()), dated.text()));
    earlier(changes.size() - MAX_CHANGES, "changes");
    earlier(marks.size() - MAX_MARKS, "differences of the cluster");
  }

  private void earlier(int count, String what) {
    if (count > 0) {
      add("  and %d earlier %s: see --format json\n", count, what);
    }
  }

  private static Dated marks(Measurement measurement) {
    return new Dated(measurement.time(), String.join(", ", measurement.marks()));
  }

  /** {@code on table t1, 43 measurements, 1 of them degraded}. */
  static String about(Group group) {
    long degraded =
        group.measurements().stream().filter(n -> n.verdict() == Verdict.Status.DEGRADED).count();
    return format(
        "on table %s, %d measurements%s%s",
        group.table(),
        group.measurements().size(),
        group.canary() ? ", a canary" : "",
        degraded == 0 ? "" : ", " + degraded + " of them degraded");
  }

  /** Whether a series is shown: what is 0 if all is well only if it ever was more. */
  static boolean isShown(TrendSeries series) {
    boolean isZeroUsual =
        series.unit().equals(TrendFigure.ERRORS.unit())
            || series.unit().equals(TrendFigure.LOST.unit());
    return series.points().stream().anyMatch(point -> !isZeroUsual || point.value() > 0);
  }

  static int width(List<TrendSeries> series, Function<TrendSeries, String> cell) {
    return series.stream().mapToInt(s -> cell.apply(s).length()).max().orElse(1);
  }

  /** The last value; with its server, if it is one's. */
  static String last(TrendSeries series) {
    Point last = series.points().get(series.points().size() - 1);
    return value(series, last.value()) + (last.server() == null ? "" : ", " + last.server());
  }

  static String state(TrendSeries series) {
    return switch (series.state()) {
      case NOT_ENOUGH_DATA -> "not enough measurements";
      case STEADY, CLUSTER_NOISE -> "steady"; // a series is no single night
      case IMPROVEMENT, REGRESSION, ACCEPTED, CHANGED -> {
        Change last = series.changes().get(series.changes().size() - 1);
        String state = series.state() == State.ACCEPTED ? "accepted" : direction(series, last);
        yield state + " since " + day(last.time());
      }
    };
  }

  /** {@code regression}, {@code improvement}, or {@code change} if neither end is better. */
  static String direction(TrendSeries series, Change change) {
    if (series.moreIsBetter() == null) {
      return "change";
    }
    return change.isRegression() ? REGRESSION : "improvement";
  }

  private static Dated change(TrendSeries series, Change change) {
    return new Dated(
        change.time(),
        format(
            "%s %s: %s, %s, p %s, first run %s",
            series.operation(),
            series.figure(),
            fromTo(series, change),
            direction(series, change),
            p(change),
            change.run()));
  }

  /** {@code 412 µs → 358 µs (-13.1 %)}; of a value of servers, the one that had it most often. */
  static String fromTo(TrendSeries series, Change change) {
    return value(series, change.before())
        + " → "
        + value(series, change.after())
        + (change.relative() == null ? "" : " (" + relative(change) + ")")
        + server(series, change).map(server -> ", " + server).orElse("");
  }

  /** The server that had the value most often since a change, until the next one. */
  private static Optional<String> server(TrendSeries series, Change change) {
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
        .map(Map.Entry::getKey);
  }

  /** {@code -13.1 %}; empty if the level before was 0. */
  static String relative(Change change) {
    return change.relative() == null ? "" : format("%+.1f %%", 100 * change.relative());
  }

  static String p(Change change) {
    return change.p() < 0.0001 ? "< 0.0001" : format("%.4f", change.p());
  }

  private void shortGroups(List<Group> groups) {
    if (!groups.isEmpty()) {
      add("\nnot enough measurements, change detection needs at least %d:\n", Trend.MIN_NIGHTS);
    }
    for (Group group : groups) {
      Measurement last = group.measurements().get(group.measurements().size() - 1);
      add("  %s: %d, last run %s\n", group.name(), group.measurements().size(), last.run());
    }
  }

  private void verdict() {
    List<TrendSeries> regressions =
        trend.series().filter(s -> s.state() == State.REGRESSION).toList();
    if (regressions.isEmpty()) {
      add("\nverdict: %s\n", NO_REGRESSION);
      return;
    }
    add("\nverdict: %s\n", REGRESSION);
    for (TrendSeries series : regressions) {
      add("  %s %s of %s\n", series.operation(), series.figure(), series.group());
    }
    add("%s", toAccept(trend));
  }

  static String toAccept(Trend trend) {
    return "to accept: accept %s --because 'new disks'\n".formatted(trend.directory());
  }

  /** A line for each acceptance: {@code accepted up to 2026-02-04: new disks (ann)}. */
  static List<String> accepted(Trend trend) {
    return trend.accepted().stream().map(TrendText::accepted).toList();
  }

  static String accepted(Accepted one) {
    return "accepted up to %s: %s (%s)".formatted(day(one.before()), one.because(), one.by());
  }

  /**
   * A line of bars, one for each value or for the mean of neighbours. Its height covers the range
   * of the values, but at least twice the margin, so that noise does not fill it.
   */
  static String spark(List<Point> points, double margin) {
    double[] values = points.stream().mapToDouble(Point::value).toArray();
    int width = Math.min(values.length, MAX_SPARK_WIDTH);
    double[] columns = new double[width];
    double lowest = Double.MAX_VALUE;
    double highest = -Double.MAX_VALUE;
    for (int i = 0; i < width; i++) {
      int from = i * values.length / width;
      int to = (i + 1) * values.length / width;
      for (int j = from; j < to; j++) {
        columns[i] += values[j] / (to - from);
      }
      lowest = Math.min(lowest, columns[i]);
      highest = Math.max(highest, columns[i]);
    }
    double middle = (lowest + highest) / 2;
    double height = Math.max(highest - lowest, 2 * margin * middle);
    StringBuilder line = new StringBuilder();
    for (double column : columns) {
      double share = height == 0 ? 0 : (column - middle) / height + 0.5;
      line.append(BARS.charAt((int) Math.min(BARS.length() - 1, share * BARS.length())));
    }
    return line.toString();
  }

  /** A figure with unit and at least three digits, as in a report. */
  static String value(TrendSeries series, double value) {
    return switch (series.unit()) {
      case "share" -> format("%.4f %%", 100 * value);
      case "ratio" -> format("%.1f %%", 100 * value);
      case "s" -> format("%,.1f s", value);
      case "x" -> format("%.2f ×", value);
      case "us" -> format(value < 100 ? "%.2f µs" : "%,.0f µs", value);
      default -> format("%,.0f", value);
    };
  }

  private static LocalDate date(String time) {
    return LocalDate.ofInstant(Instant.parse(time), ZoneId.systemDefault());
  }

  static String day(String time) {
    return date(time).toString();
  }

  private void add(String pattern, Object... args) {
    text.append(format(pattern, args));
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
