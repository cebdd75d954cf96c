package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.compare.SyntheticRuns;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final SyntheticRuns USUAL =
      new SyntheticRuns(2, 40, 50, 500_000, 0.01, 0.01, 0.05, 0.3, 1, Map.of(), null);

  @TempDir Path dir;
  private long seed;

  @Test
  void aRegressionHasExitCode6AndNamesTheFigures() throws IOException {
    write("before", USUAL, 3);
    write("after", USUAL.slower(1.3), 3);
    TestMain.Result compare = compare("before", "after");
    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(6);
    assertThat(compare.out().lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).startsWith("verdict: regression ("));
    assertThat(compare.out())
        .containsPattern("\nget +ops/s +[\\d.]+ +[\\d.]+ +-2\\d\\.\\d % .*  worse\n")
        .containsPattern("\n +p50 +\\d+ +\\d+ +\\+\\d\\d\\.\\d % .*  worse\n")
        .contains("base: 3 runs, ")
        .contains("same: if it changed, then by less than 5 % (--margin)\n")
        .doesNotContain("too few runs to know");
    assertThat(compare("after", "before").exitCode()).isZero();
  }

  @Test
  void aComparisonOfTwoRunsNotesTheUnknownVarianceBetweenRuns() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    TestMain.Result compare = compare("a", "a");
    assertThat(compare.exitCode()).as(compare.err()).isZero();
    assertThat(compare.out())
        .startsWith("verdict: ")
        .doesNotContain("  worse\n", "  better\n")
        .contains("there are too few runs to know how far apart two runs of the same thing are");
    assertThat(compare.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(110));
  }

  @Test
  void jsonHoldsTheWholeComparisonAndOutWritesItToANewFile() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.slower(2).write(dir.resolve("b"), 2);
    Path file = dir.resolve("compare.json");
    TestMain.Result compare =
        compare("a", "b", "--format", "json", "--margin", "2%", "--out", file.toString());
    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(6);
    assertThat(compare.out()).isEqualTo(Files.readString(file));
    JsonObject json = JsonParser.parseString(compare.out()).getAsJsonObject();
    assertThat(json.get("schema").getAsString()).isEqualTo("hbench.compare/1");
    assertThat(json.get("margin").getAsDouble()).isEqualTo(0.02);
    assertThat(json.get("judgement").getAsString()).isEqualTo("worse");
    JsonObject set = json.getAsJsonArray("sets").get(0).getAsJsonObject();
    JsonObject get = set.getAsJsonArray("operations").get(0).getAsJsonObject();
    assertThat(get.get("time").getAsString()).isEqualTo("service");
    assertThat(get.getAsJsonArray("baseCurve")).hasSizeGreaterThan(20);
    assertThat(get.getAsJsonArray("newCurve")).hasSizeGreaterThan(20);
    JsonObject p50 = get.getAsJsonArray("figures").get(1).getAsJsonObject();
    assertThat(p50.get("figure").getAsString()).isEqualTo("p50");
    assertThat(p50.get("new").getAsDouble() / p50.get("base").getAsDouble()).isBetween(1.8, 2.2);

    TestMain.Result again = compare("a", "b", "--out", file.toString());
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("exists already");

    TestMain.Result page = compare("a", "b", "--html", file.toString());
    assertThat(page.exitCode()).isEqualTo(2);
    assertThat(page.err()).contains("--html: '" + file + "' exists already");
    assertThat(compare.out()).isEqualTo(Files.readString(file));
  }

  @Test
  void runsOfDifferentIdentityAreRefusedWithAList() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.with(Settings.THREADS, "16").write(dir.resolve("b"), 1);
    TestMain.Result refused = compare("a", "b");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            """
            hbench: compare: the runs differ in more than their figures; try --different-ok to compare them nevertheless
              --threads: baseline none, candidate 16
            """);
    TestMain.Result compared = compare("a", "b", "--different-ok");
    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("  different: --threads: none, now 16\n");
  }

  @Test
  void anInvalidRunIsNotCompared() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.write(dir.resolve("b"), 2);
    damage("b");
    TestMain.Result compare = compare("a", "b", "--different-ok");
    assertThat(compare.exitCode()).isEqualTo(2);
    assertThat(compare.err()).contains("there is nothing to compare").contains("/b is invalid: ");
  }

  @Test
  void invalidRepeatsAreExcludedAndListed() throws IOException {
    write("before", USUAL, 3);
    write("after", USUAL, 3);
    damage("after/1");
    TestMain.Result compare = compare("before", "after");
    assertThat(compare.exitCode()).as(compare.err()).isZero();
    assertThat(compare.out())
        .contains("candidate: 2 runs, ")
        .containsPattern("excluded: .*/1 is invalid");
  }

  @Test
  void stepsOfSuitesArePairedByName() throws IOException {
    for (String suite : new String[] {"monday", "tuesday"}) {
      write(suite + "/read", suite.equals("monday") ? USUAL : USUAL.slower(1.5), 2);
      write(suite + "/mixed", USUAL, 2);
      Files.writeString(
          dir.resolve(suite).resolve("suite.json"),
          """
          {"runs": [%s, %s, %s, %s, %s]}
          """
              .formatted(
                  run("read", 0),
                  run("read", 1),
                  run("mixed", 0),
                  run("mixed", 1),
                  run("read", 7).replace("\"counted\": true", "\"counted\": false")));
    }
    TestMain.Result compare = compare("monday", "tuesday");
    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(6);
    assertThat(compare.out())
        .contains("\nread: run get@2 on table hbench\nbaseline:  2 runs, ")
        .contains("\nmixed: run get@2 on table hbench\n");
  }

  @Test
  void badArgumentsAreReportedInOneLine() {
    assertThat(compare("a").err())
        .isEqualTo(
            "hbench: compare: 1 directories, not 2; try compare hbench/before" + " hbench/after\n");
    assertThat(compare("a", "b").err()).contains("/a: does not exist");
    assertThat(compare("a", "b", "--margin", "5").err())
        .isEqualTo("hbench: --margin 5: not a share from 0% to 100%; try --margin 5%\n");
  }

  /** Makes a run incomplete: one task has no result, and there is no report yet. */
  private void damage(String run) throws IOException {
    Files.delete(dir.resolve(run).resolve("tasks/facts-m-00001.json"));
    Files.delete(dir.resolve(run).resolve("report.json"));
  }

  private static String run(String step, int repeat) {
    return """
    {"step": "%s", "ladder": {}, "repeat": %d, "counted": true, "directory": "%s/%d"}
    """
        .formatted(step, repeat, step, repeat);
  }

  private void write(String name, SyntheticRuns kind, int runs) throws IOException {
    for (int i = 0; i < runs; i++) {
      kind.write(dir.resolve(name).resolve(Integer.toString(i)), seed++);
    }
  }

  private TestMain.Result compare(String baseline, String candidate, String... flags) {
    String[] words = new String[3 + flags.length];
    words[0] = "compare";
    words[1] = dir.resolve(baseline).toString();
    if (candidate == null) {
      return TestMain.run(SyntheticRuns.conf(), words[0], words[1]);
    }
    words[2] = dir.resolve(candidate).toString();
    System.arraycopy(flags, 0, words, 3, flags.length);
    return TestMain.run(SyntheticRuns.conf(), words);
  }

  private TestMain.Result compare(String base) {
    return compare(base, null);
  }
}
