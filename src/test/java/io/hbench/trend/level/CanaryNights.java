package io.hbench.trend.level;

import io.hbench.trend.level.ChangeWatch.Figure;
import io.hbench.trend.level.ChangeWatch.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.NormalizedGaussian;
import org.apache.commons.rng.simple.RandomSource;

/** What a canary changes: simulations of suites whose nights are slow together, or are not. */
public enum CanaryNights {
  /** Nights vary by 2 % in all figures, and each figure by 1 % of its own. */
  COMMON("slow nights, 2 % in all figures", 0, 0.02),
  COMMON_AR_6("slow nights, AR 0.6", 0.6, 0.02),
  /** Figures vary by 2 % of their own, and the canary by 2 % of its own. */
  INDEPENDENT("a canary that says nothing", 0, 0),
  INDEPENDENT_AR_6("a canary that says nothing, AR 0.6", 0.6, 0);

  private static final int FIGURES = 42;
  private static final Instant FIRST = Instant.parse("2026-01-01T02:00:00Z");
  private static final int WITHIN = 5;
  private static final double STEP = 0.07;
  private static final double BAD = 0.25;
  private static final int SINGLE = 40;

  private final String text;
  private final double phi;
  private final double common;

  CanaryNights(String text, double phi, double common) {
    this.text = text;
    this.phi = phi;
    this.common = common;
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * The figures of a suite, with a level of 100.
   *
   * @param canary whether they are adjusted by one
   * @param step the share by which the first figure is higher from the night {@code at} on
   * @param slow the share by which the night {@code at} is slower in all, and the canary as well
   */
  List<Figure> figures(
      boolean canary, int nights, long seed, double margin, double step, double slow, int at) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<Instant> times =
        Stream.iterate(FIRST, time -> time.plus(Duration.ofDays(1))).limit(nights).toList();
    double[] ofNight = noise(random, common, nights);
    ofNight[Math.min(at, nights - 1)] += Math.log1p(slow);
    double[] canarys = noise(random, common > 0 ? 0.01 : 0.02, nights);
    List<Canary.Night> names =
        IntStream.range(0, nights)
            .mapToObj(t -> new Canary.Night("night-" + t, times.get(t)))
            .toList();
    List<Canary> canaries =
        List.of(
            new Canary(
                names,
                MadeNights.figure(times, values(ofNight, canarys, 0, nights), margin),
                List.of()));
    List<Figure> made = new ArrayList<>();
    for (int i = 0; i < FIGURES; i++) {
      double[] own = noise(random, common > 0 ? 0.01 : 0.02, nights);
      Figure figure =
          MadeNights.figure(times, values(ofNight, own, i == 0 ? Math.log1p(step) : 0, at), margin);
      made.add(
          canary
              ? new Figure(figure.values(), false, margin, Canary.mean(canaries, names))
              : figure);
    }
    return made;
  }

  private static double[] values(double[] ofNight, double[] own, double step, int at) {
    return IntStream.range(0, own.length)
        .mapToDouble(t -> 100 * Math.exp(ofNight[t] + own[t] + (t >= at ? step : 0)))
        .toArray();
  }

  private double[] noise(UniformRandomProvider random, double deviation, int nights) {
    NormalizedGaussian normal = NormalizedGaussian.of(random);
    double[] noise = new double[nights];
    for (int t = 0; t < nights; t++) {
      double fresh = deviation * normal.sample();
      noise[t] = t == 0 ? fresh : phi * noise[t - 1] + Math.sqrt(1 - phi * phi) * fresh;
    }
    return noise;
  }

  /** The number of nights with an alarm, of a suite in which nothing has changed. */
  int alarmNights(boolean canary, int length, long seed) {
    return watched(figures(canary, length, seed, 0, 0, 0, 0))
        .flatMap(one -> one.changes().stream())
        .map(Found::seen)
        .collect(Collectors.toSet())
        .size();
  }

  /** Whether a step of 7 % is found within five nights, at most two nights from where it is. */
  boolean isFound(boolean canary, int before, long seed) {
    return first(figures(canary, before + WITHIN, seed, 0.05, STEP, 0, before)).changes().stream()
        .anyMatch(found -> Math.abs(found.index() - before) <= 2);
  }

  /** Whether a night that is a quarter slower is a surprise. */
  boolean isSurprise(boolean canary, long seed) {
    return first(figures(canary, SINGLE, seed, 0.05, BAD, 0, SINGLE - 1)).usual().seen() >= 0;
  }

  /** Whether any figure is a surprise in a night in which all is slower, as the canary is. */
  boolean isAnySurprise(boolean canary, double slow, long seed) {
    return watched(figures(canary, SINGLE, seed, 0.05, 0, slow, SINGLE - 1))
        .anyMatch(one -> one.usual().seen() >= 0);
  }

  private static Watched first(List<Figure> figures) {
    return ChangeWatch.of(figures).get(0);
  }

  private static Stream<Watched> watched(List<Figure> figures) {
    return ChangeWatch.of(figures).stream();
  }

  /** A line for each kind of nights, without and with a canary. */
  public static String table(int suites) {
    StringBuilder text =
        new StringBuilder(
            "| nights | canary | false alarms in 100 of 100 nights | 7 % after 12 | 7 % after 30"
                + " | one night | 25 % in one night | all 25 % slower in one night |\n|---|---|");
    text.append("---|".repeat(6)).append("\n");
    for (CanaryNights nights : values()) {
      for (boolean canary : new boolean[] {false, true}) {
        text.append("| %s | %s | ".formatted(nights, canary ? "yes" : "no"))
            .append(
                String.format(
                    Locale.ROOT,
                    "%.2f | %.0f %% | %.0f %% | %.2f | %.0f %% | %.0f %% |%n",
                    mean(suites, seed -> 1.0 * nights.alarmNights(canary, 100, seed)),
                    share(5 * suites, seed -> nights.isFound(canary, 12, seed)),
                    share(5 * suites, seed -> nights.isFound(canary, 30, seed)),
                    share(10 * suites, seed -> nights.isAnySurprise(canary, 0, seed)),
                    share(5 * suites, seed -> nights.isSurprise(canary, seed)),
                    share(5 * suites, seed -> nights.isAnySurprise(canary, BAD, seed))));
      }
    }
    return text.toString();
  }

  private static double share(int trials, Function<Long, Boolean> trial) {
    return mean(trials, seed -> trial.apply(seed) ? 100.0 : 0);
  }

  private static double mean(int trials, Function<Long, Double> trial) {
    return LongStream.range(0, trials).parallel().mapToDouble(trial::apply).average().orElseThrow();
  }
}
