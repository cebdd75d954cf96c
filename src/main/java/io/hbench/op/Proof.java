package io.hbench.op;

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
public record Proof(long compared, long right, long inDoubt, List<Finding> findings) {
  public static final Proof NONE = new Proof(0, 0, 0, List.of());

  public Proof {
    findings = List.copyOf(findings);
  }

  /** How many rows have a flaw. */
  public long count(Flaw flaw) {
    return findings.stream().filter(f -> f.flaw() == flaw).mapToLong(Finding::rows).sum();
  }

  /** Gathers one. */
  static final class Builder {
    private final List<Finding> findings = new ArrayList<>();
    private long compared;
    private long right;
    private long inDoubt;

    void compared(long rows) {
      compared += rows;
    }

    void right() {
      right++;
    }

    void inDoubt() {
      inDoubt++;
    }

    /** Rows next to each other with the same flaw. */
    void found(Flaw flaw, String first, String last, long rows, String what) {
      findings.add(new Finding(flaw, first, last, rows, what, null, null));
    }

    Proof build() {
      return new Proof(compared, right, inDoubt, findings);
    }
  }
}
