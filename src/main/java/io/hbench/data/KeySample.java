package io.hbench.data;

import java.util.Arrays;
import java.util.Collection;

/**
 * A sample of the keys of a table; a row number is an index into it. Packed: a million keys of 26
 * bytes take 30 MB. Safe for use by several threads.
 */
public final class KeySample {
  private final byte[] bytes;

  /** The start of each key, then the end of the last one. */
  private final int[] bounds;

  private KeySample(byte[] bytes, int[] bounds) {
    this.bytes = bytes;
    this.bounds = bounds;
  }

  /** A sample of these keys, sorted by their unsigned bytes, as HBase sorts. */
  public static KeySample of(Collection<byte[]> keys) {
    Builder builder = new Builder();
    keys.stream().sorted(Arrays::compareUnsigned).forEach(key -> builder.add(key, key.length));
    return builder.build();
  }

  /** Collects keys in ascending order. An array for each key would take three times the memory. */
  public static final class Builder {
    private byte[] bytes = new byte[1 << 10];
    private int[] bounds = new int[1 << 6];
    private int size;

    /**
     * Adds the key in the first bytes of an array.
     *
     * @throws ArithmeticException if the keys have 1 GB or more in total
     */
    public void add(byte[] array, int length) {
      int begin = bounds[size];
      int end = Math.addExact(begin, length);
      while (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.multiplyExact(bytes.length, 2));
      }
      System.arraycopy(array, 0, bytes, begin, length);
      size++;
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, Math.multiplyExact(size, 2));
      }
      bounds[size] = end;
    }

    public KeySample build() {
      return new KeySample(Arrays.copyOf(bytes, bounds[size]), Arrays.copyOf(bounds, size + 1));
    }
  }

  /** The number of keys. */
  public int size() {
    return bounds.length - 1;
  }

  /**
   * The key of a row.
   *
   * @param row from 0 up to, but not including, {@link #size}
   * @return a new array
   */
  public byte[] key(long row) {
    int i = Math.toIntExact(row);
    return Arrays.copyOfRange(bytes, bounds[i], bounds[i + 1]);
  }
}
