package io.hbench.compare;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.figure.Margins;
import io.hbench.latency.Side;
import io.hbench.report.Verdict;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import io.hbench.spec.DuetReader;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Compares a baseline with a candidate, each one run or several sets of runs: throughput,
 * percentiles and shares of failed and dropped requests of each operation, with simultaneous
 * confidence intervals.
 */
public final class Comparer {
  /** What is compared of two sets. */
  sealed interface Compared permits SetComparison, SearchComparison {
    /** The correlation of the estimated figures; nothing if there are none. */
    Optional<double[][]> correlation();

    /** The figures beside those of the operations; empty if there are none. */
    default Optional<FurtherFigures> further() {
      return Optional.empty();
    }

    /**
     * The result of these sets.
     *
     * @param intervals simultaneous intervals of all sets
     * @param ofServers those of the figures by server
     */
    RunSetComparison result(
        SimultaneousIntervals intervals, SimultaneousIntervals ofServers, Margins margins);
  }

  private record Read(Measured result, RunLine line) {}

  private record Pair(String name, Sides<Read> sides) {
    boolean isAll(Class<? extends Measured> kind) {
      return sides.all().map(Read::result).allMatch(kind::isInstance);
    }

    Compared compared(boolean offersCommands) throws IOException {
      Sides<RunLine> lines = sides.map(Read::line);
      return isAll(MeasuredSearch.class)
          ? new SearchComparison(name, sides.map(one -> (MeasuredSearch) one.result), lines)
          : new SetComparison(
              name, sides.map(one -> (MeasuredRun) one.result), lines, offersCommands);
    }
  }

  private final List<Pair> pairs = new ArrayList<>();
  private final List<Difference> differences = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();
  private boolean offersCommands = true;
  private boolean isPartial; // runs of a step were left out, all of a side

  private Comparer() {}

  /** Leaves out command lines for more runs, where a run alone would be of no use. */
  public Comparer withoutCommands() {
    offersCommands = false;
    return this;
  }

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

  /**
   * Reads the report of a duet, whose sides are compared.
   *
   * @throws UsageException if the run is none, is invalid, or another version of hbench wrote it
   * @throws IOException if a file of it is missing or damaged
   */
  public static Comparer live(RunDirectory directory) throws IOException {
    Configuration plan = directory.plan();
    RunSpec spec = RunSpec.from(plan);
    if (spec.candidate().isEmpty()) {
      throw new UsageException(
          "compare %s: not a live comparison, so it needs a second directory; try compare %1$s hbench/after"
              .formatted(quoted(directory.path())));
    }
    Comparer comparer = new Comparer();
    Read both =
        comparer
            .read(directory, false)
            .orElseThrow(() -> new UsageException("compare: " + comparer.excluded.get(0)));
    MeasuredRun run = (MeasuredRun) both.result;
    comparer.pairs.add(
        new Pair(
            "",
            new Sides<>(
                List.of(new Read(run.side(Side.BASELINE, spec), both.line)),
                List.of(new Read(run.side(Side.CANDIDATE, spec), both.line)))));
    DuetReader.differences(plan)
        .forEach(
            (flag, values) ->
                comparer.differences.add(
                    new Difference(flag, values.subList(0, 1), values.subList(1, 2), false)));
    return comparer;
  }

  private static String names(List<RunSet> sets) {
    return sets.isEmpty()
        ? "no runs"
        : sets.stream().map(set -> "'" + set.name() + "'").collect(Collectors.joining(", "));
  }

  private void add(RunSet baseline, RunSet candidate) {
    List<Read> before = read(baseline);
    List<Read> after = read(candidate);
    if (before.isEmpty() || after.isEmpty()) {
      isPartial = true;
      return;
    }
    Pair pair = new Pair(baseline.name(), new Sides<>(before, after));
    if (!pair.isAll(MeasuredRun.class) && !pair.isAll(MeasuredSearch.class)) {
      isPartial = true;
      excluded.add(after.get(0).line.directory() + " cannot be compared: a run and a findmax");
      return;
    }
    pairs.add(pair);
    differences.addAll(RunIdentity.differences(pair.sides.map(one -> one.result.identity())));
    List<String> from = limits(before);
    List<String> to = limits(after);
    if (!from.equals(to)) {
      differences.add(new Difference("limit of the rate", from, to, false));
    }
  }

  /** What limits the rates of searches; nothing of runs. */
  private static List<String> limits(List<Read> side) {
    return side.stream()
        .filter(one -> one.result instanceof MeasuredSearch)
        .map(one -> ((MeasuredSearch) one.result).limit())
        .distinct()
        .sorted()
        .toList();
  }

  private void unpaired(String name, String inBaseline, String inCandidate) {
    differences.add(
        new Difference("step " + name, List.of(inBaseline), List.of(inCandidate), true));
  }

  /** Reads the runs of a set and excludes the invalid and the damaged ones. */
  private List<Read> read(RunSet set) {
    excluded.addAll(set.excluded());
    return Stream.concat(
            set.runs().stream().map(run -> read(run, false)),
            set.siblings().stream().map(run -> read(run, true)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Read> read(RunDirectory directory, boolean sibling) {
    try {
      Measured run = Measured.read(directory);
      run.checkRecords();
      if (!run.report().verdict().isInvalid()) {
        return Optional.of(new Read(run, run.line(sibling)));
      }
      excluded.add(
          directory.path()
              + " is invalid: "
              + run.report().verdict().reasons().stream()
                  .map(Verdict.Reason::message)
                  .collect(Collectors.joining("; ")));
    } catch (IOException e) {
      excluded.add(directory.path() + " cannot be read: " + FailureText.of(e));
    }
    return Optional.empty();
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
    List<Compared> comparisons = new ArrayList<>();
    for (Pair pair : pairs) {
      comparisons.add(pair.compared(offersCommands));
    }
    List<FurtherFigures> further =
        comparisons.stream().flatMap(one -> one.further().stream()).toList();
    List<double[][]> correlations =
        Stream.concat(
                comparisons.stream().map(Compared::correlation),
                further.stream().map(FurtherFigures::correlation))
            .flatMap(Optional::stream)
            .toList();
    SimultaneousIntervals intervals = SimultaneousIntervals.of(confidence, correlations);
    SimultaneousIntervals ofServers =
        SimultaneousIntervals.ofIndependent(
            confidence, further.stream().mapToInt(FurtherFigures::judgedByServer).sum());
    List<RunSetComparison> sets =
        comparisons.stream().map(one -> one.result(intervals, ofServers, margins)).toList();
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

  /**
   * The most serious verdict of the figures that have an interval. Those by server, which have wide
   * ones, count where they have changed; a step of which one side has no runs is inconclusive.
   */
  private FigureVerdict verdict(List<RunSetComparison> sets) {
    return sets.stream()
        .flatMap(
            set ->
                Stream.concat(
                    set.operations().stream().flatMap(operation -> operation.figures().stream()),
                    set.figures().filter(Comparison.FigureComparison::isChanged)))
        .filter(figure -> figure.reason() == null)
        .map(Comparison.FigureComparison::verdict)
        .filter(verdict -> !isPartial || verdict != FigureVerdict.EQUIVALENT)
        .max(Comparator.naturalOrder())
        .orElse(FigureVerdict.INCONCLUSIVE);
  }
}
