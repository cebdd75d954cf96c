package io.hbench.data;

/** The rows that one thread asks for, in order. Not safe for use by several threads. */
@FunctionalInterface
public interface KeySequence {

  /** Whether there is one more row; most sequences never end. */
  default boolean hasNext() {
    return true;
  }

  /** The next row; only after {@link #hasNext} said so. */
  long next();

  /** Every row of the range once, in ascending order. */
  static KeySequence once(KeyRange range) {
    return new KeySequence() {
      private long next = range.first();

      @Override
      public boolean hasNext() {
        return next < range.end();
      }

      @Override
      public long next() {
        return next++;
      }
    };
  }

  /** {@code first}, {@code first + step}, {@code first + 2 step}, … */
  static KeySequence steps(long first, long step) {
    return new KeySequence() {
      private long next = first;

      @Override
      public long next() {
        long row = next;
        next = Math.addExact(next, step);
        return row;
      }
    };
  }

  /** Every n-th row of a sequence that never ends. */
  static KeySequence every(int n, KeySequence all) {
    return () -> {
      long row = all.next();
      for (int i = 1; i < n; i++) {
        all.next();
      }
      return row;
    };
  }
}
