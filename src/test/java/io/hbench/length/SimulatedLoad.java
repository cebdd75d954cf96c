package io.hbench.length;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Loads whose steady state is known: logarithms of latencies are normal around a level, which has
 * an autocorrelated noise, and the number of requests of an interval falls when the level rises.
 */
enum SimulatedLoad {
  INDEPENDENT("noise without correlation", 0, i -> 0),
  CORRELATED("noise with a correlation of 0.3", 0.3, i -> 0),
  STRONGLY_CORRELATED("noise with a correlation of 0.6", 0.6, i -> 0),
  DECAY("exponential warm-up, by half in 14 s", 0.3, i -> Math.exp(-i / 20)),
  STEP("a step down after 40 s", 0.3, i -> i < 40 ? 0.5 : 0),
  HEAVY_TAIL("3 % of requests with a Pareto tail, index 1.2", 0, i -> 0),
  STALLS("stalls of 3 s, one in 20 s", 0.3, i -> 0),
  RARE_STALLS("stalls of 3 s, one in 60 s", 0.3, i -> 0),
  DRIFT("a drift by 2 % in 10 s", 0.3, i -> 0.002 * i),
  SLOW_DRIFT("a drift by 1 % in 20 s", 0.3, i -> 0.0005 * i),
  WANDERING("a random walk", 1, i -> 0);

  /** Requests in an interval, at the level of the steady state. */
  private static final double REQUESTS = 200;

  private static final double NANOS = Math.log(1e6);
  private static final double SPREAD = 0.5;
  private static final double NOISE = 0.05;
  private static final double WALK = 0.02;
  private static final double PARETO_SHARE = 0.03;
  private static final double PARETO_INDEX = 1.2;
  private static final double PARETO_FROM = Math.log(3);
  private static final double STALL_END = 1.0 / 3;
  private static final double STALLED_SHARE = 0.3;
  private static final double STALL = Math.log(20);

  private final String text;
  private final double correlation;

  @SuppressWarnings("ImmutableEnumChecker") // functions that hold nothing
  private final DoubleUnaryOperator shift;

  SimulatedLoad(String text, double correlation, DoubleUnaryOperator shift) {
    this.text = text;
    this.correlation = correlation;
    this.shift = shift;
  }

  /** Whether there is a steady state. */
  boolean isSteady() {
    return this != DRIFT && this != SLOW_DRIFT && this != WANDERING;
  }

  /** Requests in an interval, in the long run. */
  double throughput() {
    return REQUESTS * Math.exp(noise() * noise() / 2);
  }

  /** The percentile of all requests in the long run, in microseconds. */
  double percentile(double share) {
    double from = new BrentSolver(1e-9).solve(200, x -> below(x) - share, -5, 20);
    return Math.exp(NANOS + from) / 1e3;
  }

  /** The share of requests whose logarithm is below a value: levels are tilted by their counts. */
  private double below(double x) {
    double noise = noise();
    NormalDistribution normal = new NormalDistribution(-noise * noise, Math.hypot(SPREAD, noise));
    double ordinary = normal.cumulativeProbability(x);
    if (this == HEAVY_TAIL) {
      double tail = x < PARETO_FROM ? 1 : Math.exp(-PARETO_INDEX * (x - PARETO_FROM));
      return (1 - PARETO_SHARE) * ordinary + PARETO_SHARE * (1 - tail);
    }
    if (stallStart() > 0) {
      double stalled = STALLED_SHARE * stallStart() / (stallStart() + STALL_END);
      return (1 - stalled) * ordinary + stalled * normal.cumulativeProbability(x - STALL);
    }
    return ordinary;
  }

  /** Probability that a stall starts in the next second. */
  private double stallStart() {
    return this == STALLS ? 1.0 / 20 : this == RARE_STALLS ? 1.0 / 60 : 0;
  }

  private double noise() {
    return this == HEAVY_TAIL ? 0 : NOISE;
  }

  /** A run of the load, which makes one interval after the other. */
  final class Run {
    private final UniformRandomProvider random;
    private final ZigguratSampler.NormalizedGaussian normal;
    private int number;
    private double level;
    private boolean stalled;

    Run(UniformRandomProvider random) {
      this.random = random;
      this.normal = ZigguratSampler.NormalizedGaussian.of(random);
      this.level = correlation < 1 ? noise() * normal.sample() : 0;
    }

    /** Adds the requests of the next interval. */
    void next(LengthDecision decision) {
      double x = shift.applyAsDouble(number) + level;
      int requests = PoissonSampler.of(random, REQUESTS * Math.exp(-x)).sample();
      LatencyRecord record = new LatencyRecord();
      for (int i = 0; i < requests; i++) {
        record.record(Math.round(Math.exp(NANOS + x + one())), 0, 0, 0);
      }
      decision.add(Series.of("get", Timing.SERVICE, Series.OK).at(number++), record);
      level =
          correlation < 1
              ? correlation * level
                  + Math.sqrt(1 - correlation * correlation) * noise() * normal.sample()
              : level + WALK * normal.sample();
      stalled = random.nextDouble() < (stalled ? 1 - STALL_END : stallStart());
    }

    private double one() {
      if (SimulatedLoad.this == HEAVY_TAIL && random.nextDouble() < PARETO_SHARE) {
        return PARETO_FROM - Math.log(1 - random.nextDouble()) / PARETO_INDEX;
      }
      boolean delayed = stalled && random.nextDouble() < STALLED_SHARE;
      return SPREAD * normal.sample() + (delayed ? STALL : 0);
    }
  }

  Run run(UniformRandomProvider random) {
    return new Run(random);
  }

  @Override
  public String toString() {
    return text;
  }
}
