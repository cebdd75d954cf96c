package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.driver.ExitCode;
import io.hbench.kit.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites of runs that need no cluster. */
class SuiteRunTest {
  private static final String QUICK = " --ops 2000 --warmup 0s --tasks 1";

  @TempDir Path dir;

  @Test
  void aLadderIsARunForEachCombinationAndOneTable() throws IOException {
    TestMain.Result ladder = hbench("ladder", "run noop --threads 1,2 --batch 5,7" + QUICK);
    assertThat(ladder.exitCode()).as(ladder.err()).isZero();
    List<String> lines = ladder.out().lines().toList();
    assertThat(words(lines.get(0)))
        .containsExactly(
            "threads",
            "batch",
            "operation",
            "ops",
            "ops/s",
            "rows/s",
            "MB/s",
            "mean",
            "p95",
            "p99",
            "p99.9",
            "max",
            "errors",
            "verdict");
    assertThat(
            lines.stream()
                .skip(1)
                .limit(4)
                .map(line -> String.join(" ", words(line).subList(0, 4))))
        .containsExactly("1 5 noop 2,000", "1 7 noop 2,000", "2 5 noop 2,000", "2 7 noop 2,000");
    for (String run : List.of("threads=1_batch=5", "threads=2_batch=7")) {
      assertThat(dir.resolve("ladder").resolve(run).resolve("report.json")).exists();
    }
    JsonObject report = json("ladder/threads=2_batch=7/report.json");
    assertThat(report.getAsJsonObject("settings").get("threads").getAsString()).isEqualTo("2");
    assertThat(ladder.out()).startsWith(Files.readString(dir.resolve("ladder/suite.txt")));
    assertThat(Files.readString(dir.resolve("ladder/suite.html")))
        .contains("./threads&#x3D;2_batch&#x3D;7/report.html");
    assertThat(ladder.err()).contains("run 4 of 4: --threads 2 --batch 7");
  }

  @Test
  void allRunsAreCheckedBeforeTheFirst() {
    TestMain.Result ladder = hbench("none", "run noop --threads 1,0" + QUICK);
    assertThat(ladder.exitCode()).isEqualTo(2);
    assertThat(ladder.err())
        .isEqualTo("hbench: --threads: '0' is not a count of 1 or more; try 4\n");
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void stepsOfARateAreNoLadder() {
    TestMain.Result run = hbench("rate", "run noop --rate 1k,2k --for 1s --warmup 0s --tasks 1");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(dir.resolve("rate/report.json")).exists();
  }

  @Test
  void aLoadWithALadderNeedsATableForEachRun() {
    TestMain.Result load = hbench("load", "load --threads 1,2");
    assertThat(load.exitCode()).isEqualTo(2);
    assertThat(load.err()).contains("try --recreate, or a table for each: --table a,b");
  }

  @Test
  void theVerdictsOfAllRunsMakeTheExitCode() {
    TestMain.Result ladder = hbench("strict", "run noop --threads 1,2 --strict" + QUICK);
    // a few milliseconds of noop are not enough for a valid verdict, but may be
    boolean valid = ladder.out().lines().skip(1).limit(2).allMatch(line -> line.endsWith(" valid"));
    assertThat(ladder.exitCode()).isEqualTo(valid ? 0 : 4);
    assertThat(ExitCode.worst(List.of(0, 4, 2))).isEqualTo(2);
    assertThat(ExitCode.worst(List.of(2, 1, 4))).isEqualTo(1);
    assertThat(ExitCode.worst(List.of())).isZero();
  }

  @Test
  void aSuiteRunsItsStepsAndCountsItsLastRepeats() throws IOException {
    suite(
        """
        repeat: 3
        count_last: 2
        columns: [ops, seconds]
        settings: {warmup: 0s, tasks: 1}
        steps:
        - {name: first, command: run noop --ops 1k, once: true}
        - {name: second, command: "run noop --ops 3k --threads 1,2"}
        """);
    TestMain.Result run = hbench("suite", "suite " + file());
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(words(lines.get(0)))
        .containsExactly("step", "threads", "operation", "ops", "seconds", "runs", "verdict");
    assertThat(lines.get(1)).matches("first +noop +1,000 +[\\d.]+ +1  +\\w+");
    assertThat(lines.get(2)).matches("second +1 +noop +3,000 +[\\d.]+ +2  +\\w+");
    assertThat(lines.get(3)).matches(" +3,000–3,000 +[\\d.]+–[\\d.]+");
    assertThat(lines.get(4)).matches("second +2 +noop +3,000 +[\\d.]+ +2  +\\w+");
    assertThat(json("suite/suite.json").getAsJsonArray("runs")).hasSize(7);
    assertThat(dir.resolve("suite/second/threads=2/3/report.json")).exists();
    assertThat(dir.resolve("suite/first/report.json")).exists();
  }

  @Test
  void shellLinesAreStepsAndHooksAreOnTheTimelineOfTheirRun() throws IOException {
    suite(
        """
        columns: [ops]
        steps:
        - {name: before, shell: 'echo $HBENCH_OUT'}
        - name: disturbed
          command: run noop@1 --rate 1k --for 3s --warmup 0s
          during: [{after: 500ms, shell: 'test -n "$HBENCH_OUT"'}]
        """);
    TestMain.Result run = hbench("hooked", "suite " + file());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(dir.resolve("hooked/before/output.txt"))
        .content()
        .endsWith(dir.resolve("hooked/before") + "\n");
    assertThat(run.out().lines().toList().get(1)).startsWith("disturbed");
    JsonObject event =
        json("hooked/disturbed/report.json")
            .getAsJsonObject("timeline")
            .getAsJsonArray("events")
            .get(0)
            .getAsJsonObject();
    assertThat(event.get("kind").getAsString()).isEqualTo("hook");
    assertThat(event.get("what").getAsString()).isEqualTo("test -n \"$HBENCH_OUT\"");
    // after the start of the load, and after the submitter has seen it
    assertThat(event.get("t").getAsDouble()).isBetween(0.5, 2.5);
  }

  @Test
  void aShellLineThatFailsEndsTheSuiteAndAHookThatFailsItsRun() throws IOException {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - name: a
          command: run noop --rate 1k --for 3s
          during: [{after: 0s, shell: "echo no such server; false"}, {after: 1h, shell: "true"}]
        - {name: b, shell: "echo out of order; exit 3"}
        - {name: c, command: run noop --ops 10}
        """);
    TestMain.Result run = hbench("failing", "suite " + file());
    assertThat(run.exitCode()).isOne();
    assertThat(run.err())
        .contains("a: hook: `echo no such server; false` exited with 1: no such server\n")
        .contains("b: `echo out of order; exit 3` exited with 3: out of order\n")
        .contains("stopped after 2 of 3 runs");
    assertThat(dir.resolve("failing/a/report.json")).exists();
    assertThat(dir.resolve("failing/b/output.txt")).hasContent("out of order");
  }

  @Test
  void aHookWhoseTimeNeverCameFailsTheRun() throws IOException {
    suite(
        """
        steps:
        - name: a
          command: run noop --ops 10 --warmup 0s --tasks 1
          during: [{after: 1h, shell: "true"}]
        """);
    TestMain.Result run = hbench("early", "suite " + file());
    assertThat(run.exitCode()).isOne();
    assertThat(run.err()).contains("a: hooks: the run was over before 1 of 1 were\n");
  }

  @Test
  void onlyTheNewestSuitesOfANameAreKept() throws IOException {
    Files.createDirectories(dir.resolve("nights/mine"));
    for (String night : List.of("1", "2", "3")) {
      suite("name: other\nsteps: [{name: a, command: run noop --ops 10 --warmup 0s --tasks 1}]\n");
      if (!night.equals("1")) {
        suite(
            """
            name: nightly
            keep: 1
            steps: [{name: a, command: run noop --ops 10 --warmup 0s --tasks 1}]
            """);
      }
      assertThat(hbench("nights/" + night, "suite " + file()).exitCode()).isZero();
    }
    assertThat(dir.resolve("nights/1")).exists(); // of another name
    assertThat(dir.resolve("nights/2")).doesNotExist();
    assertThat(dir.resolve("nights/3")).exists();
    assertThat(dir.resolve("nights/mine")).exists();
  }

  @Test
  void aSuiteIsComparedWithThePreviousOneOfItsName() throws IOException {
    suite(
        """
        name: nightly
        baseline: previous
        steps: [{name: a, command: run noop --rate 2k --for 3s --warmup 0s --tasks 1}]
        """);
    TestMain.Result first = hbench("nights/1", "suite " + file());
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err())
        .contains("hbench: there is no earlier suite 'nightly' here to compare this with\n");
    TestMain.Result second = hbench("nights/2", "suite " + file());
    assertThat(second.exitCode()).as(second.err()).isIn(0, 6); // noop takes what it takes
    assertThat(second.out()).contains("\nbase: ").contains("nights/1");
    assertThat(dir.resolve("nights/2/compare.json")).exists();
    assertThat(dir.resolve("nights/2/compare.html")).exists();
    TestMain.Result other = hbench("nights/3", "suite " + file() + " --rate 1k");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err())
        .contains("hbench: baseline: compare: the runs differ in more than their figures");
  }

  @Test
  void oneCommandLineScalesASuiteDown() throws IOException {
    suite(
        """
        repeat: 5
        settings: {for: 15m}
        steps:
        - {name: a, command: run noop@2 --warmup 5m}
        - {name: b, command: "run noop --ops 10G --threads 2,4,6"}
        """);
    TestMain.Result run =
        hbench(
            "scaled",
            "suite " + file() + " --for 100ms --warmup 0s --tasks 1 --threads 1 --repeat 1");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(json("scaled/suite.json").getAsJsonArray("runs")).hasSize(2);
    assertThat(json("scaled/b/report.json").getAsJsonObject("settings").get("for").getAsString())
        .isEqualTo("100ms");
  }

  @Test
  void aSuiteIsResumedWithTheFlagsOfItsStart() throws IOException {
    // without an HBase, gets are refused when their turn comes
    suite(
        """
        settings: {warmup: 0s, tasks: 1}
        steps:
        - {name: a, command: run noop}
        - {name: b, command: run get}
        - {name: c, command: run noop}
        """);
    TestMain.Result first = hbench("broken", "suite " + file() + " --ops 1000 --threads 1");
    assertThat(first.exitCode()).isEqualTo(2);
    assertThat(first.err()).contains("hbench: b: which HBase?");
    assertThat(dir.resolve("broken/c/report.json")).exists();
    assertThat(first.out()).containsPattern("b +- +- .* failed");

    Path copy = dir.resolve("broken/suite.yaml");
    Files.delete(dir.resolve("broken/.suite.yaml.crc"));
    Files.writeString(copy, Files.readString(copy).replace("run get", "run noop"));
    TestMain.Result again =
        TestMain.run(conf(), "suite", "--resume", dir.resolve("broken").toString());
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.err())
        .contains("run 2 of 3: b")
        .doesNotContain("1 of 3")
        .doesNotContain("3 of 3");
    assertThat(json("broken/b/report.json").getAsJsonObject("settings").get("ops").getAsString())
        .isEqualTo("1000");
    assertThat(words(again.out().lines().toList().get(1)).get(0)).isEqualTo("a");
  }

  /** Their steps are all checked before the first, which then misses an HBase. */
  @Test
  void everyReferenceRunMakesSense() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("job-conf/reference"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        TestMain.Result run = hbench(name, "suite " + file);
        assertThat(run.err())
            .contains("run 1 of ")
            .contains("which HBase?")
            .contains("ended after 1 of");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(dir.resolve(name).resolve("suite.json")).exists();
      }
    }
  }

  @Test
  void onlySuitesAreResumed() throws IOException {
    Files.createDirectory(dir.resolve("mine"));
    TestMain.Result run = TestMain.run(conf(), "suite", "--resume", dir.resolve("mine").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is not the directory of a suite");
    assertThat(dir.resolve("mine")).isEmptyDirectory();
  }

  @Test
  void anErrorInAStepHasItsLineAndNothingRuns() throws IOException {
    suite("steps:\n- {name: a, command: run noop}\n- {name: b, command: runn noop}\n");
    assertThat(hbench("bad", "suite " + file()).err())
        .isEqualTo(
            "hbench: "
                + file()
                + ":3: step 'b': command 'runn': not a command that drives load; did you mean run?\n");
    suite("steps:\n- {name: a, shell: ls, command: run noop}\n");
    assertThat(hbench("bad", "suite " + file()).err())
        .endsWith(
            "s.yaml:2: shell contradicts command and during; leave out shell or both of them\n");
    suite("steps:\n- {name: a, command: run noop, during: [{after: soon, shell: ls}]}\n");
    assertThat(hbench("bad", "suite " + file()).err()).contains("s.yaml:2: 'soon' is not ");
    suite("steps:\n- {name: a, command: run noop --treads 4}\n");
    assertThat(hbench("bad", "suite " + file()).err())
        .isEqualTo(
            "hbench: "
                + file()
                + ":2: step 'a': --treads: no such option; did you mean --threads?\n");
    assertThat(hbench("bad", "suite nowhere.yaml").err()).contains("'nowhere.yaml' is not a file");
    assertThat(dir.resolve("bad")).doesNotExist();
  }

  @Test
  void ctrlCStopsALadderAndKeepsWhatIsComplete() throws Exception {
    Path log = dir.resolve("log");
    Process ladder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hbench.cli.Main",
                "run",
                "noop",
                "--threads",
                "1,2,3",
                "--tasks",
                "1",
                "--for",
                "2s",
                "--warmup",
                "0s",
                "--local",
                "-Dhadoop.tmp.dir=" + dir.resolve("tmp"),
                "--out",
                dir.resolve("stopped").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await(log, "run 2 of 3", ladder);
      Thread.sleep(500);
      ladder.destroy(); // a SIGTERM, which ends a JVM as Ctrl-C does
      assertThat(ladder.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      ladder.destroyForcibly();
    }
    assertThat(ladder.exitValue()).isNotZero();
    assertThat(Files.readString(log)).doesNotContain("run 3 of 3");
    assertThat(dir.resolve("stopped/threads=3")).doesNotExist();
    assertThat(json("stopped/suite.json").getAsJsonArray("runs")).hasSize(1);
  }

  private static void await(Path log, String words, Process process) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.readString(log).contains(words)) {
      assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(20);
    }
  }

  private void suite(String text) throws IOException {
    Files.writeString(Path.of(file()), text);
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }

  private TestMain.Result hbench(String name, String words) {
    return TestMain.run(
        conf(),
        Stream.concat(
                Arrays.stream(words.split(" ")), Stream.of("--out", dir.resolve(name).toString()))
            .toArray(String[]::new));
  }

  private Configuration conf() {
    return LocalJobs.conf(dir);
  }

  private JsonObject json(String name) throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve(name))).getAsJsonObject();
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.trim().split(" +"));
  }
}
