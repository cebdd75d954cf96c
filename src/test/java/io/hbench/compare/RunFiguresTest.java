package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFiguresTest {
  private static final SyntheticRuns RUNS =
      new SyntheticRuns(1, 40, 500, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;

  @Test
  void failedRequestsAreSlowerThanAllOthersInThePercentiles() throws IOException {
    RunFigures all = read("all", RUNS);
    RunFigures failing = read("failing", RUNS.timingOut(0.04));
    for (ComparedFigure figure :
        new ComparedFigure[] {ComparedFigure.P50, ComparedFigure.P75, ComparedFigure.P90}) {
      assertThat(value(failing, figure)).as("%s", figure).isEqualTo(value(all, figure));
    }
    for (ComparedFigure figure : new ComparedFigure[] {ComparedFigure.P95, ComparedFigure.P99}) {
      FigureKey key = new FigureKey("get", figure);
      assertThat(failing.value(key)).as("%s", figure).isEmpty();
      assertThat(failing.lacksForFailed(key, Timing.SERVICE)).as("%s", figure).isTrue();
    }
  }

  @Test
  void aPercentileOfTooFewRequestsIsNotThatOfAFailedOne() throws IOException {
    RunFigures few = read("few", RUNS.timingOut(0.04));
    FigureKey key = new FigureKey("get", ComparedFigure.P99999);
    assertThat(few.value(key)).isEmpty();
    assertThat(few.lacksForFailed(key, Timing.SERVICE)).isFalse();
  }

  @Test
  void sharesAreThoseOfSentRequests() throws IOException {
    RunFigures failing = read("failing", RUNS.timingOut(0.04));
    assertThat(value(failing, ComparedFigure.ERRORS)).isBetween(0.035, 0.045);
    assertThat(value(failing, ComparedFigure.DROPPED)).isZero();
  }

  private static double value(RunFigures figures, ComparedFigure figure) {
    return figures.value(new FigureKey("get", figure)).orElseThrow();
  }

  private RunFigures read(String name, SyntheticRuns runs) throws IOException {
    MeasuredRun run = MeasuredRun.read(runs.write(dir.resolve(name), 1));
    return RunFigures.read(run, Map.of("get", Timing.SERVICE));
  }
}
