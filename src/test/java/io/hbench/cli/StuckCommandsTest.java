package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.Console;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that wait for days for what is no call of a run's own: here, for their terminal. */
class StuckCommandsTest {
  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aSuiteThatIsStuckBetweenTwoRunsEnds() throws Exception {
    Path file = dir.resolve("s.yaml");
    Files.writeString(
        file,
        """
        settings: {tasks: 1, warmup: 0s, threads: 1}
        steps:
        - {name: a, command: run noop --rate 1 --for 61m}
        - {name: b, command: run noop --ops 10}
        """);
    assertThat(run("run 2 of 2", "suite", file.toString(), "--out", dir.resolve("s").toString()))
        .isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .endsWith(
            "hbench: an hour was over between two runs, and there is no answer from a service for 3m\n");
    assertThat(Duration.ofNanos(time.nanos())).isBetween(hours(2), hours(2).plusMinutes(5));
  }

  @Test
  void aFollowerEndsMinutesAfterTheLimitOfTheRun() throws Exception {
    Hbench.Result ended = new Hbench(dir).job("a", "run noop@1 --ops 10 --warmup 0s --deadline 2h");
    Json.edit(ended.dir().resolve("job.json"), job -> job.set("status.finished", null));
    assertThat(run("following", "report", "--follow", ended.dir().toString())).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .endsWith(
            "hbench: it exceeded its --deadline of 2h, and there is no answer from a service for 3m\n");
    assertThat(Duration.ofNanos(time.nanos()))
        .isBetween(hours(2).plusMinutes(3), hours(2).plusMinutes(8));
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }

  /** Runs a command whose line with some text is never printed. */
  private int run(String stuck, String... words) throws Exception {
    PrintStream terminal =
        new PrintStream(err, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            for (int sleeps = 0; line.contains(stuck) && sleeps < 3; sleeps++) {
              try {
                time.sleep(Duration.ofDays(1));
              } catch (InterruptedException e) {
                // a call of a service may not end by it either
              }
            }
            super.println(line);
          }
        };
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return time.play(
        () ->
            Main.run(
                LocalJobs.conf(dir),
                new Console(
                    new ByteArrayInputStream(new byte[0]),
                    nowhere,
                    terminal,
                    false,
                    Map.of(),
                    time),
                words));
  }
}
