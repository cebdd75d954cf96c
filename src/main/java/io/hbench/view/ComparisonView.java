package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.view.ComparisonNotes.points;
import static io.hbench.view.ComparisonNotes.share;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.Power;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.FigureVerdict;
import io.hbench.compare.SetComparison;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Reason;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison as a document. The summary has the verdict, the figures that decide it, and what it
 * rests on; a section for each step has all figures.
 */
public final class ComparisonView {
  /** Of the document; its pages begin by it. */
  public static final String KIND = "compare";

  /** Reasons and rows of the summary together, so that it fits a screen. */
  private static final int MAX_REASONS_AND_ROWS = 12;

  private static final int MIN_ROWS = 4;
  private static final int MAX_ROWS = 8;
  private static final int MAX_NAMES = 5;
  private static final int MAX_DIFFERENCES = 2;

  /** The reason of an excluded run may have some lines. */
  private static final int MAX_EXCLUDED = 1;

  private static final int MAX_STEPS = 3;

  /** Figures of the summary, the most important ones first. */
  private static final List<Set<String>> MAIN =
      List.of(
          Set.of("ops/s", "rows/s", "rate"),
          Set.of("p99"),
          Set.of("p50", "errors", "dropped", "unavailable", "longest outage"));

  private static final Set<String> IN_A_LINE =
      Set.of(Figure.THROUGHPUT.toString(), Figure.P50.toString(), Figure.P99.toString());

  /** Rank of the first of them, below those that decide the verdict. */
  private static final int RANK_OF_MAIN = 2;

  private static final int NONE = RANK_OF_MAIN + MAIN.size();

  private final Comparison comparison;
  private final boolean single;
  private final List<Row> rows;
  private final List<String> excluded;
  private final Document document;
  private final ComparisonCharts charts;

  /**
   * A figure of a step.
   *
   * @param of operation, or operation and server
   */
  private record Row(String step, String of, boolean ofServer, FigureComparison figure) {
    String subject() {
      return (step + " " + of).strip();
    }

    boolean isMain() {
      return mainRank() < NONE;
    }

    int mainRank() {
      return IntStream.range(0, MAIN.size())
          .filter(i -> MAIN.get(i).contains(figure.figure()))
          .map(i -> RANK_OF_MAIN + i)
          .findFirst()
          .orElse(NONE);
    }
  }

  private ComparisonView(Comparison comparison) {
    this.comparison = comparison;
    this.single = comparison.sets().size() == 1;
    this.rows =
        comparison.sets().stream()
            .flatMap(set -> Stream.concat(rows(set, set.operations()), ofServers(set)))
            .toList();
    this.excluded = comparison.excluded().stream().distinct().toList();
    this.document = new Document(KIND, title());
    this.charts = ComparisonCharts.of(comparison);
  }

  /**
   * The document.
   *
   * @param more where its sections are, for those who read the summary
   */
  public static Document of(Comparison comparison, String more) {
    return new ComparisonView(comparison).whole().more(more);
  }

  /** One difference of run identity: {@code --threads: baseline 8, candidate 16}. */
  public static String line(Difference difference) {
    return "%s: baseline %s, candidate %s"
        .formatted(
            difference.what(),
            String.join(" or ", difference.baseline()),
            String.join(" or ", difference.candidate()));
  }

  /** The change of each operation of a duet in a line: {@code get p99 +210 % (+170 to +260 %)}. */
  public static String line(Comparison comparison) {
    int pairs = comparison.sets().get(0).live().pairs();
    String few = pairs < ComparisonNotes.FEW_PAIRS ? "; %d pairs are few".formatted(pairs) : "";
    return new ComparisonView(comparison)
        .rows.stream()
            .filter(row -> IN_A_LINE.contains(row.figure.figure()))
            .map(
                row ->
                    "%s %s %s (%s)"
                        .formatted(
                            row.of,
                            row.figure.figure(),
                            row.figure.changeText(),
                            row.figure.reason() == null
                                ? row.figure.intervalText()
                                : "too little data for an interval"))
            .collect(Collectors.joining(", ", "", few));
  }

  private Document whole() {
    List<Reason> reasons = reasons();
    document.verdict(comparison.verdict().toString(), "", reasons);
    int most = Math.min(MAX_ROWS, MAX_REASONS_AND_ROWS - reasons.size());
    List<Row> main = main(Math.max(MIN_ROWS, most));
    document.table(table(main, false));
    summary();
    List<RunSetComparison> sets = comparison.sets();
    sets.forEach(set -> section(set, main.size() == rows.size()));
    if (comparison.differences().size() > MAX_DIFFERENCES) {
      document
          .section("Differences")
          .table(
              DataTable.of(comparison.differences())
                  .name(Label.DIFFERENT, Difference::what)
                  .code(Label.BASELINE, difference -> String.join(" or ", difference.baseline()))
                  .code(
                      Label.CANDIDATE, difference -> String.join(" or ", difference.candidate())));
    }
    if (excluded.size() > MAX_EXCLUDED) {
      document.section("Excluded").table(DataTable.of(excluded).name(Label.RUN, run -> run));
    }
    ComparisonNotes.terms(comparison, document.section("Terms"));
    return document;
  }

  private String title() {
    List<RunSetComparison> sets = comparison.sets();
    List<String> names = sets.stream().map(RunSetComparison::name).toList();
    String what =
        single
            ? names.get(0) + (names.get(0).isEmpty() ? "" : ": ") + load(sets.get(0))
            : sets.size() > MAX_STEPS ? sets.size() + " steps" : String.join(", ", names);
    return "comparison of " + what;
  }

  private static String load(RunSetComparison set) {
    return set.command() + " on table " + set.table();
  }

  private static Stream<Row> rows(RunSetComparison set, List<OperationComparison> operations) {
    return operations.stream()
        .flatMap(o -> o.figures().stream().map(f -> new Row(set.name(), o.operation(), false, f)));
  }

  private static Stream<Row> ofServers(RunSetComparison set) {
    return Stream.ofNullable(set.servers())
        .flatMap(servers -> servers.list().stream())
        .flatMap(s -> s.figures().stream().map(f -> new Row(set.name(), name(s), true, f)));
  }

  /** {@code get @rs1:16020}. */
  private static String name(ServerComparison server) {
    return server.operation() + " @" + server.server();
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    for (FigureVerdict verdict :
        List.of(FigureVerdict.REGRESSION, FigureVerdict.IMPROVEMENT, FigureVerdict.INCONCLUSIVE)) {
      List<Row> some = judged(verdict);
      boolean changed = verdict != FigureVerdict.INCONCLUSIVE;
      if (!some.isEmpty()) {
        reasons.add(
            new Reason(
                some.size() + " " + verdict + (changed && some.size() > 1 ? "s" : ""),
                names(some, row -> changed ? " " + row.figure.changeText() : "") + why(some)));
      }
    }
    List<Row> equivalent = judged(FigureVerdict.EQUIVALENT);
    if (comparison.verdict() == FigureVerdict.EQUIVALENT) {
      reasons.add(
          new Reason(equivalent.size() + " equivalent", "every change is smaller than its margin"));
    }
    add(
        "different",
        MAX_DIFFERENCES,
        comparison.differences().stream().map(ComparisonView::line).toList(),
        reasons);
    add("excluded", MAX_EXCLUDED, excluded, reasons);
    return reasons;
  }

  /** The figures with a verdict, the main ones first; of servers those alone that have changed. */
  private List<Row> judged(FigureVerdict verdict) {
    Stream<Row> all =
        rows.stream()
            .filter(row -> row.figure.verdict() == verdict)
            .filter(row -> !row.ofServer || row.figure.isChanged());
    return all.sorted((a, b) -> Boolean.compare(b.isMain(), a.isMain())).toList();
  }

  private static String names(List<Row> rows, Function<Row, String> value) {
    List<String> names = new ArrayList<>();
    String subject = "";
    for (Row row : rows.subList(0, Math.min(MAX_NAMES, rows.size()))) {
      String prefix = row.subject().equals(subject) ? "" : row.subject() + " ";
      names.add(prefix + row.figure.figure() + value.apply(row));
      subject = row.subject();
    }
    int more = rows.size() - names.size();
    return String.join(", ", names) + (more > 0 ? ", and " + more + " more" : "");
  }

  /** Why the first figure without an interval has none. */
  private static String why(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.figure.reason() != null)
        .findFirst()
        .map(row -> "; " + row.figure.figure() + ": " + row.figure.reason())
        .orElse("");
  }

  private static void add(String code, int most, List<String> lines, List<Reason> reasons) {
    lines.stream().limit(most).forEach(line -> reasons.add(new Reason(code, line)));
    if (lines.size() > most) {
      reasons.add(new Reason(code, (lines.size() - most) + " more"));
    }
  }

  /** The figures that decide the verdict, and beside them the main ones, as far as they fit. */
  private List<Row> main(int most) {
    List<Row> main = new ArrayList<>();
    for (int rank = 0; rank < NONE; rank++) {
      int own = rank;
      List<Row> group = rows.stream().filter(row -> rank(row) == own).toList();
      if (main.size() + group.size() > most && !main.isEmpty()) {
        break;
      }
      main.addAll(group.subList(0, Math.min(most, group.size())));
    }
    return rows.stream().filter(main::contains).toList();
  }

  private int rank(Row row) {
    boolean undecided =
        row.figure.verdict() == FigureVerdict.INCONCLUSIVE
            && row.figure.reason() == null
            && !row.ofServer;
    if (row.figure.isChanged()
        || (undecided && comparison.verdict() == FigureVerdict.INCONCLUSIVE)) {
      return row.isMain() ? 0 : 1;
    }
    return row.ofServer ? NONE : row.mainRank();
  }

  private DataTable<Row> values(List<Row> some, boolean whole) {
    DataTable<Row> table = DataTable.of(some);
    if (!single && !whole) {
      table.name(Label.STEP, Row::step);
    }
    return table
        .name(Label.OPERATION, Row::of)
        .name(Label.FIGURE, row -> row.figure.figure())
        .count(Label.BASELINE, row -> Written.of(row.figure.measure(), row.figure.baseline()))
        .count(Label.CANDIDATE, row -> Written.of(row.figure.measure(), row.figure.candidate()))
        .count(Label.CHANGE, row -> new Written(row.figure.changeText(), row.figure.change()));
  }

  private DataTable<Row> table(List<Row> some, boolean whole) {
    DataTable<Row> table =
        values(some, whole)
            .count(Label.INTERVAL, row -> new Written(row.figure.intervalText(), null))
            .name(Label.VERDICT, row -> row.figure.verdict());
    if (whole && some.stream().anyMatch(row -> row.figure.reason() != null)) {
      table.name("reason", row -> row.figure.reason());
    }
    return table;
  }

  private void summary() {
    List<RunSetComparison> sets = comparison.sets();
    boolean live = single && sets.get(0).live() != null;
    document.fact(live ? "live" : "baseline", side(RunSetComparison::baseline));
    if (!live) {
      document.fact(Label.CANDIDATE, side(RunSetComparison::candidate));
    }
    basis(comparison, document);
    if (single) {
      ComparisonNotes.remarks(sets.get(0), document);
    }
  }

  /** Adds what the verdicts rest on. */
  static void basis(Comparison comparison, Document document) {
    List<RunSetComparison> sets = comparison.sets();
    List<String> basis = new ArrayList<>();
    sets.stream()
        .flatMap(set -> set.operations().stream())
        .map(OperationComparison::time)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(time -> basis.add(time + " times"));
    basis.add(
        "margin "
            + share(comparison.margin())
            + (sets.stream().flatMap(RunSetComparison::figures).anyMatch(FigureComparison::isShare)
                ? ", of shares " + points(comparison.errorsMargin()) + " points"
                : ""));
    if (comparison.comparedFigures() > 0) {
      basis.add(
          confidence(comparison, comparison.comparedFigures(), comparison.pointwiseConfidence()));
    }
    document.fact("judged by", String.join("; ", basis));
    if (sets.stream().anyMatch(set -> !set.runVarianceKnown() && set.live() == null)) {
      document.fact(
          Label.CAUTION,
          "variance between runs not known: fewer than %d runs%s; intervals cover that within"
              + " runs",
          SetComparison.MIN_RUNS,
          sets.size() == 1 ? "" : " of some steps");
    }
  }

  /** {@code 5 runs, hdfs://nn/user/me/hbench/monday/1 …}, and what is particular about them. */
  private String side(Function<RunSetComparison, List<RunLine>> side) {
    List<RunLine> runs =
        comparison.sets().stream().map(side).flatMap(List::stream).distinct().toList();
    List<String> words = new ArrayList<>();
    words.add(
        runs.size() == 1
            ? runs.get(0).directory()
            : format("%d runs, %s …", runs.size(), runs.get(0).directory()));
    long siblings = runs.stream().filter(RunLine::sibling).count();
    if (siblings > 0) {
      words.add("siblings: " + siblings);
    }
    List<RunLine> degraded = runs.stream().filter(run -> !run.verdict().isValid()).toList();
    if (!degraded.isEmpty()) {
      words.add(
          format(
              "degraded: %d (%s)",
              degraded.size(),
              degraded.stream()
                  .flatMap(ComparisonView::codes)
                  .distinct()
                  .collect(Collectors.joining(", "))));
    }
    return String.join("; ", words);
  }

  private static Stream<String> codes(RunLine run) {
    return run.verdict().reasons().stream().map(reason -> reason.code().toString()).distinct();
  }

  private static String confidence(Comparison comparison, int figures, double pointwise) {
    String joint = "confidence " + share(comparison.confidence());
    return figures == 1
        ? joint
        : format(
            "%s jointly over %d figures (%s each)", joint, figures, Unit.SHARE.text(pointwise));
  }

  private void section(RunSetComparison set, boolean isShown) {
    document.section(single ? "Figures" : set.name());
    if (!single) {
      document.fact(Label.LOAD, load(set));
      ComparisonNotes.remarks(set, document);
    }
    charts.of(set).forEach(document::charts);
    List<Row> figures = rows(set, set.operations()).toList();
    if (!isShown || figures.stream().anyMatch(row -> row.figure.reason() != null)) {
      document.fold(single ? "All figures" : null, table(figures, true));
    }
    if (set.others() != null) {
      document.fold("Other figures, not judged", values(rows(set, set.others()).toList(), true));
    }
    if (set.servers() != null) {
      document.fact(Label.BY_SERVER, servers(set.servers()));
      document.fold("Figures by region server", table(ofServers(set).toList(), true));
    }
    power(set.power());
    document.fold(Label.SECTION_RUNS, runs(set));
  }

  /** {@code 3 servers; confidence 98 % jointly over 3 figures (99.33 % each)}. */
  private String servers(ServerComparisons servers) {
    return servers.list().stream().map(ServerComparison::server).distinct().count()
        + " servers; "
        + (servers.comparedFigures() == 0
            ? "none judged"
            : confidence(comparison, servers.comparedFigures(), servers.pointwiseConfidence()));
  }

  /** Which figures more runs would decide, and the command line that makes them. */
  private void power(Power power) {
    if (power == null || power.runs() == 0) {
      return;
    }
    String runs =
        power.command() == null
            ? format("%d of each side, %,.0f s each: ", power.runs(), power.seconds())
            : "";
    document.fact("more runs decide", runs + String.join(", ", power.decides()));
    if (!power.undecided().isEmpty()) {
      document.fact("but not", String.join(", ", power.undecided()));
    }
    document.fact(
        "probability",
        share(power.power())
            + (power.runVarianceKnown()
                ? ""
                : " if runs vary no more than they do within; more runs show whether that holds"));
    if (power.command() != null) {
      document.code(power.command());
    }
  }

  private static DataTable<?> runs(RunSetComparison set) {
    record Run(String side, RunLine line) {}
    return DataTable.of(
            Stream.concat(
                    set.baseline().stream().map(line -> new Run("baseline", line)),
                    set.candidate().stream().map(line -> new Run("candidate", line)))
                .toList())
        .name("side", run -> run.side + (run.line.sibling() ? ", sibling" : ""))
        .name(Label.RUN, run -> run.line.id())
        .code(Label.DIRECTORY, run -> run.line.directory())
        .name(Label.STARTED, run -> run.line.started())
        .name(
            Label.VERDICT,
            run ->
                Stream.concat(Stream.of(run.line.verdict().status().toString()), codes(run.line))
                    .collect(Collectors.joining(", ")));
  }
}
