package io.hbench.op;

import java.util.List;

/**
 * What few requests bring besides rows.
 *
 * @param stale rows that a replica served instead of the primary region
 * @param scan what a scan cost
 * @param valueSizes of the cells that came back, if they vary
 * @param proof of the rows that were compared with what they must be
 */
public record Extras(long stale, ScanCounts scan, List<Integer> valueSizes, Proof proof) {
  public static final Extras NONE = new Extras(0, ScanCounts.NONE, List.of(), Proof.NONE);

  public Extras {
    valueSizes = List.copyOf(valueSizes);
  }

  Extras with(Proof newProof) {
    return new Extras(stale, scan, valueSizes, newProof);
  }
}
