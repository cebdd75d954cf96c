package io.hbench.suite;

import io.hbench.settings.UsageException;
import io.hbench.suite.CapacityLaw.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * How often a plan is right, by simulation: laws of capacity that are known, and measurements with
 * normal errors of the logarithm.
 */
public final class SimulatedPlans {
  /** A law of capacity by number of servers. */
  enum Law {
    LINEAR("linear", n -> n),
    /** Amdahl's law. */
    AMDAHL_2("2 % serial", n -> n / (1 + 0.02 * (n - 1))),
    AMDAHL_5("5 % serial", n -> n / (1 + 0.05 * (n - 1))),
    /** Universal Scalability Law: servers wait for each other, too. */
    USL("maximum at 24", n -> n / (1 + 0.03 * (n - 1) + 0.97 / (24 * 24) * n * (n - 1))),
    /** The more servers, the more is cached. */
    CACHES("grows faster: n^1.2", n -> Math.pow(n, 1.2)),
    /** A hot region among what is measured. */
    PLATEAU_2("two carry at most", n -> Math.min(n, 2)),
    /** A hot region, a link or a NameNode beyond that. */
    PLATEAU_3("three carry at most", n -> Math.min(n, 3));

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // functions that hold nothing
    private final DoubleUnaryOperator capacity;

    Law(String label, DoubleUnaryOperator capacity) {
      this.label = label;
      this.capacity = capacity;
    }

    double of(double servers) {
      return 10_000 * capacity.applyAsDouble(servers);
    }

    /** The least number of servers for a rate; none has so many where none suffices. */
    int needs(double rate) {
      return IntStream.range(1, 100).filter(n -> of(n) >= rate).findFirst().orElse(100);
    }
  }

  /**
   * A kind of plan.
   *
   * @param numbers of servers that are measured
   * @param repeats of each
   * @param noise standard deviation of a measurement, as a share
   * @param resolution steps of the rates that a search tries, as a share; 0 for none
   * @param target number of servers that is predicted
   */
  record Kind(
      Law law, List<Integer> numbers, int repeats, double noise, double resolution, int target) {
    Kind(Law law, List<Integer> numbers, int repeats, double noise, int target) {
      this(law, numbers, repeats, noise, 0, target);
    }
  }

  /**
   * Shares of plans.
   *
   * @param refused that say that the law does not hold
   * @param right of the others, whose interval has a further measurement of the target
   * @param numbers of the others with an answer for the true rate of the target, whose interval of
   *     servers has it; NaN without an answer
   * @param width half of the interval by its middle, the median
   * @param wrong of all, with an answer that has not the true number of servers, for rates below
   *     and above the capacity of the most that were measured
   */
  record Result(double refused, double right, double numbers, double width, double wrong) {}

  /** Rates that are asked for, as shares of the capacity of the most servers that are measured. */
  private static final double[] ASKED = {0.5, 0.9, 1.2, 1.5};

  private SimulatedPlans() {}

  static Result result(Kind kind, int repetitions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    int right = 0;
    int answers = 0;
    int rightAnswers = 0;
    int wrong = 0;
    List<Double> widths = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      List<Capacity> measured = new ArrayList<>();
      for (int repeat = 0; repeat < kind.repeats; repeat++) {
        for (int servers : kind.numbers) {
          measured.add(measured(kind, servers, random));
        }
      }
      double further = measured(kind, kind.target, random).rate();
      CapacityLaw law = new CapacityLaw(measured);
      if (law.doubt().isPresent()) {
        refused++;
        continue;
      }
      Interval interval = law.capacity(kind.target);
      right += interval.low() <= further && further <= interval.high() ? 1 : 0;
      widths.add((interval.high() - interval.low()) / 2 / interval.value());
      // just below, so that a rounding error is no server
      Optional<ServerPlan> plan = plan(kind.law.of(kind.target) * 0.999_999, measured);
      answers += plan.isPresent() ? 1 : 0;
      rightAnswers += plan.filter(p -> isRight(p, kind.target)).isPresent() ? 1 : 0;
      for (double share : ASKED) {
        double rate = share * kind.law.of(kind.numbers.get(kind.numbers.size() - 1));
        wrong +=
            plan(rate, measured).filter(p -> !isRight(p, kind.law.needs(rate))).isPresent() ? 1 : 0;
      }
    }
    widths.sort(null);
    return new Result(
        (double) refused / repetitions,
        (double) right / (repetitions - refused),
        (double) rightAnswers / answers,
        widths.isEmpty() ? Double.NaN : widths.get(widths.size() / 2),
        (double) wrong / repetitions / ASKED.length);
  }

  /** Empty if it is beyond what a plan says. */
  private static Optional<ServerPlan> plan(double rate, List<Capacity> measured) {
    try {
      return Optional.of(ServerPlan.of("", rate, List.of(), measured));
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  private static boolean isRight(ServerPlan plan, int servers) {
    return servers <= plan.mostServers() && (servers >= plan.leastServers() || plan.orFewer());
  }

  private static Capacity measured(Kind kind, int servers, SplittableRandom random) {
    double rate = kind.law.of(servers) * Math.exp(kind.noise * random.nextGaussian());
    double step = Math.log1p(kind.resolution);
    double found = Math.exp(step == 0 ? Math.log(rate) : Math.floor(Math.log(rate) / step) * step);
    return new Capacity("", servers, found, kind.resolution, 1, 1);
  }

  /**
   * Table of src/docs/planning.md: shares of intervals that are right, of answers that are wrong
   * and, in brackets, of plans that are inconclusive.
   */
  public static String table(int repetitions) {
    StringBuilder text = new StringBuilder("| capacity ");
    kinds(Law.LINEAR)
        .forEach(
            kind ->
                text.append(
                    "| %d–%d × %d → %d "
                        .formatted(
                            kind.numbers.get(0), kind.numbers.get(2), kind.repeats, kind.target)));
    text.append("|\n|---").append("|---".repeat(kinds(Law.LINEAR).size())).append("|\n");
    for (Law law : Law.values()) {
      text.append("| ").append(law.label).append(' ');
      kinds(law)
          .forEach(
              kind -> text.append("| ").append(cell(result(kind, repetitions, 1))).append(' '));
      text.append("|\n");
    }
    return text.toString();
  }

  private static String cell(Result result) {
    return result.refused == 1
        ? "none (100 %)"
        : String.format(
            Locale.ROOT,
            "%.0f %% ± %s, %.1f %% (%.0f %%)",
            100 * result.right,
            Double.isInfinite(result.width) ? "∞" : Math.round(100 * result.width),
            100 * result.wrong,
            100 * result.refused);
  }

  private static List<Kind> kinds(Law law) {
    return List.of(
        new Kind(law, List.of(1, 2, 3), 1, 0.03, 4),
        new Kind(law, List.of(1, 2, 3), 3, 0.03, 6),
        new Kind(law, List.of(2, 3, 4), 3, 0.03, 6),
        new Kind(law, List.of(2, 4, 8), 3, 0.03, 16));
  }
}
