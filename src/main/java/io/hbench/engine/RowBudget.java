package io.hbench.engine;

import io.hbench.data.KeySequence;

/** Counts the rows that a thread asks for, of whatever sequence, and says when it is enough. */
final class RowBudget {
  private final long max;
  private long count;

  RowBudget(long max) {
    this.max = max;
  }

  /** So many were drawn. */
  long count() {
    return count;
  }

  /** The same sequence, counted, and cut off when there were enough of all sequences together. */
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
