package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.LocalJobs;
import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SubmitterSignTest {
  private static final Duration SHORT = Duration.ofMillis(400);

  @TempDir Path dir;
  private final CountDownLatch gone = new CountDownLatch(1);
  private RunDirectory run;

  @BeforeEach
  void place() throws IOException {
    run = directory(LocalJobs.conf(dir));
  }

  @Test
  void tasksSeeThatTheSubmitterIsGone() throws InterruptedException {
    try (SubmitterSign submitter = SubmitterSign.give(Time.real(), run, SHORT)) {
      assertThat(submitter).isNotNull();
    }
    try (SubmitterSign task = SubmitterSign.watch(Time.real(), run, SHORT, gone::countDown)) {
      assertThat(gone.await(30, TimeUnit.SECONDS)).as("%s", task).isTrue();
    }
  }

  @Test
  void aSubmitterThatNeverGaveASignIsGoneAsWell() throws InterruptedException {
    try (SubmitterSign task = SubmitterSign.watch(Time.real(), run, SHORT, gone::countDown)) {
      assertThat(gone.await(30, TimeUnit.SECONDS)).as("%s", task).isTrue();
    }
  }

  /** Ten times the timeout of the task, whose signs come ten times as often as needed. */
  @Test
  void tasksGoOnWhileTheSubmitterGivesSigns() throws InterruptedException {
    Duration timeout = Duration.ofSeconds(4);
    try (SubmitterSign submitter = SubmitterSign.give(Time.real(), run, timeout.dividedBy(10));
        SubmitterSign task =
            SubmitterSign.watch(Time.real(), run, timeout.dividedBy(10), gone::countDown)) {
      assertThat(gone.await(timeout.toMillis(), TimeUnit.MILLISECONDS))
          .as("%s %s", submitter, task)
          .isFalse();
    }
  }

  @Test
  void pollsThatTheFileSystemDoesNotAnswerDoNotCount() throws Exception {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", SilentFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    SilentFileSystem.silent.set(true);
    try (SubmitterSign task =
        SubmitterSign.watch(Time.real(), directory(conf), SHORT, gone::countDown)) {
      while (SilentFileSystem.POLLS.get() < 20) {
        Thread.sleep(10);
      }
      assertThat(gone.getCount()).as("%s", task).isOne();
      SilentFileSystem.silent.set(false);
      assertThat(gone.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private RunDirectory directory(Configuration conf) throws IOException {
    return new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  /** A file system that fails over. */
  public static final class SilentFileSystem extends LocalFileSystem {
    static final AtomicInteger POLLS = new AtomicInteger();
    static AtomicBoolean silent = new AtomicBoolean();

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      POLLS.incrementAndGet();
      if (silent.get()) {
        throw new IOException("no name node answers");
      }
      return super.getFileStatus(path);
    }
  }
}
