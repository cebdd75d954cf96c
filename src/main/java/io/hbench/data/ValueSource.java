package io.hbench.data;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Cell values: a pure function of (seed, row, column), so that whoever knows the seed knows what a
 * cell must hold. Safe for use by several threads.
 *
 * <p>A random value is the 8 bytes of its own hash, then a slice of a pool of random bytes that
 * starts where the hash says. Drawing every byte afresh costs five times as much and makes no
 * difference to a store that sees 64 KB of them at a time; the pool is larger than such a block.
 */
public final class ValueSource {
  private static final int POOL = 1 << 20;
  private static final int RUN = 8;
  private static final int LETTERS = 26;

  private final long seed;
  private final int size;
  private final ValueLengths lengths;
  private final ValueBytes bytes;
  private final byte[] pool;

  /**
   * @param size bytes in the largest value, 0 or more
   */
  public ValueSource(long seed, int size, ValueLengths lengths, ValueBytes bytes) {
    this.seed = seed;
    this.size = size;
    this.lengths = lengths;
    this.bytes = bytes;
    this.pool = new byte[bytes == ValueBytes.RANDOM ? POOL + size : 0];
    RandomSource.XO_RO_SHI_RO_128_PP.create(seed).nextBytes(pool);
  }

  /** The value of one cell, in an array of its own. */
  public byte[] value(long row, int column) {
    long hash = Seeds.derive(Seeds.derive(seed, row), column);
    byte[] value = new byte[lengths.length(size, hash)];
    if (bytes == ValueBytes.RANDOM) {
      System.arraycopy(pool, (int) (hash >>> 44), value, 0, value.length);
      if (value.length >= Long.BYTES) {
        ByteBuffer.wrap(value).putLong(hash);
      }
    } else {
      for (int i = 0; i < value.length; i += RUN) {
        byte letter = (byte) ('A' + Math.floorMod(Seeds.derive(hash, i + 1), (long) LETTERS));
        Arrays.fill(value, i, Math.min(i + RUN, value.length), letter);
      }
    }
    return value;
  }
}
