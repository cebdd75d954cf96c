package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A damaged or foreign file is named in one line, and the other runs are still reported. */
class DamagedRunsTest {
  private static final SyntheticRuns USUAL =
      new SyntheticRuns(1, 20, 50, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;

  @BeforeEach
  void writeTwoRuns() throws IOException {
    USUAL.write(dir.resolve("runs/a"), 1);
    USUAL.write(dir.resolve("runs/b"), 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job.json                 | {                       | a/job.json is damaged: ",
        "job.json                 | {}                      | a/job.json is damaged: no job",
        "plan.xml                 | <configuration>         | a/plan.xml is damaged: ",
        "plan.xml                 | <configuration/>        | a: no report can be made of its"
            + " files: ",
        "part-r-00000             | a text of 20 characters | a/part-r-00000",
        "tasks/facts-m-00000.json | []                      | facts-m-00000.json is damaged: ",
      })
  void reportNamesTheFileAndReportsTheOtherRun(String file, String text, String message)
      throws IOException {
    Files.writeString(dir.resolve("runs/a").resolve(file), text);
    Hbench.Result both = hbench("report DIR/runs/a DIR/runs/b");
    assertThat(both.err().lines()).hasSize(1);
    assertThat(both.err()).startsWith("hbench: ").contains(message);
    assertThat(both.out()).contains("p99");
    assertThat(both).hasExitCode(1);
    Hbench.Result one = hbench("report DIR/runs/a");
    assertThat(one).hasExitCode(1);
    assertThat(one.err()).isEqualTo(both.err());
  }

  @Test
  void compareExcludesTheRunAndNamesTheFile() throws IOException {
    USUAL.write(dir.resolve("more/c"), 3);
    for (String file : List.of("report.json", "timeline-r-00000", "part-r-00000")) {
      USUAL.write(dir.resolve("more/" + file), 4);
      Files.writeString(dir.resolve("more").resolve(file).resolve(file), "{\"schema\": damaged}");
    }
    Hbench.Result compare = hbench("compare DIR/runs DIR/more");
    assertThat(compare).hasExitCode(0);
    assertThat(compare.err()).isEmpty();
    assertThat(compare.out())
        .containsPattern("\ncandidate: +file:\\S+/c\n")
        .containsPattern("\n  excluded: .*/part-r-00000 cannot be read:\\s")
        .contains("\n  excluded: 2 more\n");
    assertThat(hbench("compare DIR/runs DIR/more --details").out())
        .containsPattern("\nExcluded\n")
        .containsPattern("\nfile.*/report.json cannot be read: .*report.json is damaged: ")
        .containsPattern("\nfile.*/timeline-r-00000 cannot be read: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run         | null",
        "operations  | [null]",
        "operations  | [{\"operation\": \"get\", \"service\": {}}]",
        "total       | {\"operation\": null}",
        "window      | {\"startSeconds\": 0, \"seconds\": 1e300}",
        "timeline    | {\"intervalSeconds\": 1e-300, \"points\": []}",
        "clients     | {\"tasks\": null}",
        "settings    | {\"for\": null}",
      })
  void aReportWithWrongPartsEndsNothing(String part, String value) throws IOException {
    Json.edit(dir.resolve("runs/a/report.json"), json -> json.set(part, Json.parse(value)));
    Hbench.Result trend = hbench("trend DIR/runs");
    assertThat(trend).hasExitCode(0);
    assertThat(trend.out()).containsPattern("runs: +");
    Hbench.Result compare = hbench("compare DIR/runs DIR/runs");
    assertThat(compare.exitCode()).isIn(0, 2);
    assertThat(compare.err() + trend.err()).doesNotContain("bug", "\tat ", "null");
  }

  @Test
  void oneBadNightNeverEndsATrend() throws IOException {
    Files.writeString(
        dir.resolve("runs/a/report.json"), "{\"schema\": \"hbench.report/2\", \"run\": 7}");
    Files.createDirectories(dir.resolve("runs/suite"));
    Files.writeString(
        dir.resolve("runs/suite/suite.json"),
        "{\"name\": \"n\", \"runs\": [{\"step\": null, \"directory\": null}]}");
    USUAL.write(dir.resolve("runs/suite/c"), 3);
    Files.createDirectories(dir.resolve("runs/nameless"));
    Files.writeString(
        dir.resolve("runs/nameless/suite.json"), // of no schema
        "{\"name\": \"n\", \"flags\": {}, \"columns\": [], \"rows\": [], \"runs\": []}");
    Hbench.Result trend = hbench("trend DIR/runs");
    assertThat(trend).hasExitCode(0);
    assertThat(trend.out()).containsPattern("runs: +2, ");
    assertThat(trend.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("hbench: trend: nameless: "))
        .anyMatch(line -> line.startsWith("hbench: trend: a: ") && line.contains("is damaged"))
        .anyMatch(line -> line.contains("suite.json is damaged: it is not complete"));
  }

  private Hbench.Result hbench(String words) {
    return Hbench.run(
        SyntheticRuns.conf(),
        Stream.of(words.split(" "))
            .map(word -> word.replace("DIR", dir.toString()))
            .toArray(String[]::new));
  }
}
