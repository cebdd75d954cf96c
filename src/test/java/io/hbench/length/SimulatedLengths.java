package io.hbench.length;

import io.hbench.length.LengthFacts.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;

/** How often the length of a run is wrong: simulations whose truth is known. */
public final class SimulatedLengths {
  private static final double PERCENTILE = 0.99;

  private SimulatedLengths() {}

  /**
   * The result of one simulated run.
   *
   * @param throughput whether the interval of the throughput contains the truth
   * @param latency the same of the 99th percentile
   */
  record Result(LengthFacts length, boolean throughput, boolean latency) {
    boolean covers() {
      return throughput && latency;
    }

    boolean is(Outcome outcome) {
      return length.outcome() == outcome;
    }
  }

  /** Simulates a run of 30 s to 30 min, in intervals of one second. */
  static Result simulate(SimulatedLoad load, double width, long seed) {
    int longest = (int) RunLength.AUTO.longest().toSeconds();
    LengthDecision decision =
        new LengthDecision(
            List.of(
                PrecisionGoal.parse("throughput ± " + 100 * width + "%"),
                PrecisionGoal.parse("p99 ± " + 100 * width + "%")),
            RunLength.AUTO,
            Duration.ofSeconds(1),
            false);
    SimulatedLoad.Run run =
        load.run(RandomSource.XO_RO_SHI_RO_128_PP.create(31L * load.name().hashCode() + seed));
    LengthFacts length = null;
    for (int i = 1; length == null; i++) {
      run.next(decision);
      length = decision.decide(i).orElse(i < longest ? null : decision.atTheEnd(i));
    }
    return new Result(
        length,
        contains(length.goals().get(0), load.throughput()),
        contains(length.goals().get(1), load.percentile(PERCENTILE)));
  }

  private static boolean contains(GoalEstimate estimate, double truth) {
    return estimate.low() == null || (estimate.low() <= truth && truth <= estimate.high());
  }

  /** Simulates runs with different seeds. */
  static List<Result> repeat(SimulatedLoad load, double width, int runs) {
    return IntStream.range(0, runs)
        .parallel()
        .mapToObj(seed -> simulate(load, width, seed))
        .toList();
  }

  /**
   * The table of all loads.
   *
   * @param runs number of runs of each load and width
   */
  public static String table(int runs) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| load | goal | precise | not precise | not steady | covers both | throughput | p99 |"
            + " cut, s | window, s |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|");
    for (SimulatedLoad load : SimulatedLoad.values()) {
      for (double width : load.isSteady() ? new double[] {0.05, 0.02} : new double[] {0.05}) {
        lines.add(line(load, width, repeat(load, width, runs)));
      }
    }
    return String.join("\n", lines);
  }

  private static String line(SimulatedLoad load, double width, List<Result> all) {
    List<Result> precise = all.stream().filter(r -> r.is(Outcome.PRECISE)).toList();
    return String.format(
        Locale.ROOT,
        "| %s | ± %.0f %% | %s | %s | %s | %s | %s | %s | %.0f | %.0f |",
        load,
        100 * width,
        share(precise.size(), all.size()),
        share(all.stream().filter(r -> r.is(Outcome.NOT_PRECISE)).count(), all.size()),
        share(all.stream().filter(r -> r.is(Outcome.NOT_STEADY)).count(), all.size()),
        load.isSteady()
            ? share(precise.stream().filter(Result::covers).count(), precise.size())
            : "-",
        load.isSteady()
            ? share(precise.stream().filter(Result::throughput).count(), precise.size())
            : "-",
        load.isSteady()
            ? share(precise.stream().filter(Result::latency).count(), precise.size())
            : "-",
        precise.stream().mapToInt(r -> r.length().from()).average().orElse(Double.NaN),
        precise.stream()
            .mapToInt(r -> r.length().to() - r.length().from())
            .average()
            .orElse(Double.NaN));
  }

  private static String share(long part, int of) {
    return of == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / of);
  }
}
