package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.run.RunDifference;
import io.hbench.compare.run.RunDifferences;
import io.hbench.compare.run.RunDifferences.OfServer;
import io.hbench.compare.run.RunFigure;
import io.hbench.figure.Margins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a comparison says beside the figures of its operations: outages of the table, and figures by
 * region server.
 *
 * <p>Outages are among the figures of the comparison. Figures by server are a family of their own,
 * with the same confidence: there may be a hundred of them, and they must not widen the intervals
 * of the others.
 */
final class FurtherFigures {
  /** Nothing but the figures of the operations. */
  static final FurtherFigures NONE = new FurtherFigures(null);

  /** Smallest change of a time without answers that matters, in seconds. */
  private static final double MARGIN_SECONDS = 1;

  private static final String NOT_JUDGED = "the load of the server is not judged";
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
            : (int) differences.ofTable().stream().filter(RunDifference::isVarianceKnown).count();
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
    if (!figure.figure().kind().isJudged()) {
      return NOT_JUDGED;
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
    List<OperationComparison> operations = new ArrayList<>(set.operations());
    List<FigureComparison> table =
        differences.ofTable().stream()
            .map(
                figure ->
                    figure(
                        figure,
                        figure.isVarianceKnown()
                            ? null
                            : ONE_EVENT.formatted(SetComparison.MIN_RUNS),
                        intervals,
                        Math.max(MARGIN_SECONDS, margins.relative() * figure.baseline()),
                        true))
            .toList();
    if (!table.isEmpty()) {
      operations.add(new OperationComparison(RunFigure.TABLE, null, table, List.of(), List.of()));
    }
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
        servers.isEmpty() && differences.notCompared().isEmpty()
            ? null
            : new ServerComparisons(
                ofServers.pointwise(), ofServers(), servers, differences.notCompared()));
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
    RunFigure.Kind kind = difference.figure().kind();
    Double low = null;
    Double high = null;
    FigureVerdict verdict = FigureVerdict.INCONCLUSIVE;
    if (reason == null) {
      double reach = intervals.reach(difference.freedom());
      low = difference.change(-reach);
      high = difference.change(reach);
      verdict = FigureVerdict.of(low, high, margin, false, runVarianceKnown);
    }
    return new FigureComparison(
        kind.toString(),
        kind.unit(),
        difference.baseline(),
        difference.candidate(),
        difference.change(),
        low,
        high,
        verdict,
        reason);
  }
}
