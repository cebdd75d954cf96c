package io.hbench.spec;

import java.util.List;

/**
 * The copy of a sample of another table's rows.
 *
 * @param table name of the other table
 * @param families those that are copied; empty for all
 * @param replacesValues whether the copy has random values of the same lengths and compressibility
 */
public record CopySpec(String table, List<String> families, boolean replacesValues) {
  /** Memory for the rows of a task, which holds all of them before it sends the first one. */
  private static final long MAX_TASK_BYTES = 256 << 20;

  /** The heap of a task, divided by what they may take of it. */
  private static final int SHARE_OF_HEAP = 3;

  /** Neighbours at most, and places at least if there are so many rows. */
  private static final long MAX_RUN = 1_000;

  private static final long MIN_PLACES = 256;

  public CopySpec {
    families = List.copyOf(families);
  }

  public boolean copies(String family) {
    return families.isEmpty() || families.contains(family);
  }

  /** Neighbouring rows from a place of the table. */
  public static int neighbours(long rows) {
    return (int) Math.max(1, Math.min(MAX_RUN, rows / MIN_PLACES));
  }

  /** Bytes of memory for the rows of a task. */
  public static long maxBytes(long heapOfTask) {
    return Math.min(MAX_TASK_BYTES, heapOfTask / SHARE_OF_HEAP);
  }
}
