package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.text.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run, in all forms that programs read. */
class MachineFormatsTest {
  @TempDir static Path dir;
  private static Hbench hbench;
  private static Hbench.Result run;
  private static Json report;

  @BeforeAll
  static void drive() throws IOException {
    hbench = new Hbench(dir);
    run = hbench.job("a", "run noop@2 --ops 20k --warmup 0s --format json");
    assertThat(run).hasExitCode(0);
    report = run.report();
  }

  @Test
  void jsonIsTheFile() {
    assertThat(Json.parse(run.out())).isEqualTo(report);
  }

  @Test
  void csvHasALineForEachOperationOfEachRunBelowOneLineOfNames() {
    Hbench.Result csv = hbench.run("report %1$s %1$s --format csv".formatted(run.dir()));
    List<List<String>> rows = rows(csv.out());
    assertThat(rows).hasSize(3);
    Json noop = report.at("operations.0");
    assertThat(cell(rows, "run")).isEqualTo("a");
    assertThat(cell(rows, "command")).isEqualTo("run noop@2");
    assertThat(cell(rows, "count")).isEqualTo("20000");
    assertThat(cell(rows, "opsPerSecond")).isEqualTo(noop.text("opsPerSecond"));
    assertThat(cell(rows, "errorsByKind")).isEqualTo("{}");
    assertThat(cell(rows, "response.p99")).isEmpty();
    Json service = noop.at("service");
    for (String figure : service.names("")) {
      assertThat(cell(rows, "service." + figure))
          .isEqualTo(service.isNull(figure) ? "" : service.text(figure));
    }
  }

  @Test
  void theTimelineIsATableAsWell() {
    Hbench.Result csv = hbench.run("report " + run.dir() + " --format csv-timeline");
    List<List<String>> rows = rows(csv.out());
    List<Json> points = report.list("timeline.points");
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
    assertThat(cell(rows, "time")).startsWith(report.text("window.started").substring(0, 19));
    assertThat(cell(rows, "time")).matches("[\\d-]{10}T[\\d:]{8}\\.\\d{3}[+-]\\d\\d:\\d\\d");
    assertThat(cell(rows, "p99")).isEqualTo(points.get(0).text("p99"));
  }

  @Test
  void theSlowestRequestsAreATableAsWell() {
    Hbench.Result csv = hbench.run("report " + run.dir() + " --format csv-slowest");
    List<List<String>> rows = rows(csv.out());
    assertThat(rows).hasSize(1 + report.list("slow.list").size());
    assertThat(cell(rows, "operation")).isEqualTo("noop");
    assertThat(cell(rows, "service")).isEqualTo(report.text("slow.list.0.service"));
    assertThat(cell(rows, "server")).isEmpty();
  }

  @Test
  void prometheusFindsTheLastRunInAFile() throws IOException {
    Path file = dir.resolve("hbench.prom");
    String before = "";
    for (String name : List.of("b", "c")) {
      Hbench.Result again =
          hbench.job(name, "run noop@1 --ops 1000 --warmup 0s --prometheus " + file);
      assertThat(again).hasExitCode(0);
      assertThat(Files.readString(file))
          .isNotEqualTo(before)
          .contains("id=\"" + name + "\"")
          .contains("hbench_figure{figure=\"ops\",of=\"noop\"} 1000.0\n")
          .contains("hbench_slowest_requests{cause=\"");
      before = Files.readString(file);
    }
    Files.delete(file);
    Hbench.Result later = hbench.run("report " + dir.resolve("c") + " --prometheus " + file);
    assertThat(later).hasExitCode(0);
    assertThat(Files.readString(file)).isEqualTo(before);
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.startsWith(".hbench.prom"));
    }
  }

  /** It held old figures after a report; reports of two runs, and searches, were refused. */
  @Test
  void theFileOfASiteIsForItsRunsAlone() throws IOException {
    Path file = dir.resolve("site.prom");
    Configuration site = LocalJobs.defaults();
    Settings.PROMETHEUS.set(site, file.toString());
    Settings.METRICS_PORT.set(site, "0");
    Hbench there = Hbench.ofSite(site, dir);
    assertThat(there.run("report %1$s %1$s".formatted(run.dir()))).hasExitCode(0);
    assertThat(there.run("report " + run.dir())).hasExitCode(0);
    assertThat(there.run("report --follow " + run.dir())).hasExitCode(0);
    assertThat(there.run("findmax noop@1 --objective 'p99 < 1s' --dry-run")).hasExitCode(0);
    assertThat(file).doesNotExist();
    assertThat(there.job("of-site", "run noop@1 --ops 100 --warmup 0s")).hasExitCode(0);
    assertThat(file).content().contains("id=\"of-site\"");
    assertThat(there.run("findmax noop@1 --prometheus " + file).err())
        .contains("--prometheus " + file + ": findmax chooses the rates");
  }

  /** The first file of a site that HBase or Hadoop reads later brings all of them back. */
  @Test
  void whatIsLeftOutOfASiteStaysOut() throws IOException {
    Path file = dir.resolve("site.xml");
    Configuration written = new Configuration(false);
    Settings.PROMETHEUS.set(written, "/tmp/site.prom");
    try (OutputStream out = Files.newOutputStream(file)) {
      written.writeXml(out);
    }
    Configuration site = new Configuration();
    site.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    CommandLine line = CommandLine.parse(site, List.of(), List.of());
    assertThat(Settings.PROMETHEUS.isSet(line.conf())).isTrue();
    line.leaveOutOfSites();
    line.conf().reloadConfiguration();
    assertThat(Settings.PROMETHEUS.isSet(line.conf())).isFalse();
  }

  @Test
  void aFileThatHbenchHasNotWrittenStaysAsItIs() throws IOException {
    Path mine = dir.resolve("mine.prom");
    Files.writeString(mine, "my_metric 1\n");
    Hbench.Result run = hbench.job("refused", "run noop@1 --ops 100 --prometheus " + mine);
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .contains("--prometheus " + mine + ": exists, and is not a file of hbench; try ");
    assertThat(Files.readString(mine)).isEqualTo("my_metric 1\n");
    assertThat(dir.resolve("refused")).doesNotExist();
    assertThat(hbench.job("refused", "run noop@1 --prometheus /no/such/dir/x.prom").err())
        .contains("--prometheus /no/such/dir/x.prom: is in no directory that can be written to");
  }

  @Test
  void theFileBesideIsNewAndHasNoNameThatCanBePrepared() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("shared"));
    Path victim = Files.writeString(dir.resolve("victim"), "of mine");
    Path file = folder.resolve("hbench.prom");
    Files.createSymbolicLink(
        folder.resolve(".hbench.prom-" + ProcessHandle.current().pid()), victim);
    hbench.job("linked", "run noop@1 --ops 100 --warmup 0s --prometheus " + file);
    assertThat(victim).hasContent("of mine");
    assertThat(file).content().startsWith("# HELP hbench_");
    assertThat(Files.isSymbolicLink(file)).isFalse();
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
}
