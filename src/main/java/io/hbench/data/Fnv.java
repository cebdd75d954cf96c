package io.hbench.data;

/** The hash with which YCSB scatters rows. */
final class Fnv {
  private static final long OFFSET = 0xCBF29CE484222325L;
  private static final long PRIME = 0x100000001B3L;

  private Fnv() {}

  /**
   * The absolute value of the 64-bit FNV-1a hash of a number's 8 bytes, lowest byte first: 0 or
   * more, also for the one hash that has no absolute value.
   */
  static long hash(long number) {
    long hash = OFFSET;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (number >>> shift & 0xFF)) * PRIME;
    }
    return Math.abs(hash) & Long.MAX_VALUE;
  }
}
