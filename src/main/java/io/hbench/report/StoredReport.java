package io.hbench.report;

import com.google.gson.Gson;
import io.hbench.json.JsonFormat;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Reader of the report in a run directory, which may be damaged or of another version. */
public final class StoredReport {
  /** Maximum number of intervals: those of a year, each a second long. */
  private static final double MAX_INTERVALS = 366 * 86_400.0;

  /** Without most of the file: the intervals and the curves. */
  private static final Gson FIGURES =
      JsonFormat.without(Set.of("timeline", "serviceCurve", "responseCurve"));

  private StoredReport() {}

  /**
   * Reads {@code report.json}; if there is none, makes the report from the files of the run.
   *
   * @throws IOException if the directory is not a run's, or a file in it is missing or damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  public static RunReport read(RunDirectory directory) throws IOException {
    RunReport report = read(directory, JsonFormat.INDENTED);
    if (report.window() == null
        || report.clients() == null
        || report.clients().tasks() == null
        || report.clients().tasks().stream().anyMatch(t -> t == null || t.host() == null)
        || report.timeline() == null
        || !(report.timeline().intervalSeconds() > 0)
        || report.window().seconds() / report.timeline().intervalSeconds() >= MAX_INTERVALS) {
      throw incomplete();
    }
    return report;
  }

  /** Reads the same without intervals and curves: all that figures over the window need. */
  public static RunReport readFigures(RunDirectory directory) throws IOException {
    return read(directory, FIGURES);
  }

  private static RunReport read(RunDirectory directory, Gson json) throws IOException {
    Optional<RunReport> stored =
        directory.readJson(RunDirectory.REPORT_JSON, RunReport.class, json);
    if (stored.isEmpty()) {
      return ReportReader.read(directory);
    }
    RunReport report = stored.get();
    FormatVersion.check(
        directory.path(),
        String.valueOf(report.schema()),
        RunReport.SCHEMA,
        report.run() == null ? null : report.run().version());
    if (!isComplete(report)) {
      throw incomplete();
    }
    return report;
  }

  private static IOException incomplete() {
    return new IOException(RunDirectory.REPORT_JSON + " is not complete");
  }

  private static boolean isComplete(RunReport report) {
    return report.run() != null
        && report.run().command() != null
        && report.verdict() != null
        && report.verdict().status() != null
        && report.verdict().reasons() != null
        && !report.verdict().reasons().contains(null)
        && report.settings() != null
        && !report.settings().containsValue(null)
        && report.operations() != null
        && report
            .eachOperation()
            .allMatch(o -> o != null && o.operation() != null && o.service() != null);
  }
}
