package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.barrier.SubmitterHeartbeat;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** The submitter may be killed as soon as YARN has the job. */
  @Test
  void theFirstSignOfTheSubmitterIsThereBeforeTheJob() throws Exception {
    AtomicBoolean there = new AtomicBoolean();
    JobSubmission.Limit limit =
        new NoLimit() {
          @Override
          public void submits(JobSubmission.Submitted job) {
            there.set(Files.exists(dir.resolve("run/_start/submitter")));
          }
        };
    assertThat(execute(JobSubmission.Servers.NONE, limit).succeeded()).isTrue();
    assertThat(there).isTrue();
  }

  /** As of a thousand tenants, each of which has files of its own. */
  @Test
  void theSubmitterGivesSignsWhileItWritesFilesForItsTasks() throws Exception {
    AtomicInteger gone = new AtomicInteger();
    JobFacts ended =
        execute(
            new JobSubmission.Servers() {
              @Override
              public void submitted(JobFacts job) throws IOException {
                try (SubmitterHeartbeat task =
                    SubmitterHeartbeat.watch(
                        time, run, Duration.ofMinutes(3), gone::incrementAndGet)) {
                  pause();
                  assertThat(gone).as("%s", task).hasValue(0);
                }
              }
            });
    assertThat(ended.succeeded()).isTrue();
  }

  @Test
  void theEndOfTheJobIsToldBeforeItsHandOver() throws Exception {
    List<String> told = new ArrayList<>();
    JobSubmission.Servers servers =
        new JobSubmission.Servers() {
          @Override
          public JobFacts take(JobFacts job) {
            told.add("hand-over");
            return job;
          }
        };
    JobSubmission.Limit limit =
        new NoLimit() {
          @Override
          public void ends() {
            told.add("end");
          }
        };
    assertThat(execute(servers, limit).succeeded()).isTrue();
    assertThat(told).containsExactly("end", "hand-over");
  }

  /** YARN lists it among the applications that failed: its queue had no place, for example. */
  @Test
  void aJobThatYarnHasRefusedIsNotSaidToRun() throws Exception {
    conf.set(VirtualJobs.FROZEN, "refuse");
    assertThatThrownBy(() -> execute(JobSubmission.Servers.NONE)).hasMessage("the queue is full");
    JobFacts facts = JobFacts.read(run);
    assertThat(facts.job().id()).startsWith("job_local");
    assertThat(facts.status().state()).isEqualTo("FAILED");
    assertThat(facts.status().finished()).isNotNull();
    assertThat(run.has(RunDirectory.START)).isFalse();
  }

  private JobFacts execute(JobSubmission.Servers servers) throws Exception {
    return execute(servers, new NoLimit());
  }

  private JobFacts execute(JobSubmission.Servers servers, JobSubmission.Limit limit)
      throws Exception {
    return time.play(
        () ->
            new JobSubmission(time, RunSpec.from(conf), conf, run)
                .execute(
                    "<configuration/>", servers, Optional.empty(), now -> Optional.empty(), limit));
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
