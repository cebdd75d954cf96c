package io.hbench.data;

import java.util.function.DoubleSupplier;

/**
 * The key sequence of YCSB's ScrambledZipfianGenerator, bit by bit for the same random numbers: a
 * rank by the approximation of Gray et al. (SIGMOD 1994), always of ten billion rows, then hashed
 * to the number of rows.
 *
 * <p>So the hottest row gets 1/26.47 of the requests for any number of rows, where Zipf's law gives
 * the hottest of a thousand 1/7.7. Hashes collide: some rows are never requested.
 *
 * @param uniform random numbers from 0 to below 1
 */
record YcsbZipfian(KeyRange rows, DoubleSupplier uniform) implements KeySequence {
  private static final double THETA = 0.99;

  /** YCSB's ten billion are the last rank, not the number of ranks. */
  private static final long RANKS = 10_000_000_001L;

  /** The sum of {@code i^-THETA} over the ranks, as YCSB has it. */
  private static final double ZETA = 26.46902820178302;

  private static final double FIRST_TWO = 1 + Math.pow(0.5, THETA);
  private static final double ALPHA = 1 / (1 - THETA);
  private static final double ETA =
      (1 - Math.pow(2.0 / RANKS, 1 - THETA)) / (1 - (1 + 1 / Math.pow(2, THETA)) / ZETA);

  @Override
  public long next() {
    return rows.first() + Fnv.hash(rank(uniform.getAsDouble())) % rows.size();
  }

  private static long rank(double u) {
    double uz = u * ZETA;
    if (uz < 1) {
      return 0;
    }
    return uz < FIRST_TWO ? 1 : (long) (RANKS * Math.pow(ETA * u - ETA + 1, ALPHA));
  }
}
