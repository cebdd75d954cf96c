package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of several steps on servers that tell their CPU: each step has the samples of its time. */
class StepSamplesTest {
  private static final double MILLIS_OF_A_STEP = 3_000;

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));

  /** The servers' processes have used all of a processor since the start of this one. */
  private final JobSubmission.Servers servers =
      new JobSubmission.Servers() {
        @Override
        public List<Reading> readings() {
          long now = time.nanos();
          return List.of(
              new Reading(
                  "a:1",
                  ServerSamples.JVM,
                  now,
                  now,
                  Map.of(ServerCounter.CPU_SECONDS, now / 1e9)));
        }
      };

  @Test
  void theSamplesOfEachStepCoverItAndBeginWithIt() throws Exception {
    Configuration conf = LocalJobs.conf(dir);
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Settings.WARMUP.set(conf, "0s");
    Settings.COMMAND.set(conf, "findmax");
    Settings.OBJECTIVE.set(conf, "p99 < 20ms");
    RunDirectory run =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
    List<ServerSamples.Series> steps = new ArrayList<>();
    time.play(
        () ->
            new JobSubmission(time, RunSpec.from(conf), conf, run)
                .execute(
                    "<configuration/>",
                    servers,
                    Optional.of(done -> next(done, steps)),
                    now -> Optional.empty(),
                    new NoLimit()));
    assertThat(steps).hasSize(2);
    for (ServerSamples.Series step : steps) {
      double covered = step.atMs().get(step.size() - 1) - step.atMs().get(0);
      assertThat(covered).isBetween(MILLIS_OF_A_STEP, MILLIS_OF_A_STEP + 2_500);
    }
  }

  private static Optional<String> next(
      Optional<RunDirectory> done, List<ServerSamples.Series> steps) throws IOException {
    if (done.isPresent()) {
      steps.add(
          done.get()
              .readJson(ServerSamples.FILE, ServerSamples.class)
              .orElseThrow()
              .servers()
              .get(0)
              .jvm());
    }
    if (steps.size() == 2) {
      return Optional.empty();
    }
    Configuration step = new Configuration(false);
    Settings.COMMAND.set(step, "run");
    Settings.ASSIGNMENTS.set(step, "noop@1");
    Settings.WARMUP.set(step, "0s");
    Settings.RATE.set(step, "100");
    Settings.FOR.set(step, "3s");
    StringWriter xml = new StringWriter();
    step.writeXml(xml);
    return Optional.of(xml.toString());
  }
}
