package io.hbench.view;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.FigureVerdict;
import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Band;
import io.hbench.doc.Chart.Range;
import io.hbench.doc.Chart.Style;
import io.hbench.latency.Timing;
import io.hbench.report.Percentile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The charts of a comparison: changes with their intervals, and percentile curves.
 *
 * @param change axis of changes in percent, the same in all charts so that they are comparable
 */
record ComparisonCharts(Comparison comparison, Axis change) {
  private static final int MIN_HEIGHT = 260;
  private static final int ROW = 28;
  private static final int AXES = 61;

  /**
   * Reach of the axis in multiples of the largest change: an interval beyond it ends in an arrow,
   * so that one wide interval does not shrink all others to dots.
   */
  private static final double MAX_REACH = 3;

  static ComparisonCharts of(Comparison comparison) {
    return new ComparisonCharts(comparison, change(comparison));
  }

  /** The charts of a step, those of an operation side by side. */
  List<List<Chart>> of(RunSetComparison set) {
    Axis latency = latency(set);
    List<List<Chart>> charts = new ArrayList<>();
    for (OperationComparison operation : set.operations()) {
      if (operation.time() != null) {
        charts.add(List.of(changes(operation), curves(operation, latency)));
      } else if (operation.figures().stream().anyMatch(FigureComparison::isRelative)) {
        charts.add(List.of(changes(operation)));
      }
    }
    return charts;
  }

  private static Stream<FigureComparison> all(Comparison comparison) {
    return comparison.sets().stream()
        .flatMap(set -> set.operations().stream())
        .flatMap(operation -> operation.figures().stream())
        .filter(figure -> figure.change() != null && figure.isRelative());
  }

  private static Axis change(Comparison comparison) {
    DoubleSummaryStatistics changes =
        Stream.concat(
                Stream.of(-1.5 * comparison.margin(), 1.5 * comparison.margin()),
                all(comparison).map(FigureComparison::change))
            .mapToDouble(change -> change)
            .summaryStatistics();
    double reach = MAX_REACH * Math.max(-changes.getMin(), changes.getMax());
    return Axis.of(Axis.Kind.NUMBER, "change in %")
        .around(
            Stream.concat(
                    Stream.of(changes.getMin(), changes.getMax()),
                    all(comparison).flatMap(figure -> Stream.of(figure.low(), figure.high())))
                .filter(Objects::nonNull)
                .map(end -> 100 * Math.max(-reach, Math.min(reach, end))));
  }

  private Chart changes(OperationComparison operation) {
    List<FigureComparison> figures =
        operation.figures().stream().filter(FigureComparison::isRelative).toList();
    List<String> names = new ArrayList<>(figures.stream().map(FigureComparison::figure).toList());
    Collections.reverse(names); // the axis starts at the bottom: the first figure goes to the top
    double margin = 100 * comparison.margin();
    Chart chart =
        new Chart(operation.operation(), change, Axis.names("", names), height(operation))
            .note(
                "changes with confidence intervals; shaded: within the margin of "
                    + ComparisonNotes.share(comparison.margin()))
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
                figure.changeText() + "  " + figure.verdict()));
      }
    }
    return chart;
  }

  private static int height(OperationComparison operation) {
    return Math.max(MIN_HEIGHT, AXES + ROW * operation.figures().size());
  }

  private static int colour(FigureVerdict verdict) {
    return switch (verdict) {
      case EQUIVALENT -> Chart.BLUE;
      case REGRESSION -> Chart.ORANGE;
      case IMPROVEMENT -> Chart.GREEN;
      case INCONCLUSIVE -> Chart.GREY;
    };
  }

  private static Axis latency(RunSetComparison set) {
    return Axis.of(Axis.Kind.LATENCY, "")
        .around(
            set.operations().stream()
                .flatMap(o -> Stream.of(o.baselineCurve(), o.candidateCurve()))
                .flatMap(List::stream)
                .map(Percentile::us));
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
        .series(
            Label.BASELINE, Style.DASHED, Chart.GREY, RunCharts.curve(operation.baselineCurve()))
        .series(
            Label.CANDIDATE, Style.LINE, Chart.BLUE, RunCharts.curve(operation.candidateCurve()));
  }
}
