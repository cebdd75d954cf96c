package io.hbench.findmax;

import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.Exponential;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.NormalizedGaussian;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Servers without a network: a queue in ticks of 10 ms, whose capacity and response times are
 * random in a known way. The objective is about response times below 20 ms.
 */
enum MadeServers {
  INDEPENDENT("independent requests", 0.99),
  SHARP("a sharp limit", 0.99),
  HEAVY("heavy tails (Pareto, 1.5)", 0.99),
  NOISE("capacity AR, 5 s, ±3 %", 0.99),
  DRIFT("capacity falls by 6 % an hour", 0.99),
  STALLS("stalls of 0.2 s every 60 s", 0.99),
  LONG_STALLS("stalls of 1 s every 60 s, p95", 0.95),
  RANDOM_STALLS("stalls of 0.2 s at random, every 60 s", 0.99);

  static final double CAPACITY = 12_345;

  /** Tick of the queue, in seconds. */
  private static final double TICK = 0.01;

  private static final double LIMIT = 0.02;
  private static final double PERIOD = 60;
  private static final double DRIFT_PER_SECOND = 0.06 / 3_600;

  /** Standard deviation and time constant of the capacity's noise. */
  private static final double SPREAD = 0.03;

  private static final double SECONDS_OF_NOISE = 5;

  private final String text;
  private final double percentile;

  MadeServers(String text, double percentile) {
    this.text = text;
    this.percentile = percentile;
  }

  @Override
  public String toString() {
    return text;
  }

  /** Rate that exactly meets the objective at the start, by a long computation. */
  double truth() {
    if (this == DRIFT) {
      return INDEPENDENT.truth();
    }
    double seconds =
        switch (this) {
          case NOISE, SHARP, LONG_STALLS -> 20_000;
          case RANDOM_STALLS -> 200_000;
          default -> 10 * PERIOD; // each period is the same
        };
    double low = 0.1 * CAPACITY;
    double high = CAPACITY;
    for (int i = 0; i < 18; i++) {
      double middle = (low + high) / 2;
      double share = new Load(1).exceeding(middle, seconds);
      if (share <= 1 - percentile) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Factor of the true rate after some time of a search. */
  double drift(double seconds) {
    return this == DRIFT ? 1 - DRIFT_PER_SECOND * seconds : 1;
  }

  /** Load on these servers, one step after the other. */
  final class Load {
    private final UniformRandomProvider random;
    private final NormalizedGaussian normal;
    private final double phase;
    private double now;
    private double noise;
    private double backlog;
    private double stalledUntil;
    private double nextStall;

    Load(long seed) {
      random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
      normal = NormalizedGaussian.of(random);
      phase = PERIOD * random.nextDouble();
      noise = normal.sample();
      nextStall = PERIOD * Exponential.of(random).sample();
    }

    /** Seconds since the start. */
    double now() {
      return now;
    }

    /** Report of a step. */
    RunReport step(double rate, double warmup, double seconds, double interval) {
      backlog = 0;
      now += 1; // until the next step is published
      for (int i = 0; i < warmup / TICK; i++) {
        tick(rate);
      }
      List<Object> points = new ArrayList<>();
      List<Object> intervals = new ArrayList<>();
      int ticks = (int) Math.round(interval / TICK);
      long late = 0;
      for (int i = 0; i < Math.round(seconds / interval); i++) {
        double[] waits = new double[ticks];
        double mean = 0;
        double variance = 0;
        for (int j = 0; j < ticks; j++) {
          double share = tick(rate);
          waits[j] = wait;
          mean += share * rate * TICK;
          variance += share * (1 - share) * rate * TICK;
        }
        Arrays.sort(waits);
        double p50 = 1e6 * (waits[ticks / 2] + 0.0007) + 20 * normal.sample();
        long count = Math.round(rate * interval);
        long exceeding = count(mean, variance, count);
        late += exceeding;
        double t = i * interval;
        points.add(Map.of("t", t, "operation", "get", "count", count, "p50", p50));
        intervals.add(Map.of("t", t, "count", count, "exceeding", exceeding));
      }
      return report(rate, seconds, interval, late, points, intervals);
    }

    private long count(double mean, double variance, long count) {
      if (mean < 30) {
        return mean < 1e-9 ? 0 : Math.min(count, PoissonSampler.of(random, mean).sample());
      }
      double drawn = mean + Math.sqrt(variance) * normal.sample();
      return Math.min(count, Math.max(0, Math.round(drawn)));
    }

    /** Expected share of requests over the limit at a rate. */
    private double exceeding(double rate, double seconds) {
      double sum = 0;
      long ticks = Math.round(seconds / TICK);
      for (long i = 0; i < ticks; i++) {
        sum += tick(rate);
      }
      return sum / ticks;
    }

    private double wait;

    /** Expected share of the requests of a tick that take longer than the limit. */
    private double tick(double rate) {
      now += TICK;
      double capacity = CAPACITY * drift(now);
      if (MadeServers.this == NOISE) {
        double phi = Math.exp(-TICK / SECONDS_OF_NOISE);
        noise = phi * noise + Math.sqrt(1 - phi * phi) * normal.sample();
        capacity *= 1 + SPREAD * noise;
      }
      stall();
      double stalled = Math.max(0, stalledUntil - now);
      double served = stalled > 0 ? 0 : capacity;
      backlog = Math.max(0, backlog + (rate - served) * TICK);
      wait = stalled + backlog / capacity;
      double load = Math.min(0.98, rate / capacity);
      return wait >= LIMIT ? 1 : tail(LIMIT - wait, load);
    }

    private void stall() {
      switch (MadeServers.this) {
        case STALLS, LONG_STALLS -> {
          double length = MadeServers.this == STALLS ? 0.2 : 1;
          double since = (now + phase) % PERIOD;
          stalledUntil = since < length ? now + length - since : 0;
        }
        case RANDOM_STALLS -> {
          if (now >= nextStall) {
            stalledUntil = now + 0.2;
            nextStall = now + PERIOD * Exponential.of(random).sample();
          }
        }
        default -> {}
      }
    }

    /** Probability that a service takes longer. */
    private double tail(double seconds, double load) {
      return switch (MadeServers.this) {
        case SHARP -> Math.exp(-seconds / 0.0025);
        case HEAVY -> Math.min(1, Math.pow(0.00025 / (1 - load) / seconds, 1.5));
        default -> Math.exp(-seconds * (1 - load) / 0.001); // M/M/1
      };
    }
  }

  private RunReport report(
      double rate,
      double seconds,
      double interval,
      long late,
      List<Object> points,
      List<Object> intervals) {
    Map<String, Object> times = Map.of("unit", "us", "count", 1, "mean", 1_000);
    long count = Math.round(rate * seconds);
    Map<String, Object> json =
        Map.of(
            "verdict",
            Map.of("status", "valid", "reasons", List.of()),
            "objectives",
            List.of(
                Map.of(
                    "objective",
                    "p%.0f < 20ms".formatted(100 * percentile),
                    "unit",
                    "us",
                    "limit",
                    20_000,
                    "met",
                    late <= (1 - percentile) * count,
                    "intervals",
                    intervals)),
            "pace",
            Map.of("scheduled", count, "dropped", 0),
            "operations",
            List.of(
                Map.of("operation", "get", "count", count, "service", times, "response", times)),
            "timeline",
            Map.of("intervalSeconds", interval, "points", points),
            "clients",
            Map.of());
    return JsonFormat.LINE.fromJson(JsonFormat.LINE.toJson(json), RunReport.class);
  }
}
