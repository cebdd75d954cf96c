package io.hbench.verify;

import io.hbench.rundir.TaskFacts.DefectRange;
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
public record VerificationResult(
    long compared, long correct, long unacknowledged, List<DefectRange> defects) {
  public static final VerificationResult NONE = new VerificationResult(0, 0, 0, List.of());

  public VerificationResult {
    defects = List.copyOf(defects);
  }

  /** The number of rows with a defect. */
  public long count(Defect defect) {
    return defects.stream()
        .filter(f -> f.defect().equals(defect.toString()))
        .mapToLong(DefectRange::rows)
        .sum();
  }

  public static final class Builder {
    private final List<DefectRange> defects = new ArrayList<>();
    private long compared;
    private long correct;
    private long unacknowledged;

    public void compared(long rows) {
      compared += rows;
    }

    void correct() {
      correct++;
    }

    void unacknowledged() {
      unacknowledged++;
    }

    /** Adds a range of adjacent rows with the same defect. */
    public void found(Defect defect, String first, String last, long rows, String detail) {
      defects.add(new DefectRange(defect.toString(), first, last, rows, detail, null, null));
    }

    public VerificationResult build() {
      return new VerificationResult(compared, correct, unacknowledged, defects);
    }
  }
}
