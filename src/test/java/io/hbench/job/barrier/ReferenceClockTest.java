package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Pause;
import io.hbench.kit.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceClockTest {
  private static final long CALL_NANOS = 700_000;

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 100, 1_000, 2_000})
  void itsErrorHoldsForEveryResolutionOfTimeStamps(long resolutionMillis) throws Exception {
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.1234Z"));
    try (Coarse fs = new Coarse(time, resolutionMillis)) {
      fs.initialize(URI.create("file:///"), new Configuration());
      ReferenceClock clock =
          time.play(
              () ->
                  ReferenceClock.measure(
                      time, fs, new org.apache.hadoop.fs.Path(dir.toUri() + "/probe")));
      double millis =
          clock.toMillis(time.nanos())
              - Duration.between(Instant.EPOCH, time.instant()).toNanos() / 1e6;
      assertThat(millis).isBetween(-clock.errorMillis(), clock.errorMillis());
      assertThat(clock.errorMillis())
          .as("known from a step of the stamps, not from their resolution")
          .isLessThan(Math.max(100, resolutionMillis / 4.0));
    }
  }

  /** A local file system with coarse time stamps, whose calls take time. */
  private static final class Coarse extends RawLocalFileSystem {
    private final VirtualTime time;
    private final long resolutionMillis;
    private long stamp;

    Coarse(VirtualTime time, long resolutionMillis) {
      this.time = time;
      this.resolutionMillis = resolutionMillis;
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      Pause.nanos(CALL_NANOS);
      stamp = time.instant().toEpochMilli();
      Pause.nanos(CALL_NANOS);
      return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus exact = super.getFileStatus(path);
      return new FileStatus(
          exact.getLen(), false, 1, 1, stamp - stamp % resolutionMillis, exact.getPath());
    }
  }
}
