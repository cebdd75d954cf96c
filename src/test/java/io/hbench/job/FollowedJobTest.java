package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.barrier.Lease;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a follower writes the end of a job unless its submitter does. */
class FollowedJobTest {
  private static final ServerFacts FACTS =
      new ServerFacts("2.6.1", 1, 0, 0, 0, 0, 0, null, Map.of(), List.of());

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private Configuration conf;
  private final AtomicInteger asked = new AtomicInteger();
  private RunDirectory run;
  private HadoopJob job;

  private final JobSubmission.Servers servers =
      new JobSubmission.Servers() {
        @Override
        public ServerFacts facts() {
          asked.incrementAndGet();
          return FACTS;
        }

        @Override
        public List<PreparedStep> prepared() {
          return List.of(new PreparedStep("flush", 1, null, 5L, null));
        }
      };

  /** A file system with three replicas, which only knows the file that had others. */
  public static final class Replicated extends RawLocalFileSystem {
    static String changed;

    @Override
    public URI getUri() {
      return URI.create("replicated:///");
    }

    @Override
    @SuppressWarnings("deprecation") // what HDFS has
    public short getDefaultReplication() {
      return 3;
    }

    @Override
    public boolean setReplication(org.apache.hadoop.fs.Path path, short replicas) {
      changed = path.getName() + " " + replicas;
      return true;
    }
  }

  @Test
  void theKeysOfAJobThatHasEndedHaveTheUsualReplicas() throws Exception {
    conf.setClass("fs.replicated.impl", Replicated.class, FileSystem.class);
    Replicated.changed = null;
    RunDirectory replicated =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path("replicated://" + dir.resolve("r")));
    replicated.write(RunDirectory.SUCCESS, "");
    JobFacts.Job started = new JobFacts.Job("job_1_1", "run", "0.2.0", 2, 0);
    new JobFile(time, replicated).succeeded(JobFacts.submitted(started, "2026-03-01T02:00:07Z"));
    assertThat(Replicated.changed).isEqualTo("keys 3");
  }

  @BeforeEach
  void settings() throws IOException {
    conf = LocalJobs.conf(dir);
    Settings.ASSIGNMENTS.set(conf, "noop@2");
    Settings.WARMUP.set(conf, "0s");
    Settings.DETACH.set(conf, "true");
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  @Test
  void aFollowerThatSeesTheEndWritesItWithTheStateOfTheServers() throws Exception {
    time.play(
        () -> {
          Settings.FOR.set(conf, "2s");
          JobFacts known = start();
          List<Progress> progress = new ArrayList<>();
          JobFacts ended = follower().follow(job, known, servers, progress::add).orElseThrow();

          assertThat(ended.succeeded()).isTrue();
          assertThat(ended.servers().after()).isEqualTo(FACTS);
          assertThat(ended.prepared()).isEqualTo(known.prepared()).isNotEmpty();
          assertThat(ended.status().counters().get(LoadCounter.REQUESTS.name())).isPositive();
          assertThat(saved()).isEqualTo(ended);
          assertThat(run.has(RunDirectory.START)).isFalse();
          assertThat(progress).isNotEmpty();
          assertThat(progress.get(0).planned()).isEqualTo(2);
          return null;
        });
  }

  @Test
  void aFollowerThatStartsAfterTheEndAsksNoServers() throws Exception {
    time.play(
        () -> {
          Settings.OPS.set(conf, "1000");
          JobFacts known = start();
          JobFacts ended = comeLate(known).orElseThrow();
          assertThat(ended.succeeded()).isTrue();
          assertThat(ended.status().counters().get(LoadCounter.REQUESTS.name())).isEqualTo(1_000);
          assertThat(ended.servers().after()).isNull();
          assertThat(asked).hasValue(0);
          assertThat(saved()).isEqualTo(ended);
          return null;
        });
  }

  @Test
  void aFailedJobHasItsReason() throws Exception {
    time.play(
        () -> {
          Settings.OPS.set(conf, "1000");
          Settings.START_TIMEOUT.set(conf, "1s");
          JobFacts known = startOneOfThree();
          JobFacts ended = comeLate(known).orElseThrow();
          assertThat(ended.status().state()).isEqualTo("FAILED");
          assertThat(ended.status().failure())
              .startsWith("only 1 of 2 containers started within --start-timeout 1s");
          return null;
        });
  }

  @Test
  void aDetachedRunKeepsItsLeaseWhileItsFirstTaskWaitsForTheOthers() throws Exception {
    time.play(
        () -> {
          Settings.OPS.set(conf, "1000");
          Path leases = Files.createDirectory(dir.resolve("leases"));
          List<org.apache.hadoop.fs.Path> table =
              List.of(new org.apache.hadoop.fs.Path(leases.resolve("t").toUri()));
          try (Lease submitter = Lease.take(time, conf, table, run.path())) {
            Lease.handOver(run, List.of(submitter));
          }
          FileUtils.cleanDirectory(leases.toFile()); // who renews it writes it again
          JobFacts known = startOneOfThree();
          time.sleep(Duration.ofSeconds(40));
          assertThat(leases).isNotEmptyDirectory();
          assertThat(comeLate(known).orElseThrow().status().failure())
              .startsWith("only 1 of 2 containers started");
          assertThat(leases).isEmptyDirectory();
          return null;
        });
  }

  @Test
  void theEndThatTheSubmitterWritesIsKept() throws Exception {
    time.play(
        () -> {
          Settings.DETACH.set(conf, "false");
          Settings.OPS.set(conf, "1000");
          JobFacts known = start();
          JobFacts theirs = known.ended("SUCCEEDED", null, "2026-01-31T10:15:00Z", Map.of());
          new JobFile(time, run).write(theirs);
          assertThat(comeLate(known)).isEmpty();
          assertThat(saved()).isEqualTo(theirs);
          return null;
        });
  }

  @Test
  void aForgottenJobSucceededIfItsDirectoryHasTheSuccessFile() throws Exception {
    time.play(
        () -> {
          Settings.OPS.set(conf, "1000");
          JobFacts known = start();
          comeLate(known);
          new JobFile(time, run).write(known);
          JobFacts ended =
              follower()
                  .follow(known, servers, progress -> {})
                  .orElseThrow(); // unknown to this cluster
          assertThat(ended.succeeded()).isTrue();
          assertThat(ended.status().counters()).isNull();
          assertThat(OffsetDateTime.parse(ended.status().finished()))
              .isAfterOrEqualTo(OffsetDateTime.parse(known.status().started()).minusSeconds(1));

          run.fileSystem()
              .delete(new org.apache.hadoop.fs.Path(run.path(), RunDirectory.SUCCESS), false);
          assertThatThrownBy(() -> follower().follow(known, servers, progress -> {}))
              .hasMessageContaining(known.job().id());
          return null;
        });
  }

  /** A run of ten minutes whose requests all fail, after its end. */
  private JobFacts failing(String warmup) throws Exception {
    Settings.ASSIGNMENTS.set(conf, "io.hbench.cli.FailingOperation@1");
    Settings.WARMUP.set(conf, warmup);
    Settings.FOR.set(conf, "10m");
    Settings.RATE.set(conf, "500");
    Settings.ABORT_ABOVE.set(conf, "50%");
    return comeLate(start()).orElseThrow();
  }

  /** Without a submitter, each task decides for itself. */
  @Test
  void aDetachedTaskWhoseRequestsFailEndsTheJob() throws Exception {
    time.play(
        () -> {
          JobFacts ended = failing("0s");
          assertThat(ended.status().state()).isEqualTo("FAILED");
          assertThat(ended.status().failure())
              .contains("requests failed: more than --abort-above 50%");
          return null;
        });
  }

  @Test
  void aTaskWhoseRequestsFailInTheWarmUpEndsTheJobInTheWarmUp() throws Exception {
    time.play(
        () -> {
          long begin = time.nanos();
          assertThat(failing("10m").status().state()).isEqualTo("FAILED");
          assertThat(Duration.ofNanos(time.nanos() - begin)).isLessThan(Duration.ofMinutes(5));
          return null;
        });
  }

  /** Its application master can't leave a ResourceManager that is frozen. */
  @Test
  void aJobThatHasSucceededIsOverThoughYarnSaysThatItRuns() throws Exception {
    time.play(
        () -> {
          conf.set(VirtualJobs.FROZEN, "end");
          Settings.OPS.set(conf, "1000");
          JobFacts known = start();
          conf.set("mapreduce.framework.name", "yarn");
          long begin = time.nanos();
          JobFacts ended = follower().follow(job, known, servers, now -> {}).orElseThrow();
          assertThat(ended.succeeded()).isTrue();
          assertThat(Duration.ofNanos(time.nanos() - begin)).isLessThan(Duration.ofMinutes(1));
          return null;
        });
  }

  @Test
  void whatAFollowerNeedsIsWrittenBeforeTheSubmission() throws Exception {
    time.play(
        () -> {
          Settings.OPS.set(conf, "1000");
          job = new HadoopJob(LoadJob.of(RunSpec.from(conf), conf, run.path()));
          job.job().setInputFormatClass(InputThatLooks.class);
          comeLate(submission().start(job, "<configuration/>", null, servers, new NoLimit()));
          assertThat(InputThatLooks.SEEN)
              .as("by the submission, and by the runner after it")
              .containsExactly(
                  RunDirectory.PLAN, RunDirectory.JOB, RunDirectory.PLAN, RunDirectory.JOB);
          return null;
        });
  }

  /** Looks into the run directory during the submission. */
  public static final class InputThatLooks extends InputFormat<NullWritable, NullWritable> {
    static final List<String> SEEN = new ArrayList<>();

    @Override
    public List<InputSplit> getSplits(JobContext job) {
      try {
        RunDirectory run =
            new RunDirectory(job.getConfiguration(), FileOutputFormat.getOutputPath(job));
        for (String file : List.of(RunDirectory.PLAN, RunDirectory.JOB)) {
          if (run.has(file)) {
            SEEN.add(file);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new TaskInputFormat().getSplits(job);
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, TaskAttemptContext task) {
      return new TaskInputFormat().createRecordReader(split, task);
    }
  }

  private JobSubmission submission() {
    return new JobSubmission(time, RunSpec.from(conf), conf, run);
  }

  private JobFollower follower() {
    return new JobFollower(time, RunSpec.from(conf), conf, run);
  }

  private JobFacts start() throws Exception {
    job = new HadoopJob(LoadJob.of(RunSpec.from(conf), conf, run.path()));
    return submission().start(job, "<configuration/>", null, servers, new NoLimit());
  }

  /** The runner of jobs has one thread, so that the other tasks never reach the start barrier. */
  private JobFacts startOneOfThree() throws Exception {
    job = new HadoopJob(LoadJob.of(RunSpec.from(conf), conf, run.path()));
    job.job().getConfiguration().setInt("mapreduce.local.map.tasks.maximum", 1);
    return submission().start(job, "<configuration/>", null, servers, new NoLimit());
  }

  private Optional<JobFacts> comeLate(JobFacts known) throws Exception {
    while (!job.job().isComplete()) {
      time.sleep(Duration.ofSeconds(1));
    }
    return follower().follow(job, known, servers, progress -> {});
  }

  private JobFacts saved() throws IOException {
    return JobFacts.read(run);
  }
}
