package io.hbench.compare.format;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.CurvePoint;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.FigureVerdict;
import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Band;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Range;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Page;
import io.hbench.html.Page.Fact;
import io.hbench.html.Page.Reason;
import io.hbench.html.Table;
import io.hbench.latency.Timing;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** HTML page of a comparison: changes with their confidence intervals, and percentile curves. */
public final class ComparisonPage {
  private static final int BLUE = 0;
  private static final int GREY = 7;
  private static final int MIN_HEIGHT = 260;
  private static final int ROW = 28;
  private static final int AXES = 61;
  private static final int MAX_NAMES = 3;

  /**
   * Reach of the axis in multiples of the largest change: an interval beyond it ends in an arrow,
   * so that one wide interval does not shrink all others to dots.
   */
  private static final double MAX_REACH = 3;

  private final Comparison comparison;
  private final Page page;
  private final Axis change;

  private ComparisonPage(Comparison comparison) {
    this.comparison = comparison;
    this.page = new Page("compare", title(comparison));
    this.change = change();
  }

  /** The page. */
  public static String of(Comparison comparison) {
    return new ComparisonPage(comparison).whole();
  }

  private static String title(Comparison comparison) {
    List<String> names =
        comparison.sets().stream()
            .map(set -> set.name().isEmpty() ? command(set) : set.name())
            .toList();
    return names.size() > MAX_NAMES ? names.size() + " steps" : String.join(", ", names);
  }

  private static String command(RunSetComparison set) {
    return set.command() + " on table " + set.table();
  }

  private String whole() {
    page.fact("margin", ComparisonText.share(comparison.margin()));
    if (ComparisonText.hasShares(comparison)) {
      page.fact("margin of errors", ComparisonText.points(comparison.errorsMargin()) + " points");
    }
    page.fact("confidence", ComparisonText.share(comparison.confidence()));
    page.fact("figures", comparison.comparedFigures() + ComparisonText.counts(comparison));
    page.verdict(comparison.verdict().toString(), note(), reasons());
    comparison.sets().forEach(this::set);
    page.section("Terms");
    ComparisonNotes.of(comparison).forEach(page::text);
    return page.data(comparison).html();
  }

  /** The explanation of a verdict without regressions or improvements. */
  private String note() {
    String margin = ComparisonText.share(comparison.margin());
    return comparison.verdict() == FigureVerdict.EQUIVALENT
        ? "Every change is smaller than the margin, " + margin + "."
        : "For some figures, neither a change of the margin, "
            + margin
            + ", or more nor equivalence can be ruled out: longer or more runs narrow the"
            + " intervals.";
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    for (FigureVerdict verdict : List.of(FigureVerdict.REGRESSION, FigureVerdict.IMPROVEMENT)) {
      for (RunSetComparison set : comparison.sets()) {
        Map<String, List<FigureComparison>> all = byOperation(set);
        if (set.servers() != null) {
          all.putAll(byServer(set.servers()));
        }
        all.forEach(
            (of, figures) -> {
              String changes =
                  figures.stream()
                      .filter(figure -> figure.verdict() == verdict)
                      .map(figure -> figure.figure() + " " + ComparisonText.change(figure))
                      .collect(Collectors.joining(", "));
              if (!changes.isEmpty()) {
                reasons.add(new Reason((set.name() + " " + of).strip(), verdict + ": " + changes));
              }
            });
      }
    }
    comparison
        .differences()
        .forEach(d -> reasons.add(new Reason("different", ComparisonText.line(d))));
    comparison.excluded().forEach(run -> reasons.add(new Reason("excluded", run)));
    return reasons;
  }

  private void set(RunSetComparison set) {
    page.section(set.name().isEmpty() ? "Changes" : set.name());
    if (!set.name().isEmpty()) {
      page.text(command(set));
    }
    page.facts(
        set.live() != null
            ? List.of(new Fact("live", ComparisonText.runs(set.baseline())))
            : List.of(
                new Fact("baseline", ComparisonText.runs(set.baseline())),
                new Fact("candidate", ComparisonText.runs(set.candidate()))));
    Axis latency = latency(set);
    for (OperationComparison operation : set.operations()) {
      if (operation.time() != null) {
        page.chart(changes(operation), curves(operation, latency));
      } else if (operation.figures().stream().anyMatch(ComparisonText::isRelative)) {
        page.chart(changes(operation));
      }
    }
    page.table(figures(byOperation(set)));
    List<Fact> reasons =
        set.operations().stream()
            .flatMap(
                operation ->
                    operation.figures().stream()
                        .filter(figure -> figure.reason() != null)
                        .map(
                            figure ->
                                new Fact(
                                    operation.operation() + " " + figure.figure(),
                                    figure.reason())))
            .toList();
    if (!reasons.isEmpty()) {
      page.facts(reasons);
    }
    if (set.servers() != null) {
      ServerComparisonText.lines(set.servers(), comparison).forEach(page::text);
      page.fold("Figures by region server", figures(byServer(set.servers())));
    }
    ComparisonText.noise(set).ifPresent(page::text);
    ComparisonText.power(set, comparison).forEach(page::text);
    page.fold("Runs", runs(set));
  }

  private Stream<FigureComparison> all() {
    return comparison.sets().stream()
        .flatMap(set -> set.operations().stream())
        .flatMap(operation -> operation.figures().stream())
        .filter(figure -> figure.change() != null && ComparisonText.isRelative(figure));
  }

  /** The axis of changes in percent, the same in all charts so that they are comparable. */
  private Axis change() {
    DoubleSummaryStatistics changes =
        Stream.concat(
                Stream.of(-1.5 * comparison.margin(), 1.5 * comparison.margin()),
                all().map(FigureComparison::change))
            .mapToDouble(change -> change)
            .summaryStatistics();
    double reach = MAX_REACH * Math.max(-changes.getMin(), changes.getMax());
    DoubleSummaryStatistics ends =
        Stream.concat(
                Stream.of(changes.getMin(), changes.getMax()),
                all().flatMap(figure -> Stream.of(figure.low(), figure.high())))
            .filter(Objects::nonNull)
            .mapToDouble(end -> Math.max(-reach, Math.min(reach, end)))
            .summaryStatistics();
    return Axis.of(Axis.Kind.NUMBER, "change in %")
        .between(100 * ends.getMin(), 100 * ends.getMax());
  }

  private Chart changes(OperationComparison operation) {
    List<FigureComparison> figures =
        operation.figures().stream().filter(ComparisonText::isRelative).toList();
    List<String> names = new ArrayList<>();
    // the axis starts at the bottom: the first figure goes to the top
    for (int i = figures.size() - 1; i >= 0; i--) {
      names.add(figures.get(i).figure());
    }
    double margin = 100 * comparison.margin();
    Chart chart =
        new Chart(operation.operation(), change, Axis.names("", names), height(operation))
            .note(
                "changes with confidence intervals; shaded: within the margin of "
                    + ComparisonText.share(comparison.margin()))
            .band(new Band(-margin, 0, margin));
    for (FigureComparison figure : figures) {
      if (figure.change() != null) {
        double at = 100 * figure.change();
        chart.range(
            new Range(
                names.indexOf(figure.figure()),
                figure.low() == null ? at : 100 * figure.low(),
                at,
                figure.high() == null ? at : 100 * figure.high(),
                colour(figure.verdict()),
                ComparisonText.change(figure) + "  " + figure.verdict()));
      }
    }
    return chart;
  }

  private static int height(OperationComparison operation) {
    return Math.max(MIN_HEIGHT, AXES + ROW * operation.figures().size());
  }

  private static int colour(FigureVerdict verdict) {
    return switch (verdict) {
      case EQUIVALENT -> BLUE;
      case REGRESSION -> 1;
      case IMPROVEMENT -> 2;
      case INCONCLUSIVE -> GREY;
    };
  }

  /** The latency axis of all operations of a set. */
  private static Axis latency(RunSetComparison set) {
    DoubleSummaryStatistics all =
        set.operations().stream()
            .flatMap(o -> Stream.concat(points(o.baselineCurve()), points(o.candidateCurve())))
            .mapToDouble(Point::y)
            .filter(micros -> micros > 0)
            .summaryStatistics();
    Axis axis = Axis.of(Axis.Kind.LATENCY, "");
    return all.getCount() == 0 ? axis : axis.between(all.getMin(), all.getMax());
  }

  private static Chart curves(OperationComparison operation, Axis latency) {
    return new Chart(
            operation.operation() + " by percentile",
            Axis.of(Axis.Kind.PERCENTILE, "of the requests"),
            latency,
            height(operation))
        .note(
            operation.time()
                + " time"
                + (operation.time().equals(Timing.SERVICE.toString())
                    ? " of successful requests"
                    : ""))
        .series("baseline", Style.DASHED, GREY, points(operation.baselineCurve()).toList())
        .series("candidate", Style.LINE, BLUE, points(operation.candidateCurve()).toList());
  }

  /** The points below 100 %, which the percentile axis cannot show. */
  private static Stream<Point> points(List<CurvePoint> curve) {
    return curve.stream()
        .filter(point -> point.percentile() < 100)
        .map(point -> new Point(point.percentile(), point.micros()));
  }

  private static Table figures(Map<String, List<FigureComparison>> byName) {
    Table table =
        Table.of("operation", "figure", "verdict")
            .figures("baseline", "candidate", "change", "interval from", "to");
    byName.forEach(
        (of, figures) -> {
          String name = of;
          for (FigureComparison figure : figures) {
            table.row(
                Cell.text(name),
                Cell.text(figure.figure()),
                Cell.text(figure.verdict().toString()),
                Cell.figure(ComparisonText.value(figure, figure.baseline()), figure.baseline()),
                Cell.figure(ComparisonText.value(figure, figure.candidate()), figure.candidate()),
                change(figure, figure.change()),
                change(figure, figure.low()),
                change(figure, figure.high()));
            name = "";
          }
        });
    return table;
  }

  private static Map<String, List<FigureComparison>> byOperation(RunSetComparison set) {
    Map<String, List<FigureComparison>> figures = new LinkedHashMap<>();
    set.operations().forEach(o -> figures.put(o.operation(), o.figures()));
    return figures;
  }

  private static Map<String, List<FigureComparison>> byServer(ServerComparisons servers) {
    Map<String, List<FigureComparison>> figures = new LinkedHashMap<>();
    servers.list().forEach(s -> figures.put(ServerComparisonText.name(s), s.figures()));
    return figures;
  }

  private static Cell change(FigureComparison figure, Double change) {
    return Cell.figure(change == null ? "" : ComparisonText.change(figure, change), change);
  }

  private static Table runs(RunSetComparison set) {
    Table table = Table.of("side", "run", "directory", "started", "verdict");
    set.baseline().forEach(run -> run("baseline", run, table));
    set.candidate().forEach(run -> run("candidate", run, table));
    return table;
  }

  private static void run(String side, RunLine run, Table table) {
    table.row(
        Cell.text(run.sibling() ? side + ", sibling" : side),
        Cell.text(run.id()),
        Cell.code(run.directory()),
        Cell.text(Objects.requireNonNullElse(run.started(), "")),
        Cell.text(
            Stream.concat(
                    Stream.of(run.verdict().status().toString()),
                    run.verdict().reasons().stream()
                        .map(reason -> reason.code().toString())
                        .distinct())
                .collect(Collectors.joining(", "))));
  }
}
