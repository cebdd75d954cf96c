package io.hbench.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * What rows that were compared with what they must be turned out to be.
 *
 * @param compared rows that should be there, or may be, and were looked at
 * @param right of these, the ones that are as they must be
 * @param inDoubt of these, the ones that nobody acknowledged and that are there and right
 * @param findings all others
 */
public record VerificationResult(long compared, long right, long inDoubt, List<DefectRange> findings) {
  public static final VerificationResult NONE = new VerificationResult(0, 0, 0, List.of());

  public VerificationResult {
    findings = List.copyOf(findings);
  }

  /** How many rows have a flaw. */
  public long count(Defect flaw) {
    return findings.stream().filter(f -> f.flaw() == flaw).mapToLong(DefectRange::rows).sum();
  }

  /** Gathers one. */
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

    /** Rows next to each other with the same flaw. */
    public void found(Defect flaw, String first, String last, long rows, String what) {
      findings.add(new DefectRange(flaw, first, last, rows, what, null, null));
    }

    public VerificationResult build() {
      return new VerificationResult(compared, right, inDoubt, findings);
    }
  }
}
