package io.hbench.compare;

import io.hbench.figure.FigureKey;
import io.hbench.rundir.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What is known of how much runs of the same load differ though nothing has changed: from the
 * history of their suite, or else from the compared repeats.
 */
final class KnownNoise {
  private KnownNoise() {}

  /**
   * That of the runs of both sides; empty if no history and too few repeats are there.
   *
   * @param figureKeys figures that all runs have
   */
  static Optional<Noise> of(Sides<RunValues> runs, List<FigureKey> figureKeys) {
    List<Noise> written =
        Stream.concat(runs.candidate().stream(), runs.baseline().stream())
            .map(run -> run.run().report().noise())
            .filter(Objects::nonNull)
            .toList();
    return written.stream()
        .filter(noise -> noise.of() == Noise.Of.NIGHTS)
        .findFirst()
        .or(() -> ofRepeats(runs, figureKeys))
        .or(() -> written.stream().findFirst());
  }

  /** The pooled standard deviation of the levels of both sides, around their means. */
  private static Optional<Noise> ofRepeats(Sides<RunValues> runs, List<FigureKey> figureKeys) {
    if (!runs.showVariance() || figureKeys.isEmpty()) {
      return Optional.empty();
    }
    List<Noise.Figure> figures = new ArrayList<>();
    for (FigureKey key : figureKeys) {
      double squares = squares(runs.baseline(), key) + squares(runs.candidate(), key);
      figures.add(
          new Noise.Figure(
              key.of(),
              key.figure().toString(),
              key.figure().unit().toString(),
              Math.sqrt(squares / (runs.size() - 2))));
    }
    return Optional.of(new Noise(Noise.Of.RUNS, runs.size(), figures));
  }

  private static double squares(List<RunValues> runs, FigureKey key) {
    double[] levels = runs.stream().mapToDouble(run -> run.level(key)).toArray();
    return StatUtils.variance(levels) * (levels.length - 1);
  }
}
