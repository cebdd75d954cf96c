package io.hbench.data;

import java.util.Iterator;
import java.util.List;

/** The sequence of rows that one thread requests. Not safe for use by several threads. */
@FunctionalInterface
public interface KeySequence {

  /** Whether there is another row; most sequences never end. */
  default boolean hasNext() {
    return true;
  }

  /** Called before the rows of each request: those of one request may belong together. */
  default void beginRequest() {}

  /** The next row, if {@link #hasNext} is true. */
  long next();

  /** Every row of the ranges once, in order. */
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

  /** The rows of a range in ascending order, repeated without end. The range must not be empty. */
  static KeySequence cycle(KeyRange range) {
    return cycle(range, 1);
  }

  /**
   * Every n-th row of a range from its first one on, repeated without end: the same rows each time,
   * as those of PerformanceEvaluation's samples.
   */
  static KeySequence cycle(KeyRange range, int stride) {
    return new KeySequence() {
      private long next = range.first();

      @Override
      public long next() {
        long row = next;
        next = stride < range.end() - row ? row + stride : range.first();
        return row;
      }
    };
  }
}
