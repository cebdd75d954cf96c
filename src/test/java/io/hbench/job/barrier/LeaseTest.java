package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases of several runs on one table. */
class LeaseTest {
  @TempDir java.nio.file.Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private Configuration conf;
  private Path table;

  @BeforeEach
  void names() throws IOException {
    conf = LocalJobs.conf(dir);
    Files.createDirectory(dir.resolve("leases"));
    table = new Path(dir.resolve("leases/id,default,t").toUri());
  }

  @Test
  void aHolderIsKnownUntilItEnds() throws Exception {
    time.play(
        () -> {
          try (Lease second = take(table, "second")) {
            try (Lease first = take(table, "first")) {
              Lease.Holder holder = second.others().get(0);
              assertThat(holder.run()).endsWith("/first");
              assertThat(holder.user()).isEqualTo(System.getProperty("user.name"));
              assertThat(holder.process()).endsWith(":" + ProcessHandle.current().pid());
              assertThat(first.others().get(0).run()).endsWith("/second");
            }
            assertThat(second.others()).isEmpty();
          }
          assertThat(files()).isEmpty();
          return null;
        });
  }

  /** Its job may go on: YARN did not answer, for example. */
  @Test
  void aLeaseStaysForTheTasksOfAJobThatHasNotEnded() throws Exception {
    time.play(
        () -> {
          RunDirectory run = new RunDirectory(conf, new Path(dir.resolve("run").toUri()));
          JobFacts.Job job = new JobFacts.Job("job_1_1", "run", "0.2.0", 2, 0);
          run.writeJson(RunDirectory.JOB, JobFacts.submitted(job, "2026-03-01T02:00:07Z"));
          take(table, "run").close();
          assertThat(files()).hasSize(1);
          return null;
        });
  }

  /** Somebody has taken the text away. */
  @Test
  void aHolderWritesItsFileAgainAndAgain() throws Exception {
    time.play(
        () -> {
          try (Lease holder = take(table, "run")) {
            java.nio.file.Path file = files().get(0);
            String text = Files.readString(file);
            Files.delete(file);
            time.sleep(Duration.ofSeconds(29));
            assertThat(files()).isEmpty();
            time.sleep(Duration.ofSeconds(2));
            assertThat(file).hasContent(text);
            assertThat(holder.others()).isEmpty();
          }
          return null;
        });
  }

  @Test
  void holdersOfOtherTablesAndOfTheSameRunAreNoOthers() throws Exception {
    time.play(
        () -> {
          try (Lease one = take(table, "run");
              Lease same = take(table, "run");
              Lease other = take(new Path(table.getParent(), "id,default,t2"), "other")) {
            assertThat(one.others()).isEmpty();
            assertThat(same.others()).isEmpty();
            assertThat(other.others()).isEmpty();
          }
          return null;
        });
  }

  @Test
  void aHolderThatWasKilledIsForgotten() throws Exception {
    time.play(
        () -> {
          try (Lease killed = take(table, "killed")) {
            java.nio.file.Path file = files().get(0);
            try (Lease next = take(table, "next")) {
              age(file, 4 * 60_000);
              assertThat(next.others()).hasSize(1);
              age(file, 6 * 60_000);
              assertThat(next.others()).isEmpty();
            }
            assertThat(killed.others()).isEmpty();
          }
          return null;
        });
  }

  @Test
  void theFileOfAHolderThatIsBeingWrittenCounts() throws Exception {
    time.play(
        () -> {
          try (Lease own = take(table, "own")) {
            Files.writeString(dir.resolve("leases/id,default,t,x"), "");
            assertThat(own.others()).hasSize(1);
            Files.writeString(
                dir.resolve("leases/id,default,t,x"),
                "{\"user\": \"u\", \"process\": \"p\", \"since\": \"s\", \"run\": \"a\\u001bb\"}");
            assertThat(own.others().get(0))
                .hasToString(
                    "user " + System.getProperty("user.name") + " since s: a?b, by process p");
          }
          return null;
        });
  }

  /** The first user would make it for himself alone. */
  @Test
  void aDirectoryThatDoesNotExistIsNotMade() {
    Path missing = new Path(dir.resolve("missing/id,default,t").toUri());
    assertThatThrownBy(() -> take(missing, "run"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "hbench.lease.dir file:%1$s/missing: does not exist, and has to be writable for all users; try hadoop fs -mkdir -p file:%1$s/missing && hadoop fs -chmod 1777 file:%1$s/missing"
                .formatted(dir));
    assertThat(dir.resolve("missing")).doesNotExist();
  }

  /** It is another user's text. */
  @Test
  void aProcessThatIsNoneMayBeAlive() throws Exception {
    String host = InetAddress.getLocalHost().getHostName();
    for (String process : new String[] {null, "", host + ":", host + ":x", "elsewhere:1"}) {
      assertThat(new Lease.Holder("u", process, "s", "r").mayBeAlive()).isTrue();
    }
    long own = ProcessHandle.current().pid();
    assertThat(new Lease.Holder("u", host + ":" + own, "s", "r").mayBeAlive()).isTrue();
    assertThat(new Lease.Holder("u", host + ":999999999999", "s", "r").mayBeAlive())
        .as("an end is only known where processes of others are shown")
        .isEqualTo(ProcessHandle.of(1).isEmpty());
  }

  @Test
  void aDetachedRunHoldsItsLeaseFromTheSubmitterToItsFirstTask() throws Exception {
    time.play(
        () -> {
          RunDirectory run = new RunDirectory(conf, new Path(dir.resolve("run").toUri()));
          assertThat(Lease.handedOver(time, run)).isNull();
          Path source = new Path(table.getParent(), "id,default,source");
          Path own = new Path(dir.resolve("run").toUri());
          try (Lease submitter = Lease.take(time, conf, List.of(table, source), own)) {
            try (Lease candidate = take(new Path(table.getParent(), "id,default,t2"), "run")) {
              JobFacts.Job job = new JobFacts.Job("job_1_1", "run", "0.2.0", 2, 0);
              run.writeJson(RunDirectory.JOB, JobFacts.submitted(job, "2026-03-01T02:00:07Z"));
              Lease.handOver(run, List.of(submitter, candidate));
            }
          }
          Lease.handedOver(time, run).close(); // by an attempt that failed before its load
          assertThat(files()).hasSize(3);
          try (Lease task = Lease.handedOver(time, run);
              Lease other = take(table, "other")) {
            Lease.begin(task);
            assertThat(task.others().get(0).run()).endsWith("/other");
            assertThat(other.others().get(0).run()).endsWith("/run");
          }
          assertThat(files()).isEmpty();
          return null;
        });
  }

  /** Its job may have waited in the queue, or an attempt of the task may have failed. */
  @Test
  void aLeaseThatIsStaleOrGoneIsRenewedWhenItsTaskBegins() throws Exception {
    time.play(
        () -> {
          RunDirectory run = new RunDirectory(conf, new Path(dir.resolve("run").toUri()));
          try (Lease submitter = take(table, "run")) {
            Lease.handOver(run, List.of(submitter));
          }
          java.nio.file.Path file = files().get(0);
          try (Lease other = take(table, "other")) {
            age(file, 6 * 60_000);
            for (int attempt = 0; attempt < 2; attempt++) {
              assertThat(other.others()).isEmpty();
              try (Lease task = Lease.handedOver(time, run)) {
                assertThat(other.others()).as("%s", task).hasSize(1);
                Lease.begin(task);
              }
            }
          }
          return null;
        });
  }

  private Lease take(Path thing, String run) throws IOException {
    return Lease.take(time, conf, List.of(thing), new Path(dir.resolve(run).toUri()));
  }

  private List<java.nio.file.Path> files() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(dir.resolve("leases"))) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).toList();
    }
  }

  /** Makes a file older than the newest one. */
  private void age(java.nio.file.Path file, long millis) throws IOException {
    long newest = 0;
    for (java.nio.file.Path other : files()) {
      newest = Math.max(newest, Files.getLastModifiedTime(other).toMillis());
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(newest - millis));
  }
}
