package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.ExitCode;
import io.hbench.kit.Hbench;
import io.hbench.kit.HbenchProcess;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ladders of runs that need no cluster. */
class LadderRunTest {
  private static final String QUICK = " --ops 2000 --warmup 0s --tasks 1";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  /** They were ignored, and text was printed. */
  @Test
  void aFormatThatSeveralRunsASuiteOrASearchLackIsRefused() {
    assertThat(hbench.run("run noop --threads 1,2 --format json" + QUICK)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("prints one run, and these are several; try report");
    assertThat(hbench.run("run noop --repeat 2 --format csv" + QUICK)).hasExitCode(2);
    String suite = "suite job-conf/reference/1-cache.yaml --dry-run";
    assertThat(hbench.run(suite + " --format json")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("prints one run, and these are several; try report");
    assertThat(hbench.run(suite + " --format text")).hasExitCode(0);
    assertThat(hbench.run("findmax noop --format csv")).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --format csv: a search is printed as text or json; try --format json\n");
  }

  /** The empty value was the default: a third run. */
  @Test
  void anEmptyValueIsRefused() {
    assertThat(hbench.run("run noop --threads 2,4," + QUICK)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo("hbench: --threads 2,4,: has an empty value; try --threads 2,4\n");
    assertThat(hbench.run("run noop --rate=" + QUICK)).hasExitCode(2);
    assertThat(hbench.last().err()).startsWith("hbench: --rate: no value; try --rate ");
  }

  @Test
  void aLadderScalesUnlessItsRunsHaveARate() throws IOException {
    hbench.job("free", "run noop --threads 1,2" + QUICK);
    assertThat(dir.resolve("free/suite.txt")).content().contains("speed-up");
    hbench.job("paced", "run noop --threads 1,2 --rate 1k" + QUICK);
    assertThat(dir.resolve("paced/suite.txt")).content().doesNotContain("speed-up");
  }

  @Test
  void aLadderIsARunForEachCombinationAndOneTable() throws IOException {
    Hbench.Result ladder = hbench.job("ladder", "run noop --threads 1,2 --batch 5,7" + QUICK);
    assertThat(ladder).hasExitCode(0);
    List<String> lines = ladder.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("hbench run");
    assertThat(lines.get(1)).matches("verdict: (valid|degraded), 4 runs");
    assertThat(words(lines.get(3)))
        .containsExactly(
            "threads",
            "batch",
            "operation",
            "ops",
            "ops/s",
            "rows/s",
            "bytes/s",
            "mean",
            "p95",
            "p99",
            "p99.9",
            "max",
            "verdict");
    assertThat(
            lines.stream()
                .skip(5)
                .limit(4)
                .map(line -> String.join(" ", words(line).subList(0, 4))))
        .containsExactly("1 5 noop 2,000", "1 7 noop 2,000", "2 5 noop 2,000", "2 7 noop 2,000");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("details:  suite.txt and suite.html in file:" + dir.resolve("ladder"));
    for (String run : List.of("threads=1_batch=5", "threads=2_batch=7")) {
      assertThat(dir.resolve("ladder").resolve(run).resolve("report.json")).exists();
    }
    assertThat(ladder.json("threads=2_batch=7/report.json")).has("settings.threads", "2");
    assertThat(Files.readString(dir.resolve("ladder/suite.txt")))
        .contains(lines.get(5))
        .containsPattern("\nRuns\n----\nthreads  batch  repeat  verdict +directory\n");
    assertThat(Files.readString(dir.resolve("ladder/suite.html")))
        .contains("./threads&#x3D;2_batch&#x3D;7/report.html");
    assertThat(ladder.err()).contains("run 4 of 4: --threads 2 --batch 7");
  }

  @Test
  void aRepeatedRunIsADirectoryThatCompareTakes() throws IOException {
    Hbench.Result runs = hbench.job("runs", "run noop --repeat 3" + QUICK);
    assertThat(runs).hasExitCode(0);
    for (String run : List.of("1", "2", "3")) {
      assertThat(dir.resolve("runs").resolve(run).resolve("report.json")).exists();
    }
    assertThat(runs.err()).contains("run 2 of 3: run noop (2)");
    assertThat(runs.json("suite.json").list("rows")).hasSize(1);
    assertThat(runs.json("suite.json")).has("rows.0.runs", 3);
    assertThat(hbench.run("compare %1$s %1$s".formatted(dir.resolve("runs"))).out())
        .contains("baseline:   3 runs, ");
  }

  @Test
  void repeatsOfALadderAreConsecutiveRounds() throws IOException {
    Hbench.Result runs = hbench.job("runs", "run noop --threads 1,2 --repeat 2" + QUICK);
    assertThat(runs).hasExitCode(0);
    assertThat(dir.resolve("runs/threads=2/2/report.json")).exists();
    assertThat(runs.err())
        .contains("run 2 of 4: --threads 2")
        .contains("run 4 of 4: --threads 2 (2)");
    assertThat(Files.readString(dir.resolve("runs/suite.txt")))
        .containsPattern("\nScaling\n-+\nthreads +speed-up +efficiency +runs\n");
  }

  @Test
  void aLoadIsNotRepeatedIntoTheSameTable() {
    Hbench.Result load = hbench.job("none", "load --rows 10 --repeat 2");
    assertThat(load).hasExitCode(2);
    assertThat(load.err()).contains("2 runs would fill table 'hbench' repeatedly");
    assertThat(hbench.job("none", "run noop --repeat 2 --dry-run" + QUICK).err())
        .isEqualTo("hbench: --dry-run: takes one run; leave out --repeat\n");
    assertThat(hbench.job("none", "run noop --repeat 0" + QUICK).err())
        .startsWith("hbench: --repeat 0: ");
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void allRunsAreCheckedBeforeTheFirst() {
    Hbench.Result ladder = hbench.job("none", "run noop --threads 1,0" + QUICK);
    assertThat(ladder).hasExitCode(2);
    assertThat(ladder.err())
        .isEqualTo("hbench: --threads 0: not a count of 1 or more; try --threads 4\n");
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void stepsOfARateAreNoLadder() {
    Hbench.Result run = hbench.job("rate", "run noop --rate 1k,2k --for 1s --warmup 0s --tasks 1");
    assertThat(run).hasExitCode(0);
    assertThat(dir.resolve("rate/report.json")).exists();
  }

  @Test
  void aLoadWithALadderNeedsATableForEachRun() {
    Hbench.Result load = hbench.job("load", "load --threads 1,2");
    assertThat(load).hasExitCode(2);
    assertThat(load.err()).contains("try --recreate, or one table for each run: --table a,b");
  }

  @Test
  void theVerdictsOfAllRunsMakeTheExitCode() {
    Hbench.Result ladder = hbench.job("strict", "run noop --threads 1,2 --strict" + QUICK);
    // a few milliseconds of noop are not enough for a valid verdict, but may be
    boolean valid = ladder.out().contains("\nverdict: valid, 2 runs\n");
    assertThat(ladder).hasExitCode(valid ? 0 : 4);
    assertThat(ExitCode.worst(List.of(0, 4, 2))).isEqualTo(2);
    assertThat(ExitCode.worst(List.of(2, 1, 4))).isEqualTo(1);
    assertThat(ExitCode.worst(List.of())).isZero();
  }

  @Test
  void ctrlCStopsALadderAndKeepsCompleteRuns() throws Exception {
    Path log = dir.resolve("log");
    String[] words = {
      "run",
      "noop",
      "--threads",
      "1",
      "--tasks",
      "1",
      "--for",
      "1s,10m,11m",
      "--warmup",
      "0s",
      "--local",
      "--out",
      dir + "/stopped"
    };
    try (HbenchProcess ladder = new HbenchProcess(log, words)) {
      ladder.await(() -> Files.exists(dir.resolve("stopped/for=10m/job.json")));
      assertThat(ladder.stop()).isNotZero();
    }
    assertThat(Files.readString(log)).doesNotContain("run 3 of 3");
    assertThat(dir.resolve("stopped/for=11m")).doesNotExist();
    assertThat(Json.read(dir.resolve("stopped/suite.json"))).hasSize("runs", 1);
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.trim().split(" +"));
  }
}
