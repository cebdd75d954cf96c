package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunNoiseTest {
  @Test
  void theIntervalsOfTheRunsOfASideAddUp() {
    assertThat(RunNoise.above(new FigureKey("get", Figure.P99), List.of(run(1, 2), run(), run(3))))
        .containsExactly(1, 2, 3);
  }

  private static RunNoise run(double... above) {
    double[][] figures = new double[RunParts.FIGURES.size()][];
    figures[RunParts.column(Figure.P99)] = above;
    return new RunNoise(Map.of(), Map.of(), Map.of(), Map.of("get", figures));
  }
}
