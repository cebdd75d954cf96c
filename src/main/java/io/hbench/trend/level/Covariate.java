package io.hbench.trend.level;

/** What is known of each night beside a figure, and explains a part of how it varies. */
@FunctionalInterface
public interface Covariate {
  Covariate NONE = nights -> null;

  /**
   * The deviations from what is usual, as they are known after a night.
   *
   * @param nights number of values of the figure up to that night
   * @return one for each; NaN if it is unknown; null if all are
   */
  double[] deviations(int nights);
}
