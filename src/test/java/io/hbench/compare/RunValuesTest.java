package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunValuesTest {
  private static final SyntheticRuns RUNS =
      new SyntheticRuns(1, 40, 500, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;

  @Test
  void failedRequestsAreSlowerThanAllOthersInThePercentiles() throws IOException {
    RunValues all = read("all", RUNS);
    RunValues failing = read("failing", RUNS.timingOut(0.04));
    for (Figure figure : new Figure[] {Figure.P50, Figure.P75, Figure.P90}) {
      assertThat(value(failing, figure)).as("%s", figure).isEqualTo(value(all, figure));
    }
    for (Figure figure : new Figure[] {Figure.P95, Figure.P99}) {
      FigureKey key = new FigureKey("get", figure);
      assertThat(failing.value(key)).as("%s", figure).isEmpty();
      assertThat(failing.lacksForFailed(key, Timing.SERVICE)).as("%s", figure).isTrue();
    }
  }

  @Test
  void aPercentileOfTooFewRequestsIsNotThatOfAFailedOne() throws IOException {
    RunValues few = read("few", RUNS.timingOut(0.04));
    FigureKey key = new FigureKey("get", Figure.P99999);
    assertThat(few.value(key)).isEmpty();
    assertThat(few.lacksForFailed(key, Timing.SERVICE)).isFalse();
  }

  @Test
  void sharesAreThoseOfSentRequests() throws IOException {
    RunValues failing = read("failing", RUNS.timingOut(0.04));
    assertThat(value(failing, Figure.ERRORS)).isBetween(0.035, 0.045);
    assertThat(value(failing, Figure.DROPPED)).isZero();
  }

  private static double value(RunValues figures, Figure figure) {
    return figures.value(new FigureKey("get", figure)).orElseThrow();
  }

  private RunValues read(String name, SyntheticRuns runs) throws IOException {
    MeasuredRun run = MeasuredRun.read(runs.write(dir.resolve(name), 1));
    return RunValues.read(run, Map.of("get", Timing.SERVICE));
  }
}
