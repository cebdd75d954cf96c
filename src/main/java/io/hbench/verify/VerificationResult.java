package io.hbench.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of the verification of some rows.
 *
 * @param compared expected rows that were compared
 * @param correct compared rows without a defect that are required or were read
 * @param unacknowledged compared rows without a defect that are not required
 * @param defects of the other rows
 */
public record VerificationResult(long compared, long right, long inDoubt, List<DefectRange> findings) {
  public static final VerificationResult NONE = new VerificationResult(0, 0, 0, List.of());

  public VerificationResult {
    findings = List.copyOf(findings);
  }

  /** The number of rows with a defect. */
  public long count(Defect defect) {
    return findings.stream().filter(f -> f.flaw() == defect).mapToLong(DefectRange::rows).sum();
  }

  /** Collects a result. */
  public static final class Builder {
    private final List<DefectRange> findings = new ArrayList<>();
    private long compared;
    private long right;
    private long inDoubt;

    public void compared(long rows) {
      compared += rows;
    }

    void right() {
      right++;
    }

    void inDoubt() {
      inDoubt++;
    }

    /** Adds a range of adjacent rows with the same defect. */
    public void found(Defect defect, String first, String last, long rows, String detail) {
      findings.add(new DefectRange(defect, first, last, rows, detail, null, null));
    }

    public VerificationResult build() {
      return new VerificationResult(compared, right, inDoubt, findings);
    }
  }
}
