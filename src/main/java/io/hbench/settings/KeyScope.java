package io.hbench.settings;

import io.hbench.data.KeyDistribution;
import java.util.Locale;

/** The rows from which each thread draws its keys. */
public enum KeyScope {
  /** A part of the task's part: the threads of an assignment cover every row exactly once. */
  PARTITIONED,
  /** All rows of the table: threads may draw the same row, and each task reaches all regions. */
  TABLE_WIDE,
  /** The part of the first thread of the first task, for all threads. */
  SHARED;

  /** The default for a key distribution: hot rows are hot in the table, not in each task. */
  public static KeyScope of(KeyDistribution keys) {
    return keys.type().isSkewed() ? TABLE_WIDE : PARTITIONED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
