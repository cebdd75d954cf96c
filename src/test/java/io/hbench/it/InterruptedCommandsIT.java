package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commands that are interrupted: by Ctrl-C, which ends a JVM as SIGTERM does; by the loss of the
 * terminal, SIGHUP; by SIGKILL. Afterwards nothing drives load, nothing is left but the run
 * directory, and the report says what happened.
 *
 * <p>Not each command in each phase, but the cases that differ in what has to end them:
 *
 * <ul>
 *   <li>TRIAL: the table of {@code load --recreate} is being checked; no job exists. TERM, KILL.
 *   <li>SUBMITTED: YARN has the job, its application master may not run. TERM: of {@code run}.
 *       KILL: of {@code run}, whose tasks start the load without a submitter; of {@code findmax},
 *       whose tasks wait for a step that never comes.
 *   <li>LOADING: tasks drive load. TERM: of {@code load}, of {@code findmax} in a step. HUP: of
 *       {@code run}; of {@code load --bulk}; of {@code suite}, which has another step. KILL: of
 *       {@code load}, of {@code load --bulk}, of {@code suite}.
 *   <li>HAND_OVER: the job has succeeded, and HBase takes the HFiles. TERM, KILL.
 * </ul>
 */
@Sandbox.Shared
class InterruptedCommandsIT {
  private static final String TABLE = "interrupted-" + Runs.ID;
  private static final String SUITE =
      """
      name: interrupted
      steps:
        - name: first
          command: run noop@1 --threads 1 --rate 20 --warmup 0s --for 10m --submitter-timeout 4s
        - name: second
          command: run noop@1 --threads 1 --warmup 0s --for 1s
      """;

  private static final String ENDLESS = " --threads 1 --rate 20 --warmup 0s --for 10m ";
  private static final String LOST = "--submitter-timeout 4s ";
  private static final String ROWS = "--rows 1k --table " + TABLE;
  private static final String LONG_LOAD = "load --rows 100k --rate 20 --threads 1 --tasks 2 ";
  private static final String BULK = "load --bulk --value-size 100 --tasks 2 --presplit 16 ";

  /**
   * Long enough for containers to start on a busy machine; shorter than a task waits for a step.
   */
  private static final long BOUND_MINUTES = 4;

  private static Connection connection;

  @TempDir private Path temp;
  private Process process;

  private enum Signal {
    TERM(143),
    HUP(129),
    KILL(137);

    private final int exitCode;

    Signal(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  /** A moment in a command, as it shows from outside. */
  private enum Phase {
    TRIAL {
      @Override
      boolean reached(String name) throws IOException {
        return !Leftovers.trials(connection, TABLE).isEmpty();
      }
    },
    SUBMITTED {
      @Override
      boolean reached(String name) throws IOException {
        return jobFile(name)
            .map(job -> !job.getAsJsonObject("job").get("id").isJsonNull())
            .orElse(false);
      }
    },
    LOADING {
      @Override
      boolean reached(String name) throws IOException {
        return Runs.facts(name, 0).isPresent();
      }
    },
    HAND_OVER {
      @Override
      boolean reached(String name) throws IOException {
        return jobFile(name)
            .filter(job -> job.get("handOver").isJsonNull())
            .map(job -> job.getAsJsonObject("status").get("state").getAsString())
            .filter("SUCCEEDED"::equals)
            .isPresent();
      }
    };

    abstract boolean reached(String name) throws IOException;
  }

  /** Cases that take more than a minute each, most of it until containers have started. */
  private enum Slow {
    RUN_SUBMITTED_KILL("run get@2" + ENDLESS + LOST + ROWS, "no sign of it for 4s"),
    RUN_LOADING_HUP("run get@2" + ENDLESS + ROWS, "job-failed: the job ended as KILLED"),
    LOAD_LOADING_TERM(LONG_LOAD + "--table " + TABLE + "-l", "the job ended as KILLED"),
    LOAD_LOADING_KILL(LONG_LOAD + LOST + "--table " + TABLE + "-k", "no sign of it for 4s"),
    BULK_LOADING_HUP(BULK + "--threads 1 --rows 3M --table " + TABLE + "-b", "ended as KILLED"),
    BULK_LOADING_KILL(
        BULK + "--threads 1 --rows 3M " + LOST + "--table " + TABLE + "-c", "job-outcome-unknown"),
    BULK_HAND_OVER_TERM(BULK + "--rows 20k --table " + TABLE + "-d", " 16 HFiles"),
    BULK_HAND_OVER_KILL(
        BULK + "--rows 20k --table " + TABLE + "-e", "rows-not-written: HBase may lack rows"),
    FINDMAX_SUBMITTED_KILL(
        "findmax get@2 --threads 1 --start-rate 20 --step-time 1m --objective p99<1s "
            + LOST
            + ROWS,
        "the submitter is gone, and the run was not detached: no sign of it for 4s"),
    FINDMAX_LOADING_TERM(
        "findmax get@2 --threads 1 --start-rate 20 --step-time 1m --objective p99<1s " + ROWS,
        "job-failed: the job ended as KILLED: interrupted by a signal"),
    SUITE_LOADING_HUP("suite FILE", "job-failed: the job ended as KILLED"),
    SUITE_LOADING_KILL("suite FILE", "no sign of it for 4s");

    private final String words;
    private final String reported;

    Slow(String words, String reported) {
      this.words = words;
      this.reported = reported;
    }

    Signal signal() {
      return Signal.valueOf(name().substring(name().lastIndexOf('_') + 1));
    }

    Phase phase() {
      return Stream.of(Phase.values())
          .filter(p -> name().contains(p.name()))
          .findAny()
          .orElseThrow();
    }

    /** The run of the suite's first step, or the first step of a search, in its directory. */
    String part() {
      if (name().startsWith("SUITE")) {
        return "/first";
      }
      return this == FINDMAX_LOADING_TERM ? "/steps/001" : "";
    }
  }

  @BeforeAll
  static void load() throws Exception {
    connection = Sandbox.hbase();
    Shell.Result load = hbench("interrupted-load", "load --local --tasks 1 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterAll
  static void disconnect() throws IOException {
    connection.close();
  }

  @AfterEach
  void endProcess() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void aRunWhoseJobWasJustSubmittedLeavesNothingInYarn() throws Exception {
    String err = interrupt("run get@2" + ENDLESS + ROWS, "submitted", Phase.SUBMITTED, Signal.TERM);
    assertThat(err)
        .contains("hbench: interrupted; the run ends within 1m\n")
        .containsPattern("hbench: the job killed \\(job_\\d+_\\d+\\): interrupted by a signal\n$");
    nothingIsLeft("submitted");
    assertThat(Sandbox.hbench("report " + dir("submitted")).out())
        .contains("job-failed: the job ended as KILLED: interrupted by a signal");
  }

  @Test
  void aTableThatIsBeingCheckedIsAsItWas() throws Exception {
    String load = "load --recreate --tasks 1 " + ROWS;
    String err = interrupt(load, "trial", Phase.TRIAL, Signal.TERM);
    assertThat(err)
        .endsWith(
            "hbench: interrupted by a signal: no job was submitted, and table %s is as it was\n"
                .formatted(TABLE));
    nothingIsLeft("trial");
    assertThat(exists("trial")).isFalse();
    Shell.Result verify = hbench("trial-verified", "verify --local " + dir("interrupted-load"));
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isZero();
  }

  @Test
  void aLoadIsNotResumedWhileItsJobWrites() throws Exception {
    String table = "--table " + TABLE + "-r";
    Shell.Result load = hbench("writing", LONG_LOAD + table + " --detach");
    assertThat(load.exitCode()).as(load.err()).isZero();
    Shell.Result resumed = hbench("resumed", "load --local --resume " + dir("writing"));
    String job = Runs.job("writing");
    Leftovers.kill(job);
    assertThat(resumed.err())
        .endsWith(
            "%s: %s still writes its rows; try again after its end; to end it: mapred job -kill %2$s\n"
                .formatted(dir("writing"), job));
    assertThat(resumed.exitCode()).isEqualTo(2);
    assertThat(exists("resumed")).isFalse();
  }

  /** It may be that of a load that is under way; after ten minutes a load drops it. */
  @Tag("soak")
  @Test
  void theNextLoadLeavesTheTrialThatAKilledOneHasJustMade() throws Exception {
    String load = "load --recreate --tasks 1 " + ROWS;
    interrupt(load, "trial-killed", Phase.TRIAL, Signal.KILL);
    List<String> trials = Leftovers.trials(connection, TABLE);
    Shell.Result next = hbench("trial-next", load + " --local");
    assertThat(next.exitCode()).as(next.err()).isZero();
    assertThat(Leftovers.trials(connection, TABLE)).isEqualTo(trials).hasSize(1);
    TableName trial = TableName.valueOf(trials.get(0));
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(trial);
      admin.deleteTable(trial);
    }
    nothingIsLeft("trial-killed");
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource
  void nothingGoesOnAndNothingIsLeft(Slow it) throws Exception {
    String name = it.name().toLowerCase(Locale.ROOT);
    Path file = Files.writeString(temp.resolve("suite.yaml"), SUITE);
    String words = it.words.replace("FILE", file.toString()).replace("p99<1s", "'p99<1s'");
    String err = interrupt(words, name, it.phase(), it.signal(), it.part());
    if (it.signal() != Signal.KILL) {
      assertThat(err).contains("interrupted by a signal");
    }
    Leftovers.awaitNoJob(name, BOUND_MINUTES);
    String run = dir(name) + it.part();
    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + run);
    Shell.Result report = Sandbox.hbench("report " + run);
    assertThat(report.out() + follow.err()).as(follow.out()).contains(it.reported);
    assertThat(report.err() + follow.err()).doesNotContain("\tat ").doesNotContain("bug");
    nothingIsLeft(name);
    assertThat(exists(name + "/second")).isFalse();
    if (it == Slow.BULK_HAND_OVER_KILL || it == Slow.LOAD_LOADING_TERM) {
      String faster = it == Slow.LOAD_LOADING_TERM ? " --rate 100k --threads 8" : "";
      Shell.Result resumed = hbench(name + "-resumed", "load --local --resume " + run + faster);
      assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isZero();
    }
  }

  private String interrupt(String words, String name, Phase phase, Signal signal) throws Exception {
    return interrupt(words, name, phase, signal, "");
  }

  /**
   * Sends a signal to a command in a phase.
   *
   * @param part of the run directory in which the phase shows
   * @return what the command printed to standard error
   */
  private String interrupt(String words, String name, Phase phase, Signal signal, String part)
      throws Exception {
    Path err = temp.resolve("err");
    process = Sandbox.submitter(words + " --out " + dir(name), temp.resolve("out"), err);
    Waits.until(
        phase + " of " + name, () -> Sandbox.end(process, err), () -> phase.reached(name + part));
    Runs.signal(signal.name(), process.pid());
    assertThat(process.waitFor(BOUND_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isEqualTo(signal.exitCode);
    assertThat(err).content().doesNotContain("\tat ").doesNotContain("bug");
    return Files.readString(err);
  }

  private static void nothingIsLeft(String name) throws Exception {
    assertThat(Leftovers.of(name, TABLE)).isEmpty();
    assertThat(Leftovers.trials(connection, TABLE)).isEmpty();
  }

  private static boolean exists(String file) throws IOException {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      return hdfs.exists(new org.apache.hadoop.fs.Path(dir(file)));
    }
  }

  private static Optional<JsonObject> jobFile(String name) throws IOException {
    try {
      return Optional.of(Sandbox.json(dir(name) + "/job.json"));
    } catch (java.io.FileNotFoundException | IllegalStateException e) {
      return Optional.empty();
    }
  }
}
