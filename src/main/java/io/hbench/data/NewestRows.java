package io.hbench.data;

/** The rows that are known to be there, from the newest to the oldest. They only get more. */
public interface NewestRows {
  /** How many there are: 1 or more. */
  long count();

  /**
   * One of them.
   *
   * @param back 0 for the newest, and so on; less than {@link #count} was at any time
   */
  long row(long back);

  /** Rows to which none are added: the last one is the newest. */
  static NewestRows of(KeyRange rows) {
    return new NewestRows() {
      @Override
      public long count() {
        return rows.size();
      }

      @Override
      public long row(long back) {
        return rows.end() - 1 - back;
      }
    };
  }
}
