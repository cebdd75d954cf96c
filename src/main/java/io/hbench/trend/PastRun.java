package io.hbench.trend;

import io.hbench.report.FormatVersion;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run with the data that a trend needs.
 *
 * @param load settings of the load, by name
 * @param figures at most one of each operation and kind
 */
record PastRun(
    Place place,
    Instant started,
    String command,
    String version,
    Verdict.Status verdict,
    Map<String, String> load,
    ClusterState cluster,
    List<PastFigure> figures) {
  private static final Set<String> EVERY_ROW_ONCE =
      Arrays.stream(Command.values())
          .filter(Command::isEveryRowOnce)
          .map(Command::toString)
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<Setting<?>> BESIDE_THE_LOAD =
      Set.of(Settings.TABLE, Settings.OUTAGE_AFTER);

  /**
   * Where a run is.
   *
   * @param path directory, relative to the trend's
   * @param suite directory of the suite, or of the run if it belongs to no suite
   * @param step names of the suite and its step; empty if the run belongs to no suite
   * @param canary whether the step is a canary
   */
  record Place(String path, String suite, String step, boolean canary) {}

  /** Names of the suite and its step, or the command. */
  String what() {
    return place.step.isEmpty() ? command : place.step;
  }

  /** The needed part of {@code report.json}: most of the file is the timeline. */
  private record Report(
      String schema,
      RunReport.Run run,
      Verdict verdict,
      List<OperationReport> operations,
      OperationReport total,
      RunReport.Servers servers,
      Availability availability,
      ByServer byServer,
      OperationCost cost,
      Map<String, String> settings) {

    static Report of(RunReport report) {
      return new Report(
          report.schema(),
          report.run(),
          report.verdict(),
          report.operations(),
          report.total(),
          report.servers(),
          report.availability(),
          report.byServer(),
          report.cost(),
          report.settings());
    }

    boolean isComplete() {
      return run != null
          && run.command() != null
          && verdict != null
          && verdict.status() != null
          && settings != null
          && !settings.containsValue(null)
          && operations != null
          && operations.stream().allMatch(Report::isComplete)
          && (total == null || isComplete(total));
    }

    Stream<OperationReport> all() {
      return Stream.concat(operations.stream(), Stream.ofNullable(total));
    }

    private static boolean isComplete(OperationReport operation) {
      return operation != null && operation.operation() != null && operation.service() != null;
    }
  }

  /**
   * Reads the report in a run directory, or makes it from the other files.
   *
   * @throws IOException if a file is damaged or missing, or the run is not finished
   * @throws io.hbench.settings.UsageException if another version of hbench wrote the run
   */
  static PastRun read(RunDirectory directory, Place place) throws IOException {
    Report report = directory.readJson(RunDirectory.REPORT_JSON, Report.class).orElse(null);
    if (report == null) {
      report = Report.of(ReportReader.read(directory));
    }
    FormatVersion.check(
        directory.path(),
        String.valueOf(report.schema),
        RunReport.SCHEMA,
        report.run == null ? null : report.run.version());
    if (!report.isComplete()) {
      throw new IOException(RunDirectory.REPORT_JSON + " is not complete");
    }
    try {
      return of(report, place);
    } catch (RuntimeException e) {
      throw new IOException(RunDirectory.REPORT_JSON + " is damaged: " + FailureText.of(e), e);
    }
  }

  private static PastRun of(Report report, Place place) throws IOException {
    boolean everyRowOnce =
        EVERY_ROW_ONCE.contains(report.settings.getOrDefault(Settings.COMMAND.name(), ""));
    List<PastFigure> figures = new ArrayList<>();
    report.all().forEach(operation -> figures.addAll(PastFigure.of(operation, everyRowOnce)));
    figures.addAll(PastFigure.of(report.availability));
    figures.addAll(PastFigure.of(report.byServer));
    Stream.concat(Stream.ofNullable(report.total), report.operations.stream())
        .findFirst()
        .ifPresent(all -> figures.addAll(PastFigure.of(all, report.cost)));
    if (report.servers != null) {
      figures.addAll(PastFigure.of(report.servers.changes()));
    }
    return new PastRun(
        place,
        time(report.run.started(), RunDirectory.REPORT_JSON),
        report.run.command().strip(),
        report.run.version(),
        report.verdict.status(),
        load(report.settings),
        ClusterState.of(report.servers),
        figures);
  }

  /**
   * The time that a file says a run started.
   *
   * @throws IOException if it says none
   */
  static Instant time(String text, String file) throws IOException {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException | NullPointerException e) {
      throw new IOException(file + " does not say when the run started", e);
    }
  }

  /**
   * The settings of the load, the table, and the time limit of an answer: runs on two tables are
   * two groups, and by two limits the same table has other outages. A setting that an older version
   * of hbench lacked has its present default.
   */
  static Map<String, String> load(Map<String, String> settings) {
    Map<String, String> load = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      if (BESIDE_THE_LOAD.contains(setting) || !setting.has(SettingRole.NO_LOAD_EFFECT)) {
        load.put(setting.name(), settings.getOrDefault(setting.name(), setting.fallback()));
      }
    }
    return load;
  }
}
