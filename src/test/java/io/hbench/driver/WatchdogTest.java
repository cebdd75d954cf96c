package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.JobSubmission;
import io.hbench.kit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Hooks hooks = Hooks.none(time);

  @Test
  void workThatIsStuckIsLeftBehindAfterTheGrace() throws Exception {
    assertThat(minutesUntilLeftBehind(watchdog())).isEqualTo(4);
  }

  @Test
  void workThatEndsInTheGraceEndsInOrder() throws Exception {
    Watchdog watchdog = watchdog();
    assertThat(time.play(() -> watchdog.watch(() -> sleep(Duration.ofMinutes(3))))).isTrue();
    assertThat(watchdog.exceeded()).contains("deadline of 1m exceeded");
  }

  /** As of a report of thousands of tasks that were cut. */
  @Test
  void workThatReadsHasMoreTime() throws Exception {
    Watchdog watchdog = watchdog();
    AtomicLong read = new AtomicLong();
    watchdog.reading(read::get);
    assertThat(time.play(() -> watchdog.watch(() -> read(read, 20)))).isTrue();
    assertThat(TimeUnit.NANOSECONDS.toMinutes(time.nanos())).isEqualTo(41);
  }

  @Test
  void workThatHasStoppedToReadIsLeftBehindAfterTheGrace() {
    assertThat(minutesUntilLeftBehindReading(5)).isBetween(14L, 15L);
  }

  @Test
  void workThatReadsForeverIsLeftBehindAnHourLater() {
    assertThat(minutesUntilLeftBehindReading(1_000)).isEqualTo(64);
  }

  private long minutesUntilLeftBehindReading(int files) {
    Watchdog watchdog = watchdog();
    AtomicLong read = new AtomicLong();
    watchdog.reading(read::get);
    assertThatThrownBy(
            () ->
                time.play(
                    () ->
                        watchdog.watch(
                            () -> {
                              read(read, files);
                              return sleep(Duration.ofDays(1));
                            })))
        .isInstanceOf(NoAnswerException.class);
    return TimeUnit.NANOSECONDS.toMinutes(time.nanos());
  }

  /** Reads files after the limit, each of which takes two minutes. */
  private boolean read(AtomicLong read, int files) throws InterruptedException {
    time.sleep(LIMIT);
    for (int i = 0; i < files; i++) {
      time.sleep(Duration.ofMinutes(2));
      read.incrementAndGet();
    }
    return true;
  }

  @Test
  void theTimeOfUndosDoesNotCount() throws Exception {
    Watchdog watchdog = watchdog();
    var unused =
        time.threads("undo", 1)
            .schedule(
                () -> {
                  hooks.clock().stop();
                  sleep(Duration.ofMinutes(10));
                  hooks.clock().goOn();
                  return null;
                },
                2,
                TimeUnit.MINUTES);
    assertThat(minutesUntilLeftBehind(watchdog)).isEqualTo(14);
  }

  @Test
  void aTableIsNotLeftBetweenItsDropAndItsCreation() throws Exception {
    Watchdog watchdog = watchdog();
    time.play(
        () ->
            watchdog.watch(
                () -> {
                  watchdog.unlimited("", () -> sleep(Duration.ofHours(2)));
                  assertThat(watchdog.exceeded()).isEmpty();
                  return null;
                }));
  }

  @Test
  void noTableIsDroppedAfterTheLimit() {
    Watchdog watchdog = watchdog();
    AtomicBoolean dropped = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                time.play(
                    () ->
                        watchdog.watch(
                            () -> {
                              sleep(LIMIT.plus(LIMIT));
                              return watchdog.unlimited(
                                  "table t1 is as it was", () -> dropped.getAndSet(true));
                            })))
        .hasMessage("deadline of 1m exceeded: table t1 is as it was");
    assertThat(dropped).isFalse();
  }

  @Test
  void workWithinTheLimitIsInterruptedAtIt() throws Exception {
    Watchdog watchdog = watchdog();
    assertThatThrownBy(
            () ->
                time.play(
                    () ->
                        watchdog.watch(
                            () ->
                                watchdog.within(
                                    "; files are left", () -> sleep(LIMIT.plus(LIMIT))))))
        .hasMessage("deadline of 1m exceeded; files are left");
    assertThat(time.nanos()).isEqualTo(LIMIT.toNanos());
  }

  @Test
  void failuresOfTheWorkStayWhatTheyAre() {
    for (Exception failure :
        new Exception[] {
          new IOException("its own"), new IllegalStateException("a bug"), new InterruptedException()
        }) {
      assertThatThrownBy(
              () -> time.play(() -> watchdog().watch(() -> ExceptionUtils.rethrow(failure))))
          .isSameAs(failure);
    }
  }

  /** Each command that left a thread behind left tens of megabytes in /tmp. */
  @Test
  void whatHadoopHasUnpackedGoesWithoutItsHook(@TempDir Path temporary) throws IOException {
    for (String jar :
        new String[] {
          "hadoop-unjar7259/lib/hbench-all.jar", "hbench-1234567890.jar", "hbench-2.jar", "my/a.jar"
        }) {
      Path file = temporary.resolve(jar);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
      Watchdog.deleteUnpacked(file, temporary);
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("hbench-2.jar", "my");
    }
  }

  @Test
  void aJobThatHadEndedIsNotSaidToBeKilled() {
    for (boolean runs : new boolean[] {true, false}) {
      Watchdog watchdog = watchdog();
      watchdog.completedBy("report --follow d");
      watchdog.submits(job(runs));
      assertThatThrownBy(() -> time.play(() -> watchdog.watch(() -> sleep(Duration.ofDays(1)))))
          .hasMessageEndingWith(
              runs ? "; its job was killed" : "; its job had ended: try report --follow d");
    }
  }

  /** As while HBase takes its HFiles, a minute after Ctrl-C. */
  @Test
  void aJobThatHasEndedIsNotSaidToRun() {
    Watchdog watchdog = watchdog();
    watchdog.completedBy("load --resume d");
    watchdog.submits(job(true));
    assertThat(watchdog.state()).isEqualTo("its job may still run");
    watchdog.ends();
    assertThat(watchdog.state()).isEqualTo("its job had ended: try load --resume d");
  }

  private static JobSubmission.Submitted job(boolean runs) {
    return new JobSubmission.Submitted() {
      @Override
      public Optional<String> application() {
        return Optional.empty();
      }

      @Override
      public boolean kill() {
        return runs;
      }
    };
  }

  private long minutesUntilLeftBehind(Watchdog watchdog) throws Exception {
    assertThatThrownBy(() -> time.play(() -> watchdog.watch(() -> sleep(Duration.ofDays(1)))))
        .isInstanceOf(NoAnswerException.class)
        .hasMessage(
            "deadline of 1m exceeded, and there is no answer from a service for 3m; no job was submitted");
    return TimeUnit.NANOSECONDS.toMinutes(time.nanos());
  }

  private boolean sleep(Duration length) throws InterruptedException {
    time.sleep(length);
    return true;
  }

  private Watchdog watchdog() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, false, Map.of(), time);
    return new Watchdog(console, hooks, Optional.of(Deadline.in(time, LIMIT)));
  }
}
