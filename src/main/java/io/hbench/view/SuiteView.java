package io.hbench.view;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Link;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Format;
import io.hbench.figure.Unit;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.Outstanding;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Run;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/** The figures of a ladder, or of a suite that has no judgement: table, charts and runs. */
public final class SuiteView {
  /** Files with the whole document, in the directory of the suite. */
  public static final String TEXT = "suite.txt";

  public static final String PAGE = "suite.html";

  private final SuiteRecord record;
  private final Outstanding rows;
  private final List<String> ladder;
  private final List<Figure> columns;
  private final ScalingView scaling;

  /** A row of the table, with one value of each of its figures. */
  private record Line(Row row, String bound, Function<Spread, Double> value) {}

  SuiteView(SuiteRecord record) {
    this.record = record;
    this.rows = Outstanding.of(record);
    this.ladder = record.ladder();
    this.columns = record.columns().stream().flatMap(name -> Figure.named(name).stream()).toList();
    this.scaling = ScalingView.of(record);
  }

  public static Document of(SuiteRecord record, Path directory) {
    return of(record, directory, List.of());
  }

  /**
   * The document of tenants.
   *
   * @param effects what the neighbours do to the first one, a line each; empty if it is not known
   */
  public static Document of(SuiteRecord record, Path directory, List<String> effects) {
    Document document = new Document("suite", record.name());
    String count = Format.counted(record.runs().size(), "run");
    document.verdict(
        record.running() ? "none" : record.verdict(),
        record.running() ? "not ended after " + count : count,
        List.of());
    SuiteView view = new SuiteView(record);
    view.figures(document);
    effects.forEach(line -> document.fact("neighbours", line));
    document.more("%s and %s in %s".formatted(TEXT, PAGE, directory));
    view.details(document);
    return document;
  }

  /** Adds the table of figures, its charts, and what it says of scaling. */
  void figures(Document document) {
    document.charts(new SuiteCharts(record.with(rows.shown())).all());
    document.table(
        table(rows.shown().stream().map(row -> new Line(row, "", Spread::mean)).toList()));
    if (!rows.others().isEmpty()) {
      document.fact("others", others());
    }
    scaling.knees(document);
  }

  /** What tenants have in common that do not stand out. */
  private String others() {
    Map<String, Long> verdicts =
        rows.others().stream()
            .collect(Collectors.toMap(Row::ladder, Row::verdict, (a, b) -> a))
            .values()
            .stream()
            .collect(Collectors.groupingBy(v -> v, TreeMap::new, Collectors.counting()));
    Map<String, List<Row>> operations =
        rows.others().stream()
            .filter(row -> Outstanding.p99(row).isPresent())
            .collect(
                Collectors.groupingBy(Row::operation, LinkedHashMap::new, Collectors.toList()));
    Stream<String> parts =
        Stream.concat(
            verdicts.entrySet().stream()
                .map(one -> Format.format("%,d %s", one.getValue(), one.getKey())),
            operations.entrySet().stream().map(one -> p99(one.getKey(), one.getValue())));
    long tenants = verdicts.values().stream().mapToLong(Long::longValue).sum();
    return parts.collect(Collectors.joining(", ", Format.counted(tenants, "tenant") + ": ", ""));
  }

  private static String p99(String operation, List<Row> rows) {
    DoubleSummaryStatistics all =
        rows.stream().mapToDouble(row -> Outstanding.p99(row).orElseThrow()).summaryStatistics();
    return "%s p99 %s to %s, median %s"
        .formatted(
            operation,
            Unit.MICROS.text(all.getMin()),
            Unit.MICROS.text(all.getMax()),
            Unit.MICROS.text(Outstanding.medianP99(rows)));
  }

  /** Adds what all suites have in sections. */
  void details(Document document) {
    document.about(Label.HBENCH, record.version());
    scaling.section(document);
    document.section("Repeats");
    document.table(
        table(
            record.rows().stream()
                .filter(row -> row.runs() > 1)
                .flatMap(
                    row ->
                        Stream.of(
                            new Line(row, "minimum", Spread::min),
                            new Line(row, "maximum", Spread::max)))
                .toList()));
    document.section(Label.SECTION_RUNS);
    document.table(runs());
    document.note(
        "Latencies are response times with a rate, else service times. Figures of repeated runs are"
            + " means.");
  }

  private DataTable<Line> table(List<Line> lines) {
    boolean isRepeated = lines.stream().anyMatch(line -> line.row().runs() > 1);
    DataTable<Line> table =
        named(lines, line -> line.row().step(), line -> line.row().ladder())
            .name(Label.OPERATION, line -> line.row().operation())
            .name("of runs", Line::bound);
    for (Figure column : columns) {
      if (column == Figure.FAILED && columns.equals(Suite.COLUMNS)) {
        table.optional(column.toString(), column.unit(), line -> value(line, column));
      } else {
        table.figure(column.toString(), column.unit(), line -> value(line, column));
      }
    }
    if (isRepeated) {
      table.count(Label.RUNS, line -> line.row().runs());
    }
    return table.name(Label.VERDICT, line -> line.bound().isEmpty() ? line.row().verdict() : "");
  }

  private static Double value(Line line, Figure column) {
    Spread spread = line.row().figures().get(column.toString());
    return spread == null ? null : line.value().apply(spread);
  }

  private DataTable<Run> runs() {
    return named(record.runs(), Run::step, Run::ladder)
        .name("repeat", run -> run.repeat() + (run.counted() ? "" : ", not counted"))
        .name(Label.VERDICT, Run::verdict)
        .name(Label.DIRECTORY, SuiteView::report)
        .name(Label.FAILURE, run -> run.failure() == null ? "" : printable(run.failure()));
  }

  private static Object report(Run run) {
    return run.figures().isEmpty()
        ? run.directory()
        : new Link(
            run.directory(),
            run.directory() + "/" + (run.search() ? SearchView.PAGE : RunDirectory.REPORT_PAGE));
  }

  /** A table whose rows have a step, and a value of each setting of the ladder. */
  private <R> DataTable<R> named(
      List<R> rows, Function<R, String> step, Function<R, Map<String, String>> rung) {
    DataTable<R> table = DataTable.of(rows).name(Label.STEP, step);
    ladder.forEach(
        setting -> table.name(setting, row -> rung.apply(row).getOrDefault(setting, "")));
    return table;
  }

  static String printable(String text) {
    return text.replaceAll("\\p{Cc}", "?");
  }
}
