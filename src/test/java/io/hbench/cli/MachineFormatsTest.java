package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.text.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run, in all forms that programs read. */
class MachineFormatsTest {
  @TempDir static Path dir;
  private static TestMain.Result run;
  private static JsonObject report;

  @BeforeAll
  static void drive() throws IOException {
    run = hbench("run noop@2 --ops 20k --warmup 0s --format json", "a");
    assertThat(run.exitCode()).as(run.err()).isZero();
    report =
        JsonParser.parseString(Files.readString(dir.resolve("a/report.json"))).getAsJsonObject();
  }

  @Test
  void jsonIsTheFile() {
    assertThat(JsonParser.parseString(run.out())).isEqualTo(report);
  }

  @Test
  void csvHasALineForEachOperationOfEachRunBelowOneLineOfNames() {
    String a = dir.resolve("a").toString();
    TestMain.Result csv = TestMain.run(conf(), "report", a, a, "--format", "csv");
    List<List<String>> rows = rows(csv.out());
    assertThat(rows).hasSize(3);
    JsonObject noop = report.getAsJsonArray("operations").get(0).getAsJsonObject();
    assertThat(cell(rows, "run")).isEqualTo("a");
    assertThat(cell(rows, "command")).isEqualTo("run noop@2");
    assertThat(cell(rows, "count")).isEqualTo("20000");
    assertThat(cell(rows, "opsPerSecond")).isEqualTo(noop.get("opsPerSecond").getAsString());
    assertThat(cell(rows, "errorsByKind")).isEqualTo("{}");
    assertThat(cell(rows, "response.p99")).isEmpty();
    for (Map.Entry<String, com.google.gson.JsonElement> figure :
        noop.getAsJsonObject("service").entrySet()) {
      assertThat(cell(rows, "service." + figure.getKey()))
          .isEqualTo(figure.getValue().isJsonNull() ? "" : figure.getValue().getAsString());
    }
  }

  @Test
  void theTimelineIsATableAsWell() {
    TestMain.Result csv =
        TestMain.run(conf(), "report", dir.resolve("a").toString(), "--format", "csv-timeline");
    List<List<String>> rows = rows(csv.out());
    JsonArray points = report.getAsJsonObject("timeline").getAsJsonArray("points");
    assertThat(rows).hasSize(1 + points.size());
    assertThat(rows.get(0))
        .containsExactly(
            "run",
            "time",
            "seconds",
            "timing",
            "t",
            "operation",
            "count",
            "errors",
            "opsPerSecond",
            "p50",
            "p99",
            "p99.9",
            "max");
    assertThat(cell(rows, "time"))
        .startsWith(report.getAsJsonObject("window").get("started").getAsString().substring(0, 19));
    assertThat(cell(rows, "time")).matches("[\\d-]{10}T[\\d:]{8}\\.\\d{3}[+-]\\d\\d:\\d\\d");
    assertThat(cell(rows, "p99"))
        .isEqualTo(points.get(0).getAsJsonObject().get("p99").getAsString());
  }

  @Test
  void prometheusFindsTheLastRunInAFile() throws IOException {
    Path file = dir.resolve("hbench.prom");
    String before = "";
    for (String name : List.of("b", "c")) {
      TestMain.Result again =
          hbench("run noop@1 --ops 1000 --warmup 0s --prometheus " + file, name);
      assertThat(again.exitCode()).as(again.err()).isZero();
      assertThat(Files.readString(file))
          .isNotEqualTo(before)
          .contains("id=\"" + name + "\"")
          .contains("hbench_requests{operation=\"noop\"} 1000.0\n");
      before = Files.readString(file);
    }
    Files.delete(file);
    TestMain.Result later =
        TestMain.run(
            conf(), "report", dir.resolve("c").toString(), "--prometheus", file.toString());
    assertThat(later.exitCode()).isZero();
    assertThat(Files.readString(file)).isEqualTo(before);
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.startsWith(".hbench.prom"));
    }
  }

  @Test
  void aFileThatHbenchHasNotWrittenStaysAsItIs() throws IOException {
    Path mine = dir.resolve("mine.prom");
    Files.writeString(mine, "my_metric 1\n");
    TestMain.Result run = hbench("run noop@1 --ops 100 --prometheus " + mine, "refused");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--prometheus: '" + mine + "' is there, and hbench has not written it; try ");
    assertThat(Files.readString(mine)).isEqualTo("my_metric 1\n");
    assertThat(dir.resolve("refused")).doesNotExist();
    assertThat(hbench("run noop@1 --prometheus /no/such/dir/x.prom", "refused").err())
        .contains("--prometheus: '/no/such/dir/x.prom' is in no directory that can be written to");
  }

  private static String cell(List<List<String>> rows, String column) {
    return rows.get(1).get(rows.get(0).indexOf(column));
  }

  private static List<List<String>> rows(String csv) {
    List<List<String>> rows = new ArrayList<>();
    csv.lines()
        .forEach(
            line ->
                rows.add(
                    StringTokenizer.getCSVInstance(line)
                        .setEmptyTokenAsNull(false)
                        .setIgnoreEmptyTokens(false)
                        .getTokenList()));
    return rows;
  }

  private static TestMain.Result hbench(String words, String name) {
    return TestMain.run(conf(), (words + " --out " + dir.resolve(name)).split(" "));
  }

  private static Configuration conf() {
    return LocalJobs.conf(dir);
  }
}
