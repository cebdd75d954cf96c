package io.hbench.report;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.time.OffsetDateTime;
import org.apache.hadoop.fs.Path;

/** The report in a run directory, in every form. */
public final class ReportFiles {
  private ReportFiles() {}

  /** Replaces earlier ones. */
  public static void write(RunDirectory directory, RunReport report) throws IOException {
    if (report.window().started() != null) {
      double start = OffsetDateTime.parse(report.window().started()).toInstant().toEpochMilli();
      try (var out =
          directory.fileSystem().create(new Path(directory.path(), RunDirectory.HLOG), true)) {
        HistogramLog.write(
            RunRecords.read(directory), start, report.timeline().intervalSeconds(), out);
      }
    }
    directory.write(RunDirectory.REPORT_TEXT, TextReport.of(report));
    directory.writeJson(RunDirectory.REPORT_JSON, report);
  }
}
