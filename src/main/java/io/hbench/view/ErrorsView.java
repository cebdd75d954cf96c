package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.Errors;
import java.time.Duration;
import java.time.OffsetDateTime;

/** The kinds of failed requests, most frequent first. */
final class ErrorsView {
  private static final int FEW = 4;
  private static final double MILLIS = 1e3;

  private ErrorsView() {}

  static void summary(RunReport report, Document document) {
    document.table(table(report, FEW));
  }

  static void section(RunReport report, Document document) {
    int kinds = report.errors().size();
    if (kinds > FEW) {
      String some = kinds <= TasksView.MANY ? "All %,d" : "The first 100 of %,d";
      document.fold(format(some + " kinds of errors", kinds), table(report, TasksView.MANY));
    }
  }

  private static DataTable<Errors> table(RunReport report, int limit) {
    return DataTable.of(report.errors().stream().limit(limit).toList())
        .name("failed operation", Errors::operation)
        .name(Label.KIND, Errors::kind)
        .name(Label.REGION_SERVER, e -> e.server() == null ? "unknown" : e.server())
        .figure(Figure.FAILED, Errors::count)
        .figure("first", Unit.SECONDS, e -> seconds(report, e.first()))
        .figure(Label.LAST, Unit.SECONDS, e -> seconds(report, e.last()));
  }

  /** Since the start of the window, as in the tables of outages and events. */
  private static Double seconds(RunReport report, String time) {
    String started = report.window().started();
    return started == null
        ? null
        : Duration.between(OffsetDateTime.parse(started), OffsetDateTime.parse(time)).toMillis()
            / MILLIS;
  }
}
