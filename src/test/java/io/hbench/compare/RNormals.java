package io.hbench.compare;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The random numbers of R's {@code set.seed} and {@code rnorm}, with its defaults: published
 * examples are written down as such calls. Mersenne Twister (Matsumoto and Nishimura, 1998), seeded
 * by 50 and then 625 steps of x ← 69069 x + 1, and inversion of 2^27 times finer uniform numbers.
 */
public final class RNormals {
  private static final int LENGTH = 624;
  private static final int SHIFT = 397;
  private static final double FINER = 1 << 27;
  private static final NormalDistribution NORMAL = new NormalDistribution();

  private final int[] state = new int[LENGTH];
  private int next = LENGTH;

  public RNormals(int seed) {
    int x = seed;
    for (int i = 0; i < 51; i++) { // the 51st takes the place of the index in the state
      x = 69069 * x + 1;
    }
    for (int i = 0; i < LENGTH; i++) {
      x = 69069 * x + 1;
      state[i] = x;
    }
  }

  /** {@code rnorm(count, mean, deviation)}. */
  public double[] next(int count, double mean, double deviation) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      double fine = (int) (FINER * uniform()) + uniform();
      values[i] = mean + deviation * NORMAL.inverseCumulativeProbability(fine / FINER);
    }
    return values;
  }

  private double uniform() {
    if (next == LENGTH) {
      for (int i = 0; i < LENGTH; i++) {
        int y = (state[i] & 0x80000000) | (state[(i + 1) % LENGTH] & 0x7fffffff);
        state[i] = state[(i + SHIFT) % LENGTH] ^ (y >>> 1) ^ ((y & 1) * 0x9908b0df);
      }
      next = 0;
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return Integer.toUnsignedLong(y) * 2.3283064365386963e-10;
  }
}
