package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeySample;
import io.hbench.kit.VirtualTime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysFileTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @Test
  void aTaskWaitsForTheKeysByTheClockOfTheRun() throws Exception {
    KeySample read =
        time.play(
            () -> {
              ScheduledExecutorService submitter = time.threads("submitter", 1);
              var written = submitter.schedule(() -> write(), 90, TimeUnit.SECONDS);
              KeySample keys = file().await(time, LIMIT);
              assertThat(written.isDone()).isTrue();
              return keys;
            });
    assertThat(read.size()).isEqualTo(2);
    assertThat(time.nanos()).isBetween(seconds(90), seconds(91));
  }

  @Test
  void aTaskWhoseSubmitterIsGoneGivesUpAfterTheTimeout() {
    assertThatThrownBy(() -> time.play(() -> file().await(time, LIMIT)))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageEndingWith("not written within 120 s: the submitter is gone");
    assertThat(time.nanos()).isBetween(seconds(120), seconds(121));
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  private Void write() throws IOException {
    file().write(KeySample.of(List.of(new byte[] {1}, new byte[] {2})), 1);
    return null;
  }

  private KeysFile file() throws IOException {
    Configuration conf = new Configuration();
    return new KeysFile(conf, new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri())));
  }
}
