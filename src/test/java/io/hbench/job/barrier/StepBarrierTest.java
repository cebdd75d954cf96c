package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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

    first.await(0, first.arrive(0, Optional.empty()));
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

  /** The same restricted reader as that of every plan. */
  @Test
  void theSettingsOfAStepAreThoseOfItsFileAndNothingElse() throws IOException {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    RunDirectory step = run.directory(RunDirectory.step(1));
    Configuration job = new Configuration(false);
    job.set("password", "a secret of the task");
    Settings.OPERATION_PROPERTIES.set(job, "retries=3");
    Path other = dir.resolve("other.xml");
    Files.writeString(other, plan(property(Settings.TABLE, "other")));

    step.write(
        RunDirectory.PLAN,
        plan(
            property(Settings.COMMAND, "run"),
            property(Settings.ASSIGNMENTS, "get"),
            property(Settings.COLUMN_PREFIX, "${password} of ${user.name} in ${env.PATH}")));
    RunSpec spec = StepBarrier.spec(step, job);
    assertThat(spec.data().cells().columnPrefix())
        .isEqualTo("${password} of ${user.name} in ${env.PATH}");
    assertThat(spec.data().properties()).containsEntry("retries", "3");

    step.write(
        RunDirectory.PLAN,
        plan(
            "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\""
                + other.toUri()
                + "\"/>"));
    assertThatThrownBy(() -> StepBarrier.spec(step, job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("steps/001/plan.xml is damaged: ")
        .hasMessageContaining("XInclude");

    step.write(
        RunDirectory.PLAN,
        "<!DOCTYPE c [<!ENTITY file SYSTEM \"%s\">]>".formatted(other.toUri())
            + plan(property(Settings.TABLE, "&file;")));
    assertThatThrownBy(() -> StepBarrier.spec(step, job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("steps/001/plan.xml is damaged: Undeclared general entity");
  }

  private static String plan(String... parts) {
    return "<configuration>" + String.join("", parts) + "</configuration>";
  }

  private static String property(Setting<?> setting, String value) {
    return "<property><name>%s</name><value>%s</value></property>"
        .formatted(setting.property(), value);
  }

  private static StartBarrier barrier(RunDirectory step) throws IOException {
    return new StartBarrier(
        step,
        1,
        StartBarrier.WARM,
        new StartBarrier.Timeout(Duration.ofSeconds(20), "20s", false, 1_024, "default"));
  }
}
