package io.hbench.latency;

import java.time.Duration;
import java.util.Optional;

/**
 * Goodput of the parts of a run, phases or stages: their successful requests within a limit, by
 * response times if the run had a rate, else by service times.
 *
 * @param limitUs the limit in microseconds; null if it is unknown
 */
public record Goodput(Double limitUs) {
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Goodput within the limit of all parts: the latency that the user has set or, without it, the
   * p99 of the part that the others are compared with.
   *
   * @param first that part; empty if there is none
   */
  public static Goodput of(Optional<Duration> threshold, Optional<SeriesSet> first) {
    return new Goodput(
        threshold
            .map(time -> time.toNanos() / NANOS_PER_MICRO)
            .or(() -> first.map(part -> part.latency().summary().p99()))
            .orElse(null));
  }

  /** The requests of a part that count; null without a limit. */
  public Long count(SeriesSet part) {
    return limitUs == null ? null : (Long) part.inTime(Math.round(limitUs * NANOS_PER_MICRO));
  }

  /** The requests that count in a second of a part; null without a limit. */
  public Double perSecond(SeriesSet part, double seconds) {
    return limitUs == null ? null : (Double) (count(part) / seconds);
  }
}
