package io.hbench.data;

import java.util.Iterator;
import java.util.List;

/** The rows that one thread asks for, in order. Not safe for use by several threads. */
@FunctionalInterface
public interface KeySequence {

  /** Whether there is one more row; most sequences never end. */
  default boolean hasNext() {
    return true;
  }

  /** The next row; only after {@link #hasNext} said so. */
  long next();

  /** Every row of the ranges once, in their order. */
  static KeySequence once(List<KeyRange> ranges) {
    return new KeySequence() {
      private final Iterator<KeyRange> rest = ranges.stream().filter(r -> !r.isEmpty()).iterator();

      private long next;
      private long end;

      @Override
      public boolean hasNext() {
        return next < end || rest.hasNext();
      }

      @Override
      public long next() {
        if (next == end) {
          KeyRange range = rest.next();
          next = range.first();
          end = range.end();
        }
        return next++;
      }
    };
  }

  /** Every row of a range that is not empty in ascending order, again and again. */
  static KeySequence circle(KeyRange range) {
    return new KeySequence() {
      private long next = range.first();

      @Override
      public long next() {
        long row = next++;
        if (next == range.end()) {
          next = range.first();
        }
        return row;
      }
    };
  }

  /** Every n-th row of a sequence that never ends. */
  static KeySequence every(int n, KeySequence all) {
    if (n == 1) {
      return all;
    }
    return () -> {
      long row = all.next();
      for (int i = 1; i < n; i++) {
        all.next();
      }
      return row;
    };
  }
}
