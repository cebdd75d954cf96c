package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.Live;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.Power;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.PowerAnalysis;
import io.hbench.compare.SetComparison;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Notes on a comparison: what is particular about its runs, and what its terms mean. */
final class ComparisonNotes {
  /** Intervals that differ are worth half of them, or less. */
  static final int FEW_PAIRS = 20;

  private ComparisonNotes() {}

  /** Adds what else there is to know of a set. */
  static void remarks(RunSetComparison set, Document document) {
    if (set.live() != null) {
      pairs(set, set.live(), document);
    }
    if (set.servers() != null && !set.servers().notCompared().isEmpty()) {
      document.fact(Label.NOT_COMPARED, String.join(", ", set.servers().notCompared()));
    }
    if (set.noise() != null) {
      document.fact(Label.NOISE, set.noise().text(set.name().isEmpty() ? "this load" : set.name()));
    }
    Power power = set.power();
    if (power != null) {
      document.fact(
          "power",
          power.runs() == 0
              ? format(
                  "%d runs of each side, ten times as long, would decide no inconclusive figure; try"
                      + " a larger --margin",
                  PowerAnalysis.MAX_RUNS)
              : format(
                  "%d runs of each side, %s each, would decide %d of %d inconclusive figures",
                  power.runs(),
                  Unit.SECONDS.text(power.seconds()),
                  power.decides().size(),
                  power.decides().size() + power.undecided().size()));
    }
  }

  private static void pairs(RunSetComparison set, Live live, Document document) {
    document.fact(
        "pairs",
        "%,d of intervals of %s s%s",
        live.pairs(),
        digits(live.intervalSeconds()),
        live.pairs() < FEW_PAIRS
            ? format(
                ", which are few: a figure needs an effective sample size of 10; try --for %ss",
                digits(4 * FEW_PAIRS * live.intervalSeconds()))
            : "");
    for (OperationComparison operation : set.operations()) {
      if (operation.figures().stream().anyMatch(figure -> outlasts(figure, live))) {
        document.fact(
            Label.CAUTION,
            format(
                "%s p99 is longer than %s s: requests of one side are in flight in the intervals of"
                    + " the other; make the intervals longer, such as %s s",
                operation.operation(),
                digits(Math.round(1e3 * live.guardSeconds()) / 1e3),
                digits(10 * live.intervalSeconds())));
      }
    }
  }

  /** Whether so many requests take longer than the guard that they are many in the other side. */
  private static boolean outlasts(FigureComparison figure, Live live) {
    return figure.figure().equals(Figure.P99.toString())
        && Stream.of(figure.baseline(), figure.candidate())
            .anyMatch(micros -> micros != null && micros > 1e6 * live.guardSeconds());
  }

  /** Adds what the words and margins of the comparison mean. */
  static void terms(Comparison comparison, Document document) {
    List<RunSetComparison> sets = comparison.sets();
    String margin = share(comparison.margin());
    Predicate<RunSetComparison> known = set -> set.runVarianceKnown() || set.live() != null;
    document.fact(Label.INTERVAL, "confidence interval of the change");
    document.fact("equivalent", "the interval lies within ±" + margin + " (--margin)");
    if (sets.stream().anyMatch(known)) {
      document.fact(
          "regression, improvement",
          "significant; a change of the margin (" + margin + ") or more cannot be ruled out");
    }
    if (!sets.stream().allMatch(known)) {
      document.fact(
          "variance not known",
          "a regression or improvement is an interval entirely beyond ±"
              + margin
              + ". Repeat the runs to estimate the variance between them: "
              + SetComparison.MIN_RUNS
              + " runs or more in all, 10 are good");
    }
    document.fact(
        "inconclusive",
        "neither a change of the margin or more nor equivalence can be ruled out: more or longer"
            + " runs narrow the interval");
    if (sets.stream().flatMap(RunSetComparison::figures).anyMatch(f -> f.figure().equals("rate"))) {
      document.fact(
          "rate",
          "the highest sustainable one; its interval is that of the nearest and the farthest rates"
              + " that met and missed the objectives");
    }
    if (sets.stream().flatMap(RunSetComparison::figures).anyMatch(FigureComparison::isShare)) {
      document.fact(
          "errors, dropped",
          "share of failed and of dropped requests; the margin is "
              + points(comparison.errorsMargin())
              + " points (--errors-margin). Percentiles of service times count failed requests as"
              + " slower than all");
    }
    if (sets.stream().flatMap(RunSetComparison::figures).anyMatch(FigureComparison::isTime)) {
      document.fact(
          "longest outage, region-seconds lost",
          "times in which regions did not answer; the margin is 1 s, or "
              + margin
              + " of the baseline");
    }
    if (sets.stream().anyMatch(set -> set.servers() != null)) {
      document.fact(
          Label.BY_SERVER,
          "figures of the region servers that all runs have; level: geometric mean of service"
              + " times");
    }
    if (sets.stream().anyMatch(set -> set.noise() != null)) {
      document.fact(
          Label.NOISE,
          "standard deviation of single nights or runs; in 19 of 20 cases two of them differ by"
              + " less than 2.8 times of it");
    }
    if (sets.stream().anyMatch(set -> set.power() != null)) {
      document.fact(
          "power",
          "a figure that has not changed is found equivalent, and a change of the margin found, with"
              + " the probability or a higher one");
    }
    sets.stream()
        .filter(set -> set.live() != null)
        .forEach(
            set ->
                document.fact(
                    "live",
                    "both sides in one run, pairs of intervals in random order; the first "
                        + digits(set.live().guardSeconds())
                        + " s of each do not count. Intervals cover the variance within this run;"
                        + " the places of two tables' regions are part of the change"));
  }

  /** {@code 5 %}, {@code 99.63 %}. */
  static String share(double share) {
    return points(share) + " %";
  }

  static String points(double share) {
    return digits(BigDecimal.valueOf(100 * share).round(new MathContext(4)).doubleValue());
  }

  static String digits(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
