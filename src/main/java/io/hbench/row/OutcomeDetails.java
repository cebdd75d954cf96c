package io.hbench.row;

import io.hbench.verify.VerificationResult;
import java.util.List;

/**
 * What few requests bring besides rows.
 *
 * @param stale rows that a replica served instead of the primary region
 * @param scan what a scan cost
 * @param valueSizes of the cells that came back, if they vary
 * @param proof of the rows that were compared with what they must be
 */
public record OutcomeDetails(long stale, ScanCounts scan, List<Integer> valueSizes, VerificationResult proof) {
  public static final OutcomeDetails NONE = new OutcomeDetails(0, ScanCounts.NONE, List.of(), VerificationResult.NONE);

  public OutcomeDetails {
    valueSizes = List.copyOf(valueSizes);
  }

  public OutcomeDetails with(VerificationResult newProof) {
    return new OutcomeDetails(stale, scan, valueSizes, newProof);
  }
}
