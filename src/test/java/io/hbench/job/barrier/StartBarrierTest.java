package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartBarrierTest {
  @TempDir Path dir;
  private RunDirectory run;

  @BeforeEach
  void open() throws IOException {
    run =
        new RunDirectory(
            new Configuration(), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  @Test
  void tasksThatArriveOneByOneStartAtTheSameTime() throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(3);
    List<Future<Double>> starts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int task = i;
      starts.add(
          tasks.submit(
              () -> {
                Thread.sleep(400L * task);
                ReferenceClock clock = clock("clock-" + task);
                double start =
                    arrived(barrier(Duration.ofSeconds(20), false), task)
                        .await(Time.real(), task, clock);
                assertThat(clock.toNanoTime(start)).isGreaterThan(System.nanoTime());
                return start;
              }));
    }
    double first = starts.get(0).get();
    for (Future<Double> start : starts) {
      assertThat(start.get()).isEqualTo(first);
    }
    tasks.shutdown();
  }

  @Test
  void aTimeoutNamesTheMissingContainers() throws Exception {
    ReferenceClock clock = clock("clock");
    assertThatThrownBy(
            () -> arrived(barrier(Duration.ofMillis(300), false), 1).await(Time.real(), 1, clock))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "only 1 of 3 containers started within --start-timeout 300ms; free 2 × 2,048 MB")
        .hasMessageEndingWith(" in queue load, try --tasks 1, or pass --allow-waves");
  }

  @Test
  void withWavesTheTasksThatAreReadyStart() throws Exception {
    ReferenceClock clock = clock("clock");
    ExecutorService tasks = Executors.newFixedThreadPool(2);
    List<Future<Double>> starts = new ArrayList<>();
    for (int task : new int[] {1, 2}) {
      starts.add(
          tasks.submit(
              () ->
                  arrived(barrier(Duration.ofMillis(300), true), task)
                      .await(Time.real(), task, clock)));
    }
    double start = starts.get(0).get();
    assertThat(starts.get(1).get()).isEqualTo(start);

    // the third arrives after the start
    assertThat(arrived(barrier(Duration.ofMillis(300), true), 0).await(Time.real(), 0, clock))
        .isEqualTo(start);
    tasks.shutdown();
  }

  @Test
  void aSecondAttemptIsWelcomeUntilTheStart() throws Exception {
    ReferenceClock clock = clock("clock");
    ExecutorService tasks = Executors.newFixedThreadPool(4);
    Future<?> first =
        tasks.submit(
            () -> arrived(barrier(Duration.ofSeconds(20), false), 1).await(Time.real(), 1, clock));
    StartBarrier barrier = barrier(Duration.ofSeconds(20), false);
    while (barrier.countReady() < 1) {
      Thread.sleep(10);
    }
    first.cancel(true); // its container is gone

    assertThat(barrier.admits(1, 1)).isTrue();
    assertThat(barrier.countReady()).as("the others wait for the second attempt").isZero();
    List<Future<Double>> starts = new ArrayList<>();
    for (int task : new int[] {0, 1, 2}) {
      starts.add(
          tasks.submit(
              () ->
                  arrived(barrier(Duration.ofSeconds(20), false), task)
                      .await(Time.real(), task, clock)));
    }
    assertThat(starts.get(1).get()).isEqualTo(starts.get(0).get());
    tasks.shutdown();
  }

  @Test
  void aSecondAttemptAfterTheStartIsRefusedUnlessTheFirstNeverArrived() throws Exception {
    ReferenceClock clock = clock("clock");
    arrived(barrier(Duration.ofMillis(100), true), 2).await(Time.real(), 2, clock);
    StartBarrier barrier = barrier(Duration.ofSeconds(20), true);
    assertThat(barrier.admits(2, 0)).isTrue();
    assertThat(barrier.admits(2, 1)).as("may have sent requests").isFalse();
    assertThat(barrier.admits(1, 1)).as("never arrived").isTrue();
  }

  @Test
  void aSecondAttemptAfterATimeoutDoesNotWaitAgain() throws Exception {
    ReferenceClock clock = clock("clock");
    assertThatThrownBy(
            () -> arrived(barrier(Duration.ofMillis(100), false), 1).await(Time.real(), 1, clock))
        .hasMessageStartingWith("only 1 of 3 containers started");
    StartBarrier again = barrier(Duration.ofHours(1), false);
    assertThat(again.admits(1, 1)).isTrue();
    assertThatThrownBy(() -> arrived(again, 1).await(Time.real(), 1, clock))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("only 1 of 3 containers started");
  }

  @Test
  void theReferenceClockOfALocalFileSystemIsTheClockOfThisMachine() throws Exception {
    ReferenceClock clock = clock("clock");
    assertThat(Math.abs(clock.toMillis(System.nanoTime()) - System.currentTimeMillis()))
        .isLessThan(clock.errorMillis() + 20);
    assertThat(run.has(RunDirectory.START + "/clock")).isFalse();
  }

  @Test
  void anArrivalLeavesOneFileAndReadsTheSameClock() throws Exception {
    StartBarrier barrier = barrier(Duration.ofSeconds(20), false);
    ReferenceClock clock = barrier.arrive(Time.real(), 2, Optional.empty());
    assertThat(Math.abs(clock.toMillis(System.nanoTime()) - System.currentTimeMillis()))
        .isLessThan(clock.errorMillis() + 20);
    assertThat(barrier.countReady()).isEqualTo(1);
    assertThat(run.has(RunDirectory.START + "/clock/00002")).isFalse();
  }

  private StartBarrier barrier(Duration timeout, boolean allowWaves) {
    return new StartBarrier(
        run,
        3,
        StartBarrier.COLD,
        new StartBarrier.Timeout(timeout, timeout.toMillis() + "ms", allowWaves, 2_048, "load"));
  }

  private static StartBarrier arrived(StartBarrier barrier, int task) throws Exception {
    barrier.arrive(Time.real(), task, Optional.empty());
    return barrier;
  }

  private ReferenceClock clock(String name) throws Exception {
    return ReferenceClock.measure(
        Time.real(),
        run.fileSystem(),
        new org.apache.hadoop.fs.Path(run.path(), RunDirectory.START + "/" + name));
  }
}
