package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.cluster.action.Undo;
import io.hbench.job.VirtualJobs;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.suite.HookTime;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.Suite.Hook;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Undos, and the ends of runs, while a call of YARN does not return. */
class FrozenYarnTest {
  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
  private final List<Long> undone = new ArrayList<>();
  private boolean slowUndo;
  private Duration took;

  /** The deadline of a step, and the run's own. */
  @ParameterizedTest
  @ValueSource(strings = {"counters", "kill"})
  void theUndoStartsAtTheDeadline(String frozen) throws Exception {
    Configuration conf = conf(frozen);
    assertThatThrownBy(() -> play(conf, Optional.of(Duration.ofSeconds(30))))
        .isInstanceOf(NoAnswerException.class);
    undoIsBetween(30, 33);
  }

  @Test
  void theUndoStartsAtTheDeadlineOfTheRun() throws Exception {
    Configuration conf = conf("counters");
    Settings.DEADLINE.set(conf, "30s");
    assertThatThrownBy(() -> play(conf, Optional.empty())).isInstanceOf(NoAnswerException.class);
    undoIsBetween(30, 33);
  }

  @Test
  void aRunThatSucceededNeedsNoHistoryServer() {
    Configuration site = new Configuration();
    site.set(VirtualJobs.FROZEN, "history");
    Hbench hbench = Hbench.ofSite(site, dir);
    assertThat(hbench.job("run noop@1 --rate 100 --for 5s --warmup 0s")).hasExitCode(0);
    assertThat(hbench.last().json("job.json")).has("status.state", "SUCCEEDED");
  }

  @Test
  void noJobIsSubmittedAfterTheLimit() throws Exception {
    RunOutcome outcome = play(conf("nothing"), Optional.of(Duration.ZERO));
    assertThat(outcome.failure()).isEqualTo("deadline of 0h exceeded: no job was submitted");
    assertThat(dir.resolve("run")).doesNotExist();
  }

  /** Also a submission has the limit. */
  @ParameterizedTest
  @ValueSource(strings = {"submit", "status", "counters", "kill"})
  void theRunEndsMinutesAfterItsLimitWithOneLine(String frozen) throws Exception {
    Configuration conf = conf(frozen);
    Settings.DEADLINE.set(conf, "30s");
    assertThatThrownBy(() -> play(conf, Optional.empty()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageMatching(
            "it exceeded its --deadline of 30s, and there is no answer from a service for 3m; its job "
                + (List.of("submit", "kill").contains(frozen) ? "may still run" : "was killed"));
    assertThat(took).isBetween(Duration.ofSeconds(30 + 180), Duration.ofSeconds(30 + 180 + 25));
  }

  @Test
  void aRunWhoseKillDoesNotReturnEndsToo() throws Exception {
    Configuration conf = conf("kill");
    Settings.ABORT_ON_BREACH.set(conf, "true");
    Settings.OBJECTIVE.set(conf, "throughput > 5k every interval");
    assertThatThrownBy(() -> play(conf, Optional.empty()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("throughput")
        .hasMessageEndingWith("its job may still run");
    assertThat(took).isLessThan(Duration.ofMinutes(4));
  }

  @Test
  void aRunWithoutALimitHasOne() throws Exception {
    Configuration conf = conf("counters");
    Settings.FOR.set(conf, "5m");
    assertThatThrownBy(() -> play(conf, Optional.empty()))
        .hasMessageStartingWith("it exceeded its limit of 1h; --deadline sets another one, and");
    assertThat(took).isBetween(Duration.ofMinutes(63), Duration.ofMinutes(64));
  }

  /** HDFS is slow, and the reducer has merged nothing. */
  @Test
  void aRunThatIsCutHasTheTimeToReadWhatItsTasksHaveLeft() throws Exception {
    Configuration conf = conf("nothing");
    conf.setClass("fs.slow.impl", SlowFileSystem.class, RawLocalFileSystem.class);
    Settings.ASSIGNMENTS.set(conf, "noop@4");
    Settings.DEADLINE.set(conf, "30s");
    Settings.OUT.set(conf, "slow://" + dir.resolve("run"));
    RunOutcome outcome = play(conf, Optional.empty());
    assertThat(outcome.failure()).contains("it exceeded its --deadline of 30s");
    assertThat(outcome.report()).isNotNull();
    assertThat(took).isGreaterThan(Duration.ofMinutes(8));
  }

  /** A file system whose files of tasks take two minutes each, for the report. */
  public static final class SlowFileSystem extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("slow:///");
    }

    @Override
    public String getScheme() {
      return "slow";
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      boolean ofReport =
          Arrays.stream(Thread.currentThread().getStackTrace())
              .anyMatch(frame -> frame.getClassName().startsWith("io.hbench.report.ReportReader"));
      if (ofReport && file.getName().startsWith("part-m-")) {
        try {
          VirtualTime.ofThread().orElseThrow().sleep(Duration.ofMinutes(2));
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      return super.open(file, buffer);
    }
  }

  /** It does not end by the deadline either: it has ended before. */
  @Test
  void aRunWhoseUndosTakeTenMinutesEndsInOrder() throws Exception {
    Configuration conf = conf("nothing");
    Settings.FOR.set(conf, "20s");
    slowUndo = true;
    RunOutcome outcome = play(conf, Optional.of(Duration.ofSeconds(30)));
    assertThat(outcome.failure()).isNull();
    assertThat(outcome.exitCode()).isZero();
    assertThat(took).isGreaterThan(Duration.ofMinutes(10));
  }

  private void undoIsBetween(long from, long to) {
    assertThat(undone).hasSize(1);
    assertThat(undone.get(0) / 1e9).isBetween((double) from, (double) to);
  }

  private Configuration conf(String frozen) {
    Configuration conf = LocalJobs.conf(dir);
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Settings.RATE.set(conf, "10");
    Settings.WARMUP.set(conf, "0s");
    Settings.FOR.set(conf, "2h");
    Settings.QUIET.set(conf, "true");
    Settings.OUT.set(conf, dir.resolve("run").toString());
    conf.set(VirtualJobs.FROZEN, frozen);
    return conf;
  }

  private RunOutcome play(Configuration conf, Optional<Duration> limit) throws Exception {
    return time.play(
        () -> {
          long start = time.nanos();
          UndoJournal journal =
              new UndoJournal(new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri())));
          ShellLines lines =
              new ShellLines(0, "", journal, line -> undone.add(time.nanos() - start), line -> {});
          if (slowUndo) {
            lines.undoAtTheEnd(
                "",
                new Undo("slow", null, "t1", null, null, null, null, null),
                (undo, shell) -> time.sleep(Duration.ofMinutes(10)));
          }
          Hook hook =
              new Hook(
                  new HookTime(Duration.ofSeconds(1), 0),
                  Optional.of("true"),
                  Optional.empty(),
                  Optional.of("true"));
          PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
          Console console =
              new Console(
                  new ByteArrayInputStream(new byte[0]), nowhere, nowhere, false, Map.of(), time);
          Optional<Deadline> deadline = limit.map(length -> Deadline.in(time, length));
          Hooks hooks = new Hooks(time, List.of(hook), false, lines, line -> {});
          try {
            return new RunDriver(console, hooks, deadline, limit.isEmpty()).attempt(conf);
          } finally {
            took = Duration.ofNanos(time.nanos() - start);
          }
        });
  }
}
