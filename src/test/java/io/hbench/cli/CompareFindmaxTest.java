package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.compare.SyntheticSearch;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of the highest sustainable rates of searches. */
class CompareFindmaxTest {
  private static final SyntheticRuns RUNS =
      new SyntheticRuns(1, 5, 20, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;

  @Test
  void aHalvedFindmaxIsARegression() throws IOException {
    SyntheticSearch.write(dir.resolve("a"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("b"), 5_000.0, 5_100.0);
    SyntheticSearch.write(dir.resolve("c"), 10_100.0, 10_300.0);
    Path page = dir.resolve("compare.html");
    Hbench.Result halved = compare("a", "b", "--html", page.toString());
    assertThat(halved).hasExitCode(6);
    assertThat(halved.out())
        .startsWith(
            """
            hbench comparison of findmax get@2 on table hbench
            verdict: regression
              1 regression: findmax rate -50.0 %
            """)
        .containsPattern(
            "\nfindmax +rate +10,000/s +5,000/s +-50.0 % +-51.0 to -49.0 % +regression\n")
        .contains("\njudged by:  margin 5 %\n");
    assertThat(Files.readString(page)).contains("\"rate\"");
    Hbench.Result same = compare("a", "c");
    assertThat(same).hasExitCode(0);
    assertThat(same.out())
        .startsWith(
            "hbench comparison of findmax get@2 on table hbench\nverdict: equivalent\n  1 equivalent: ");
  }

  @Test
  void aSearchWithoutARateIsARegressionAndOneWithoutALimitIsInconclusive() throws IOException {
    SyntheticSearch.write(dir.resolve("a"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("none"), null, 1_000.0);
    SyntheticSearch.write(dir.resolve("open"), 12_000.0, null);
    assertThat(compare("a", "none").out())
        .containsPattern("rate +10,000/s +0/s +-100.0 % +-100.0 to -90.0 % +regression");
    assertThat(compare("a", "open").out())
        .containsPattern("rate +10,000/s +12,000/s +\\+20.0 % +- +inconclusive")
        .contains("no rate missed the objectives in the candidate");
    assertThat(compare("open", "a")).hasExitCode(6);
  }

  @Test
  void aRateThatNoLongerStepHasConfirmedIsInconclusive() throws IOException {
    SyntheticSearch.write(dir.resolve("a"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("b"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("c"), 5_000.0, 5_100.0);
    for (String one : List.of("b", "c")) {
      Json.edit(dir.resolve(one + "/findmax.json"), s -> s.set("result.confirmed", false));
    }
    assertThat(compare("a", "b").out())
        .containsPattern("rate +10,000/s +10,000/s +0.0 % +- +inconclusive")
        .contains("a rate was not confirmed");
    assertThat(compare("a", "c").out())
        .as("which may be too high, and not too low")
        .containsPattern("rate +10,000/s +5,000/s +-50.0 % .* regression");
    assertThat(compare("c", "a").out()).contains("a rate was not confirmed");
    SyntheticSearch.write(dir.resolve("open"), 12_000.0, null);
    assertThat(compare("open", "a").out()).doesNotContain("confirmed");
  }

  /** By a rate of 0, it was a regression. */
  @Test
  void aSearchThatTellsNothingOfTheServersIsNotCompared() throws IOException {
    SyntheticSearch.write(dir.resolve("a"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("b"), null, 1_000.0);
    Json.edit(dir.resolve("b/findmax.json"), search -> search.set("result.limit", "clients"));
    Hbench.Result compared = compare("a", "b");
    assertThat(compared).hasExitCode(2);
    assertThat(compared.err()).contains("it found no rate, and its limit is clients");
  }

  /** Half of the rate by a stricter objective was a regression. */
  @Test
  void searchesWithOtherObjectivesAreOtherLoads() throws IOException {
    SyntheticSearch.write(dir.resolve("a"), 10_000.0, 10_200.0);
    SyntheticSearch.write(dir.resolve("b"), 5_000.0, 5_100.0);
    Path search = dir.resolve("b/findmax.json");
    String text = Files.readString(search);
    Files.writeString(search, text.replace("p99 < 20ms", "p99 < 5ms"));
    assertThat(compare("a", "b")).hasExitCode(2);
    assertThat(compare("a", "b").err())
        .contains("--objective: baseline p99 < 20ms, candidate p99 < 5ms\n");
    assertThat(compare("a", "b", "--different-ok")).hasExitCode(6);
    Files.writeString(search, text.replace("p99 < 20ms", "p99<0.02s"));
    assertThat(compare("a", "b")).hasExitCode(6);
  }

  @Test
  void repeatedSearchesHaveAnIntervalOfTheirScatter() throws IOException {
    for (int i = 0; i < 3; i++) {
      SyntheticSearch.write(dir.resolve("before/" + i), 10_000.0 + 100 * i, 10_200.0 + 100 * i);
      SyntheticSearch.write(dir.resolve("after/" + i), 9_000.0 + 100 * i, 9_180.0 + 100 * i);
    }
    Hbench.Result compare = compare("before", "after");
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .contains("confidence 98 %\n")
        .containsPattern("rate +10,1\\d\\d/s +9,1\\d\\d/s +-9.9 %");
  }

  @Test
  void aRunAndASearchAreNotCompared() throws IOException {
    RUNS.write(dir.resolve("a"), 1);
    SyntheticSearch.write(dir.resolve("b"), 10_000.0, 10_200.0);
    Hbench.Result compare = compare("a", "b", "--different-ok");
    assertThat(compare).hasExitCode(2);
    assertThat(compare.err()).contains("/b cannot be compared: a run and a findmax");
  }

  /** The step that had failed was left out, and the other one was equivalent. */
  @Test
  void aStepWithoutValidRunsIsNotEquivalent() throws IOException {
    writeSuite("monday", 10_000, "max", "other");
    writeSuite("tuesday", 10_000, "max", "other");
    assertThat(compare("monday", "tuesday").out())
        .startsWith("hbench comparison of max, other\nverdict: equivalent\n");
    Files.delete(dir.resolve("tuesday/other/findmax.json"));
    assertThat(compare("monday", "tuesday").out())
        .startsWith(
            "hbench comparison of max: findmax get@2 on table hbench\nverdict: inconclusive")
        .containsPattern("\n +excluded: .*/tuesday/other ");
  }

  private void writeSuite(String suite, double rate, String... steps) throws IOException {
    StringJoiner runs = new StringJoiner(", ");
    for (String step : steps) {
      SyntheticSearch.write(dir.resolve(suite).resolve(step), rate, 1.02 * rate);
      runs.add(
          """
          {"step": "%1$s", "ladder": {}, "repeat": 1, "counted": true,
           "directory": "%1$s", "verdict": "valid", "figures": {}}
          """
              .formatted(step));
    }
    Files.writeString(
        dir.resolve(suite).resolve("suite.json"),
        """
        {"schema": "hbench.suite/3", "name": "nightly", "version": "0.2.0", "flags": {},
         "columns": [], "rows": [], "runs": [%s]}
        """
            .formatted(runs));
  }

  @Test
  void aSearchIsAStepOfASuite() throws IOException {
    writeSuite("monday", 10_000, "max");
    writeSuite("tuesday", 5_000, "max");
    Hbench.Result compare = compare("monday", "tuesday");
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .startsWith(
            "hbench comparison of max: findmax get@2 on table hbench\nverdict: regression\n")
        .containsPattern("rate .* regression\n");
  }

  private Hbench.Result compare(String baseline, String candidate, String... flags) {
    return new Hbench(dir)
        .run(
            "compare %s %s %s"
                .formatted(dir.resolve(baseline), dir.resolve(candidate), String.join(" ", flags)));
  }
}
