package io.hbench.compare.format;

import io.hbench.compare.ComparedFigure;
import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.Live;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.SetComparison;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The explanations of the terms of a comparison, below its table. */
final class ComparisonNotes {
  private static final double MICROS = 1e6;

  /** Intervals that differ are worth half of them, or less. */
  private static final int FEW_PAIRS = 20;

  private ComparisonNotes() {}

  /** Explanations of the terms, one paragraph each. */
  static List<String> of(Comparison comparison) {
    List<String> notes = new ArrayList<>();
    List<String> times =
        comparison.sets().stream()
            .flatMap(set -> set.operations().stream())
            .map(OperationComparison::time)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (!times.isEmpty()) {
      notes.add(format("latencies: %s times in microseconds", String.join(" and ", times)));
    }
    if (comparison.sets().stream().anyMatch(ComparisonText::isSearch)) {
      notes.add(
          "rate: the highest sustainable one, in requests per second; its interval is that of the"
              + " nearest and the farthest rates that met and missed the objectives");
    }
    if (comparison.comparedFigures() > 0) {
      notes.add(
          format(
              "interval: confidence interval of the change; confidence: %s jointly over %d figures"
                  + " (%s each)",
              ComparisonText.share(comparison.confidence()),
              comparison.comparedFigures(),
              ComparisonText.share(comparison.pointwiseConfidence())));
    }
    boolean known =
        comparison.sets().stream().allMatch(set -> set.runVarianceKnown() || set.live() != null);
    boolean repeats =
        comparison.sets().stream().anyMatch(set -> set.runVarianceKnown() || set.live() != null);
    String margin = ComparisonText.share(comparison.margin());
    notes.add(format("equivalent: the interval lies within ±%s (--margin)", margin));
    if (ComparisonText.hasShares(comparison)) {
      notes.add(
          format(
              "errors, dropped: share of failed and of dropped requests; there the margin is %s"
                  + " points (--errors-margin). Percentiles of service times count failed requests"
                  + " as slower than all",
              ComparisonText.points(comparison.errorsMargin())));
    }
    if (comparison.sets().stream()
        .flatMap(RunSetComparison::figures)
        .anyMatch(ComparisonText::isTime)) {
      notes.add(
          format(
              "longest outage, region-seconds lost: times in which regions did not answer; there"
                  + " the margin is 1 s, or %s of the baseline",
              margin));
    }
    if (comparison.sets().stream().anyMatch(set -> set.servers() != null)) {
      notes.add(
          "by server: figures of the region servers that all runs have; level: geometric mean of"
              + " service times");
    }
    if (repeats) {
      notes.add(
          format(
              "regression, improvement: significant; a change of the margin (%s) or more cannot be"
                  + " ruled out",
              margin));
    }
    if (comparison.sets().stream().anyMatch(set -> set.noise() != null)) {
      notes.add(
          "noise: standard deviation of single nights or runs; in 19 of 20 cases two of them differ"
              + " by less than 2.8 times of it");
    }
    comparison.sets().stream()
        .filter(set -> set.live() != null)
        .forEach(set -> notes.addAll(notes(set)));
    if (!known) {
      notes.add(
          format(
              """
              variance between runs not known%s: fewer than %d runs. Intervals cover the variance
              within the runs only; there, a regression or improvement is an interval entirely beyond
              ±%s. Repeat the runs to estimate it: %d runs or more in all, 10 are good\
              """,
              repeats ? " for some steps" : "",
              SetComparison.MIN_RUNS,
              margin,
              SetComparison.MIN_RUNS));
    }
    return notes;
  }

  /** Explanations of a live comparison. */
  private static List<String> notes(RunSetComparison set) {
    Live live = set.live();
    List<String> notes = new ArrayList<>();
    notes.add(
        format(
            """
            live: both sides in one run, %,d pairs of intervals of %s s in random order; the first %s s
            of each do not count. Intervals cover the variance within this run; the places of two
            tables' regions are part of the change\
            """,
            live.pairs(), digits(live.intervalSeconds()), digits(live.guardSeconds())));
    if (live.pairs() < FEW_PAIRS) {
      notes.add(
          format(
              "%,d pairs are few: a figure needs an effective sample size of 10; try --for %ss",
              live.pairs(), digits(4 * FEW_PAIRS * live.intervalSeconds())));
    }
    for (OperationComparison operation : set.operations()) {
      if (operation.figures().stream().anyMatch(figure -> outlasts(figure, live))) {
        notes.add(
            format(
                "%s p99 is longer than %s s: requests of one side are in flight in the intervals of"
                    + " the other; try --interval %ss",
                operation.operation(),
                digits(live.guardSeconds()),
                digits(10 * live.intervalSeconds())));
      }
    }
    return notes;
  }

  /** Whether so many requests take longer than the guard that they are many in the other side. */
  private static boolean outlasts(FigureComparison figure, Live live) {
    double micros = MICROS * live.guardSeconds();
    return figure.figure().equals(ComparedFigure.P99.toString())
        && Stream.of(figure.baseline(), figure.candidate())
            .anyMatch(value -> value != null && value > micros);
  }

  private static String digits(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
