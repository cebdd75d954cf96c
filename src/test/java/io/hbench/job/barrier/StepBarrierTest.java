package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepBarrierTest {
  @TempDir Path dir;

  /** The files of the first step's start barrier are deleted when the step is over. */
  @Test
  void aSecondAttemptIsRefusedInLaterStepsAsInTheFirst() throws Exception {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    RunDirectory step = run.directory(RunDirectory.step(1));
    StepBarrier steps = new StepBarrier(run, 1);
    StartBarrier first = barrier(step);
    assertThat(steps.admits(0, 1, first)).as("before the first step").isTrue();

    first.await(0, ReferenceClock.measure(step.fileSystem(), probe(step)));
    assertThat(steps.admits(0, 0, first)).isTrue();
    assertThat(steps.admits(0, 1, first)).as("in the first step").isFalse();

    steps.begun();
    step.fileSystem().delete(new org.apache.hadoop.fs.Path(step.path(), RunDirectory.START), true);
    assertThat(steps.admits(0, 1, first)).as("after the first step").isFalse();
  }

  @Test
  void aTaskDoesNotWaitForAStepWithoutASubmitter() throws IOException {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    StepBarrier steps = new StepBarrier(run, 1);
    steps.fail("the submitter is gone", new IOException("no sign of it for 4s"));
    assertThatIOException()
        .isThrownBy(() -> steps.await(1))
        .withMessage("the submitter is gone: no sign of it for 4s");
  }

  private static StartBarrier barrier(RunDirectory step) throws IOException {
    return new StartBarrier(
        step,
        1,
        StartBarrier.WARM,
        new StartBarrier.Timeout(Duration.ofSeconds(20), "20s", false, 1_024, "default"));
  }

  private static org.apache.hadoop.fs.Path probe(RunDirectory step) {
    return new org.apache.hadoop.fs.Path(step.path(), RunDirectory.START + "/clock");
  }
}
