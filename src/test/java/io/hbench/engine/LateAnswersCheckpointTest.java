package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.result.SafetyCopy;
import io.hbench.job.result.TaskCheckpoint;
import io.hbench.job.result.TaskFile;
import io.hbench.kit.VirtualTime;
import io.hbench.outage.TaskOutage;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outages in the file of a task that is killed. */
class LateAnswersCheckpointTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  /** A server that hangs and goes on makes no request fail. */
  @Test
  void anOutageOfLateAnswersIsWrittenWithoutAnyError() throws Exception {
    Configuration conf = new Configuration();
    Settings.ASSIGNMENTS.set(conf, "get@1");
    RunDirectory run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri()));
    TaskFacts started =
        TaskFacts.started(
            0,
            new TaskFacts.TaskProcess("node", 1, null, null),
            "get",
            new TaskFacts.Start(0, 1, 0));
    TaskCounters counters = new TaskCounters();
    SafetyCopy copy =
        new SafetyCopy(time, run, new TaskFile(time, conf, run, 0, false), new AtomicLong());
    TaskCheckpoint checkpoint = new TaskCheckpoint(RunSpec.from(conf), started, counters, copy);
    checkpoint.start();
    counters
        .watch(Duration.ofSeconds(1))
        .settled("region", "rs1:16020", "get", SECOND, 4 * SECOND, true);
    checkpoint.update();
    time.play(
        () -> {
          copy.finish();
          return null;
        });
    assertThat(run.tasks().facts(0).orElseThrow().outages().outages())
        .extracting(TaskOutage::server)
        .containsExactly("rs1:16020");
  }
}
