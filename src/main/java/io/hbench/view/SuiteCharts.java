package io.hbench.view;

import static io.hbench.figure.Format.joined;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Style;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The charts of a suite: lines along a ladder of numbers, and groups of bars. The bars of a group
 * are the values of a ladder, the first one; the groups are the steps, operations and values of
 * other ladders. A dimension with one value is left out.
 */
final class SuiteCharts {
  private static final int HEIGHT = 300;

  /** Points of a line that is worth drawing. */
  private static final int MIN_LINE = 3;

  /** Bars of a group that can be told apart. */
  private static final int COLOURS = 8;

  /** Values that differ by a larger factor are on a logarithmic axis. */
  private static final double MAX_FACTOR = 20;

  private static final List<Figure> BARS =
      List.of(Figure.THROUGHPUT, Figure.MEAN, Figure.P95, Figure.P99);

  private static final String PER_SECOND = "requests/s";

  private final List<Row> rows;
  private final List<String> ladder;

  SuiteCharts(SuiteRecord record) {
    rows = record.rows();
    ladder = record.ladder();
  }

  private static List<String> values(List<Row> rows, Function<Row, String> dimension) {
    return rows.stream().map(dimension).distinct().toList();
  }

  private List<String> rungs(String setting) {
    return values(rows, row -> rung(row, setting)).stream().filter(v -> !v.isEmpty()).toList();
  }

  private static String rung(Row row, String setting) {
    return row.ladder().getOrDefault(setting, "");
  }

  /** All charts; none of a single row. */
  List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    ladder.stream()
        .filter(setting -> rungs(setting).size() >= MIN_LINE)
        .filter(setting -> rungs(setting).stream().allMatch(value -> value.matches("\\d.*")))
        .findFirst()
        .ifPresent(
            setting -> {
              charts.add(lines(Figure.THROUGHPUT, setting));
              charts.add(lines(Figure.P99, setting));
            });
    BARS.stream().flatMap(figure -> bars(figure).stream()).forEach(charts::add);
    return charts;
  }

  /** The rows whose figures say something: throughput of a mix, latencies of its operations. */
  private Stream<Row> rows(Figure figure) {
    return rows.stream().filter(row -> figure.isLatency() ? !isTotal(row) : isWhole(row));
  }

  private static String title(Figure figure) {
    return figure.isLatency() ? figure.toString() : "Throughput";
  }

  private Chart lines(Figure figure, String setting) {
    List<Row> on = rows(figure).filter(row -> row.ladder().containsKey(setting)).toList();
    List<String> xs = rungs(setting);
    Axis y =
        figure.isLatency() ? Axis.of(Axis.Kind.LATENCY, "") : Axis.of(Axis.Kind.AMOUNT, PER_SECOND);
    Chart chart =
        new Chart(title(figure) + " along " + setting, Axis.names(setting, xs), y, HEIGHT);
    Map<String, List<Row>> lines =
        on.stream()
            .collect(
                Collectors.groupingBy(
                    row -> name(row, setting), LinkedHashMap::new, Collectors.toList()));
    lines.forEach(
        (name, line) -> {
          List<Point> points =
              line.stream()
                  .map(row -> new Point(xs.indexOf(rung(row, setting)), mean(row, figure)))
                  .toList();
          int colour = List.copyOf(lines.keySet()).indexOf(name) % COLOURS;
          chart.series(name, Style.LINE, colour, points);
        });
    return chart;
  }

  /** All that a row is beside its value of a setting: {@code read batch=100 get}. */
  private String name(Row row, String without) {
    return joined(" ", SuiteRecord.name(row.step(), row.ladder(), without), row.operation());
  }

  private static Double mean(Row row, Figure figure) {
    Spread spread = row.figures().get(figure.toString());
    return spread == null ? null : spread.mean();
  }

  /** Bars of all rows that have a figure; empty if there are fewer than two. */
  private Optional<Chart> bars(Figure figure) {
    List<Row> shown = rows(figure).filter(row -> mean(row, figure) != null).toList();
    Map<String, Function<Row, String>> groups = dimensions(shown);
    if (groups.isEmpty()) {
      return Optional.empty();
    }
    String title = title(figure) + " by " + String.join(" and ", groups.keySet());
    String bars =
        groups.keySet().stream()
            .filter(dimension -> groups.size() > 1 && ladder.contains(dimension))
            .filter(dimension -> values(shown, groups.get(dimension)).size() <= COLOURS)
            .findFirst()
            .orElse("");
    groups.remove(bars);
    List<String> names = values(shown, row -> group(row, groups));
    String label = groups.size() == 1 ? groups.keySet().iterator().next() : "";
    Chart chart = new Chart(title, Axis.names(label, names), axis(shown, figure), HEIGHT);
    boolean isRepeated = shown.stream().anyMatch(row -> row.runs() > 1);
    chart.note(isRepeated ? "means of repeats, with minimum and maximum" : "");
    List<String> series = values(shown, row -> rung(row, bars));
    for (String name : series) {
      Map<String, Row> own =
          shown.stream()
              .filter(row -> rung(row, bars).equals(name))
              .collect(Collectors.toMap(row -> group(row, groups), row -> row));
      int colour = bars.isEmpty() || !name.isEmpty() ? series.indexOf(name) : Chart.GREY;
      chart.series(name, Style.BARS, colour, points(names, own, figure));
      own.forEach(
          (group, row) -> {
            if (row.runs() > 1) {
              Spread spread = row.figures().get(figure.toString());
              chart.spread(names.indexOf(group), spread.min(), spread.max());
            }
          });
    }
    return Optional.of(chart);
  }

  private static List<Point> points(List<String> names, Map<String, Row> own, Figure figure) {
    return names.stream()
        .map(
            name ->
                new Point(
                    names.indexOf(name),
                    own.containsKey(name) ? mean(own.get(name), figure) : null))
        .toList();
  }

  /** What is different in some rows, by the name of the dimension. */
  private Map<String, Function<Row, String>> dimensions(List<Row> shown) {
    Map<String, Long> operations =
        shown.stream()
            .map(row -> List.of(row.step(), row.operation()))
            .distinct()
            .collect(Collectors.groupingBy(load -> load.get(0), Collectors.counting()));
    Map<String, Function<Row, String>> dimensions = new LinkedHashMap<>();
    dimensions.put(
        operations.containsKey("") ? Label.OPERATION : Label.STEP,
        row ->
            (row.step() + (operations.get(row.step()) > 1 ? " " + row.operation() : "")).strip());
    ladder.forEach(setting -> dimensions.put(setting, row -> rung(row, setting)));
    dimensions.values().removeIf(dimension -> values(shown, dimension).size() < 2);
    return dimensions;
  }

  private String group(Row row, Map<String, Function<Row, String>> groups) {
    return groups.entrySet().stream()
        .filter(group -> !group.getValue().apply(row).isEmpty())
        .map(
            group ->
                (groups.size() > 1 && ladder.contains(group.getKey()) ? group.getKey() + "=" : "")
                    + group.getValue().apply(row))
        .collect(Collectors.joining(" "));
  }

  private static boolean isTotal(Row row) {
    return row.operation().equals(FigureKey.TOTAL);
  }

  /** Whether a row has all requests of its runs. */
  private boolean isWhole(Row row) {
    return isTotal(row)
        || rows.stream()
            .filter(r -> r.step().equals(row.step()) && r.ladder().equals(row.ladder()))
            .noneMatch(SuiteCharts::isTotal);
  }

  private static Axis axis(List<Row> shown, Figure figure) {
    DoubleSummaryStatistics values =
        shown.stream()
            .map(row -> row.figures().get(figure.toString()))
            .flatMap(spread -> Stream.of(spread.min(), spread.max()))
            .filter(value -> value > 0)
            .mapToDouble(value -> value)
            .summaryStatistics();
    String unit = figure.isLatency() ? "" : PER_SECOND;
    if (values.getMax() <= MAX_FACTOR * values.getMin()) {
      return Axis.of(figure.isLatency() ? Axis.Kind.DURATION : Axis.Kind.AMOUNT, unit);
    }
    double below = Math.pow(10, Math.floor(Math.log10(values.getMin() / 1.5)));
    return Axis.of(
            figure.isLatency() ? Axis.Kind.LATENCY : Axis.Kind.LOGARITHM,
            unit.isEmpty() ? "logarithmic axis" : unit + ", logarithmic axis")
        .between(below, values.getMax());
  }
}
