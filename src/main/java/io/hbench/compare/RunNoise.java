package io.hbench.compare;

import io.hbench.compare.MeasuredRun.Tasks;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.Timing;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.FDistribution;

/**
 * The sampling noise of the figures of one run.
 *
 * @param intervals noise of all figures due to the intervals, by operation
 * @param tasks noise due to the tasks, likewise; empty unless requested
 * @param edges variance of costs due to the edges of the window; empty unless requested
 * @param above number of requests above the figure in each interval, by operation and {@link
 *     RunParts#FIGURES}
 */
record RunNoise(
    Map<String, FigureNoise> intervals,
    Map<String, Tasks> tasks,
    Map<Figure, Double> edges,
    Map<String, double[][]> above) {
  /** Probability that tasks which differ by what they vary over time seem to differ for good. */
  private static final double LASTING_ERROR = 0.05;

  /**
   * Reads the parts of a run, or of one side of a duet.
   *
   * @param unseen whether to read what intervals do not show, too: on other machines the tasks
   *     might have given other figures, and edges of the window are known to a bound
   */
  static RunNoise read(MeasuredRun run, Map<String, Timing> timings, boolean unseen)
      throws IOException {
    Map<String, double[][]> above = new HashMap<>();
    Map<String, FigureNoise> ofIntervals = new HashMap<>();
    run.intervals(timings)
        .forEach(
            (operation, parts) -> {
              ofIntervals.put(operation, FigureNoise.ofIntervals(parts));
              above.put(
                  operation, RunParts.FIGURES.stream().map(parts::above).toArray(double[][]::new));
            });
    return new RunNoise(
        ofIntervals,
        unseen ? run.tasks(timings) : Map.of(),
        unseen ? run.varianceOfEdges() : Map.of(),
        above);
  }

  /** The requests above a figure in each interval of several runs. */
  static double[] above(FigureKey key, List<RunNoise> runs) {
    return runs.stream()
        .map(run -> run.above.get(key.of())[RunParts.column(key.figure())])
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** The noise of the figures of a comparison due to the intervals, in the order of their keys. */
  FigureNoise ofIntervals(List<FigureKey> figureKeys) {
    List<FigureNoise> operations = figureKeys.stream().map(key -> intervals.get(key.of())).toList();
    return FigureNoise.together(
        operations, figureKeys.stream().mapToInt(key -> RunParts.column(key.figure())).toArray());
  }

  /**
   * The variance of a change that intervals do not show.
   *
   * @param tasks that of the tasks
   * @param contrasts its degrees of freedom
   * @param edges that of the edges of the windows
   */
  record Unseen(double tasks, int contrasts, double edges) {
    static final Unseen NOTHING = new Unseen(0, 0, 0);

    /**
     * The variance that longer runs have as well: what tasks differ by for all of a run. What each
     * of them varies over time is no part of it, nor is what two tasks differ by for that reason.
     *
     * @param ofIntervals variance of the change due to the intervals
     * @param freedom its degrees of freedom
     */
    double lasting(double ofIntervals, double freedom) {
      if (tasks <= ofIntervals) {
        return 0;
      }
      double byChance =
          new FDistribution(Math.max(1, contrasts), freedom)
              .inverseCumulativeProbability(1 - LASTING_ERROR);
      return tasks > byChance * ofIntervals ? tasks - ofIntervals : 0;
    }
  }

  static Unseen unseen(FigureKey key, Sides<RunNoise> sides) {
    List<RunNoise> runs = sides.all().toList();
    double[] weights = sides.weights();
    double edges = 0;
    for (int run = 0; run < weights.length; run++) {
      edges += weights[run] * weights[run] * runs.get(run).edges.getOrDefault(key.figure(), 0.0);
    }
    int contrasts =
        runs.stream()
            .flatMap(run -> Stream.ofNullable(run.tasks.get(key.of())))
            .mapToInt(tasks -> tasks.byNumber().deviations().length)
            .min()
            .orElse(0);
    return new Unseen(ofTasks(key, runs, weights), contrasts, edges);
  }

  /**
   * The variance of a change that is due to the tasks. What makes tasks differ in all runs alike is
   * no noise: tasks of the same number have the same part of the load, those of the same host its
   * speed. So the differences of their differences count, by what explains more: their numbers, or
   * their hosts if these are the same in all runs.
   *
   * @param weights of the runs in the change
   */
  private static double ofTasks(FigureKey key, List<RunNoise> runs, double[] weights) {
    int column = RunParts.column(key.figure());
    List<Tasks> tasks = runs.stream().map(run -> run.tasks.get(key.of())).toList();
    if (tasks.contains(null)) {
      return 0;
    }
    double byNumber = paired(tasks.stream().map(Tasks::byNumber).toList(), weights, column);
    return tasks.stream().map(Tasks::hosts).distinct().count() > 1
        ? byNumber
        : Math.min(byNumber, paired(tasks.stream().map(Tasks::byHost).toList(), weights, column));
  }

  private static double paired(List<FigureNoise> tasks, double[] weights, int column) {
    int contrasts = tasks.get(0).deviations().length;
    double variance = 0;
    if (tasks.stream()
        .anyMatch(one -> one.deviations().length != contrasts)) { // there are no pairs
      for (int run = 0; run < weights.length; run++) {
        variance += weights[run] * weights[run] * tasks.get(run).variance(column);
      }
      return variance;
    }
    for (int i = 0; i < contrasts; i++) {
      double deviation = 0;
      for (int run = 0; run < weights.length; run++) {
        deviation += weights[run] * tasks.get(run).deviations()[i][column];
      }
      variance += deviation * deviation / contrasts;
    }
    return variance;
  }
}
