package io.hbench.compare;

import io.hbench.compare.MeasuredRun.Operation;
import io.hbench.latency.Timing;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sampling noise of the figures of one run. All operations use the same blocks of intervals, so
 * that the correlation between operations is kept.
 *
 * @param intervals noise of all figures due to the intervals, by operation
 * @param tasks noise due to the choice of the tasks, likewise; empty unless requested
 * @param above number of requests above the figure in each interval, by operation and {@link
 *     ComparedFigure}
 */
record RunNoise(
    Map<String, FigureNoise> intervals,
    Map<String, FigureNoise> tasks,
    Map<String, double[][]> above) {

  /**
   * Reads and resamples.
   *
   * @param withTasks whether to resample the tasks, too: other tasks, on other machines, might have
   *     given other figures. Runs on the same hosts get the same selections, so that a slow host of
   *     both runs is no noise.
   * @param seed different for each run
   */
  static RunNoise read(
      MeasuredRun run, Map<String, Timing> timings, boolean withTasks, int draws, long seed)
      throws IOException {
    Map<String, Operation> parts = run.intervals(timings);
    int length = 1;
    Map<String, double[][]> above = new HashMap<>();
    for (Map.Entry<String, Operation> e : parts.entrySet()) {
      RunParts intervals = e.getValue().parts();
      above.put(
          e.getKey(),
          Arrays.stream(ComparedFigure.values()).map(intervals::above).toArray(double[][]::new));
      for (ComparedFigure figure : ComparedFigure.values()) {
        length = Math.max(length, BlockLength.of(intervals.influence(figure)));
      }
    }
    Map<String, FigureNoise> ofIntervals = new HashMap<>();
    for (Map.Entry<String, Operation> e : parts.entrySet()) {
      ofIntervals.put(e.getKey(), FigureNoise.of(e.getValue().parts(), length, draws, seed));
    }
    Map<String, FigureNoise> ofTasks = new HashMap<>();
    if (withTasks) {
      run.tasks(timings)
          .forEach(
              (operation, tasks) ->
                  ofTasks.put(
                      operation,
                      FigureNoise.of(tasks.parts(), 1, draws, tasks.hosts().hashCode())));
    }
    return new RunNoise(ofIntervals, ofTasks, above);
  }

  /** The noise of the figures of a comparison, in the order of their keys. */
  static FigureNoise of(Map<String, FigureNoise> operations, List<FigureKey> figureKeys) {
    List<FigureNoise> noise =
        figureKeys.stream().map(key -> operations.get(key.operation())).toList();
    double[][] draws = new double[noise.get(0).draws().length][figureKeys.size()];
    for (int i = 0; i < draws.length; i++) {
      for (int k = 0; k < figureKeys.size(); k++) {
        draws[i][k] = noise.get(k).draws()[i][figureKeys.get(k).figure().column()];
      }
    }
    return new FigureNoise(draws, noise.stream().mapToDouble(FigureNoise::freedom).min().orElse(1));
  }
}
