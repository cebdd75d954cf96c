package io.hbench.report.format;

import io.hbench.report.RunReport;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.DefectRange;
import java.util.Locale;

/** The lines about bulk load and verification in a text report. */
final class VerificationText {
  private static final int MAX_DEFECT_RANGES = 20;

  private VerificationText() {}

  static String of(RunReport report) {
    StringBuilder text = new StringBuilder();
    if (report.handOver() != null) {
      handOver(report, text);
    }
    if (report.verification() != null) {
      verification(report.verification(), text);
    }
    return text.toString();
  }

  private static void handOver(RunReport report, StringBuilder text) {
    JobFacts.HandOver handOver = report.handOver();
    long rows = report.operations().stream().mapToLong(RunReport.OperationReport::rows).sum();
    text.append(
        format(
            "bulk load: %,d HFiles, %,d bytes taken over in %.1f s; %,.0f rows/s including that%n",
            handOver.files(),
            handOver.bytes(),
            handOver.seconds(),
            rows / (report.window().seconds() + handOver.seconds())));
  }

  private static void verification(TaskFacts.Verification verification, StringBuilder text) {
    long others =
        verification.compared()
            - verification.correct()
            - verification.defects().missing()
            - verification.defects().stale()
            - verification.defects().corrupt();
    text.append(
        format(
            "verification: %,d of %,d rows correct; %,d missing, %,d stale, %,d corrupt, %,d"
                + " unexpected%n",
            verification.correct(),
            verification.compared() - others,
            verification.defects().missing(),
            verification.defects().stale(),
            verification.defects().corrupt(),
            verification.defects().unexpected()));
    if (others > 0) {
      text.append(
          format(
              "verification: %,d more rows were never acknowledged; %,d of them are present and correct%n",
              others, verification.unacknowledged()));
    }
    verification.defectRanges().stream()
        .limit(MAX_DEFECT_RANGES)
        .forEach(f -> text.append(range(f)));
    if (verification.defectRanges().size() > MAX_DEFECT_RANGES) {
      text.append(
          format(
              "  and %,d more ranges, see report.json%n",
              verification.defectRanges().size() - MAX_DEFECT_RANGES));
    }
  }

  private static String range(DefectRange range) {
    return format(
        "  %s: %s%s%s%s%n",
        range.defect(),
        range.first(),
        range.rows() == 1 ? "" : format(" to %s, %,d rows", range.last(), range.rows()),
        range.detail() == null ? "" : ", " + range.detail(),
        range.region() == null
            ? ""
            : format(", in region %s on %s", range.region(), range.server()));
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
