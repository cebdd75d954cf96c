package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suites of runs that need no cluster. */
class SuiteRunTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
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
    Hbench.Result run = hbench.job("suite", "suite " + file());
    assertThat(run).hasExitCode(0);
    List<String> lines = table(run);
    assertThat(words(lines.get(0)))
        .containsExactly("step", "threads", "operation", "ops", "seconds", "runs", "verdict");
    assertThat(lines.get(2)).matches("first +noop +1,000 +[\\d.]+ +1  +\\w+");
    assertThat(lines.get(3)).matches("second +1 +noop +3,000 +[\\d.]+ +2  +\\w+");
    assertThat(lines.get(4)).matches("second +2 +noop +3,000 +[\\d.]+ +2  +\\w+");
    assertThat(Files.readString(dir.resolve("suite/suite.txt")))
        .containsPattern("\nsecond +1 +noop +maximum +3,000 +[\\d.]+ +2\n");
    assertThat(run.json("suite.json")).hasSize("runs", 7);
    assertThat(dir.resolve("suite/second/threads=2/3/report.json")).exists();
    assertThat(dir.resolve("suite/first/report.json")).exists();
    String step = dir.resolve("suite/second/threads=1").toString();
    assertThat(hbench.run("compare %1$s %1$s".formatted(step)).out())
        .contains("suite/second/threads=1/1 does not count in its suite")
        .contains("\nbaseline:   2 runs, ");
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
    Hbench.Result run = hbench.job("hooked", "suite " + file());
    assertThat(run).hasExitCode(0);
    assertThat(dir.resolve("hooked/before/output.txt"))
        .content()
        .endsWith(dir.resolve("hooked/before") + "\n");
    assertThat(table(run).get(1)).startsWith("disturbed");
    Json event = run.json("disturbed/report.json").at("timeline.events.0");
    assertThat(event).has("kind", "hook").has("what", "test -n \"$HBENCH_OUT\"");
    // half a second after the submitter has seen the start
    assertThat(event).number("t").isBetween(0.5, 1.5);
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
    Hbench.Result run = hbench.job("failing", "suite " + file());
    assertThat(run).hasExitCode(1);
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
    Hbench.Result run = hbench.job("early", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err()).contains("a: hooks: the run ended before 1 of 1 hooks\n");
  }

  /** Every night of a cluster that misses an objective is one, for months. */
  @Test
  void nightsThatMissAnObjectiveTakeThePlaceOfOlderOnes() throws IOException {
    suite(
        """
        keep: 2
        settings: {warmup: 0s, tasks: 1, objective: max < 0us}
        steps: [{name: a, command: run noop --ops 10}]
        """);
    for (int night = 1; night <= 4; night++) {
      assertThat(hbench.job("nights/" + night, "suite " + file())).hasExitCode(3);
    }
    assertThat(hbench.last().err()).contains("/nights/2 (keep: 2)\n");
    assertThat(dir.resolve("nights/1")).doesNotExist();
    assertThat(dir.resolve("nights/2")).doesNotExist();
    assertThat(dir.resolve("nights/3")).exists();
  }

  @Test
  void aNightThatFailedDeletesNothingAndSaysWhyEachTime() throws IOException {
    suite("keep: 1\nsteps: [{name: a, shell: 'false', must: false}]\n");
    for (String night : List.of("1", "2", "3")) {
      assertThat(hbench.job("nights/" + night, "suite " + file())).hasExitCode(1);
      assertThat(hbench.last().err())
          .contains(
              "hbench: keep 1: no older suite is deleted, because this one ends with exit code 1\n");
    }
    assertThat(dir.resolve("nights/1")).exists();
  }

  /** Else the baseline would be gone, and an invalid night in its place. */
  @Test
  void aNightWithAnInvalidRunDeletesNothingThoughItIsStrict() throws IOException {
    String night =
        """
        keep: 1
        settings: {warmup: 0s, tasks: 1, strict: true, abort-above: 100%%}
        steps: [{name: a, command: run %s --ops 10}]
        """;
    suite(night.formatted("noop"));
    hbench.job("nights/1", "suite " + file());
    suite(night.formatted(FailingOperation.class.getName()));
    Hbench.Result second = hbench.job("nights/2", "suite " + file());
    assertThat(second.json("suite.json")).has("runs.0.verdict", "invalid");
    assertThat(second.err()).contains("no older suite is deleted, because this one ends with exit");
    assertThat(dir.resolve("nights/1")).exists();
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
      assertThat(hbench.job("nights/" + night, "suite " + file())).hasExitCode(0);
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
    Hbench.Result first = hbench.job("nights/1", "suite " + file());
    assertThat(first).hasExitCode(0);
    assertThat(first.err())
        .contains("hbench: baseline: no earlier suite 'nightly' to compare with\n");
    Hbench.Result second = hbench.job("nights/2", "suite " + file());
    assertThat(second.exitCode()).as(second.err()).isIn(0, 6); // noop takes what it takes
    assertThat(Files.readString(dir.resolve("nights/2/compare.txt"))).contains("nights/1");
    assertThat(dir.resolve("nights/2/compare.json")).exists();
    assertThat(dir.resolve("nights/2/compare.html")).exists();
    assertThat(second.out())
        .containsPattern("^hbench nightly .*\nverdict: ((no )?regression|inconclusive)\n");
    assertThat(dir.resolve("nights/2/junit.xml"))
        .content()
        .contains("classname=\"hbench.nightly.a\" name=\"ops/s\"");
    Hbench.Result other = hbench.job("nights/3", "suite " + file() + " --rate 1k");
    assertThat(other).hasExitCode(2);
    assertThat(other.err()).contains("hbench: baseline: compare: the loads of the runs differ");
  }

  @Test
  void aSuiteIsComparedWithAllNightsInItsPlace() throws IOException {
    suite(
        """
        name: nightly
        baseline: history
        steps: [{name: a, command: run noop --rate 2k --for 1s --warmup 0s --tasks 1}]
        """);
    for (int night = 1; night <= 5; night++) {
      Hbench.Result result = hbench.job("nights/" + night, "suite " + file());
      assertThat(result).hasExitCode(0);
      assertThat(Files.readString(dir.resolve("nights/" + night + "/trend.txt")))
          .contains(", night %d\nverdict: inconclusive\n".formatted(night))
          .contains("\ninconclusive:  %d more night".formatted(6 - night));
      assertThat(result.out())
          .contains("\nverdict: inconclusive\n")
          .contains(": inconclusive, %d more night".formatted(6 - night));
    }
    Hbench.Result sixth = hbench.job("nights/6", "suite " + file());
    assertThat(sixth.exitCode()).as(sixth.err()).isIn(0, 6); // noop takes what it takes
    assertThat(Files.readString(dir.resolve("nights/6/trend.txt")))
        .containsPattern("\nnoop ops/s +1,\\d+/s to 2,\\d+/s +2,0\\d\\d/s ");
    assertThat(dir.resolve("nights/6/trend.json")).exists();
    assertThat(dir.resolve("nights/6/trend.html")).exists();
  }

  /** The verdict was "no regression", though one of its two steps was not judged. */
  @Test
  void aStepThatALaterNightHasFollowedIsNamedAsNotJudged() throws IOException {
    String night =
        """
        name: nightly
        baseline: history
        settings: {warmup: 0s, tasks: 1, ops: 100}
        steps: [{name: a, command: "run noop --draw-seed 1,2"}, {name: b, command: run %s}]
        """;
    suite(night.formatted("get")); // which is refused without an HBase
    Hbench.Result first = hbench.job("nights/1", "suite " + file());
    assertThat(first).hasExitCode(2);
    assertThat(first.err()).doesNotContain("are not judged");
    suite(night.formatted("noop"));
    assertThat(hbench.job("nights/2", "suite " + file())).hasExitCode(0);
    Path copy = dir.resolve("nights/1/suite.yaml");
    Files.delete(dir.resolve("nights/1/.suite.yaml.crc"));
    Files.writeString(copy, night.formatted("noop"));
    Hbench.Result again = hbench.run("suite --resume " + dir.resolve("nights/1"));
    assertThat(again).hasExitCode(2);
    String problem = "steps that a later night has run, or that can't be read, are not judged: a ";
    assertThat(again.err()).endsWith(problem + "draw-seed=1, a draw-seed=2\n");
    assertThat(again.out())
        .contains(
            ": no full comparison with the baseline\nverdict: failed\n  baseline: " + problem);
    assertThat(dir.resolve("nights/1/junit.xml")).content().contains("errors=\"1\"");
  }

  @ParameterizedTest
  @CsvSource({
    "refrence, nights/1, baseline: refrence: does not exist; try baseline: previous",
    "history, /hbench-night, file:/hbench-night: its history is in the directory above"
  })
  void aBaselineThatCanNotBeComparedWithIsRefusedBeforeTheFirstRun(
      String baseline, String out, String reason) throws IOException {
    suite("baseline: %s\nsteps: [{name: a, command: run noop}]\n".formatted(baseline));
    Hbench.Result run = hbench.job(out, "suite " + file());
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).startsWith("hbench: " + reason);
    assertThat(run.err()).doesNotContain("run 1 of 1");
  }

  @Test
  void aSuiteMayMakeTheBaselineThatItsFileNames() throws IOException {
    String baseline = dir.resolve("reference").toString();
    suite(
        """
        baseline: %s
        steps: [{name: a, command: run noop --ops 100 --warmup 0s --tasks 1}]
        """
            .formatted(baseline));
    assertThat(hbench.job("reference", "suite " + file())).hasExitCode(0);
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
    Hbench.Result run =
        hbench.job(
            "scaled",
            "suite " + file() + " --for 500ms --warmup 0s --tasks 1 --threads 1 --repeat 1");
    assertThat(run).hasExitCode(0);
    assertThat(run.json("suite.json")).hasSize("runs", 2);
    assertThat(run.json("b/report.json")).has("settings.for", "500ms");
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
    Hbench.Result first = hbench.job("broken", "suite " + file() + " --ops 1000 --threads 1");
    assertThat(first).hasExitCode(2);
    assertThat(first.err()).contains("hbench: b: no HBase configuration found");
    assertThat(dir.resolve("broken/c/report.json")).exists();
    assertThat(first.out()).containsPattern("b +- +- .* failed");

    Path copy = dir.resolve("broken/suite.yaml");
    Files.delete(dir.resolve("broken/.suite.yaml.crc"));
    Files.writeString(copy, Files.readString(copy).replace("run get", "run noop"));
    Hbench.Result again = hbench.run("suite --resume " + dir.resolve("broken"));
    assertThat(again).hasExitCode(0);
    assertThat(again.err())
        .contains("run 2 of 3: b")
        .doesNotContain("1 of 3")
        .doesNotContain("3 of 3");
    assertThat(first.json("b/report.json")).has("settings.ops", "1000");
    assertThat(words(table(again).get(2)).get(0)).isEqualTo("a");
  }

  @Test
  void aSuiteIsNotResumedWhileAnotherProcessDrivesIt() throws IOException {
    suite("steps:\n- {name: a, shell: test -e %s/fine}\n".formatted(dir));
    assertThat(hbench.job("driven", "suite " + file())).hasExitCode(1);
    String holder =
        "{\"user\": \"bob\", \"process\": \"%s:999999999\", \"since\": \"now\", \"run\": \"r\"}";
    Path lease = dir.resolve("driven/_suite,1");
    Files.writeString(lease, holder.formatted("another.host"));
    Files.createFile(dir.resolve("fine"));
    String resume = "suite --resume " + dir.resolve("driven");
    assertThat(hbench.run(resume)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(
            "--resume file:%s/driven: in use by user %s since now: r, by process another.host:9"
                .formatted(dir, System.getProperty("user.name")))
        .endsWith("; try again after its end, or five minutes after it was killed\n");
    Files.writeString(lease, holder.formatted(InetAddress.getLocalHost().getHostName()));
    assertThat(hbench.run(resume)).hasExitCode(0);
  }

  @Test
  void resumeShowsTheShellLinesBeforeAnythingStarts() throws IOException {
    suite(
        """
        steps:
        - {name: a, shell: "test -e %1$s/fine", undo: "true"}
        - name: b
          command: run noop --rate 1k --for 2s --warmup 0s --tasks 1
          during: [{after: 0s, shell: "true\\e[2K", undo: "true"}]
        """
            .formatted(dir));
    assertThat(hbench.job("shown", "suite " + file())).hasExitCode(1);
    Hbench.Result again = hbench.run("suite --resume " + dir.resolve("shown"));
    assertThat(again.err())
        .startsWith(
            "hbench: runs on this machine: `test -e %s/fine`\n".formatted(dir)
                + "hbench: runs on this machine: `true`\n"
                + "hbench: runs on this machine: `true\\u001b[2K`\n"
                + "hbench: run 1 of 2: a\n");
  }

  @Test
  void aFileThatIsNoSuiteFileIsRefusedInOneLine() throws IOException {
    Files.write(Path.of(file()), new byte[(1 << 20) + 1]);
    assertThat(hbench.job("bad", "suite " + file()).err())
        .matches("hbench: \\S+/s.yaml: larger than 1 MB\n");
    Files.write(Path.of(file()), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(hbench.job("bad", "suite " + file()).err())
        .matches("hbench: \\S+/s.yaml:\\d+: a character that is not UTF-8\n");
    assertThat(hbench.job("bad", "suite " + dir).err())
        .isEqualTo(
            "hbench: suite " + dir + ": not a file; try suite job-conf/reference/1-cache.yaml\n");
  }

  @Test
  void aDamagedSiblingDoesNotEndASuite() throws IOException {
    Files.createDirectories(dir.resolve("nights/cut"));
    Files.writeString(dir.resolve("nights/cut/suite.json"), "{\"schema\": ");
    suite(
        """
        name: nightly
        keep: 1
        baseline: previous
        steps: [{name: a, command: run noop --ops 10 --warmup 0s --tasks 1}]
        """);
    Hbench.Result run = hbench.job("nights/1", "suite " + file());
    assertThat(run).hasExitCode(0);
    assertThat(run.err())
        .containsOnlyOnce("nights/cut/suite.json is damaged")
        .contains("hbench: baseline: no earlier suite 'nightly' to compare with\n");
  }

  /** Their steps are all checked before the first, which then misses an HBase. */
  @Test
  void everyReferenceRunMakesSense() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("job-conf/reference"))) {
      Path ahbench = Path.of("job-conf/ahbench.yaml");
      for (Path file : Stream.concat(files, Stream.of(ahbench)).toList()) {
        String name = file.getFileName().toString();
        Hbench.Result run = hbench.job(name, "suite " + file);
        assertThat(run.err())
            .contains("run 1 of ")
            .contains("no HBase configuration found")
            .contains("stopped after 1 of");
        assertThat(run).hasExitCode(2);
        assertThat(dir.resolve(name).resolve("suite.json")).exists();
      }
    }
  }

  @Test
  void onlySuitesAreResumed() throws IOException {
    Files.createDirectory(dir.resolve("mine"));
    Hbench.Result run = hbench.run("suite --resume " + dir.resolve("mine"));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(": not the directory of a suite");
    assertThat(dir.resolve("mine")).isEmptyDirectory();
  }

  @Test
  void anErrorInAStepHasItsLineAndNothingRuns() throws IOException {
    suite("steps:\n- {name: a, command: run noop}\n- {name: b, command: runn noop}\n");
    assertThat(hbench.job("bad", "suite " + file()).err())
        .isEqualTo(
            "hbench: "
                + file()
                + ":3: step 'b': command 'runn': not a command that drives load; did you mean"
                + " run?\n");
    suite("steps:\n- {name: a, shell: ls, command: run noop}\n");
    assertThat(hbench.job("bad", "suite " + file()).err())
        .endsWith(
            "s.yaml:2: shell contradicts command and during; leave out shell or both of them\n");
    suite("steps:\n- {name: a, command: run noop, during: [{after: soon, shell: ls}]}\n");
    assertThat(hbench.job("bad", "suite " + file()).err())
        .contains("s.yaml:2: soon: neither a time ");
    suite("steps:\n- {name: a, command: run noop --treads 4}\n");
    assertThat(hbench.job("bad", "suite " + file()).err())
        .isEqualTo(
            "hbench: "
                + file()
                + ":2: step 'a': --treads: no such option; did you mean --threads?\n");
    assertThat(hbench.job("bad", "suite nowhere.yaml").err())
        .contains("suite nowhere.yaml: not a file");
    assertThat(dir.resolve("bad")).doesNotExist();
  }

  private void suite(String text) throws IOException {
    Files.writeString(Path.of(file()), text);
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }

  /** The lines of a suite's table, with its head. */
  private static List<String> table(Hbench.Result suite) {
    return suite.out().lines().dropWhile(line -> !line.startsWith("step ")).toList();
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.trim().split(" +"));
  }
}
