package io.hbench.data;

/** The rows that are known to exist, from the newest to the oldest. Rows are only added. */
public interface NewestRows {
  /** The number of rows, 1 or more. */
  long count();

  /**
   * A row by age.
   *
   * @param back 0 for the newest row; less than {@link #count} was at any time
   */
  long row(long back);
}
