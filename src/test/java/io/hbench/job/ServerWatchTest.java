package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
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
    ServerWatch watch = ServerWatch.start(JobSubmission.Servers.NONE, run(), Duration.ofSeconds(1));
    watch.end();
    assertThat(watch.events()).isEmpty();
    assertThat(dir).isEmptyDirectory();
  }

  private interface Changes {
    List<ServerEvent> at(double ms) throws IOException;
  }

  private ServerWatch start(Changes changes) throws IOException {
    return ServerWatch.start(
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
