package io.hbench.suite.summary;

import io.hbench.figure.Figure;
import io.hbench.rundir.Noise;
import io.hbench.suite.SuiteRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** How much the repeats of a step in one night differ: their standard deviation. */
final class RepeatNoise {
  /** Figures of the line about noise. */
  private static final List<Figure> FIGURES = List.of(Figure.THROUGHPUT, Figure.P50, Figure.P99);

  private RepeatNoise() {}

  /** That of runs of the same step; empty without repeats. */
  static Optional<Noise> of(List<SuiteRecord.Run> repeats) {
    if (repeats.size() < 2) {
      return Optional.empty();
    }
    List<Noise.Figure> figures = new ArrayList<>();
    for (String operation : repeats.get(0).figures().keySet()) {
      for (Figure column : FIGURES) {
        SummaryStatistics values = new SummaryStatistics();
        repeats.stream()
            .map(run -> run.figures().get(operation))
            .filter(Objects::nonNull)
            .map(figure -> figure.get(column.toString()))
            .filter(Objects::nonNull)
            .forEach(values::addValue);
        if (values.getN() == repeats.size() && values.getMean() > 0) {
          figures.add(
              new Noise.Figure(
                  operation,
                  column.toString(),
                  column.unit().toString(),
                  values.getStandardDeviation() / values.getMean()));
        }
      }
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(new Noise(Noise.Of.RUNS, repeats.size(), figures));
  }
}
