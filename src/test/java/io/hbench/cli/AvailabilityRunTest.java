package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that all succeed: in time in one run, and too late in another. */
class AvailabilityRunTest {
  private static final String RUN =
      "run io.hbench.cli.LateOperation@1 --threads 2 --for 1s --warmup 0s --interval 100ms"
          + " --outage-after 25ms --objective 'availability > 50%'";

  @TempDir Path dir;

  @Test
  void lateAnswersAreNoErrorsAndNotAvailable() throws Exception {
    Hbench hbench = new Hbench(dir);
    LateOperation.take(Duration.ofMillis(1));
    Hbench.Result intime = hbench.job("intime", RUN);
    LateOperation.take(Duration.ofMillis(40));
    Hbench.Result late = hbench.job("late", RUN);

    assertThat(intime).hasExitCode(0);
    assertThat(intime.out())
        .containsPattern("\navailability > 50% +met ")
        .containsPattern("\navailability: +[0-9.]+ %\n");
    assertThat(hbench.run("report --details " + intime.dir()).out())
        .contains("Outages are unknown: no request was for a known region alone, or each side");
    assertThat(late).hasExitCode(3);
    assertThat(late.out()).containsPattern("\navailability: +0 %\n");
    assertThat(late.report())
        .has("operations.0.errors", 0)
        .has("operations.0.inTime", 0)
        .has("availability.share", 0.0)
        .has("availability.outages", null);

    Hbench.Result comparison =
        Hbench.run(new Configuration(), "compare", path("intime"), path("late"));
    assertThat(comparison.out()).containsPattern("unavailable .*regression");
  }

  @Test
  void requestsThatTakeAThresholdOrLongerAreCountedForAllTasks() throws Exception {
    LateOperation.take(Duration.ofMillis(40));
    Hbench hbench = new Hbench(dir);
    String run = "run io.hbench.cli.LateOperation@2 --ops 100 --warmup 0s --latency-threshold ";
    assertThat(hbench.job(run + "40ms").report()).has("operations.0.overThreshold", 100);
    assertThat(hbench.last().out())
        .containsPattern("latency threshold: +100 requests took 40ms or longer");
    assertThat(hbench.job(run + "50ms").report()).has("operations.0.overThreshold", 0);
  }

  private String path(String run) {
    return dir.resolve(run).toString();
  }
}
