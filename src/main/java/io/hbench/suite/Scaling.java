package io.hbench.suite;

import io.hbench.figure.Figure;
import io.hbench.figure.Margins;
import io.hbench.settings.Place;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.suite.SuiteRecord.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How the throughput of a load grows along a ladder of threads, tasks, requests in flight or hosts:
 * speed-up and efficiency against the first rung, and the knee.
 *
 * <p>The knee is the first rung whose throughput no later one exceeds by {@link #GAIN} or more, as
 * a range of rungs. Logarithms of throughput are taken for normal and independent, with the same
 * variance on all rungs. By Bonferroni's inequality all speed-ups hold jointly with 95 %, and the
 * range of the knee with 97.5 %: no more comparisons than rungs without one can make it wrong, each
 * at one end. Simulated errors, and where it is wrong: src/docs/decisions/25-scaling.md.
 *
 * @param load its step, other settings and operation; empty if there is no other
 * @param setting name of the ladder's setting
 * @param rungs with throughput, ascending; two or more
 * @param reach half the width of a joint interval of a logarithm of throughput from single runs, to
 *     be scaled by their numbers; NaN without repeats
 * @see <a href="https://doi.org/10.1080/01621459.1961.10482090">Dunn, Multiple comparisons among
 *     means (1961)</a>
 */
public record Scaling(String load, String setting, List<Rung> rungs, double reach) {
  /** A smaller gain of throughput is none. */
  public static final double GAIN = Margins.USUAL.relative();

  static final double CONFIDENCE = 0.95;

  /** Rungs without which there is no knee. */
  private static final int MIN_RUNGS = 4;

  private static final List<String> CLIENTS =
      Stream.of(Settings.THREADS, Settings.TASKS, Settings.IN_FLIGHT, Settings.PLACE)
          .map(setting -> setting.name())
          .toList();

  /**
   * A rung.
   *
   * @param clients number in it
   * @param throughput geometric mean of its runs, requests per second
   */
  public record Rung(String value, double clients, double throughput, int runs) {}

  /** A ratio and its confidence interval, whose ends are NaN if unknown. */
  public record Ratio(double low, double value, double high) {}

  /** The first and the last rung that may be the knee. */
  public record Knee(Rung from, Rung to) {}

  private record Group(String load, String setting) {
    static Optional<Group> of(Run run) {
      return run.ladder().keySet().stream()
          .filter(CLIENTS::contains)
          .findFirst()
          .filter(
              setting ->
                  run.complete() && run.counted() && !run.hasRate() && !run.figures().isEmpty())
          .map(setting -> new Group(SuiteRecord.name(run.step(), run.ladder(), setting), setting));
    }
  }

  /** The loads of a suite that have such a ladder, and no rate. */
  public static List<Scaling> of(SuiteRecord record) {
    Map<Group, Map<String, List<Double>>> groups = new LinkedHashMap<>();
    for (Run run : record.runs()) {
      Group.of(run)
          .ifPresent(
              group ->
                  groups
                      .computeIfAbsent(group, g -> new LinkedHashMap<>())
                      .computeIfAbsent(run.ladder().get(group.setting), v -> new ArrayList<>())
                      .add(throughput(run)));
    }
    return groups.entrySet().stream()
        .flatMap(
            group -> of(group.getKey().load, group.getKey().setting, group.getValue()).stream())
        .toList();
  }

  private static double throughput(Run run) {
    return run.total().getOrDefault(Figure.THROUGHPUT.toString(), 0.0);
  }

  /**
   * The scaling of one load.
   *
   * @param throughputs of the runs, by value of the setting
   * @return nothing if fewer than two rungs have a number of clients and requests that succeeded
   */
  static Optional<Scaling> of(String load, String setting, Map<String, List<Double>> throughputs) {
    List<Rung> rungs = new ArrayList<>();
    double squares = 0;
    int freedom = 0;
    for (Map.Entry<String, List<Double>> rung : throughputs.entrySet()) {
      Optional<Integer> clients = clients(setting, rung.getKey());
      double[] logs = rung.getValue().stream().filter(x -> x > 0).mapToDouble(Math::log).toArray();
      if (clients.isPresent() && logs.length > 0) {
        double mean = StatUtils.mean(logs);
        squares += StatUtils.populationVariance(logs, mean) * logs.length;
        freedom += logs.length - 1;
        rungs.add(new Rung(rung.getKey(), clients.get(), Math.exp(mean), logs.length));
      }
    }
    if (rungs.size() < 2) {
      return Optional.empty();
    }
    rungs.sort(Comparator.comparingDouble(Rung::clients));
    double reach =
        freedom == 0
            ? Double.NaN
            : Math.sqrt(squares / freedom)
                * new TDistribution(freedom)
                    .inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2 / (rungs.size() - 1));
    return Optional.of(new Scaling(load, setting, List.copyOf(rungs), reach));
  }

  private static Optional<Integer> clients(String setting, String value) {
    return setting.equals(Settings.PLACE.name())
        ? new Place(value).hosts()
        : Optional.of(SettingType.SMALL_COUNT.read().apply(value));
  }

  /** Throughput of a rung by that of the first one. */
  public Ratio speedUp(Rung rung) {
    return ratio(rungs.get(0), rung);
  }

  /** Speed-up by that of clients which do not impede each other. */
  public double efficiency(Rung rung) {
    return speedUp(rung).value * rungs.get(0).clients / rung.clients;
  }

  private Ratio ratio(Rung from, Rung to) {
    double value = to.throughput / from.throughput;
    double factor =
        from.equals(to) ? 1 : Math.exp(reach * Math.sqrt(1.0 / from.runs + 1.0 / to.runs));
    return new Ratio(value / factor, value, value * factor);
  }

  /**
   * The knee. If its range ends at the last rung, it may be beyond; if it begins there, there is
   * none up to there. Empty with fewer than four rungs, and without repeats.
   */
  public Optional<Knee> knee() {
    if (rungs.size() < MIN_RUNGS || Double.isNaN(reach)) {
      return Optional.empty();
    }
    return Optional.of(
        new Knee(
            first(i -> later(i).noneMatch(ratio -> ratio.low > 1 + GAIN)),
            first(i -> later(i).allMatch(ratio -> ratio.high < 1 + GAIN))));
  }

  private Rung first(IntPredicate condition) {
    return rungs.get(IntStream.range(0, rungs.size()).filter(condition).findFirst().orElseThrow());
  }

  /** The throughput of later rungs by that of a rung. */
  private Stream<Ratio> later(int rung) {
    return rungs.stream().skip(rung + 1L).map(later -> ratio(rungs.get(rung), later));
  }

  public Rung last() {
    return rungs.get(rungs.size() - 1);
  }
}
