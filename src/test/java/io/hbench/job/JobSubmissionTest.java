package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job under its submitter, from the submission to its end. */
class JobSubmissionTest {
  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private Configuration conf;
  private RunDirectory run;

  @BeforeEach
  void settings() throws IOException {
    conf = LocalJobs.conf(dir);
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Settings.WARMUP.set(conf, "0s");
    Settings.OPS.set(conf, "1000");
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  /** As that of a JDK for the containers by a slow link. */
  @Test
  void theTimeOfTheSubmissionIsNoWaitForContainers() throws Exception {
    JobFacts ended =
        execute(
            new JobSubmission.Servers() {
              @Override
              public String tableMark() throws IOException {
                pause();
                return null;
              }
            });
    assertThat(ended.status().failure()).isNull();
    assertThat(ended.succeeded()).isTrue();
  }

  private JobFacts execute(JobSubmission.Servers servers) throws Exception {
    return time.play(
        () ->
            new JobSubmission(time, RunSpec.from(conf), conf, run)
                .execute(
                    "<configuration/>",
                    servers,
                    Optional.empty(),
                    now -> Optional.empty(),
                    new NoLimit()));
  }

  /** Longer than a start timeout. */
  private void pause() throws IOException {
    try {
      time.sleep(Duration.ofMinutes(10));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
