package io.hbench.suite;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Page;
import io.hbench.html.Table;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Run;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** HTML page of a suite or ladder: charts, the result table, and links to the runs' pages. */
public final class SuitePage {
  private static final int COLOURS = 8;
  private static final int HEIGHT = 300;

  private final SuiteRecord record;
  private final List<String> ladder;
  private final boolean steps;
  private final List<Column> columns;

  private SuitePage(SuiteRecord record) {
    this.record = record;
    this.ladder = SuiteTable.ladder(record);
    this.steps = record.rows().stream().anyMatch(row -> !row.step().isEmpty());
    this.columns =
        record.columns().stream().map(label -> Column.named("suite.json", label)).toList();
  }

  /**
   * The page.
   *
   * @param top adds what is above the charts
   */
  public static String of(SuiteRecord record, Consumer<Page> top) {
    return new SuitePage(record).whole(top);
  }

  private String whole(Consumer<Page> top) {
    Page page = new Page("suite", record.name());
    page.fact("runs", Integer.toString(record.runs().size())).fact("hbench", record.version());
    top.accept(page);
    if (xValues().size() > 1) {
      page.chart(
          chart("Throughput", Column.OPS_PER_SECOND, Axis.of(Axis.Kind.AMOUNT, "requests/s")),
          chart("p99", Column.P99, Axis.of(Axis.Kind.LATENCY, "")));
    }
    page.table(figures());
    page.text(
        "Times in microseconds: response times with a rate, else service times. Repeated runs:"
            + " mean.");
    page.section("Runs").table(runs());
    return page.data(record).html();
  }

  /** Labels of the x axis: values of the first setting of the ladder, or steps. */
  private List<String> xValues() {
    return record.rows().stream().map(this::xValue).distinct().toList();
  }

  private String xValue(Row row) {
    return ladder.isEmpty() ? row.step() : row.ladder().getOrDefault(ladder.get(0), "");
  }

  /** Name of a row's series: the operation, with all but the label on the x axis. */
  private String series(Row row) {
    Stream<String> others =
        ladder.stream()
            .skip(1)
            .filter(row.ladder()::containsKey)
            .map(setting -> setting + "=" + row.ladder().get(setting));
    Stream<String> step = ladder.isEmpty() ? Stream.of() : Stream.of(row.step());
    return Stream.of(step, others, Stream.of(row.operation()))
        .flatMap(words -> words)
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private Chart chart(String title, Column column, Axis y) {
    List<String> xValues = xValues();
    Chart chart =
        new Chart(title, Axis.names(ladder.isEmpty() ? "step" : ladder.get(0), xValues), y, HEIGHT);
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Row row : record.rows()) {
      Spread spread = row.figures().get(column.toString());
      lines
          .computeIfAbsent(series(row), name -> new ArrayList<>())
          .add(new Point(xValues.indexOf(xValue(row)), spread == null ? null : spread.mean()));
    }
    lines.forEach((name, points) -> chart.series(name, Style.LINE, colour(lines, name), points));
    return chart;
  }

  private static int colour(Map<String, ?> lines, String name) {
    return List.copyOf(lines.keySet()).indexOf(name) % COLOURS;
  }

  private Table figures() {
    Table table = Table.of(names("operation", "verdict"));
    columns.forEach(column -> table.figures(column.toString()));
    for (Row row : record.rows()) {
      table.row(
          Stream.of(
                  names(row.step(), row.ladder()),
                  Stream.of(Cell.text(row.operation()), Cell.text(row.verdict())),
                  columns.stream().map(column -> figure(column, row)))
              .flatMap(Function.identity()));
    }
    return table;
  }

  private static Cell figure(Column column, Row row) {
    Spread spread = row.figures().get(column.toString());
    return spread == null
        ? Cell.figure("", null)
        : Cell.figure(column.text(spread.mean()), spread.mean());
  }

  private Table runs() {
    Table table = Table.of(names("repeat", "verdict", "report", "failure"));
    for (Run run : record.runs()) {
      table.row(
          Stream.concat(
              names(run.step(), run.ladder()),
              Stream.of(
                  Cell.text(run.repeat() + (run.counted() ? "" : ", not counted")),
                  Cell.text(run.verdict()),
                  run.figures().isEmpty()
                      ? Cell.text(run.directory())
                      : Cell.link(
                          run.directory(), run.directory() + "/" + RunDirectory.REPORT_PAGE),
                  Cell.text(run.failure() == null ? "" : run.failure()))));
    }
    return table;
  }

  private String[] names(String... more) {
    return Stream.of(
            steps ? Stream.of("step") : Stream.<String>of(), ladder.stream(), Stream.of(more))
        .flatMap(Function.identity())
        .toArray(String[]::new);
  }

  private Stream<Cell> names(String step, Map<String, String> rung) {
    Stream<Cell> settings = ladder.stream().map(name -> Cell.text(rung.getOrDefault(name, "")));
    return steps ? Stream.concat(Stream.of(Cell.text(step)), settings) : settings;
  }
}
