package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepBarrierTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @TempDir Path dir;

  /** The files of the first step's start barrier are deleted when the step is over. */
  @Test
  void aSecondAttemptIsRefusedInLaterStepsAsInTheFirst() throws Exception {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    RunDirectory step = run.directory(RunDirectory.step(1));
    StepBarrier steps = new StepBarrier(time, run, 1);
    StartBarrier first = barrier(step);
    assertThat(steps.admits(0, 1, first)).as("before the first step").isTrue();

    time.play(() -> first.await(time, 0, first.arrive(time, 0, Optional.empty())));
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
    StepBarrier steps = new StepBarrier(time, run, 1);
    steps.fail("the submitter is gone", new IOException("no sign of it for 4s"));
    assertThatIOException()
        .isThrownBy(() -> steps.await(0, 1, new Configuration(false)))
        .withMessage("the submitter is gone: no sign of it for 4s");
  }

  @Test
  void aTaskGetsEachStepWithItsStartAndThenTheEnd() throws Exception {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    StepBarrier steps = new StepBarrier(time, run, 1);
    Configuration job = new Configuration(false);
    String plan = plan(property(Settings.COMMAND, "run"), property(Settings.ASSIGNMENTS, "noop"));
    assertThat(steps.publish(1, plan, Optional.empty(), Duration.ZERO)).isEmpty();
    assertThat(steps.await(0, 1, job))
        .hasValueSatisfying(step -> assertThat(step.start()).isEmpty());

    ReferenceClock clock = new ReferenceClock(time.nanos(), 1, 0);
    Optional<Double> start = steps.publish(2, plan, Optional.of(clock), Duration.ofMillis(100));
    assertThat(start.orElseThrow()).as("a little ahead").isBetween(300.0, 2_000.0);
    StepBarrier.Step second = time.play(() -> steps.await(0, 2, job)).orElseThrow();
    assertThat(second.start()).isEqualTo(start);
    assertThat(second.directory().path()).isEqualTo(steps.directory(2).path());
    assertThat(second.directory().plan().size())
        .as("the plan of a step has the settings alone")
        .isEqualTo(2);

    steps.publishEnd(3);
    assertThat(time.play(() -> steps.await(0, 3, job))).isEmpty();
    assertThat(steps.directory(3).exists()).isFalse();
  }

  @Test
  void tasksThatEndAStepTogetherAskForTheNextInTurns() throws Exception {
    int tasks = 500;
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    new StepBarrier(time, run, tasks).publishEnd(2);
    List<Double> got = new ArrayList<>();
    List<Integer> some = IntStream.iterate(0, i -> i < tasks, i -> i + 50).boxed().toList();
    time.play(
        () -> {
          ScheduledExecutorService threads = time.threads("task", some.size());
          for (int task : some) {
            threads.execute(
                () -> {
                  try {
                    new StepBarrier(time, run, tasks).await(task, 2, new Configuration(false));
                    got.add(time.nanos() / 1e9);
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
          }
          threads.shutdown();
          return threads.awaitTermination(1, TimeUnit.MINUTES);
        });
    assertThat(got).hasSize(some.size());
    assertThat(Collections.max(got) - Collections.min(got))
        .as("500 tasks at 500 calls a second")
        .isGreaterThan(0.5);
  }

  /** Whose start is not long after it was published. */
  @Test
  void theLastTurnIsNotAfterAStepThatTheSubmitterPublishesEarlierThanTheOneBefore()
      throws Exception {
    int tasks = 500; // a turn is up to a second
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    StepBarrier steps = new StepBarrier(time, run, tasks);
    String plan = plan(property(Settings.COMMAND, "run"), property(Settings.ASSIGNMENTS, "noop"));
    steps.publish(
        1, plan, Optional.of(new ReferenceClock(time.nanos(), 1, 0)), Duration.ofSeconds(3));
    int last = 50; // its turn is at 0.9 of the period
    double waited =
        time.play(
            () -> {
              steps.await(last, 1, new Configuration(false));
              long end = time.nanos();
              steps.publishEnd(2);
              steps.await(last, 2, new Configuration(false));
              return (time.nanos() - end) / 1e9;
            });
    assertThat(waited).as("0.8 of the time that the submitter took").isBetween(2.0, 2.4);
  }

  /** The same restricted reader as that of every plan. */
  @Test
  void theSettingsOfAStepAreThoseOfItsFileAndNothingElse() throws Exception {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
    Configuration job = new Configuration(false);
    job.set("password", "a secret of the task");
    Settings.OPERATION_PROPERTIES.set(job, "retries=3");
    Path other = dir.resolve("other.xml");
    Files.writeString(other, plan(property(Settings.TABLE, "other")));
    StepBarrier steps = new StepBarrier(time, run, 1);

    steps.publish(
        1,
        plan(
            property(Settings.COMMAND, "run"),
            property(Settings.ASSIGNMENTS, "get"),
            property(Settings.COLUMN_PREFIX, "${password} of ${user.name} in ${env.PATH}")),
        Optional.empty(),
        Duration.ZERO);
    RunSpec spec = steps.await(0, 1, job).orElseThrow().spec();
    assertThat(spec.data().cells().columnPrefix())
        .isEqualTo("${password} of ${user.name} in ${env.PATH}");
    assertThat(spec.data().properties()).containsEntry("retries", "3");

    String published = "_start/step-001.xml";
    run.write(
        published,
        plan(
            "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\""
                + other.toUri()
                + "\"/>"));
    assertThatThrownBy(() -> steps.await(0, 1, job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(published + " is damaged: ")
        .hasMessageContaining("XInclude");

    run.write(
        published,
        "<!DOCTYPE c [<!ENTITY file SYSTEM \"%s\">]>".formatted(other.toUri())
            + plan(property(Settings.TABLE, "&file;")));
    assertThatThrownBy(() -> steps.await(0, 1, job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(published + " is damaged: Undeclared general entity");
  }

  private static String plan(String... parts) {
    return "<configuration>" + String.join("", parts) + "</configuration>";
  }

  private static String property(Setting<?> setting, String value) {
    return "<property><name>%s</name><value>%s</value></property>"
        .formatted(setting.property(), value);
  }

  private static StartBarrier barrier(RunDirectory step) throws IOException {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    return new StartBarrier(step, RunSpec.from(conf), conf, StartBarrier.WARM);
  }
}
