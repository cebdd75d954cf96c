package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerWatchTest {
  @TempDir java.nio.file.Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));

  @Test
  void theLastSnapshotIsAfterTheEnd() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    ServerWatch watch =
        watch(Duration.ofSeconds(25), at -> List.of(event(at, looks.incrementAndGet())));
    assertThat(watch.events())
        .as("one every ten seconds, and one at the end")
        .extracting(ServerEvent::count)
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(watch.events().get(3).atMs())
        .isCloseTo((double) time.instant().toEpochMilli(), within(100.0));
  }

  @Test
  void aFailedSnapshotDoesNotFailTheRun() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    ServerWatch watch =
        watch(
            Duration.ZERO,
            at -> {
              if (looks.incrementAndGet() == 1) {
                throw new IOException("no master");
              }
              return List.of(event(at, 1));
            });
    assertThat(watch.events()).hasSize(1);
  }

  @Test
  void anErrorInASnapshotDoesNotEndTheWatch() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    ServerWatch watch =
        watch(
            Duration.ofSeconds(25),
            at -> {
              if (looks.incrementAndGet() == 2) {
                throw new OutOfMemoryError("Java heap space");
              }
              return List.of(event(at, looks.get()));
            });
    assertThat(watch.events()).extracting(ServerEvent::count).containsExactly(1L, 3L, 4L);
  }

  @Test
  void theNumberOfEventsIsLimited() throws Exception {
    ServerWatch watch = watch(Duration.ZERO, at -> Collections.nCopies(900, event(at, 1)));
    assertThat(watch.events()).hasSize(1_000);
    assertThat(watch.events().get(999).description()).contains("; further changes of this kind");
  }

  /** After a thousand flushes a hook had no mark, its run no phases, and no region had moved. */
  @ParameterizedTest
  @EnumSource(names = {"HOOK", "REGION_SPLIT"})
  void othersAreKeptBesideAnyNumberOfFlushes(Kind kind) throws Exception {
    List<ServerEvent> changes = new ArrayList<>(Collections.nCopies(900, event(0, 1)));
    changes.add(new ServerEvent(0, kind, 1, ""));
    ServerWatch watch = watch(Duration.ZERO, at -> changes);
    assertThat(watch.events()).filteredOn(event -> event.kind() == kind).hasSize(2);
  }

  @Test
  void withoutAClusterNoSnapshotIsTaken() throws Exception {
    ServerWatch watch = watch(Duration.ZERO, JobSubmission.Servers.NONE);
    assertThat(watch.events()).isEmpty();
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void samplesThatCannotBeWrittenDoNotFailTheRun() throws Exception {
    Reading reading =
        new Reading("a:1", ServerSamples.JVM, 1, 2, Map.of(ServerCounter.CPU_SECONDS, 1.0));
    ServerWatch watch =
        watch(
            Duration.ZERO,
            new JobSubmission.Servers() {
              @Override
              public List<Reading> readings() {
                return List.of(reading);
              }
            });
    Files.createDirectories(dir.resolve(ServerSamples.FILE).resolve("in-the-way"));
    assertThatCode(watch::writeSamples).doesNotThrowAnyException();
  }

  private interface Changes {
    List<ServerEvent> at(double ms) throws IOException;
  }

  /** Watches for a time. */
  private ServerWatch watch(Duration length, JobSubmission.Servers servers) throws Exception {
    return time.play(
        () -> {
          ServerWatch watch = ServerWatch.start(time, servers, run(), Duration.ofSeconds(1));
          time.sleep(length);
          watch.end();
          return watch;
        });
  }

  private ServerWatch watch(Duration length, Changes changes) throws Exception {
    return watch(
        length,
        new JobSubmission.Servers() {
          @Override
          public List<ServerEvent> changes(double atMs) throws IOException {
            return changes.at(atMs);
          }
        });
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(LocalJobs.conf(dir), new Path(dir.toUri()));
  }

  private static ServerEvent event(double atMs, long count) {
    return new ServerEvent(atMs, Kind.FLUSH, count, "");
  }
}
