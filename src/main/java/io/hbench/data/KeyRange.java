package io.hbench.data;

/**
 * A half-open range of row numbers, from {@code first} to before {@code end}.
 *
 * <p>Row numbers are longs everywhere: PerformanceEvaluation's are ints, and TeraGen splits ranges
 * with doubles, which is wrong above 2^53.
 */
public record KeyRange(long first, long end) {

  public KeyRange {
    if (first < 0 || end < first) {
      throw new IllegalArgumentException("not a key range: " + first + " to " + end);
    }
  }

  /** The range of rows 0 to before {@code rows}. */
  public static KeyRange ofRows(long rows) {
    return new KeyRange(0, rows);
  }

  public long size() {
    return end - first;
  }

  public boolean isEmpty() {
    return first == end;
  }

  /**
   * One of {@code parts} adjacent ranges that cover this range exactly once. Their sizes differ by
   * at most one row; the larger ones are first.
   */
  public KeyRange part(int index, int parts) {
    if (index < 0 || index >= parts) {
      throw new IllegalArgumentException("no part " + index + " of " + parts);
    }
    long quotient = size() / parts;
    long remainder = size() % parts;
    // quotient * index <= size: nothing here overflows
    long from = first + quotient * index + Math.min(index, remainder);
    return new KeyRange(from, from + quotient + (index < remainder ? 1 : 0));
  }
}
