package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Chart;
import io.hbench.html.PageRenderer;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of ten thousand tasks, as people read it. */
@Tag("soak")
class ManyTasksTest {
  private static final int TASKS = 10_000;

  @TempDir static Path dir;
  private static RunReport report;
  private static String page;

  /** What a reader sees, without the scripts and their data. */
  private static String shown;

  private static String text;

  @BeforeAll
  static void make() throws IOException {
    report = ManyTasks.report(dir.resolve("many"), TASKS);
    page = PageRenderer.html(RunView.of(report, report.timeline()));
    shown = page.substring(0, page.indexOf("<script"));
    text = RunView.details(report);
  }

  @Test
  void thePageHasLessThanTwoMegabytes() {
    assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
  }

  @Test
  void thePageNamesTheTasksThatStandOut() {
    assertThat(shown)
        .contains("<td>777</td>", "<td>node0097.example.org</td>") // slow
        .contains("Late at the start: 19 tasks; the latest of them:", "<td>9503</td>")
        .contains("Failed requests: in 199 tasks; those with the most:")
        .contains("Lost tasks: 12.", "<td>11</td>")
        .contains("<td>node0042.example.org</td>")
        .contains("All 9,988 tasks are in report.json.")
        .contains("The first 100 of 3,000 kinds of errors");
    assertThat(shown.split("<td>node", -1)).hasSizeLessThan(80);
  }

  @Test
  void thePageShowsHowAllTasksAreDistributed() {
    assertThat(shown)
        .contains("Tasks by p50", "Tasks by p99", "Tasks by requests", "Hosts by highest p99")
        .doesNotContain("Latency by task");
    for (List<Chart.Point> bars :
        List.of(
            Distribution.of(DoubleStream.of(1, 2, 3, 10, 1_000, 0)).linear(),
            Distribution.of(DoubleStream.of(1, 2, 3, 10, 1_000, 0)).logarithmic(),
            Distribution.of(DoubleStream.of(7, 7, 7, 7, 7)).logarithmic())) {
      assertThat(bars.stream().mapToDouble(Chart.Point::y).sum()).isEqualTo(5);
    }
    assertThat(Distribution.of(DoubleStream.of(7, 8, 8, 10)).linear())
        .containsExactly(
            new Chart.Point(7, 1.0),
            new Chart.Point(8, 2.0),
            new Chart.Point(9, 0.0),
            new Chart.Point(10, 1.0));
    Distribution hundred = Distribution.of(DoubleStream.iterate(1, d -> d + 1).limit(100));
    assertThat(List.of(hundred.upTo(0.5), hundred.upTo(0.95), hundred.upTo(1)))
        .containsExactly(50.0, 95.0, 100.0);
  }

  @Test
  void theTextNamesThem() {
    assertThat(text)
        .containsPattern("\nwindow: +10 min; 9,988 of 10,000 tasks \\(12 lost\\) on 1,249 hosts, ")
        .containsPattern(
            "p99 of each task, response time: +lowest [\\d.]+ (µs|ms); half of them up to [\\d.]+ ms,"
                + " 95 % up to\\s+[\\d.]+ ms;\\s+highest [\\d.]+ ms\n")
        .containsPattern("\n777 +node0097.example.org ")
        .containsPattern("\n9503 +node1187.example.org +9,603 ")
        .contains("Late at the start: 19 tasks", "Failed requests: in 199 tasks");
  }

  @Test
  void theSummaryFitsAScreen() {
    assertThat(RunView.summary(report).lines().count()).isLessThan(40);
  }

  @Test
  void aFewTasksAreAllListed() throws IOException {
    RunReport few = ReportReader.read(MadeRun.paced().write(dir.resolve("few")));
    assertThat(PageRenderer.html(RunView.of(few, few.timeline())))
        .contains("Latency by task")
        .doesNotContain("Tasks by p99", "with the highest p99");
    assertThat(RunView.details(few)).doesNotContain("with the highest p99");
  }
}
