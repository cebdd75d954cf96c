package io.hbench.view;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.TaskFacts;

/** What a bulk load and a verification have come to. */
final class VerificationView {
  private VerificationView() {}

  static void summary(RunReport report, Document document) {
    JobFacts.BulkLoad handOver = report.handOver();
    if (handOver != null) {
      long rows = report.operations().stream().mapToLong(OperationReport::rows).sum();
      document.fact(
          "bulk load",
          "%,d HFiles of %s bulk-loaded in %s; %,.0f rows/s including that",
          handOver.files(),
          Unit.BYTES.text((double) handOver.bytes()),
          Unit.SECONDS.text(handOver.seconds()),
          rows / (report.window().seconds() + handOver.seconds()));
    }
    TaskFacts.Verification verification = report.verification();
    if (verification == null) {
      return;
    }
    TaskFacts.Defects defects = verification.defects();
    long acknowledged =
        verification.correct() + defects.missing() + defects.stale() + defects.corrupt();
    document.fact(
        "verification",
        "%,d of %,d rows correct; %,d missing, %,d stale, %,d corrupt, %,d unexpected",
        verification.correct(),
        acknowledged,
        defects.missing(),
        defects.stale(),
        defects.corrupt(),
        defects.unexpected());
    long others = verification.compared() - acknowledged;
    if (others > 0) {
      document.fact(
          "not acknowledged",
          "%,d more rows; %,d of them are present and correct",
          others,
          verification.unacknowledged());
    }
    document.table(
        DataTable.of(verification.defectRanges())
            .name("defect", r -> r.defect())
            .code(Label.FIRST_KEY, r -> r.first())
            .code("last key", r -> r.rows() == 1 ? "" : r.last())
            .count("rows", r -> r.rows())
            .name("detail", r -> r.detail())
            .code(Label.REGION, r -> r.region())
            .name(Label.SERVER, r -> r.server()));
  }
}
