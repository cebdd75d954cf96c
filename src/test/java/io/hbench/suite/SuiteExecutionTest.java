package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.figure.Figure;
import io.hbench.json.JsonFormat;
import io.hbench.kit.Json;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteExecutionTest {
  @TempDir Path dir;
  private RunDirectory directory;
  private final List<String> driven = new ArrayList<>();

  @BeforeEach
  void openDirectory() throws IOException {
    directory = new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
  }

  @Test
  void aRunThatFailsLeavesTheOthers() throws Exception {
    SuiteRecord record = execute(record(), plan(false, "a", "b", "c"), "b");
    assertThat(driven).containsExactly("a", "b", "c");
    assertThat(record.rows())
        .extracting(SuiteRecord.Row::verdict)
        .containsExactly("valid", "failed", "valid");
    assertThat(record.rows())
        .extracting(SuiteRecord.Row::operation)
        .containsExactly("get", "", "get");
  }

  @Test
  void theSuiteEndsAfterTheFailureOfARunThatMustSucceed() throws Exception {
    SuiteRecord record = execute(record(), plan(true, "a", "b", "c"), "b");
    assertThat(driven).containsExactly("a", "b");
    assertThat(record.runs()).extracting(SuiteRecord.Run::complete).containsExactly(true, false);
  }

  @Test
  void noRunStartsAfterTheLastOne() throws Exception {
    SuiteRecord record =
        new SuiteExecution(
                directory,
                (run, number, of, endsVisit, conf) -> {
                  driven.add(run.step().name());
                  return done(1).last("its job may still be running");
                },
                saved -> {})
            .run(plan(false, "a", "b"), record());
    assertThat(driven).containsExactly("a");
    assertThat(record.runs()).extracting(SuiteRecord.Run::complete).containsExactly(false);
  }

  @Test
  void theRecordSaysWhetherTheSuiteHasEnded() throws Exception {
    new SuiteExecution(
            directory,
            (run, number, of, endsVisit, conf) -> {
              assertThat(Json.read(dir.resolve("suite.json"))).has("running", true);
              driven.add(run.step().name());
              return done(1);
            },
            saved -> {})
        .run(plan(false, "a", "b"), record().with(false));
    assertThat(driven).containsExactly("a", "b");
    assertThat(Json.read(dir.resolve("suite.json"))).has("running", false);
  }

  @Test
  void completeRunsAreSkippedAndFailedRunsKeepTheirDirectories() throws Exception {
    SuiteRecord first = execute(record(), plan(false, "a", "b", "c"), "b");
    Files.createDirectory(dir.resolve("b"));
    driven.clear();
    SuiteRecord second = execute(first, plan(false, "a", "b", "c"), "none");
    assertThat(driven).containsExactly("b");
    assertThat(second.runs())
        .extracting(SuiteRecord.Run::directory)
        .containsExactly("a", "b-2", "c");
    assertThat(second.runs()).allMatch(SuiteRecord.Run::complete);
  }

  @Test
  void theRecordIsSavedAfterEachRun() {
    List<SuiteRecord> saved = new ArrayList<>();
    assertThatThrownBy(
            () ->
                new SuiteExecution(
                        directory,
                        (run, number, of, endsVisit, conf) -> {
                          if (number == 2) {
                            throw new InterruptedException();
                          }
                          return done(100);
                        },
                        saved::add)
                    .run(plan(false, "a", "b"), record()))
        .isInstanceOf(InterruptedException.class);
    assertThat(saved).extracting(record -> record.rows().size()).containsExactly(0, 1);
    assertThat(dir.resolve("suite.json"))
        .content()
        .contains("\"directory\": \"a\"")
        .doesNotContain("\"b\"");
  }

  @Test
  void rowsAreMeansOfTheRunsThatCountWithTheirMinimumAndMaximum() throws Exception {
    List<PlannedRun> plan = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      plan.add(run("a", repeat, repeat > 1, false));
    }
    SuiteRecord record =
        new SuiteExecution(
                directory, (run, number, of, endsVisit, conf) -> done(100.0 * number), saved -> {})
            .run(plan, record());
    assertThat(record.rows()).hasSize(1);
    assertThat(record.rows().get(0).runs()).isEqualTo(2);
    assertThat(record.rows().get(0).figures().get("ops/s"))
        .isEqualTo(new SuiteRecord.Spread(250, 200, 300));
  }

  @Test
  void everyRunHasADirectoryOfItsOwnBelowTheSuites() throws Exception {
    List<String> outs = new ArrayList<>();
    new SuiteExecution(
            directory,
            (run, number, of, endsVisit, conf) -> {
              outs.add(Settings.OUT.get(conf));
              return done(1);
            },
            saved -> {})
        .run(plan(false, "a", "b"), record());
    String base = directory.path().toString().replaceFirst("/$", "");
    assertThat(outs).containsExactly(base + "/a", base + "/b");
  }

  /** The configuration after it has filled the same table. */
  @Test
  void aRunThatIsRepeatedHasItsConfigurationAndItsTableAgain() throws Exception {
    List<PlannedRun> plan =
        SuitePlan.of(
            SuiteFile.parse(
                "s.yaml",
                """
                repeat: 2
                order: blocks
                configurations:
                  small: {do: x, undo: y}
                  large: {do: x, undo: y, settings: {rows: 9}}
                steps:
                - {name: tune, shell: tune, once: true}
                - {name: load, command: load}
                - {name: read, command: run}
                """),
            Map.of(),
            words -> {
              Configuration own = new Configuration(false);
              boolean isLoad = words.contains("load");
              Settings.RECREATE.set(own, isLoad ? "true" : "false");
              Settings.ASSIGNMENTS.set(own, isLoad ? "" : "noop");
              return new SuitePlan.Words(own, Map.of(Settings.COMMAND, words.get(0)));
            });
    SuiteRecord first = execute(record(), plan, "small/read/2");
    assertThat(driven).hasSize(12);
    driven.clear();
    SuiteRecord second = execute(first, plan, "large/read/1");
    assertThat(driven).containsExactly("do", "tune", "load", "load", "read");
    assertThat(second.runs()).allMatch(SuiteRecord.Run::complete);
    driven.clear();
    execute(second, plan, "none");
    assertThat(driven).isEmpty();
  }

  private SuiteRecord execute(SuiteRecord known, List<PlannedRun> plan, String failing)
      throws IOException, InterruptedException {
    return new SuiteExecution(
            directory,
            (run, number, of, endsVisit, conf) -> {
              driven.add(run.step().name());
              return List.of(run.step().name(), run.directory()).contains(failing)
                  ? RunOutcome.failed(1, "lost")
                  : done(100);
            },
            saved -> {})
        .run(plan, known);
  }

  private static SuiteRecord record() {
    return SuiteRecord.of("s", "1", Map.of(), List.of(Figure.THROUGHPUT, Figure.P99));
  }

  private static List<PlannedRun> plan(boolean must, String... steps) {
    return List.of(steps).stream().map(step -> run(step, 1, true, must)).toList();
  }

  private static PlannedRun run(String step, int repeat, boolean counted, boolean must) {
    return new PlannedRun(
        Suite.Step.of("", step, List.of(), Optional.empty(), 1, Optional.empty()),
        PlannedRun.Visit.ONLY,
        false,
        Map.of(),
        repeat,
        counted,
        must,
        step + (repeat > 1 ? "/" + repeat : ""),
        new Configuration(false));
  }

  /** One get took 5 µs. As JSON, which leaves out what does not matter here. */
  private static RunOutcome done(double opsPerSecond) {
    String report =
        """
        {"verdict": {"status": "valid", "reasons": []},
         "tasks": {"hosts": {"h": 1}},
         "window": {"seconds": 1},
         "operations": [
           {"operation": "get", "count": 1, "opsPerSecond": %s,
            "service": {"count": 1, "mean": 5, "max": 5}}],
         "clients": {"tasks": []},
         "servers": {}}
        """
            .formatted(opsPerSecond);
    return new RunOutcome(JsonFormat.LINE.fromJson(report, RunReport.class), 0, null);
  }
}
