package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.MatrixUtils;

/**
 * What a comparison says beside the figures that the parts of a run show: those that a run has one
 * value of, such as outages, and figures by region server.
 *
 * <p>Outages are among the figures of the comparison. Figures by server are a family of their own,
 * with the same confidence: there may be a hundred of them, and they must not widen the intervals
 * of the others.
 *
 * @param wholes judged figures of runs as a whole, such as outages
 * @param shown figures that are not judged
 * @param servers the operations of the servers that were compared, sorted by the servers' names
 * @param notCompared servers and outages that were not compared, in words
 */
record FurtherFigures(
    List<RunDifference> wholes,
    Map<FigureKey, FigureComparison> shown,
    List<OfServer> servers,
    List<String> notCompared) {

  /** An operation at a server. */
  record OfServer(String server, String operation, List<RunDifference> figures) {}

  /** The correlation of the outages with an interval: they count as independent. */
  Optional<double[][]> correlation() {
    int figures = judged(wholes.stream());
    return figures == 0
        ? Optional.empty()
        : Optional.of(MatrixUtils.createRealIdentityMatrix(figures).getData());
  }

  /** The number of figures by server with an interval. */
  int judgedByServer() {
    return judged(servers.stream().flatMap(server -> server.figures().stream()));
  }

  private static int judged(Stream<RunDifference> figures) {
    return (int) figures.filter(RunDifference::isJudged).count();
  }

  /** The figures of the operations with the outages, which have an operation of their own. */
  List<OperationComparison> addTo(
      List<OperationComparison> operations, SimultaneousIntervals intervals, Margins margins) {
    Map<FigureKey, FigureComparison> figures = new LinkedHashMap<>();
    for (RunDifference one : wholes) {
      double ofValue =
          one.figure().unit() == Unit.SECONDS ? margins.relative() * one.baseline() : 0;
      double margin = Math.max(one.figure().margin(margins), ofValue);
      figures.put(one.key(), one.compared(intervals, margin, true));
    }
    return together(operations, figures);
  }

  /** The figures that are not judged, by operation. */
  List<OperationComparison> others() {
    return together(List.of(), shown);
  }

  /** Adds figures to those of the operations; what has none yet, such as the table, at the end. */
  private static List<OperationComparison> together(
      List<OperationComparison> operations, Map<FigureKey, FigureComparison> figures) {
    Map<String, OperationComparison> all = new LinkedHashMap<>();
    operations.forEach(operation -> all.put(operation.operation(), operation));
    figures.forEach(
        (key, figure) ->
            all.merge(
                key.of(),
                new OperationComparison(key.of(), null, List.of(figure), List.of(), List.of()),
                (there, more) -> there.with(figure)));
    return List.copyOf(all.values());
  }

  /**
   * The figures by server; empty if there is nothing to say of them.
   *
   * @param intervals of the figures by server, of all sets
   */
  Optional<ServerComparisons> byServer(
      SimultaneousIntervals intervals, Margins margins, boolean runVarianceKnown) {
    List<ServerComparison> list = new ArrayList<>();
    for (OfServer server : servers) {
      List<FigureComparison> figures =
          server.figures().stream()
              .map(one -> one.compared(intervals, margins.relative(), runVarianceKnown))
              .toList();
      list.add(new ServerComparison(server.server(), server.operation(), figures));
    }
    return list.isEmpty() && notCompared.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ServerComparisons(intervals.pointwise(), judgedByServer(), list, notCompared));
  }
}
