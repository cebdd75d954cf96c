package io.hbench.data;

/**
 * A random order of the rows of a range, computed without memory for the rows. Safe for use by
 * several threads.
 *
 * <p>A Feistel network over the next power of two (Luby and Rackoff 1988), repeated until the
 * result is in the range (Black and Rogaway 2002, "cycle walking"): fewer than two steps on
 * average. The halves differ by one bit where the power is odd. Not for cryptography.
 */
public final class Permutation {
  /** More than the four of Luby and Rackoff, because halves may have few bits. */
  private static final int ROUNDS = 8;

  /** For halves of one or two bits, which have few functions. */
  private static final int ROUNDS_OF_A_FEW_ROWS = 32;

  private static final int FEW_ROWS = 256;

  private final KeyRange rows;
  private final int rightBits;
  private final long leftMask;
  private final long rightMask;
  private final long[] roundSeeds;

  /**
   * @param rows not empty
   * @param seed the order is a function of the range and the seed
   */
  public Permutation(KeyRange rows, long seed) {
    this.rows = rows;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(rows.size() - 1);
    this.rightBits = (bits + 1) / 2;
    this.leftMask = (1L << (bits / 2)) - 1;
    this.rightMask = (1L << rightBits) - 1;
    long ofRows = Seeds.derive(seed, rows.first()); // ranges of the same size differ
    this.roundSeeds = new long[rows.size() <= FEW_ROWS ? ROUNDS_OF_A_FEW_ROWS : ROUNDS];
    for (int round = 0; round < roundSeeds.length; round++) {
      roundSeeds[round] = Seeds.derive(ofRows, round);
    }
  }

  /**
   * The row at a position of the order.
   *
   * @param index from 0 up to, but not including, the number of rows
   */
  public long row(long index) {
    long at = index;
    do {
      at = forwards(at);
    } while (at >= rows.size());
    return rows.first() + at;
  }

  private long forwards(long at) {
    long left = at >>> rightBits;
    long right = at & rightMask;
    for (int round = 0; round < roundSeeds.length; round += 2) {
      left ^= Seeds.derive(roundSeeds[round], right) & leftMask;
      right ^= Seeds.derive(roundSeeds[round + 1], left) & rightMask;
    }
    return left << rightBits | right;
  }
}
