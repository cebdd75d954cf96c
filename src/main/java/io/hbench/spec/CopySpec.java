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
  public static final int MAX_TASK_BYTES = 256 << 20;

  public CopySpec {
    families = List.copyOf(families);
  }
}
