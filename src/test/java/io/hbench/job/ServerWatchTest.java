package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerWatchTest {
  @TempDir java.nio.file.Path dir;

  @Test
  void theLastSnapshotIsAfterTheEnd() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    double before = System.currentTimeMillis();
    ServerWatch watch = start(at -> List.of(event(at, looks.incrementAndGet())));
    watch.end();
    assertThat(looks).hasValue(2);
    assertThat(watch.events()).extracting(ServerEvent::count).containsExactly(1L, 2L);
    assertThat(watch.events().get(1).atMs())
        .isBetween(before - 1_000, System.currentTimeMillis() + 1_000.0);
  }

  @Test
  void aFailedSnapshotDoesNotFailTheRun() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    ServerWatch watch =
        start(
            at -> {
              if (looks.incrementAndGet() == 1) {
                throw new IOException("no master");
              }
              return List.of(event(at, 1));
            });
    watch.end();
    assertThat(watch.events()).hasSize(1);
  }

  @Test
  void theNumberOfEventsIsLimited() throws Exception {
    ServerWatch watch = start(at -> Collections.nCopies(900, event(at, 1)));
    watch.end();
    assertThat(watch.events()).hasSize(1_000);
  }

  @Test
  void withoutAClusterNoSnapshotIsTaken() throws Exception {
    ServerWatch watch =
        ServerWatch.start(Time.real(), JobSubmission.Servers.NONE, run(), Duration.ofSeconds(1));
    watch.end();
    assertThat(watch.events()).isEmpty();
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void samplesThatCannotBeWrittenDoNotFailTheRun() throws Exception {
    Reading reading =
        new Reading("a:1", ServerSamples.JVM, 1, 2, Map.of(ServerCounter.CPU_SECONDS, 1.0));
    ServerWatch watch =
        ServerWatch.start(
            Time.real(),
            new JobSubmission.Servers() {
              @Override
              public List<Reading> readings() {
                return List.of(reading);
              }
            },
            run(),
            Duration.ofSeconds(1));
    watch.end();
    Files.createDirectories(dir.resolve(ServerSamples.FILE).resolve("in-the-way"));
    assertThatCode(watch::writeSamples).doesNotThrowAnyException();
  }

  private interface Changes {
    List<ServerEvent> at(double ms) throws IOException;
  }

  private ServerWatch start(Changes changes) throws IOException {
    return ServerWatch.start(
        Time.real(),
        new JobSubmission.Servers() {
          @Override
          public List<ServerEvent> changes(double atMs) throws IOException {
            return changes.at(atMs);
          }
        },
        run(),
        Duration.ofSeconds(1));
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(new Configuration(), new Path(dir.toUri()));
  }

  private static ServerEvent event(double atMs, long count) {
    return new ServerEvent(atMs, Kind.FLUSH, count, "");
  }
}
