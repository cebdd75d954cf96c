package io.hbench.pacing;

import io.hbench.settings.Arrival;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Ascending indexes of one thread's requests among all requests of a {@link RatePlan}. */
final class ArrivalIndexes {
  private ArrivalIndexes() {}

  /**
   * Makes the indexes of one thread.
   *
   * @param thread number of the thread among those of all tasks
   * @param threads number of threads of all tasks
   */
  static DoubleSupplier of(Arrival arrival, long thread, long threads, long seed) {
    return switch (arrival) {
      case CONSTANT -> sums((double) (thread - threads), () -> (double) threads); // alternating
      case POISSON ->
          // each thread is a Poisson process; together they are one of the whole rate
          sums(
              0,
              ZigguratSampler.Exponential.of(
                      RandomSource.XO_RO_SHI_RO_128_PP.create(seed), (double) threads)
                  ::sample);
    };
  }

  /** The sums of gaps; exact if these are whole numbers. */
  private static DoubleSupplier sums(double first, DoubleSupplier gaps) {
    return new DoubleSupplier() {
      private double sum = first;

      @Override
      public double getAsDouble() {
        sum += gaps.getAsDouble();
        return sum;
      }
    };
  }
}
