package io.hbench.latency;

import java.util.Arrays;

/**
 * Latencies of a series in up to {@link #MAX} blocks of time of the same length: how many there
 * were, and the sum of their logarithms. When a run gets longer, two neighbours become one block of
 * twice the length, so memory is constant, and a run has more than half of the blocks.
 *
 * <p>They show how much a level of latency varies over time, which the totals do not, at the cost
 * of two numbers a block: intervals of histograms for each server would be a hundred times as much.
 * Logarithms, because latencies have heavy tails: a mean of logarithms follows the usual requests,
 * and one stall of a minute does not move it.
 */
public final class TimeBlocks {
  /** Maximum number of blocks. */
  public static final int MAX = 64;

  /** Length of a block at first: 2 to this power in nanoseconds, about an eighth of a second. */
  static final int SHORTEST = 27;

  /** Any latency times this is a number: 2^63 times this is below 1e308. */
  private static final double MAX_PRODUCT = 1e280;

  private final long[] counts = new long[MAX];
  private final double[] sums = new double[MAX];

  /** Products of latencies whose logarithms are not in the sums yet: a logarithm takes 20 ns. */
  private final double[] products = new double[MAX];

  private int power = SHORTEST;

  TimeBlocks() {
    Arrays.fill(products, 1);
  }

  /**
   * @param nanos time since the start of the window
   * @param latency in nanoseconds, at least 1
   */
  void add(long nanos, long latency) {
    while (nanos >>> power >= MAX) {
      merge();
    }
    int block = (int) (nanos >>> power);
    counts[block]++;
    double product = products[block] * latency;
    products[block] = product;
    if (product > MAX_PRODUCT) {
      addProduct(block);
    }
  }

  private void addProduct(int block) {
    sums[block] += Math.log(products[block]);
    products[block] = 1;
  }

  private void merge() {
    for (int i = 0; i < MAX; i++) {
      addProduct(i);
    }
    for (int i = 0; i < MAX; i++) {
      boolean filled = i < MAX / 2;
      counts[i] = filled ? counts[2 * i] + counts[2 * i + 1] : 0;
      sums[i] = filled ? sums[2 * i] + sums[2 * i + 1] : 0;
    }
    power++;
  }

  /** Length of a block: 2 to this power in nanoseconds. */
  public int power() {
    return power;
  }

  /** Number of latencies in each block. */
  public long[] counts() {
    return counts.clone();
  }

  /** Sum of the natural logarithms of the latencies, in nanoseconds, in each block. */
  public double[] sums() {
    for (int i = 0; i < MAX; i++) {
      addProduct(i);
    }
    return sums.clone();
  }
}
