package io.hbench.suite;

import io.hbench.suite.Scaling.Knee;
import io.hbench.suite.Scaling.Rung;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * How often the knee of a ladder is wrong, by simulation: laws of throughput that are known, whose
 * runs have normal errors of the logarithm. Beside it, the maximum by a fit of the Universal
 * Scalability Law.
 */
public final class SimulatedLadders {
  static final List<Integer> SEVEN = List.of(1, 2, 4, 8, 16, 32, 64);
  static final List<Integer> FIVE = List.of(4, 8, 16, 32, 64);

  /** A law of throughput by number of clients. */
  enum Law {
    /** Nothing is shared. */
    LINEAR(n -> n),
    /** The first client has all there is: the most chances to find a gain that is none. */
    FLAT(n -> 1),
    /** A share of 5 % is serial: Amdahl's law. */
    AMDAHL(n -> n / (1 + 0.05 * (n - 1))),
    /** Universal Scalability Law with its maximum at 24 clients. */
    USL(n -> n / (1 + 0.03 * (n - 1) + 0.97 / (24 * 24) * n * (n - 1))),
    /** Twelve servers without a queue below: a plateau. */
    PLATEAU(n -> Math.min(n, 12)),
    /** A plateau with a step from 16 to 32 clients that is only just a gain. */
    EDGE(n -> Math.min(n, 12) * (n > 16 ? 1.0501 : 1)),
    /** A plateau on which more clients cost a little. */
    FALLING(n -> Math.min(n, 12) * (n > 12 ? Math.pow(12 / n, 0.1) : 1));

    @SuppressWarnings("ImmutableEnumChecker") // functions that hold nothing
    private final DoubleUnaryOperator throughput;

    Law(DoubleUnaryOperator throughput) {
      this.throughput = throughput;
    }

    double of(double clients) {
      return 10_000 * throughput.applyAsDouble(clients);
    }

    /** The first rung that no later one exceeds by the gain. */
    int knee(List<Integer> rungs) {
      return rungs.stream()
          .filter(n -> rungs.stream().allMatch(m -> m <= n || gain(n, m) < Scaling.GAIN))
          .findFirst()
          .orElseThrow();
    }

    private double gain(int from, int to) {
      return of(to) / of(from) - 1;
    }

    /** Number of clients with the highest throughput; infinite if there is none. */
    double maximum() {
      return switch (this) {
        case LINEAR, FLAT, AMDAHL, PLATEAU, EDGE -> Double.POSITIVE_INFINITY;
        case USL -> 24;
        case FALLING -> 12;
      };
    }
  }

  /**
   * A kind of ladder.
   *
   * @param noise standard deviation of the first rung, as a share
   * @param last likewise of the last rung: in between it grows by equal steps
   */
  record Kind(Law law, List<Integer> rungs, int repeats, double noise, double last) {}

  /**
   * Shares of ladders.
   *
   * @param wrong whose range of rungs lacks the knee
   * @param exact whose range is the knee alone
   * @param fitted whose fit names a maximum within the ladder
   * @param misfit whose 95 % interval of a maximum within the ladder lacks it
   */
  record Result(double wrong, double exact, double fitted, double misfit) {}

  private SimulatedLadders() {}

  static Result result(Kind kind, int repetitions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] counts = new int[4];
    for (int i = 0; i < repetitions; i++) {
      Map<String, List<Double>> runs = runs(kind, random);
      Knee knee = Scaling.of("", "threads", runs).orElseThrow().knee().orElseThrow();
      int truth = kind.law.knee(kind.rungs);
      boolean right = knee.from().clients() <= truth && truth <= knee.to().clients();
      counts[0] += right ? 0 : 1;
      counts[1] += right && knee.from().equals(knee.to()) ? 1 : 0;
      Optional<double[]> fit =
          maximum(runs).filter(m -> m[1] <= kind.rungs.get(kind.rungs.size() - 1));
      double maximum = kind.law.maximum();
      counts[2] += fit.isPresent() ? 1 : 0;
      counts[3] += fit.filter(m -> m[0] > maximum || maximum > m[2]).isPresent() ? 1 : 0;
    }
    return new Result(
        share(counts[0], repetitions),
        share(counts[1], repetitions),
        share(counts[2], repetitions),
        share(counts[3], repetitions));
  }

  private static double share(int count, int of) {
    return (double) count / of;
  }

  private static Map<String, List<Double>> runs(Kind kind, SplittableRandom random) {
    Map<String, List<Double>> runs = new LinkedHashMap<>();
    for (int i = 0; i < kind.rungs.size(); i++) {
      double deviation = kind.noise + (kind.last - kind.noise) * i / (kind.rungs.size() - 1);
      List<Double> own = new ArrayList<>();
      for (int repeat = 0; repeat < kind.repeats; repeat++) {
        own.add(kind.law.of(kind.rungs.get(i)) * Math.exp(deviation * random.nextGaussian()));
      }
      runs.put("" + kind.rungs.get(i), own);
    }
    return runs;
  }

  /**
   * The maximum by the Universal Scalability Law, with its 95 % interval by the delta method. The
   * law is linear in three coefficients, N/X = a + b (N-1) + c N (N-1), and each run is weighted so
   * that its relative error counts.
   *
   * @return low end, maximum and high end; nothing if the fit has no maximum
   */
  private static Optional<double[]> maximum(Map<String, List<Double>> runs) {
    Rung[] all =
        runs.entrySet().stream()
            .flatMap(
                r ->
                    r.getValue().stream()
                        .map(x -> new Rung("", Double.parseDouble(r.getKey()), x, 1)))
            .toArray(Rung[]::new);
    double[] ones = new double[all.length];
    double[][] terms = new double[all.length][];
    for (int i = 0; i < all.length; i++) {
      double n = all[i].clients();
      double weight = all[i].throughput() / n;
      ones[i] = 1;
      terms[i] = new double[] {weight, weight * (n - 1), weight * n * (n - 1)};
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    regression.newSampleData(ones, terms);
    try {
      double[] c = regression.estimateRegressionParameters();
      double[][] variance = regression.estimateRegressionParametersVariance();
      double scale = regression.estimateErrorVariance();
      if (c[2] <= 0 || c[0] <= c[1]) {
        return Optional.empty();
      }
      double log = Math.log((c[0] - c[1]) / c[2]) / 2;
      double[] gradient = {0.5 / (c[0] - c[1]), -0.5 / (c[0] - c[1]), -0.5 / c[2]};
      double square = 0;
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          square += gradient[i] * gradient[j] * variance[i][j];
        }
      }
      double t = new TDistribution(all.length - 3).inverseCumulativeProbability(0.975);
      double reach = t * Math.sqrt(square * scale);
      return Optional.of(
          new double[] {Math.exp(log - reach), Math.exp(log), Math.exp(log + reach)});
    } catch (SingularMatrixException e) {
      return Optional.empty();
    }
  }

  /** The table of the bench. */
  public static String table(int repetitions) {
    StringBuilder text =
        new StringBuilder(
            format(
                "scaling: %,d ladders each; the range of rungs lacks the knee / is the knee"
                    + " alone;%nthe Universal Scalability Law has a maximum in the ladder / its"
                    + " interval lacks the true one%n%n%-9s%6s%8s%12s%18s%18s%n",
                repetitions, "law", "rungs", "repeats", "noise", "knee", "USL"));
    for (Law law : Law.values()) {
      for (List<Integer> rungs : List.of(FIVE, SEVEN)) {
        for (int repeats : new int[] {2, 3, 5}) {
          for (double[] noise : new double[][] {{0.01, 0.01}, {0.03, 0.03}, {0.01, 0.05}}) {
            Result result =
                result(new Kind(law, rungs, repeats, noise[0], noise[1]), repetitions, 1);
            text.append(
                format(
                    "%-9s%6d%8d%12s%18s%18s%n",
                    law.name().toLowerCase(Locale.ROOT),
                    rungs.size(),
                    repeats,
                    format("%.0f to %.0f %%", 100 * noise[0], 100 * noise[1]),
                    format("%.1f / %.0f %%", 100 * result.wrong, 100 * result.exact),
                    format("%.0f / %.0f %%", 100 * result.fitted, 100 * result.misfit)));
          }
        }
      }
    }
    return text.toString();
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
