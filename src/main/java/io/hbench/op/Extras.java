package io.hbench.op;

import java.util.List;

/**
 * What few requests bring besides rows.
 *
 * @param stale rows that a replica served instead of the primary region
 * @param scan what a scan cost
 * @param valueSizes of the cells that came back, if they vary
 */
public record Extras(long stale, ScanCounts scan, List<Integer> valueSizes) {
  public static final Extras NONE = new Extras(0, ScanCounts.NONE, List.of());

  public Extras {
    valueSizes = List.copyOf(valueSizes);
  }
}
