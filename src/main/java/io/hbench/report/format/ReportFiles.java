package io.hbench.report.format;

import io.hbench.report.RunRecords;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.time.OffsetDateTime;

/** Writer of the report files for programs in a run directory. */
public final class ReportFiles {
  private ReportFiles() {}

  /** Writes all files, replacing earlier ones. */
  public static void write(RunDirectory directory, RunReport report) throws IOException {
    writeFigures(directory, report);
    if (!report.objectives().isEmpty()) {
      directory.write(RunDirectory.JUNIT, JunitSuite.of(report).xml());
    }
  }

  /**
   * Writes all files but {@code junit.xml}: a findmax step that misses its objectives is no
   * failure.
   */
  public static void writeFigures(RunDirectory directory, RunReport report) throws IOException {
    if (report.window().started() != null) {
      double start = OffsetDateTime.parse(report.window().started()).toInstant().toEpochMilli();
      directory.replace(
          RunDirectory.HLOG,
          out ->
              HistogramLog.write(
                  RunRecords.read(directory), start, report.timeline().intervalSeconds(), out));
    }
    directory.writeJson(RunDirectory.REPORT_JSON, report);
  }
}
