package io.hbench.data;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;

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
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final IntStream.Builder bounds = IntStream.builder().add(0);

    /**
     * Adds the key in the first bytes of an array.
     *
     * @throws ArithmeticException if the keys have 2 GB or more in total
     */
    public void add(byte[] array, int length) {
      bounds.add(Math.addExact(bytes.size(), length));
      bytes.write(array, 0, length);
    }

    public KeySample build() {
      return new KeySample(bytes.toByteArray(), bounds.build().toArray());
    }
  }

  public int size() {
    return bounds.length - 1;
  }

  /** The first keys of some parts of the sample, as many keys in each, but for the first part. */
  public byte[][] splitPoints(int parts) {
    return IntStream.range(1, parts)
        .mapToObj(i -> key((long) i * size() / parts))
        .toArray(byte[][]::new);
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
