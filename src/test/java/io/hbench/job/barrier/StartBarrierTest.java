package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartBarrierTest {
  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private final ScheduledExecutorService tasks = time.threads("task", 4);
  private RunDirectory run;

  @BeforeEach
  void open() throws IOException {
    run =
        new RunDirectory(
            LocalJobs.conf(dir), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  @Test
  void tasksThatArriveOneByOneStartAtTheSameTime() throws Exception {
    List<Double> starts =
        time.play(
            () -> {
              List<Future<Double>> started = new ArrayList<>();
              for (int i = 0; i < 3; i++) {
                int task = i;
                started.add(
                    tasks.submit(
                        () -> {
                          time.sleep(Duration.ofMillis(400L * task));
                          ReferenceClock clock = clock("clock-" + task);
                          double start = await(barrier(Duration.ofSeconds(20), false), task, clock);
                          assertThat(clock.toNanoTime(start)).isGreaterThan(time.nanos());
                          return start;
                        }));
              }
              return results(started);
            });
    assertThat(starts).hasSize(3).containsOnly(starts.get(0));
  }

  /** Its machine may be lost after its arrival. */
  @Test
  void tasksThatAreAllThereStartWithoutTheFirstOne() throws Exception {
    double start =
        time.play(
            () -> {
              StartBarrier barrier = barrier(Duration.ofSeconds(5), false);
              for (int task : new int[] {0, 2}) {
                barrier.arrive(time, task, Optional.empty());
              }
              return await(barrier, 1, clock("clock-1"));
            });
    assertThat(start).isPositive();
  }

  /** So may that of the first task of a wave. */
  @Test
  void aWaveStartsWithoutItsFirstTaskAMinuteLater() throws Exception {
    long before = time.nanos();
    time.play(
        () -> {
          StartBarrier barrier = barrier(Duration.ofSeconds(5), true);
          barrier.arrive(time, 0, Optional.empty());
          return await(barrier, 1, clock("clock-1"));
        });
    assertThat(Duration.ofNanos(time.nanos() - before))
        .isBetween(Duration.ofSeconds(65), Duration.ofSeconds(75));
  }

  @Test
  void aTimeoutNamesTheMissingContainers() {
    assertThatThrownBy(
            () -> time.play(() -> await(barrier(Duration.ofMillis(300), false), 1, clock("clock"))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "only 1 of 3 containers started within --start-timeout 300ms; free 2 × 2,048 MB")
        .hasMessageEndingWith(" in queue load, try noop@1, or pass --allow-waves");
  }

  @Test
  void aTimeoutNamesThePlaceThatHasNoRoom() throws Exception {
    Configuration conf = new Configuration();
    Settings.ASSIGNMENTS.set(conf, "noop@3");
    Settings.PLACE.set(conf, "apart");
    StartBarrier barrier = new StartBarrier(run, RunSpec.from(conf), conf, StartBarrier.COLD);
    assertThat(barrier.tooFew()).endsWith("; free 3 × 1,024 MB in queue default for --place apart");
    arrive(barrier, 1);
    assertThat(barrier.tooFew()).endsWith(" in queue default for --place apart"); // takes no waves
  }

  private void arrive(StartBarrier barrier, int... arriving) throws Exception {
    time.play(
        () -> {
          for (int task : arriving) {
            barrier.arrive(time, task, Optional.empty());
          }
          return null;
        });
  }

  private StartBarrier ofTenants(String containers) throws IOException {
    Configuration tenant = new Configuration();
    Settings.TENANT.set(tenant, "web");
    Settings.ASSIGNMENTS.set(tenant, "noop@3");
    Settings.CONTAINERS.set(tenant, containers);
    Configuration other = new Configuration(tenant);
    Settings.TENANT.set(other, "etl");
    Configuration job = Tenants.job(List.of(tenant, other));
    return new StartBarrier(run, RunSpec.from(job), job, StartBarrier.COLD);
  }

  /** Not as many tasks of the job, whose assignment is made up. */
  @Test
  void aTimeoutNamesTheContainersThatTasksOfTenantsCanShare() throws Exception {
    StartBarrier barrier = ofTenants("");
    arrive(barrier, 1);
    assertThat(barrier.tooFew())
        .startsWith("only 1 of 6 containers started")
        .endsWith(", try --containers 1, or pass --allow-waves");
  }

  @Test
  void aTimeoutNamesTheContainersThatTasksShare() throws Exception {
    StartBarrier barrier = ofTenants("3");
    arrive(barrier, 0, 1, 3, 4);
    assertThat(barrier.tooFew())
        .startsWith("only 2 of 3 containers started")
        .contains("; free 1 × ")
        .endsWith(", try --containers 2, or pass --allow-waves");
    arrive(barrier, 2);
    assertThat(barrier.tooFew())
        .startsWith("only 5 of 6 tasks are ready in 3 containers within --start-timeout ")
        .contains("; try --start-timeout ");
  }

  @Test
  void withWavesTheTasksThatAreReadyStart() throws Exception {
    time.play(
        () -> {
          ReferenceClock clock = clock("clock");
          List<Future<Double>> started = new ArrayList<>();
          for (int task : new int[] {1, 2}) {
            started.add(
                tasks.submit(() -> await(barrier(Duration.ofMillis(300), true), task, clock)));
          }
          List<Double> starts = results(started);
          assertThat(starts).hasSize(2).containsOnly(starts.get(0));

          // the third arrives after the start
          assertThat(await(barrier(Duration.ofMillis(300), true), 0, clock))
              .isEqualTo(starts.get(0));
          return null;
        });
  }

  @Test
  void aSecondAttemptIsWelcomeUntilTheStart() throws Exception {
    time.play(
        () -> {
          ReferenceClock clock = clock("clock");
          Future<?> first =
              tasks.submit(() -> await(barrier(Duration.ofSeconds(20), false), 1, clock));
          StartBarrier barrier = barrier(Duration.ofSeconds(20), false);
          while (barrier.countReady() < 1) {
            time.sleep(Duration.ofMillis(10));
          }
          first.cancel(true); // its container is gone

          assertThat(barrier.admits(1, 1)).isTrue();
          assertThat(barrier.countReady()).as("the others wait for the second attempt").isZero();
          List<Future<Double>> started = new ArrayList<>();
          for (int task : new int[] {0, 1, 2}) {
            started.add(
                tasks.submit(() -> await(barrier(Duration.ofSeconds(20), false), task, clock)));
          }
          List<Double> starts = results(started);
          assertThat(starts).hasSize(3).containsOnly(starts.get(0));
          return null;
        });
  }

  @Test
  void aSecondAttemptAfterTheStartIsRefusedUnlessTheFirstNeverArrived() throws Exception {
    time.play(() -> await(barrier(Duration.ofMillis(100), true), 2, clock("clock")));
    StartBarrier barrier = barrier(Duration.ofSeconds(20), true);
    assertThat(barrier.admits(2, 0)).isTrue();
    assertThat(barrier.admits(2, 1)).as("may have sent requests").isFalse();
    assertThat(barrier.admits(1, 1)).as("never arrived").isTrue();
  }

  @Test
  void aSecondAttemptAfterATimeoutDoesNotWaitAgain() throws Exception {
    assertThatThrownBy(
            () -> time.play(() -> await(barrier(Duration.ofMillis(100), false), 1, clock("clock"))))
        .hasMessageStartingWith("only 1 of 3 containers started");
    StartBarrier again = barrier(Duration.ofHours(1), false);
    assertThat(again.admits(1, 1)).isTrue();
    long before = time.nanos();
    assertThatThrownBy(() -> time.play(() -> await(again, 1, clock("later"))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("only 1 of 3 containers started");
    assertThat(time.nanos() - before).isLessThan(TimeUnit.SECONDS.toNanos(10));
  }

  @Test
  void theReferenceClockOfALocalFileSystemIsTheClockOfThisMachine() throws Exception {
    isTheClockOfThisMachine(time.play(() -> clock("clock")));
    assertThat(run.has(RunDirectory.START + "/clock")).isFalse();
  }

  @Test
  void anArrivalLeavesOneFileAndReadsTheSameClock() throws Exception {
    StartBarrier barrier = barrier(Duration.ofSeconds(20), false);
    isTheClockOfThisMachine(time.play(() -> barrier.arrive(time, 2, Optional.empty())));
    assertThat(barrier.countReady()).isEqualTo(1);
    assertThat(run.has(RunDirectory.START + "/clock/00002")).isFalse();
  }

  /** A file system in which task 1 is always a little faster, and that says so as S3A does. */
  public static final class Overtaken extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("overtaken:///");
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path draft, org.apache.hadoop.fs.Path file)
        throws IOException {
      RunDirectory.write(this, file, "1");
      throw new FileAlreadyExistsException(file + " exists");
    }
  }

  @Test
  void ofTwoTasksThatPublishAtOnceOneWinsOnS3A() throws Exception {
    Configuration conf = LocalJobs.conf(dir);
    conf.setClass("fs.overtaken.impl", Overtaken.class, FileSystem.class);
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path("overtaken://" + dir.resolve("s")));
    assertThat(barrier(Duration.ofSeconds(20), false).claim(0, "host")).isEqualTo(1);
  }

  private void isTheClockOfThisMachine(ReferenceClock clock) {
    assertThat(clock.toMillis(time.nanos()))
        .isCloseTo((double) time.instant().toEpochMilli(), within(clock.errorMillis() + 1));
    assertThat(clock.errorMillis()).isLessThan(100);
  }

  /** Of threads that end. */
  private List<Double> results(List<Future<Double>> started) throws Exception {
    tasks.shutdown();
    assertThat(tasks.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    List<Double> results = new ArrayList<>();
    for (Future<Double> one : started) {
      results.add(one.get());
    }
    return results;
  }

  private StartBarrier barrier(Duration timeout, boolean allowWaves) {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "noop@3");
    Settings.START_TIMEOUT.set(conf, timeout.toMillis() + "ms");
    Settings.ALLOW_WAVES.set(conf, Boolean.toString(allowWaves));
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 2_048);
    conf.set(MRJobConfig.QUEUE_NAME, "load");
    return new StartBarrier(run, RunSpec.from(conf), conf, StartBarrier.COLD);
  }

  /** Arrives and waits. */
  private double await(StartBarrier barrier, int task, ReferenceClock clock) throws Exception {
    barrier.arrive(time, task, Optional.empty());
    return barrier.await(time, task, clock);
  }

  private ReferenceClock clock(String name) throws Exception {
    return ReferenceClock.measure(
        time,
        run.fileSystem(),
        new org.apache.hadoop.fs.Path(run.path(), RunDirectory.START + "/" + name));
  }
}
