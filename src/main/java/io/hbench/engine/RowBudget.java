package io.hbench.engine;

import io.hbench.data.KeySequence;

/** Row budget of a thread: counts the rows it draws from all its sequences, and limits them. */
final class RowBudget {
  private final long max;
  private long count;

  RowBudget(long max) {
    this.max = max;
  }

  /** Number of rows drawn. */
  long count() {
    return count;
  }

  /** Wraps a sequence: it counts, and ends when all sequences together reach the limit. */
  KeySequence of(KeySequence rows) {
    return new KeySequence() {
      @Override
      public boolean hasNext() {
        return count < max && rows.hasNext();
      }

      @Override
      public long next() {
        count++;
        return rows.next();
      }
    };
  }
}
