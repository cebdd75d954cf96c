package io.hbench.kit;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Bounds of what is drawn at random, for tests of laws that hold with a probability. A bound
 * follows from the law alone: a test whose law holds exceeds it with no more than the error.
 */
public final class Chance {
  /**
   * Error of a bound whose test has a fixed seed: it is paid once, when code or seed change.
   * Smaller ones would hide defects, as simulations have few trials.
   */
  public static final double ONCE = 1e-3;

  /** Error of a bound whose test draws anew each time, as properties do in soak. */
  public static final double EACH_TIME = 1e-9;

  private Chance() {}

  /**
   * Largest number of hits of independent trials, with the error {@link #ONCE}.
   *
   * @param probability of a hit in one trial, or more than it
   */
  public static long atMost(int trials, double probability) {
    return new BinomialDistribution(trials, probability).inverseCumulativeProbability(1 - ONCE);
  }

  /**
   * Smallest number of hits of independent trials, with the error {@link #ONCE}.
   *
   * @param probability of a hit in one trial, or less than it
   */
  public static long atLeast(int trials, double probability) {
    return trials - atMost(trials, 1 - probability);
  }

  /**
   * Distance from the mean that a normally distributed number exceeds, on either side, with a
   * probability.
   *
   * @param error the probability
   * @param deviation standard deviation of the number
   */
  public static double reach(double error, double deviation) {
    return deviation * -new NormalDistribution(0, 1).inverseCumulativeProbability(error / 2);
  }
}
