package io.hbench.data;

import java.util.Arrays;
import java.util.Collection;

/**
 * Keys of a table that was asked which ones it has; row numbers count them. Packed: a million keys
 * of 26 bytes take 30 MB. Safe for use by several threads.
 */
public final class KeySample {
  private final byte[] bytes;

  /** Where each key begins, and then where the last one ends. */
  private final int[] bounds;

  private KeySample(byte[] bytes, int[] bounds) {
    this.bytes = bytes;
    this.bounds = bounds;
  }

  /** The keys in ascending order, by HBase's order of bytes. */
  public static KeySample of(Collection<byte[]> keys) {
    Builder builder = new Builder();
    keys.stream().sorted(Arrays::compareUnsigned).forEach(key -> builder.add(key, key.length));
    return builder.build();
  }

  /** Takes keys in ascending order, one by one: as many arrays would take three times the room. */
  public static final class Builder {
    private byte[] bytes = new byte[1 << 10];
    private int[] bounds = new int[1 << 6];
    private int size;

    /**
     * Adds what an array begins with.
     *
     * @throws ArithmeticException if all keys are 1 GB or more
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

  /** How many there are. */
  public int size() {
    return bounds.length - 1;
  }

  /** Bytes in all of them. */
  public int length() {
    return bytes.length;
  }

  /**
   * One of them.
   *
   * @param row from 0 up to, but not including, {@link #size}
   * @return a new array
   */
  public byte[] key(long row) {
    int i = Math.toIntExact(row);
    return Arrays.copyOfRange(bytes, bounds[i], bounds[i + 1]);
  }
}
