package io.hbench.suite;

import static io.hbench.figure.Format.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The capacity of a number of region servers by Amdahl's law, fitted to what was measured: each
 * further server adds a little less, as a share of the work is serial; nothing less if it is none.
 *
 * <p>Then the number of servers by the rate that they sustain is a line over the number of servers.
 * Assumption: independent errors of the same variance on it, as capacities have the same relative
 * error, and capacity by server falls by some tenths at most. It is wrong where growth ends beyond
 * what was measured. What it refuses to say, why, and how often it is wrong, by laws that are known
 * ({@code SimulatedPlans}): src/docs/planning.md.
 *
 * @see <a href="https://doi.org/10.1145/1465482.1465560">Amdahl, Validity of the single processor
 *     approach (1967)</a>
 * @see <a href="https://www.itl.nist.gov/div898/handbook/pmd/section4/pmd4.htm">NIST/SEMATECH
 *     e-Handbook of Statistical Methods, 4.4.4.6 (lack of fit) and 4.5.1.2 (prediction)</a>
 */
final class CapacityLaw {
  static final double CONFIDENCE = 0.95;

  /** Times by which the numbers of servers that were measured may be left. */
  private static final int REACH = 2;

  /** Of the servers, of which the capacity must have grown by more. */
  private static final double MIN_GROWTH = 0.5;

  /** Numbers of servers without which a bend can't be seen. */
  private static final int MIN_NUMBERS = 3;

  private final SimpleRegression line = new SimpleRegression();
  private final double mean;
  private final double variance;
  private final double student;
  private final Double bend;
  private final double growth;
  private final int floor;
  private final int ceiling;

  record Interval(double low, double value, double high) {}

  /**
   * @param measured three or more, of two or more numbers of servers
   */
  CapacityLaw(List<Capacity> measured) {
    TreeMap<Integer, SummaryStatistics> inverse = new TreeMap<>();
    for (Capacity one : measured) {
      line.addData(one.servers(), one.inverse());
      inverse.computeIfAbsent(one.servers(), n -> new SummaryStatistics()).addValue(one.inverse());
    }
    mean = measured.stream().mapToInt(Capacity::servers).average().orElseThrow();
    double steps = measured.stream().mapToDouble(Capacity::variance).average().orElseThrow();
    variance = line.getMeanSquareError() + steps;
    student =
        new TDistribution(measured.size() - 2)
            .inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
    bend = bend(inverse, measured.size(), steps);
    floor = inverse.firstKey();
    int most = inverse.lastKey();
    double ratio = (double) most / floor;
    growth = (ratio * inverse.get(floor).getMean() / inverse.get(most).getMean() - 1) / (ratio - 1);
    ceiling = inverse.size() < MIN_NUMBERS ? most : REACH * most;
  }

  /** Probability of such a lack of fit on a line; null if it can't be tested. */
  private Double bend(Map<Integer, SummaryStatistics> inverse, int runs, double steps) {
    double within = inverse.values().stream().mapToDouble(SummaryStatistics::getSecondMoment).sum();
    int freedom = runs - inverse.size();
    if (inverse.size() < MIN_NUMBERS || freedom == 0 || within + steps == 0) {
      return null;
    }
    double lack = Math.max(0, line.getSumSquaredErrors() - within) / (inverse.size() - 2);
    return 1
        - new FDistribution(inverse.size() - 2, freedom)
            .cumulativeProbability(lack / (within / freedom + steps));
  }

  /** Probability of such a bend, or a larger one, under the law; null if it can't be tested. */
  Double bend() {
    return bend;
  }

  /** Why the law is not that of what was measured; empty if it may be. */
  Optional<String> doubt() {
    if (bend != null && bend < 1 - CONFIDENCE) {
      return Optional.of(
          format("the measured rates are not those of Amdahl's law (p = %.3f)", bend));
    }
    if (growth < MIN_GROWTH) {
      return Optional.of("capacity hardly grew with the servers: their number is not what limits");
    }
    return line.getSlope() + student * Math.sqrt(variance / line.getXSumSquares()) < 0
        ? Optional.of("each server sustains more, the more there are, as where caches get larger")
        : Optional.empty();
  }

  /**
   * The capacity of a number of servers, with the interval of a further measurement, whose upper
   * end may be infinite.
   */
  Interval capacity(int servers) {
    double error =
        student
            * Math.sqrt(
                variance
                    * (1
                        + 1.0 / line.getN()
                        + Math.pow(servers - mean, 2) / line.getXSumSquares()));
    double value = line.predict(servers);
    return new Interval(
        inverse(servers, value + error), inverse(servers, value), inverse(servers, value - error));
  }

  private static double inverse(int servers, double value) {
    return value <= 0 ? Double.POSITIVE_INFINITY : servers / value;
  }

  /**
   * The least number of servers, from the fewest measured ones on, of which an end of the interval
   * reaches a rate; empty beyond the ceiling.
   */
  OptionalInt servers(ToDoubleFunction<Interval> end, double rate) {
    return IntStream.rangeClosed(floor, ceiling)
        .filter(servers -> end.applyAsDouble(capacity(servers)) >= rate)
        .findFirst();
  }

  int floor() {
    return floor;
  }

  int ceiling() {
    return ceiling;
  }
}
