package io.hbench.suite.summary;

import io.hbench.rundir.Noise;
import io.hbench.suite.Column;
import io.hbench.suite.SuiteRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** How much the repeats of a step in one night differ: their standard deviation. */
final class RepeatNoise {
  /** Figures of a suite's table, with their units. */
  private static final List<Column> FIGURES =
      List.of(Column.OPS_PER_SECOND, Column.P50, Column.P99);

  private RepeatNoise() {}

  /** That of runs of the same step; empty without repeats. */
  static Optional<Noise> of(List<SuiteRecord.Run> repeats) {
    if (repeats.size() < 2) {
      return Optional.empty();
    }
    List<Noise.Figure> figures = new ArrayList<>();
    for (String operation : repeats.get(0).figures().keySet()) {
      for (Column column : FIGURES) {
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
                  column == Column.OPS_PER_SECOND ? "1/s" : "us",
                  values.getStandardDeviation() / values.getMean()));
        }
      }
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(new Noise(Noise.Of.RUNS, repeats.size(), figures));
  }
}
