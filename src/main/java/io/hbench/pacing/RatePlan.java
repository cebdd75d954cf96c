package io.hbench.pacing;

import io.hbench.settings.Arrival;
import io.hbench.settings.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Rate over the time of a run: maps the index of a request to its intended time. The time is
 * computed from the index alone, so no error accumulates: it stays below a nanosecond for weeks,
 * and below a microsecond for centuries.
 */
public final class RatePlan {
  private static final double NANOS = 1e9;

  /**
   * Stage of a rate: in it the rate changes linearly from one level to another. The last stage has
   * no end.
   *
   * @param start in seconds since the common start
   * @param firstIndex number of requests that are due before it
   * @param from requests per second at its start
   * @param to requests per second at its end
   */
  private record Stage(double start, double firstIndex, double from, double to, double seconds) {
    /** The inverse of {@code n(t) = from·t + (to − from)·t²/2s}, in a form that cancels nothing. */
    double timeOf(double index) {
      double n = index - firstIndex;
      if (from == to) {
        return start + n / from;
      }
      double acceleration = (to - from) / seconds;
      return start + 2 * n / (from + Math.sqrt(from * from + 2 * acceleration * n));
    }

    double requests() {
      return (from + to) / 2 * seconds;
    }
  }

  private final List<Stage> stages = new ArrayList<>();

  /**
   * Makes a plan. The warm-up runs at the first level; a ramp or stages cover the window.
   *
   * @param length of the window; empty only for a constant rate
   */
  RatePlan(Rate rate, Duration warmup, Optional<Duration> length) {
    List<Double> levels = rate.levels().stream().map(BigDecimal::doubleValue).toList();
    double seconds = length.map(l -> l.toNanos() / NANOS).orElse(Double.POSITIVE_INFINITY);
    if (!warmup.isZero()) {
      add(levels.get(0), levels.get(0), warmup.toNanos() / NANOS);
    }
    if (rate.ramp()) {
      add(levels.get(0), levels.get(1), seconds);
      add(levels.get(1), levels.get(1), Double.POSITIVE_INFINITY);
    } else {
      levels.forEach(level -> add(level, level, seconds / levels.size()));
    }
  }

  private void add(double from, double to, double seconds) {
    // before the first one, a stage without a length
    Stage last = stages.isEmpty() ? new Stage(0, 0, 0, 0, 0) : stages.get(stages.size() - 1);
    double start = last.start() + last.seconds();
    stages.add(new Stage(start, last.firstIndex() + last.requests(), from, to, seconds));
  }

  /**
   * Intended time of a request in nanoseconds since the common start.
   *
   * @param index from 0; fractional for a Poisson process
   */
  long nanosOf(double index) {
    int i = stages.size() - 1;
    while (i > 0 && index < stages.get(i).firstIndex()) {
      i--;
    }
    return Math.round(stages.get(i).timeOf(index) * NANOS);
  }

  /**
   * Ascending indexes of one thread's requests among all requests of a plan.
   *
   * @param thread number of the thread among those of all tasks
   * @param threads number of threads of all tasks
   */
  static DoubleSupplier indexes(Arrival arrival, long thread, long threads, long seed) {
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
