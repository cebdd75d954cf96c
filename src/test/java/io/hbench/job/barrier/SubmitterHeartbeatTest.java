package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitterHeartbeatTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private final AtomicInteger gone = new AtomicInteger();
  private RunDirectory run;

  @BeforeEach
  void place() throws IOException {
    run = directory(LocalJobs.conf(dir));
  }

  @Test
  void tasksSeeThatTheSubmitterIsGone() throws Exception {
    time.play(
        () -> {
          SubmitterHeartbeat submitter = give();
          try (SubmitterHeartbeat task = watch(run)) {
            time.sleep(TIMEOUT);
            assertThat(gone).as("%s", task).hasValue(0);
            submitter.close();
            time.sleep(TIMEOUT.multipliedBy(2));
            assertThat(gone).as("%s", task).hasValue(1);
          }
          return null;
        });
  }

  /** A job may wait for its containers for hours. */
  @Test
  void noLoadBeginsLongAfterTheLastSign() throws Exception {
    time.play(
        () -> {
          SubmitterHeartbeat submitter = give();
          time.sleep(TIMEOUT.multipliedBy(2));
          assertThat(isGone()).isFalse();
          submitter.close();
          time.sleep(TIMEOUT.multipliedBy(2));
          assertThat(isGone()).isTrue();
          return null;
        });
  }

  /** Its submitter was killed when YARN had just taken the job. */
  @Test
  void noLoadBeginsWithoutASign() throws Exception {
    assertThat(time.play(this::isGone)).isTrue();
  }

  private boolean isGone() throws IOException, InterruptedException {
    return SubmitterHeartbeat.isGone(time, run, TIMEOUT, (double) time.instant().toEpochMilli());
  }

  @Test
  void aSubmitterThatNeverGaveASignIsGoneAsWell() throws Exception {
    time.play(
        () -> {
          try (SubmitterHeartbeat task = watch(run)) {
            time.sleep(TIMEOUT.dividedBy(2));
            assertThat(gone).as("%s", task).hasValue(0);
            time.sleep(TIMEOUT);
            assertThat(gone).as("%s", task).hasValue(1);
          }
          return null;
        });
  }

  @Test
  void tasksGoOnWhileTheSubmitterGivesSigns() throws Exception {
    time.play(
        () -> {
          try (SubmitterHeartbeat submitter = give();
              SubmitterHeartbeat task = watch(run)) {
            time.sleep(TIMEOUT.multipliedBy(100));
            assertThat(gone).as("%s %s", submitter, task).hasValue(0);
          }
          return null;
        });
  }

  @Test
  void pollsThatTheFileSystemDoesNotAnswerDoNotCount() throws Exception {
    RunDirectory silent = silentDirectory();
    SilentFileSystem.silent.set(true);
    time.play(
        () -> {
          try (SubmitterHeartbeat task = watch(silent)) {
            time.sleep(TIMEOUT.multipliedBy(5));
            assertThat(SilentFileSystem.POLLS).hasValueGreaterThanOrEqualTo(20);
            assertThat(gone).as("%s", task).hasValue(0);
            SilentFileSystem.silent.set(false);
            time.sleep(TIMEOUT.multipliedBy(2));
            assertThat(gone).as("%s", task).hasValue(1);
          }
          return null;
        });
  }

  /** The polls that it held up followed at once, and saw no sign in between. */
  @Test
  void aFileSystemThatHangsIsNoSubmitterThatIsGone() throws Exception {
    RunDirectory hanging = silentDirectory();
    SilentFileSystem.silent.set(false);
    time.play(
        () -> {
          ScheduledExecutorService submitter = time.threads("submitter", 1);
          long period = TIMEOUT.dividedBy(8).toMillis();
          var unused =
              submitter.scheduleAtFixedRate(
                  SilentFileSystem.SIGNS::incrementAndGet, 0, period, TimeUnit.MILLISECONDS);
          try (SubmitterHeartbeat task = watch(hanging)) {
            time.sleep(TIMEOUT);
            SilentFileSystem.hang = this::hang;
            time.sleep(TIMEOUT.multipliedBy(5));
            assertThat(gone).as("%s", task).hasValue(0);
          } finally {
            submitter.shutdownNow();
            SilentFileSystem.SIGNS.set(0);
            SilentFileSystem.hang = () -> {};
          }
          return null;
        });
  }

  /** Safe mode for minutes: it answers, and the submitter can't write. */
  @Test
  void aFileSystemThatTakesNothingIsNoSubmitterThatIsGone() throws Exception {
    RunDirectory safe = silentDirectory();
    Files.createDirectory(dir.resolve("run"));
    SilentFileSystem.silent.set(false);
    time.play(
        () -> {
          SilentFileSystem.readOnly.set(true);
          try (SubmitterHeartbeat task = watch(safe)) {
            time.sleep(TIMEOUT.multipliedBy(5));
            assertThat(gone).as("%s", task).hasValue(0);
            SilentFileSystem.readOnly.set(false);
            time.sleep(TIMEOUT.multipliedBy(2));
            assertThat(gone).as("%s", task).hasValue(1);
          } finally {
            SilentFileSystem.readOnly.set(false);
          }
          return null;
        });
    assertThat(dir.resolve("run/_start")).isEmptyDirectory();
  }

  private void hang() {
    SilentFileSystem.hang = () -> {};
    try {
      time.sleep(TIMEOUT.multipliedBy(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SubmitterHeartbeat give() {
    return SubmitterHeartbeat.give(time, run, TIMEOUT);
  }

  private SubmitterHeartbeat watch(RunDirectory where) {
    return SubmitterHeartbeat.watch(time, where, TIMEOUT, gone::incrementAndGet);
  }

  private RunDirectory silentDirectory() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", SilentFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return directory(conf);
  }

  private RunDirectory directory(Configuration conf) throws IOException {
    return new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  /** A file system that fails over. */
  public static final class SilentFileSystem extends LocalFileSystem {
    static final AtomicInteger POLLS = new AtomicInteger();
    static AtomicBoolean silent = new AtomicBoolean();
    static final AtomicBoolean readOnly = new AtomicBoolean();

    /** Of a submitter in virtual time; 0 for that of the file. */
    static final AtomicInteger SIGNS = new AtomicInteger();

    static volatile Runnable hang = () -> {};

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        FsPermission permission,
        boolean overwrite,
        int buffer,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      if (readOnly.get()) {
        throw new IOException("the name node is in safe mode");
      }
      return super.create(path, permission, overwrite, buffer, replication, block, progress);
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      POLLS.incrementAndGet();
      hang.run();
      if (silent.get()) {
        throw new IOException("no name node answers");
      }
      return SIGNS.get() == 0
          ? super.getFileStatus(path)
          : new FileStatus(0, false, 1, 1, SIGNS.get(), path);
    }
  }
}
