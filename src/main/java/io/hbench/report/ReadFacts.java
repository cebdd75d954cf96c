package io.hbench.report;

import io.hbench.rundir.TaskFacts;

/**
 * Figures of reads besides rows.
 *
 * @param staleRows rows that a secondary replica served
 * @param scans cost of the scans of all tasks, by HBase's scan metrics; null without scans
 * @param valueSizes of the cells that were read; null unless {@code value-lengths} varies
 */
public record ReadFacts(long staleRows, TaskFacts.Scans scans, ValueSizes valueSizes) {

  /** Sizes of values in bytes. */
  public record ValueSizes(long count, double mean, long p50, long p99, long min, long max) {}
}
