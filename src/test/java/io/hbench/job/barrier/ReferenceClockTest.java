package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.time.Time;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceClockTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 100, 1_000, 2_000})
  void itsErrorHoldsForEveryResolutionOfTimeStamps(long resolutionMillis) throws Exception {
    try (Coarse fs = new Coarse(resolutionMillis)) {
      fs.initialize(URI.create("file:///"), new Configuration());
      ReferenceClock clock =
          ReferenceClock.measure(
              Time.real(), fs, new org.apache.hadoop.fs.Path(dir.toUri() + "/probe"));
      double millis = clock.toMillis(System.nanoTime()) - System.currentTimeMillis();
      // this machine's clock, cut off to milliseconds, is the one that stamps local files
      assertThat(millis).isBetween(-clock.errorMillis() - 2, clock.errorMillis() + 2);
      assertThat(clock.errorMillis())
          .as("known from a step of the stamps, not from their resolution")
          .isLessThan(Math.max(100, resolutionMillis / 4.0));
    }
  }

  /** A local file system with coarse time stamps. */
  private static final class Coarse extends RawLocalFileSystem {
    private final long resolutionMillis;

    Coarse(long resolutionMillis) {
      this.resolutionMillis = resolutionMillis;
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus exact = super.getFileStatus(path);
      long stamp = exact.getModificationTime();
      return new FileStatus(
          exact.getLen(), false, 1, 1, stamp - stamp % resolutionMillis, exact.getPath());
    }
  }
}
