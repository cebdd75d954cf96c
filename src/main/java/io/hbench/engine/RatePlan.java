package io.hbench.engine;

import io.hbench.settings.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A rate laid out over the time of a run: when is the request with a given index due? Computed from
 * the index alone, so nothing adds up over time: the error stays below a nanosecond for weeks, and
 * below a microsecond for centuries.
 */
public final class RatePlan {
  private static final double NANOS = 1e9;

  /**
   * A stretch of time, in seconds since the common start, in which the rate goes evenly from one
   * level to another. The last one goes on for ever.
   *
   * @param firstIndex how many requests are due before it
   */
  private record ObjectiveInterval(double start, double firstIndex, double from, double to, double seconds) {
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

  private final List<ObjectiveInterval> stages = new ArrayList<>();

  /**
   * The warm-up runs at the first level; ramp and steps cover the window.
   *
   * @param length of the window; only a constant rate needs none
   */
  public RatePlan(Rate rate, Duration warmup, Optional<Duration> length) {
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
    if (stages.isEmpty()) {
      stages.add(new ObjectiveInterval(0, 0, from, to, seconds));
    } else {
      ObjectiveInterval last = stages.get(stages.size() - 1);
      stages.add(
          new ObjectiveInterval(
              last.start() + last.seconds(),
              last.firstIndex() + last.requests(),
              from,
              to,
              seconds));
    }
  }

  /**
   * When a request is due, in nanoseconds since the common start.
   *
   * @param index from 0; requests of a Poisson process lie between the whole numbers
   */
  long nanosOf(double index) {
    int i = stages.size() - 1;
    while (i > 0 && index < stages.get(i).firstIndex()) {
      i--;
    }
    return Math.round(stages.get(i).timeOf(index) * NANOS);
  }
}
