package io.hbench.trend.level;

import io.hbench.trend.level.ChangeWatch.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.TSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.NormalizedGaussian;
import org.apache.commons.rng.simple.RandomSource;

/** Figures of nights without a change: random numbers of a known kind, with a level of 100. */
public enum MadeNights {
  INDEPENDENT("independent", 0),
  AR_3("AR 0.3", 0.3),
  AR_6("AR 0.6", 0.6),
  HALF_AR_6("half of them AR 0.6", 0.6),
  COMMON("AR 0.6, half of it common", 0.6),
  STUDENT("Student's t, 5", 0),
  WEEKLY("2 % faster at weekends", 0),
  OUTLIERS("a night in 20 twice as slow", 0),
  DRIFT("a random walk of 0.3 % a night", 0);

  /** Standard deviation of the nights around their level. */
  static final double SPREAD = 2;

  private static final Instant FIRST = Instant.parse("2026-01-01T02:00:00Z");

  private final String text;
  private final double phi;

  MadeNights(String text, double phi) {
    this.text = text;
    this.phi = phi;
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * The figures of a suite.
   *
   * @param margin smallest change that matters
   * @param step what is added to the values of the first figure from the night {@code at} on
   */
  public List<Figure> figures(
      int figures, int nights, long seed, double margin, double step, int at) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<Instant> times =
        Stream.iterate(FIRST, time -> time.plus(Duration.ofDays(1))).limit(nights).toList();
    double[] common = correlated(random, phi, nights);
    List<Figure> made = new ArrayList<>();
    for (int i = 0; i < figures; i++) {
      double[] values = values(random, i, common);
      for (int t = at; i == 0 && t < nights; t++) {
        values[t] += step;
      }
      made.add(figure(times, values, margin));
    }
    return made;
  }

  /** A figure that is no share of requests, known to a thousandth. */
  static Figure figure(List<Instant> times, double[] values, double margin) {
    return new Figure(
        IntStream.range(0, values.length)
            .mapToObj(i -> new ChangeWatch.Value(times.get(i), values[i], 0.001))
            .toList(),
        false,
        margin);
  }

  private double[] values(UniformRandomProvider random, int figure, double[] common) {
    int nights = common.length;
    double own = this == HALF_AR_6 && figure % 2 == 1 ? 0 : phi;
    double[] noise = correlated(random, own, nights);
    TSampler student = TSampler.of(random, 5);
    double walk = 0;
    for (int t = 0; t < nights; t++) {
      walk += 0.3 * NormalizedGaussian.of(random).sample();
      noise[t] =
          switch (this) {
            case COMMON -> Math.sqrt(0.5) * (noise[t] + common[t]);
            case STUDENT -> student.sample() / Math.sqrt(5.0 / 3);
            case WEEKLY -> noise[t] - (t % 7 >= 5 ? 1 : 0);
            case OUTLIERS -> noise[t] + (random.nextInt(20) == 0 ? 100 / SPREAD : 0);
            case DRIFT -> noise[t] + walk / SPREAD;
            default -> noise[t];
          };
    }
    return IntStream.range(0, nights).mapToDouble(t -> 100 + SPREAD * noise[t]).toArray();
  }

  /** Autoregressive of order 1, with the variance 1. */
  private static double[] correlated(UniformRandomProvider random, double phi, int nights) {
    NormalizedGaussian normal = NormalizedGaussian.of(random);
    double[] values = new double[nights];
    for (int t = 0; t < nights; t++) {
      values[t] =
          t == 0
              ? normal.sample()
              : phi * values[t - 1] + Math.sqrt(1 - phi * phi) * normal.sample();
    }
    return values;
  }
}
