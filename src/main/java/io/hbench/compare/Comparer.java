package io.hbench.compare;

import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.report.RunReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a baseline with a candidate, each one run or several sets of runs: throughput,
 * percentiles and shares of failed and dropped requests of each operation, with simultaneous
 * confidence intervals.
 */
public final class Comparer {
  /** Two sets of the same name. */
  private record Pair(String name, List<MeasuredRun> baseline, List<MeasuredRun> candidate) {
    Stream<List<MeasuredRun>> sides() {
      return Stream.of(baseline, candidate);
    }
  }

  private final List<Pair> pairs = new ArrayList<>();
  private final List<Difference> differences = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();

  private Comparer() {}

  /**
   * Reads the reports of all runs. Sets are paired by name; if both sides have a single set, these
   * two are paired.
   *
   * @throws UsageException if no two sets can be paired, all runs of a side are invalid or damaged,
   *     or another version of hbench wrote a run
   */
  public static Comparer read(List<RunSet> baseline, List<RunSet> candidate) {
    Comparer comparer = new Comparer();
    boolean single = baseline.size() == 1 && candidate.size() == 1;
    for (RunSet from : baseline) {
      Optional<RunSet> to =
          candidate.stream().filter(set -> single || set.name().equals(from.name())).findFirst();
      if (to.isPresent()) {
        comparer.add(from, to.get());
      } else {
        comparer.unpaired(from.name(), "present", "missing");
      }
    }
    candidate.stream()
        .map(RunSet::name)
        .filter(name -> !single && baseline.stream().noneMatch(set -> set.name().equals(name)))
        .forEach(name -> comparer.unpaired(name, "missing", "present"));
    if (comparer.pairs.isEmpty()) {
      throw comparer.excluded.isEmpty()
          ? new UsageException(
              "compare: no runs to compare: the two directories have no step in common; "
                  + names(baseline)
                  + " and "
                  + names(candidate))
          : new UsageException(
              "\n  ",
              Stream.concat(Stream.of("compare: no runs to compare"), comparer.excluded.stream())
                  .toList());
    }
    return comparer;
  }

  private static String names(List<RunSet> sets) {
    return sets.isEmpty()
        ? "no runs"
        : sets.stream().map(set -> "'" + set.name() + "'").collect(Collectors.joining(", "));
  }

  private void add(RunSet baseline, RunSet candidate) {
    Pair pair = new Pair(baseline.name(), read(baseline), read(candidate));
    if (pair.sides().noneMatch(List::isEmpty)) {
      pairs.add(pair);
      differences.addAll(
          RunIdentity.differences(reports(pair.baseline()), reports(pair.candidate())));
    }
  }

  private void unpaired(String name, String inBaseline, String inCandidate) {
    differences.add(new Difference("step " + name, List.of(inBaseline), List.of(inCandidate)));
  }

  /** Reads the runs of a set and excludes the invalid and the damaged ones. */
  private List<MeasuredRun> read(RunSet set) {
    excluded.addAll(set.excluded());
    List<MeasuredRun> runs = new ArrayList<>();
    for (RunDirectory directory : set.runs()) {
      MeasuredRun run;
      try {
        run = MeasuredRun.read(directory);
      } catch (IOException e) {
        excluded.add(directory.path() + " cannot be read: " + FailureText.of(e));
        continue;
      }
      if (run.report().verdict().isInvalid()) {
        excluded.add(
            directory.path()
                + " is invalid: "
                + run.report().verdict().reasons().stream()
                    .map(Verdict.Reason::message)
                    .collect(Collectors.joining("; ")));
      } else {
        runs.add(run);
      }
    }
    return runs;
  }

  private static List<RunReport> reports(List<MeasuredRun> runs) {
    return runs.stream().map(MeasuredRun::report).toList();
  }

  /** The distinct differences of run identity between the compared runs. */
  public List<Difference> differences() {
    return differences.stream().distinct().toList();
  }

  /**
   * Reads the histograms of the runs and estimates the differences.
   *
   * @param confidence simultaneous confidence of all intervals, as a share
   */
  public Comparison compare(Margins margins, double confidence) throws IOException {
    List<SetComparison> comparisons = new ArrayList<>();
    for (Pair pair : pairs) {
      comparisons.add(new SetComparison(pair.name(), pair.baseline(), pair.candidate()));
    }
    List<double[][]> correlations =
        comparisons.stream().flatMap(set -> set.correlation().stream()).toList();
    SimultaneousIntervals intervals = SimultaneousIntervals.of(confidence, correlations);
    List<RunSetComparison> sets = new ArrayList<>();
    for (SetComparison set : comparisons) {
      sets.add(set.result(intervals, margins));
    }
    return new Comparison(
        Comparison.SCHEMA,
        margins.relative(),
        margins.errors(),
        confidence,
        intervals.pointwise(),
        correlations.stream().mapToInt(matrix -> matrix.length).sum(),
        verdict(sets),
        differences(),
        List.copyOf(excluded),
        sets);
  }

  /** The most serious verdict of the figures that have an interval. */
  private static FigureVerdict verdict(List<RunSetComparison> sets) {
    List<FigureVerdict> verdicts =
        sets.stream()
            .flatMap(set -> set.operations().stream())
            .flatMap(operation -> operation.figures().stream())
            .filter(figure -> figure.reason() == null)
            .map(Comparison.FigureComparison::verdict)
            .toList();
    return Stream.of(
            FigureVerdict.REGRESSION,
            FigureVerdict.IMPROVEMENT,
            FigureVerdict.INCONCLUSIVE,
            FigureVerdict.EQUIVALENT)
        .filter(verdicts::contains)
        .findFirst()
        .orElse(FigureVerdict.INCONCLUSIVE);
  }
}
