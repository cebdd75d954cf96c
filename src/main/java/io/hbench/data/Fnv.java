package io.hbench.data;

/** The hash that YCSB scatters with. */
final class Fnv {
  private static final long OFFSET = 0xCBF29CE484222325L;
  private static final long PRIME = 0x100000001B3L;

  private Fnv() {}

  /**
   * FNV-1a of 64 bits over the 8 bytes of a number, the lowest first, and of that the absolute
   * value: 0 or more, also for the one hash that has none.
   */
  static long hash(long number) {
    long hash = OFFSET;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (number >>> shift & 0xFF)) * PRIME;
    }
    return Math.abs(hash) & Long.MAX_VALUE;
  }
}
