package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Hbench;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of two runs and of those beside them. */
class CompareSiblingsTest {
  private static final SyntheticRuns USUAL =
      new SyntheticRuns(2, 40, 50, 500_000, 0.01, 0.01, 0.05, 0.3, 1, Map.of(), null);

  @TempDir Path dir;
  private long seed;

  @Test
  void siblingsAreRepeatsOfEachSide() throws IOException {
    SyntheticRuns after = USUAL.slower(1.3).with(servers("3.0.0"));
    for (int i = 0; i < 4; i++) { // all of them in one directory
      USUAL.with(servers("2.6.1")).write(dir.resolve("runs/before-" + i), seed++);
      after.write(dir.resolve("runs/after-" + i), seed++);
    }
    USUAL.with(Settings.THREADS, "16").write(dir.resolve("runs/other"), 1);
    Files.delete(dir.resolve("runs/before-2/tasks/facts-m-00001.json"));
    Files.delete(dir.resolve("runs/before-2/report.json"));
    assertThat(compare("runs/before-0", "runs/after-0").out()).contains("not known");
    Hbench.Result compare = compare("runs/before-0", "runs/after-0", "--with-siblings");
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .containsPattern("\nbaseline: +3 runs, .*; siblings: 2\n")
        .containsPattern("\ncandidate: +4 runs, .*; siblings: 3\n")
        .containsPattern("\n  excluded: .*/runs/before-2 is invalid: ")
        .doesNotContain("/runs/other", "not known");
    assertThat(compare("runs/before-0", "runs/after-0", "--with-siblings --details").out())
        .containsPattern("\nbaseline, sibling +before-1 .*/runs/before-1 ")
        .containsPattern("\ncandidate, sibling +after-3 .*/runs/after-3 ");
  }

  @Test
  void siblingsThatAreLikeBothSidesAreOnTheirSideInTime() throws IOException {
    String[] started = {"T01", "T02", "T03", "T04", "T05"};
    for (String hour : started) {
      USUAL.write(dir.resolve("runs/" + hour), seed++);
      Path report = dir.resolve("runs/" + hour + "/report.json");
      String text =
          Files.readString(report).replace("2026-01-01T00:00", "2026-01-01" + hour + ":00");
      Files.writeString(report, text);
    }
    Hbench.Result compare = compare("runs/T04", "runs/T02", "--with-siblings --details");
    assertThat(compare.out())
        .containsPattern("\nbaseline: +2 runs, .*/T04 …; siblings: 1\n")
        .containsPattern("\nbaseline, sibling +T05 ")
        .containsPattern("\ncandidate: +2 runs, .*/T02 …; siblings: 1\n")
        .containsPattern("\ncandidate, sibling +T01 ")
        .containsPattern("excluded: .*/T03 started between baseline and candidate\n");
  }

  @Test
  void siblingsOfASuiteAreRefused() throws IOException {
    USUAL.write(dir.resolve("before/1"), 1);
    USUAL.write(dir.resolve("a"), 1);
    Hbench.Result compare = compare("before", "a", "--with-siblings");
    assertThat(compare).hasExitCode(2);
    assertThat(compare.err())
        .contains("/before is not the directory of a run; leave out --with-siblings");
  }

  private static ServerFacts servers(String version) {
    return new ServerFacts(version, 4, 0, 0, 0, 0, 0, null, Map.of(), List.of());
  }

  private Hbench.Result compare(String baseline, String candidate, String... flags) {
    return new Hbench(dir)
        .run(
            "compare %s %s %s"
                .formatted(dir.resolve(baseline), dir.resolve(candidate), String.join(" ", flags)));
  }
}
