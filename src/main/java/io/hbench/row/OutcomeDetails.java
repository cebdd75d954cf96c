package io.hbench.row;

import io.hbench.rundir.TaskFacts.Scans;
import io.hbench.verify.VerificationResult;
import java.util.List;

/**
 * The details of an outcome that only some requests have.
 *
 * @param stale rows from a secondary replica
 * @param scan scan metrics of HBase's client
 * @param valueSizes lengths of the values that were returned, if they vary, in bytes
 * @param verification of the rows that were returned
 */
public record OutcomeDetails(
    long stale, Scans scan, List<Integer> valueSizes, VerificationResult verification) {
  public static final OutcomeDetails NONE =
      new OutcomeDetails(0, Scans.NONE, List.of(), VerificationResult.NONE);

  public OutcomeDetails {
    valueSizes = List.copyOf(valueSizes);
  }

  public OutcomeDetails with(VerificationResult newVerification) {
    return new OutcomeDetails(stale, scan, valueSizes, newVerification);
  }
}
