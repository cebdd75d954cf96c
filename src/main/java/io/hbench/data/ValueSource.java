package io.hbench.data;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.LongToIntFunction;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Cell values, a pure function of (seed, row, column, version): a reader that knows the seed can
 * verify them. Safe for use by several threads.
 *
 * <p>A random value is its version (4 bytes), its own hash (8 bytes), then a slice of a pool of
 * random bytes that starts where the hash says. Drawing every byte afresh costs five times as much
 * and makes no difference to a store that sees 64 KB of them at a time; the pool is larger than
 * such a block. A value that is too short for both, or consists of letters, does not contain its
 * version.
 */
public final class ValueSource {
  private static final int POOL = 1 << 20;
  private static final int RUN = 8;
  private static final int LETTERS = 26;

  /** Bytes of version and hash, which are never replaced with zeros. */
  private static final int HEAD = Integer.BYTES + Long.BYTES;

  private final long seed;
  private final LongToIntFunction lengths;
  private final ValueBytes bytes;
  private final double random;
  private final byte[] pool;

  /**
   * @param least minimum length of a value, in bytes
   * @param size bytes in the largest value, 0 or more
   * @param random share of each random value that is random; the rest are zeros, so that a codec
   *     compresses the value to that share
   */
  public ValueSource(
      long seed, int least, int size, ValueLengths lengths, ValueBytes bytes, double random) {
    this(seed, size, hash -> least + lengths.length(size - least, hash), bytes, random);
  }

  public ValueSource(long seed, LengthHistogram lengths, ValueBytes bytes, double random) {
    this(seed, lengths.maxLength(), lengths::length, bytes, random);
  }

  private ValueSource(
      long seed, int size, LongToIntFunction lengths, ValueBytes bytes, double random) {
    this.seed = seed;
    this.lengths = lengths;
    this.bytes = bytes;
    this.random = random;
    this.pool = new byte[bytes == ValueBytes.RANDOM ? POOL + size : 0];
    RandomSource.XO_RO_SHI_RO_128_PP.create(seed).nextBytes(pool);
  }

  /** The length of a cell's value in bytes, the same for every version. */
  public int length(long row, int column) {
    return lengths.applyAsInt(cell(row, column));
  }

  public byte[] value(long row, int column, int version) {
    byte[] value = new byte[length(row, column)];
    write(row, column, version, value, 0, value.length);
    return value;
  }

  /** Writes the value of one cell into an array. */
  public void write(long row, int column, int version, byte[] into, int offset, int length) {
    long cell = cell(row, column);
    if (bytes == ValueBytes.LETTERS) {
      letters(into, offset, length, cell);
      return;
    }
    boolean versioned = length >= HEAD;
    long hash = versioned ? Seeds.derive(cell, version) : cell;
    int zeros = random(length);
    System.arraycopy(pool, start(hash), into, offset, zeros);
    Arrays.fill(into, offset + zeros, offset + length, (byte) 0);
    if (versioned) {
      ByteBuffer.wrap(into).putInt(offset, version).putLong(offset + Integer.BYTES, hash);
    } else if (length >= Long.BYTES) {
      ByteBuffer.wrap(into).putLong(offset, hash);
    }
  }

  /**
   * Verifies every byte of a value, without a copy.
   *
   * @param array holds the value from {@code offset} on
   * @param least version of a value that does not contain its version
   * @return the version of the value, or empty if it is not a value of this cell
   */
  public OptionalInt version(
      long row, int column, byte[] array, int offset, int length, int least) {
    long cell = cell(row, column);
    if (length != lengths.applyAsInt(cell)) {
      return OptionalInt.empty();
    }
    boolean versioned = bytes == ValueBytes.RANDOM && length >= HEAD;
    if (!versioned) {
      byte[] right = value(row, column, least);
      return Arrays.equals(right, 0, length, array, offset, offset + length)
          ? OptionalInt.of(least)
          : OptionalInt.empty();
    }
    ByteBuffer head = ByteBuffer.wrap(array, offset, HEAD);
    int version = head.getInt();
    long hash = Seeds.derive(cell, version);
    int from = start(hash);
    int zeros = offset + random(length);
    boolean made =
        head.getLong() == hash
            && Arrays.equals(pool, from + HEAD, from + random(length), array, offset + HEAD, zeros);
    for (int i = zeros; made && i < offset + length; i++) {
      made = array[i] == 0;
    }
    return made ? OptionalInt.of(version) : OptionalInt.empty();
  }

  private long cell(long row, int column) {
    return Seeds.derive(Seeds.derive(seed, row), column);
  }

  private static int start(long hash) {
    return (int) (hash >>> 44);
  }

  private static void letters(byte[] into, int offset, int length, long hash) {
    for (int i = 0; i < length; i += RUN) {
      byte letter = (byte) ('A' + Math.floorMod(Seeds.derive(hash, i + 1), (long) LETTERS));
      Arrays.fill(into, offset + i, offset + Math.min(i + RUN, length), letter);
    }
  }

  private int random(int length) {
    return Math.min(length, Math.max(HEAD, (int) Math.ceil(length * random)));
  }
}
