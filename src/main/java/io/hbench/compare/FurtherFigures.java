package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.RunDifferences.Means;
import io.hbench.compare.RunDifferences.OfServer;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a comparison says beside the figures that the parts of a run show: those that a run has one
 * value of, such as outages, and figures by region server.
 *
 * <p>Outages are among the figures of the comparison. Figures by server are a family of their own,
 * with the same confidence: there may be a hundred of them, and they must not widen the intervals
 * of the others.
 */
final class FurtherFigures {
  /** Nothing but the figures of the operations. */
  static final FurtherFigures NONE = new FurtherFigures(null);

  private static final String LOAD = "the load of the server is not judged";
  private static final String SHOWN = "not judged";
  private static final String ONE_EVENT = "outages vary; %d runs or more in all show how much";
  private static final String FEW_RUNS = "%d runs or more in all show how much it varies";

  private final RunDifferences differences;

  private FurtherFigures(RunDifferences differences) {
    this.differences = differences;
  }

  /** Reads those of two sets of runs. */
  static FurtherFigures of(List<MeasuredRun> baseline, List<MeasuredRun> candidate)
      throws IOException {
    return new FurtherFigures(
        RunDifferences.of(sources(baseline), sources(candidate), SetComparison.MIN_RUNS));
  }

  private static List<RunDifferences.Source> sources(List<MeasuredRun> runs) {
    return runs.stream()
        .map(run -> new RunDifferences.Source(run.report(), run.directory()))
        .toList();
  }

  /** The correlation of the outages with an interval: they count as independent. */
  Optional<double[][]> correlation() {
    int figures =
        differences == null
            ? 0
            : (int) differences.wholes().stream().filter(RunDifference::isVarianceKnown).count();
    double[][] correlation = new double[figures][figures];
    for (int i = 0; i < figures; i++) {
      correlation[i][i] = 1;
    }
    return figures == 0 ? Optional.empty() : Optional.of(correlation);
  }

  /** The number of figures by server with an interval. */
  int ofServers() {
    return differences == null
        ? 0
        : (int) differences.ofServers().stream().flatMap(FurtherFigures::judged).count();
  }

  private static Stream<RunDifference> judged(OfServer server) {
    return server.figures().stream().filter(figure -> reason(server, figure) == null);
  }

  /** Why a figure of a server has no interval; null if it has one. */
  private static String reason(OfServer server, RunDifference figure) {
    if (figure.figure() == Figure.THROUGHPUT) {
      return LOAD;
    }
    if (server.otherLoad() != null) {
      return server.otherLoad();
    }
    return figure.isVarianceKnown() ? null : FEW_RUNS.formatted(SetComparison.MIN_RUNS);
  }

  /**
   * Adds the figures to those of the operations.
   *
   * @param ofServers intervals of the figures by server, of all sets
   */
  RunSetComparison addTo(
      RunSetComparison set,
      SimultaneousIntervals intervals,
      SimultaneousIntervals ofServers,
      Margins margins) {
    if (differences == null) {
      return set;
    }
    List<FigureComparison> wholes = new ArrayList<>();
    for (RunDifference one : differences.wholes()) {
      String few = one.figure().scope() == Figure.Scope.TABLE ? ONE_EVENT : FEW_RUNS;
      wholes.add(
          figure(
              one,
              one.isVarianceKnown() ? null : few.formatted(SetComparison.MIN_RUNS),
              intervals,
              Math.max(
                  one.figure().margin(margins),
                  one.figure().unit() == Unit.SECONDS ? margins.relative() * one.baseline() : 0),
              true));
    }
    List<OperationComparison> operations =
        together(
            set.operations(),
            differences.wholes().stream().map(RunDifference::key).toList(),
            wholes);
    List<OperationComparison> others =
        together(
            List.of(),
            differences.shown().stream().map(Means::key).toList(),
            differences.shown().stream().map(FurtherFigures::shown).toList());
    List<ServerComparison> servers =
        differences.ofServers().stream()
            .map(
                server ->
                    new ServerComparison(
                        server.server(),
                        server.operation(),
                        server.figures().stream()
                            .map(
                                figure ->
                                    figure(
                                        figure,
                                        reason(server, figure),
                                        ofServers,
                                        margins.relative(),
                                        set.runVarianceKnown()))
                            .toList()))
            .toList();
    return set.with(
        operations,
        others,
        servers.isEmpty() && differences.notCompared().isEmpty()
            ? null
            : new ServerComparisons(
                ofServers.pointwise(), ofServers(), servers, differences.notCompared()));
  }

  private static FigureComparison shown(Means means) {
    return new FigureComparison(
        means.key().figure().toString(),
        means.key().figure().unit().toString(),
        means.baseline(),
        means.candidate(),
        means.change(),
        null,
        null,
        FigureVerdict.INCONCLUSIVE,
        SHOWN);
  }

  /** Adds figures to those of the operations; what has none yet, such as the table, at the end. */
  private static List<OperationComparison> together(
      List<OperationComparison> operations, List<FigureKey> keys, List<FigureComparison> figures) {
    Map<String, OperationComparison> all = new LinkedHashMap<>();
    operations.forEach(operation -> all.put(operation.operation(), operation));
    for (int i = 0; i < figures.size(); i++) {
      String of = keys.get(i).of();
      all.put(
          of,
          all.getOrDefault(of, new OperationComparison(of, null, List.of(), List.of(), List.of()))
              .with(figures.get(i)));
    }
    return List.copyOf(all.values());
  }

  /**
   * @param reason why it has no interval; null if it has one
   */
  private static FigureComparison figure(
      RunDifference difference,
      String reason,
      SimultaneousIntervals intervals,
      double margin,
      boolean runVarianceKnown) {
    Figure figure = difference.figure();
    Double low = null;
    Double high = null;
    FigureVerdict verdict = FigureVerdict.INCONCLUSIVE;
    if (reason == null) {
      double reach = intervals.reach(difference.freedom());
      low = difference.change(-reach);
      high = difference.change(reach);
      verdict = FigureVerdict.of(low, high, margin, figure.moreIsBetter(), runVarianceKnown);
    }
    return new FigureComparison(
        figure.toString(),
        figure.unit().toString(),
        difference.baseline(),
        difference.candidate(),
        difference.change(),
        low,
        high,
        verdict,
        reason);
  }
}
