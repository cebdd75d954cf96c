package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
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

class StepClockTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path dir;

  @Test
  void anOldReadingLosesWhatClocksMayDrift() throws Exception {
    ReferenceClock hourLater =
        new ReferenceClock(5_000, 2)
            .after(HOUR, FileSystem.getLocal(new Configuration()), Optional.empty(), 0);
    assertThat(hourLater.nanoTimeOfZero()).isEqualTo(5_000);
    assertThat(hourLater.errorMillis()).as("30 millionths of an hour").isEqualTo(2 + 108.0);
  }

  @Test
  void soDoesAnOldStamp() throws Exception {
    ReferenceClock.Stamp stamp = new ReferenceClock.Stamp(0, 2_000_000, 1_700_000_000_123L);
    ReferenceClock hourLater =
        new ReferenceClock(5_000, 60_000)
            .after(
                HOUR,
                FileSystem.getLocal(new Configuration()),
                Optional.of(stamp),
                stamp.after() + HOUR.toNanos());
    assertThat(hourLater.errorMillis())
        .as("that of its making, and the drift")
        .isBetween(109.0, 120.0);
  }

  @Test
  void theStampOfANewFileReplacesAReadingThatIsWorse() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
    StepClock clock = new StepClock(time, fs);
    clock.set(new ReferenceClock(time.nanos(), 60_000), Optional.empty()); // far from right
    assertThat(clock.now(Optional.empty()).errorMillis()).isGreaterThanOrEqualTo(60_000);

    Path file = Files.createFile(dir.resolve("file"));
    Files.setLastModifiedTime(file, FileTime.from(time.instant()));
    Optional<ReferenceClock.Stamp> stamp =
        ReferenceClock.Stamp.ofNewFile(
            time, fs, new org.apache.hadoop.fs.Path(file.toUri()), time.nanos() - 1_000_000_000);
    ReferenceClock renewed = clock.now(stamp);
    assertThat(renewed.errorMillis()).isBetween(500.0, 600.0);
    assertThat(renewed.toMillis(time.nanos()) - time.instant().toEpochMilli())
        .isBetween(-renewed.errorMillis(), renewed.errorMillis());
  }
}
