package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.Errors;
import java.util.List;

/** The kinds of failed requests, most frequent first. */
final class ErrorsView {
  private static final int FEW = 5;

  private ErrorsView() {}

  static void summary(RunReport report, Document document) {
    document.table(table(report.errors().stream().limit(FEW).toList()));
  }

  static void section(RunReport report, Document document) {
    int kinds = report.errors().size();
    if (kinds > FEW) {
      String some = kinds <= TaskOverview.MANY ? "All %,d" : "The first 100 of %,d";
      document.fold(
          format(some + " kinds of errors", kinds),
          table(report.errors().stream().limit(TaskOverview.MANY).toList()));
    }
  }

  private static DataTable<Errors> table(List<Errors> errors) {
    return DataTable.of(errors)
        .name("failed operation", Errors::operation)
        .name("kind", Errors::kind)
        .name(Label.REGION_SERVER, e -> e.server() == null ? "unknown" : e.server())
        .figure(Figure.FAILED, Errors::count)
        .name("first", Errors::first)
        .name(Label.LAST, Errors::last);
  }
}
