package io.hbench.trend;

import io.hbench.figure.FigureKey;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.StoredReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A run with the data that a trend needs.
 *
 * @param load settings of the load
 * @param figures those that are followed
 */
record PastRun(
    Place place,
    Instant started,
    String command,
    String version,
    Verdict.Status verdict,
    Map<Setting<?>, String> load,
    ClusterState cluster,
    Map<FigureKey, RunFigures.Value> figures) {
  /**
   * Where a run is.
   *
   * @param path directory, relative to the trend's
   * @param suite directory of the suite, or of the run if it belongs to no suite
   * @param step names of the suite and its step; empty if the run belongs to no suite
   */
  record Place(String path, String suite, String step, boolean canary) {}

  /** Names of the suite and its step, or the command. */
  String what() {
    return place.step.isEmpty() ? command : place.step;
  }

  /** What runs of one history have in common: their step, and their load in any notation. */
  Object history() {
    List<Object> values = new ArrayList<>(List.of(place.step));
    load.forEach((setting, text) -> values.add(setting.comparable(text)));
    return values;
  }

  /**
   * Reads the report in a run directory, or makes it from the other files.
   *
   * @throws IOException if a file is damaged or missing, or the run is not finished
   * @throws io.hbench.settings.UsageException if another version of hbench wrote the run
   */
  static PastRun read(RunDirectory directory, Place place) throws IOException {
    RunReport report = StoredReport.readFigures(directory);
    try {
      return of(report, place);
    } catch (RuntimeException e) {
      throw new IOException(RunDirectory.REPORT_JSON + " is damaged: " + FailureText.of(e), e);
    }
  }

  private static PastRun of(RunReport report, Place place) throws IOException {
    Map<FigureKey, RunFigures.Value> figures = RunFigures.of(report);
    String command = report.settings().get(Settings.COMMAND.name());
    boolean everyRowOnce =
        Arrays.stream(Command.values())
            .anyMatch(one -> one.isEveryRowOnce() && one.toString().equals(command));
    figures.keySet().removeIf(key -> !isFollowed(key, everyRowOnce));
    return new PastRun(
        place,
        time(report.run().started(), RunDirectory.REPORT_JSON),
        report.run().command().strip(),
        report.run().version(),
        report.verdict().status(),
        load(report.settings()),
        ClusterState.of(report.servers()),
        figures);
  }

  /**
   * Whether a figure is followed: of availability that of the table, and rows per second instead of
   * requests of a run that did something to every row, such as a load, where the client chooses the
   * number of rows in a request.
   */
  private static boolean isFollowed(FigureKey key, boolean everyRowOnce) {
    return switch (key.figure()) {
      case THROUGHPUT -> !everyRowOnce;
      case ROWS_PER_SECOND -> everyRowOnce;
      case UNAVAILABLE, AVAILABILITY -> key.of().equals(FigureKey.TABLE);
      default -> true;
    };
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
   * two groups, and by two limits the same table has other outages.
   */
  static Map<Setting<?>, String> load(Map<String, String> settings) {
    return Settings.ofLoad(settings, Settings.TABLE, Settings.OUTAGE_AFTER);
  }
}
