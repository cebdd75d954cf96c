package io.hbench.job.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.latency.Window;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SafetyCopyTest {
  private static final Series SERIES = Series.of("get", Timing.SERVICE, Series.OK);
  private static final long SECOND = 1_000_000_000;

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @Test
  void itHasAllRecordsWhenItIsClosed() throws Exception {
    time.play(
        () -> {
          RunDirectory run = run();
          try (SafetyCopy copy =
              new SafetyCopy(
                  time,
                  run,
                  new TaskFile(time, new Configuration(), run, 0, false),
                  new AtomicLong())) {
            for (int i = 0; i < 100; i++) {
              copy.accept(SERIES.at(i), record());
              copy.flush();
            }
            copy.finish();
            assertThat(copy.failure()).isEmpty();
          }
          List<Integer> intervals = new ArrayList<>();
          run.tasks().read((task, series, record) -> intervals.add(series.interval()));
          assertThat(intervals).hasSize(100).isSorted();
          return null;
        });
  }

  @Test
  void aFileSystemThatFailsDoesNotEndTheRun() throws Exception {
    time.play(
        () -> {
          SafetyCopy copy = new SafetyCopy(time, run(), onto(new Broken()), new AtomicLong());
          List<Series> reduced = new ArrayList<>();
          Recording recording = recording(copy, reduced);
          try (Recorder recorder = recording.recorder(false)) {
            for (int i = 0; i < 50; i++) {
              recorder.record(
                  new Sample()
                      .of("get", Series.OK)
                      .times(i * SECOND, 1, Sample.NONE)
                      .amounts(1, 0, 0));
              recording.flush(i * SECOND);
            }
          }
          recording.close();
          copy.finish();
          assertThat(copy.failure())
              .hasValueSatisfying(why -> assertThat(why).contains("bad pipeline"));
          assertThat(reduced).as("the reducer gets every interval").hasSize(50 + 1);
          return null;
        });
  }

  @Test
  @Timeout(30)
  void aFileSystemThatHangsCostsABoundedAmountOfMemory() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    SafetyCopy copy = hanging(hanging, new AtomicLong());
    for (int i = 0; i < 10_000; i++) {
      copy.accept(SERIES.at(i), record()); // 10,000 of them: a few hundred megabytes
      copy.flush();
    }
    assertThat(copy.failure())
        .hasValueSatisfying(why -> assertThat(why).contains("behind by more than 1 MB"));
    assertThat(copy.pending.get()).isLessThan(2L << 20);
    hanging.countDown();
    time.play(
        () -> {
          copy.finish();
          return null;
        });
    assertThat(copy.pending.get()).isZero();
  }

  @Test
  @Timeout(30)
  void theTasksOfAProcessShareTheBound() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    AtomicLong pending = new AtomicLong();
    SafetyCopy first = hanging(hanging, pending);
    SafetyCopy second = hanging(hanging, pending);
    long size = record().footprint();
    while (pending.get() + size <= 1L << 20) {
      first.accept(SERIES.at(0), record());
    }
    assertThat(first.failure()).isEmpty();
    for (int i = 0; i < 3; i++) { // of each, one may be on its way to the file
      second.accept(SERIES.at(i), record());
    }
    assertThat(second.failure())
        .hasValueSatisfying(why -> assertThat(why).contains("behind by more than 1 MB"));
    hanging.countDown();
    time.play(
        () -> {
          first.finish();
          second.finish();
          return null;
        });
    assertThat(pending.get()).isZero();
  }

  private SafetyCopy hanging(CountDownLatch until, AtomicLong pending) throws IOException {
    return new SafetyCopy(time, run(), onto(new Hanging(until)), pending, 1L << 20, false);
  }

  @Test
  void factsAreKeptWhereTheTasksOwnFileHasEnded() throws Exception {
    time.play(
        () -> {
          TaskFacts facts =
              TaskFacts.started(
                  3,
                  new TaskFacts.TaskProcess("node", 1, null, null),
                  "put",
                  new TaskFacts.Start(0, 1, 0));
          try (SafetyCopy copy =
              new SafetyCopy(time, run(), onto(new Broken()), new AtomicLong())) {
            for (int i = 0; i < 50; i++) {
              copy.accept(SERIES.at(i), record());
              copy.flush();
            }
            copy.accept(facts.with(List.of(), "0-99"));
          }
          assertThat(run().tasks().facts(3).orElseThrow().acknowledged()).isEqualTo("0-99");
          assertThat(run().tasks().facts()).hasSize(1);
          return null;
        });
  }

  /** As a heartbeat does that comes after the end. */
  @Test
  void whatComesAfterItsEndIsLeftOut() throws Exception {
    time.play(
        () -> {
          TaskFacts facts =
              TaskFacts.started(
                  3,
                  new TaskFacts.TaskProcess("node", 1, null, null),
                  "put",
                  new TaskFacts.Start(0, 1, 0));
          SafetyCopy copy =
              new SafetyCopy(
                  time,
                  run(),
                  new TaskFile(time, new Configuration(), run(), 3, false),
                  new AtomicLong());
          copy.accept(facts.with(List.of(), "0-99"));
          copy.finish();
          copy.accept(facts);
          copy.flush();
          assertThat(copy.failure()).isEmpty();
          assertThat(run().tasks().facts(3).orElseThrow().acknowledged()).isEqualTo("0-99");
          return null;
        });
  }

  @Test
  void theCopyOfASearchGoesOnInTheFileOfTheNextStep() throws Exception {
    time.play(
        () -> {
          RunDirectory first = run().directory(RunDirectory.step(1));
          RunDirectory second = run().directory(RunDirectory.step(2));
          Configuration conf = new Configuration();
          SafetyCopy copy =
              SafetyCopy.ofSteps(time, first, new TaskFile(time, conf, first, 0, false));
          copy.accept(SERIES.at(1), record());
          copy.close();
          assertThat(intervals(first)).as("readable before the next step").containsExactly(1);

          copy.next(
              second, Duration.ofMillis(200), () -> new TaskFile(time, conf, second, 0, false));
          copy.accept(SERIES.at(2), record());
          copy.close();
          copy.end();
          assertThat(copy.failure()).isEmpty();
          assertThat(intervals(first)).containsExactly(1);
          assertThat(intervals(second)).containsExactly(2);
          return null;
        });
  }

  /** While a file system hangs there is a new one every second, with all acknowledged rows. */
  @Test
  void ofTheFactsThatWaitTheNewestAreKept() throws Exception {
    time.play(
        () -> {
          TaskFacts facts =
              TaskFacts.started(
                  0,
                  new TaskFacts.TaskProcess("node", 1, null, null),
                  "put",
                  new TaskFacts.Start(0, 1, 0));
          RunDirectory first = run().directory(RunDirectory.step(1));
          RunDirectory second = run().directory(RunDirectory.step(2));
          Configuration conf = new Configuration();
          SafetyCopy copy =
              SafetyCopy.ofSteps(time, first, new TaskFile(time, conf, first, 0, false));
          copy.next(
              second, Duration.ofMillis(200), () -> new TaskFile(time, conf, second, 0, false));
          copy.accept(facts);
          copy.accept(facts.with(List.of(), "0-9"));
          copy.accept(SERIES.at(2), record());
          copy.accept(facts.with(List.of(), "0-99"));
          copy.finish();
          copy.accept(facts.with(List.of(), "0-999"));
          copy.close();
          copy.end();
          List<String> read = new ArrayList<>();
          second
              .tasks()
              .read(
                  any -> true,
                  (task, series, record) -> read.add(series.toString()),
                  task -> read.add(task.acknowledged()));
          assertThat(read).containsExactly(SERIES.at(2).toString(), "0-99", "0-999");
          return null;
        });
  }

  private static List<Integer> intervals(RunDirectory run) throws IOException {
    List<Integer> intervals = new ArrayList<>();
    run.tasks().read((task, series, record) -> intervals.add(series.interval()));
    return intervals;
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
  }

  private static Recording recording(SafetyCopy copy, List<Series> reduced) {
    return new Recording(
        new Window(0, Long.MAX_VALUE, SECOND),
        new Recording.Sink() {
          @Override
          public void accept(Series series, LatencyRecord record) {
            reduced.add(series);
            copy.accept(series, record);
          }

          @Override
          public void flush() {
            copy.flush();
          }
        });
  }

  private static LatencyRecord record() {
    LatencyRecord record = new LatencyRecord();
    record.record(TimeUnit.SECONDS.toNanos(1), 1, 0, 0);
    return record;
  }

  private static TaskFile onto(OutputStream out) throws IOException {
    return new TaskFile(new Configuration(), new FSDataOutputStream(out, null));
  }

  /** A pipeline that breaks after the header of the file. */
  private static final class Broken extends OutputStream {
    private int written;

    @Override
    public void write(int b) throws IOException {
      if (++written > 500) {
        throw new IOException("bad pipeline");
      }
    }
  }

  /** A pipeline that hangs after the header of the file. */
  private static final class Hanging extends OutputStream {
    private final CountDownLatch until;
    private int written;

    Hanging(CountDownLatch until) {
      this.until = until;
    }

    @Override
    public void write(int b) throws IOException {
      if (++written > 500) {
        try {
          until.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }
}
