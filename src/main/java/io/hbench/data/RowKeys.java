package io.hbench.data;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Row numbers as row keys: 26 decimal digits with leading zeros, the format of HBase's
 * PerformanceEvaluation, so that tables written by either are read by the other.
 */
public final class RowKeys {
  /** {@code PerformanceEvaluation.ROW_LENGTH}: the digits of Integer.MAX_VALUE and 16 more. */
  public static final int LENGTH = 26;

  private RowKeys() {}

  /**
   * The key of a row.
   *
   * @param row 0 or more
   * @return a new array of {@link #LENGTH} ASCII digits; keys sort as their rows do
   */
  public static byte[] key(long row) {
    if (row < 0) {
      throw new IllegalArgumentException("not a row: " + row);
    }
    byte[] key = new byte[LENGTH];
    Arrays.fill(key, (byte) '0');
    long rest = row;
    for (int i = LENGTH - 1; rest > 0; i--) { // most digits are leading zeros
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }

  /**
   * The row of a key.
   *
   * @throws IllegalArgumentException if {@link #key} does not make such a key
   */
  public static long row(byte[] key) {
    if (key.length != LENGTH) {
      throw new IllegalArgumentException("a row key has 26 digits, not " + key.length + " bytes");
    }
    long row = 0;
    for (byte digit : key) {
      if (digit < '0' || digit > '9') {
        throw new IllegalArgumentException("a row key has digits only, not byte " + digit);
      }
      row = Math.addExact(Math.multiplyExact(row, 10), digit - '0');
    }
    return row;
  }

  /**
   * Where to cut a table so that each region holds an equal share of the rows, and the last one
   * what is left over: the split points belong to the keys that will be used. They are those of
   * {@code PerformanceEvaluation.getSplits}, so that its tables fit.
   *
   * @param regions no more than there are rows
   * @return {@code regions - 1} keys, ascending
   */
  public static byte[][] splitPoints(KeyRange rows, int regions) {
    long share = rows.size() / regions;
    return LongStream.range(1, regions)
        .mapToObj(i -> key(rows.first() + share * i))
        .toArray(byte[][]::new);
  }
}
