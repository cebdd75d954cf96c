package io.hbench.suite;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.settings.UsageException;
import io.hbench.suite.CapacityLaw.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Numbers of region servers and clients for a rate, by rates that were measured: what {@code plan
 * --format json} prints, schema {@code hbench.plan/1}. Component names are the fields.
 *
 * @param rate requests per second
 * @param objectives that the measured rates met
 * @param servers least number of region servers whose capacity is the rate, by the law
 * @param leastServers lower end of its 95 % interval, or the fewest that were measured
 * @param orFewer whether fewer than these may suffice, which were not measured
 * @param mostServers upper end
 * @param extrapolated whether one of the three is more than was measured
 * @param tasks that suffice, if each sends as many requests as one did
 * @param ratePerTask requests per second that a task sent at most
 * @param slotsPerTask requests that may be in flight in such a task
 * @param predicted capacity of each number of servers that has an answer, by the law
 * @param bend probability of such a deviation from the law, or a larger one, by chance; null
 *     without repeats at three numbers of servers, as it can't be tested
 * @param measured rates
 */
public record ServerPlan(
    String schema,
    double rate,
    List<String> objectives,
    int servers,
    int leastServers,
    boolean orFewer,
    int mostServers,
    boolean extrapolated,
    int tasks,
    double ratePerTask,
    long slotsPerTask,
    List<Prediction> predicted,
    Double bend,
    List<Capacity> measured) {
  private static final String SCHEMA = "hbench.plan/1";

  /**
   * A capacity by the law, with the 95 % interval of a measurement.
   *
   * @param high null if it has no bound
   * @param extrapolated whether these are more servers than were measured
   */
  public record Prediction(
      int servers, double low, double rate, Double high, boolean extrapolated) {}

  private static final String FLAG = "--rate";

  /**
   * Makes a plan.
   *
   * @param given the rate as the user wrote it
   * @param objectives that the measured rates met
   * @throws UsageException if too little was measured, the law does not hold, or the numbers of
   *     servers would be too far from those that were measured
   */
  public static ServerPlan of(
      String given, double rate, List<String> objectives, List<Capacity> measured) {
    IntSummaryStatistics numbers =
        measured.stream().mapToInt(Capacity::servers).summaryStatistics();
    if (measured.size() < 3 || numbers.getMin() == numbers.getMax()) {
      throw UsageException.badValue(
          FLAG,
          given,
          "needs three measured rates or more, of two numbers of region servers or more",
          Capacities.EXAMPLE);
    }
    CapacityLaw law = new CapacityLaw(measured);
    if (law.doubt().isPresent()) {
      throw UsageException.badValue(
          FLAG, given, "inconclusive: " + law.doubt().get(), Capacities.EXAMPLE);
    }
    OptionalInt most = law.servers(Interval::low, rate);
    if (most.isEmpty()) {
      throw UsageException.badValue(
          FLAG,
          given,
          format(
              "may need more than %s, and %,d are the most that were measured",
              counted(law.ceiling(), "region server"), numbers.getMax()),
          example(law));
    }
    int least = law.servers(Interval::high, rate).orElseThrow();
    Capacity best =
        measured.stream().max(Comparator.comparing(one -> one.rate() / one.tasks())).orElseThrow();
    double each = best.rate() / best.tasks();
    return new ServerPlan(
        SCHEMA,
        rate,
        objectives,
        law.servers(Interval::value, rate).orElseThrow(),
        least,
        least == law.floor() && least > 1,
        most.getAsInt(),
        most.getAsInt() > numbers.getMax(),
        (int) Math.ceil(rate / each),
        each,
        best.slots() / best.tasks(),
        IntStream.rangeClosed(law.floor(), law.ceiling())
            .takeWhile(n -> Double.isFinite(law.capacity(n).value()))
            .mapToObj(n -> prediction(law, n, n > numbers.getMax()))
            .toList(),
        law.bend(),
        measured);
  }

  private static Prediction prediction(CapacityLaw law, int servers, boolean extrapolated) {
    Interval rate = law.capacity(servers);
    return new Prediction(
        servers,
        rate.low(),
        rate.value(),
        Double.isInfinite(rate.high()) ? null : rate.high(),
        extrapolated);
  }

  /** The highest rate that has an answer, with two digits. */
  private static String example(CapacityLaw law) {
    double rate =
        IntStream.rangeClosed(law.floor(), law.ceiling())
            .mapToDouble(servers -> law.capacity(servers).low())
            .max()
            .orElseThrow();
    return "%s %s"
        .formatted(
            FLAG,
            BigDecimal.valueOf(rate).round(new MathContext(2, RoundingMode.FLOOR)).toPlainString());
  }
}
