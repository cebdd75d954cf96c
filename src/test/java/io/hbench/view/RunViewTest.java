package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Json;
import io.hbench.length.LengthFacts;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run, as people read it. */
class RunViewTest {
  /** Written anew by {@code -Dgolden.update}. */
  private static final Path GOLDEN = Path.of("src/test/resources/io/hbench/view");

  @TempDir Path dir;

  private RunReport report(MadeRun made) throws IOException {
    return ReportReader.read(made.write(dir.resolve("run")));
  }

  /** A healthy run of two operations on three servers. */
  private static MadeRun healthy() {
    return new MadeRun(List.of("get", "put"), 4, 20, 1, 200, null, false, true, Map.of());
  }

  private static MadeRun troubled() {
    return MadeRun.paced()
        .with(Settings.OBJECTIVE, "get.p99 < 1ms,errors < 50%,mean < 1us every interval");
  }

  @Test
  void theReportOfAHealthyRunFitsAScreen() throws IOException {
    String text = RunView.summary(report(healthy()));
    assertThat(text.lines().count()).isLessThanOrEqualTo(24);
    assertThat(text.replace(dir.toString(), "").lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    golden("healthy", text);
  }

  /** A scan or a batch is one operation: by ops/s alone, a load looked a hundred times too slow. */
  @Test
  void requestsForSeveralRowsHaveTheirRowsAndBytesPerSecond() throws IOException {
    MadeRun scans = new MadeRun(List.of("scan"), 1, 20, 1, 200, null, false, false, Map.of());
    String text = RunView.summary(report(scans));
    assertThat(text)
        .contains("verdict: valid")
        .containsPattern("ops/s +rows/s +bytes/s")
        .containsPattern("scan .* 200 +20,000 +20.0 ");
    assertThat(RunView.summary(report(MadeRun.plain()))).doesNotContain("rows/s");
  }

  @Test
  void thePlaceOfTheTasksIsBesideThem() throws IOException {
    MadeRun apart = MadeRun.plain().with(Settings.PLACE, "apart");
    assertThat(RunView.summary(report(apart)))
        .containsPattern("window: .* 1 of 1 tasks on \\S+ \\(--place apart\\)");
  }

  /** One screen had two windows: 120 s of the tasks' requests beside 80 s of all others. */
  @Test
  void theSectionOfTasksSaysIfItIsNotOfTheWindowAlone() throws IOException {
    String note = "\nFigures of the tasks: of all that was recorded, not of the window alone.\n";
    RunDirectory run = MadeRun.plain().write(dir.resolve("run"));
    assertThat(RunView.details(ReportReader.read(run))).doesNotContain(note);
    run.writeJson(
        LengthFacts.FILE, new LengthFacts(5, 15, LengthFacts.Outcome.PRECISE, 0.98, List.of()));
    assertThat(RunView.details(ReportReader.read(run))).contains(note);
  }

  @Test
  void whatStandsOutIsOnTheScreen() throws IOException {
    golden("troubled", RunView.summary(report(troubled())));
  }

  @Test
  void theDetailsHaveEveryFigure() throws IOException {
    golden("troubled-details", RunView.details(report(troubled())));
  }

  @Test
  void textAndPageSayTheSame() throws IOException {
    RunReport report = report(troubled());
    Document document = RunView.of(report, report.timeline());
    String page = PageRenderer.html(document).replaceAll("<[^>]+>", " ");
    assertThat(document.summary()).isNotEmpty();
    for (String part : List.of("outage of", "108 get", "p99.9", "CallTimeoutException", "99.87")) {
      assertThat(RunView.summary(report)).contains(part);
      assertThat(page).contains(part);
    }
  }

  @Test
  void aServerThatDiffersFromTheOthersIsNamed() throws IOException {
    RunReport report = report(troubled());
    String page = PageRenderer.html(RunView.of(report, report.timeline()));
    for (String text : List.of(RunView.details(report), page)) {
      assertThat(text)
          .contains("2 of 3 servers: JDK 17.0.9 (Eclipse Adoptium), GC G1, heap 33.3 GB")
          .contains("rs2.example.org:16020: handlers 60")
          .doesNotContain("secret");
    }
  }

  @Test
  void setupsAreOfTheServersBeforeTheRun() throws IOException {
    RunDirectory run = troubled().write(dir.resolve("run"));
    Json.edit(dir.resolve("run/job.json"), job -> job.set("servers.after.regionServers", Map.of()));
    assertThat(RunView.details(ReportReader.read(run))).contains("servers:  2 of 3 servers: JDK");
  }

  private void golden(String name, String text) throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    String shown = text.replace(dir.toString(), "/runs");
    if (System.getProperty("golden.update") != null) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, shown);
    }
    assertThat(shown).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }
}
