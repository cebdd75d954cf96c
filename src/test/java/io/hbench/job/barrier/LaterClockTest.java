package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task knows of the reference clock in later steps of a search. */
class LaterClockTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));

  @TempDir Path dir;

  @Test
  void anOldReadingLosesWhatClocksMayDrift() throws Exception {
    ReferenceClock hourLater = now(new ReferenceClock(5_000, 2, hourAgo()), Optional.empty());
    assertThat(hourLater.nanoTimeOfZero()).isEqualTo(5_000);
    assertThat(hourLater.errorMillis()).as("30 millionths of an hour").isEqualTo(2 + 108.0);
    assertThat(now(hourLater, Optional.empty()).errorMillis()).as("once").isEqualTo(2 + 108.0);
  }

  @Test
  void soDoesAnOldStamp() throws Exception {
    ReferenceClock.Stamp stamp =
        new ReferenceClock.Stamp(hourAgo() - 2_000_000, hourAgo(), 1_700_000_000_123L);
    ReferenceClock bad = new ReferenceClock(5_000, 60_000, time.nanos());
    assertThat(now(bad, Optional.of(stamp)).errorMillis())
        .as("that of its making, and the drift")
        .isBetween(109.0, 120.0);
  }

  @Test
  void theStampOfANewFileReplacesAReadingThatIsWorse() throws Exception {
    ReferenceClock bad = new ReferenceClock(time.nanos(), 60_000, time.nanos()); // far from right
    assertThat(now(bad, Optional.empty()).errorMillis()).isGreaterThanOrEqualTo(60_000);

    Path file = Files.createFile(dir.resolve("file"));
    Files.setLastModifiedTime(file, FileTime.from(time.instant()));
    Optional<ReferenceClock.Stamp> stamp =
        ReferenceClock.Stamp.ofNewFile(
            time,
            FileSystem.getLocal(new Configuration()),
            new org.apache.hadoop.fs.Path(file.toUri()),
            time.nanos() - 1_000_000_000);
    ReferenceClock renewed = now(bad, stamp);
    assertThat(renewed.errorMillis()).isBetween(500.0, 600.0);
    assertThat(renewed.toMillis(time.nanos()) - time.instant().toEpochMilli())
        .isBetween(-renewed.errorMillis(), renewed.errorMillis());
  }

  private ReferenceClock now(ReferenceClock reading, Optional<ReferenceClock.Stamp> stamp)
      throws IOException {
    return reading.now(time, FileSystem.getLocal(new Configuration()), stamp);
  }

  private long hourAgo() {
    return time.nanos() - HOUR.toNanos();
  }
}
