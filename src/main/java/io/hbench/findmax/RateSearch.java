package io.hbench.findmax;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for the highest rate that keeps an objective: doubles the rate until it is missed, then
 * halves the distance (in proportion) until what is kept and what is missed are close enough. A
 * rate that nobody can tell about is tried again, and so is the one that bounds the result from
 * above: that the servers happened to stall must not decide it.
 *
 * <p>A function of the steps so far; it measures nothing itself.
 *
 * @param start the first rate
 * @param precision how much higher the rate that is missed may be than the one that is kept, as a
 *     share
 * @param most steps
 */
public record RateSearch(double start, double precision, int most) {
  private static final double CLIMB = 2;
  private static final double DESCENT = 4;

  /** How far below the start it looks. */
  private static final double LOWEST = 1 / 64.0;

  private static final double HIGHEST = 1e9;
  private static final int MOST_AT_A_RATE = 3;

  /** Four digits: people can read them, and no precision needs more. */
  private static final MathContext DIGITS = new MathContext(4);

  /** What a rate has come to. */
  public enum Judgement {
    KEPT,
    MISSED,
    /** It may be either. */
    UNSURE,
    /** Missed, and that says nothing about the servers: if it is so again, the search ends. */
    CLIENTS
  }

  /**
   * A step that is done.
   *
   * @param judgement by all steps up to it that had the same rate
   */
  public record Step(double rate, Judgement judgement) {}

  /**
   * What is known.
   *
   * @param kept the highest rate that keeps it, below all that miss it; those below it that nobody
   *     can tell about are kept, too
   * @param notKept the lowest rate above that, missed or not to be told
   * @param missed the lowest rate that misses it for certain
   */
  public record Bracket(Optional<Double> kept, Optional<Double> notKept, Optional<Double> missed) {}

  /** The rate of the next step; nothing at the end. */
  Optional<Double> next(List<Step> steps) {
    if (steps.isEmpty()) {
      return Optional.of(start);
    }
    Step last = steps.get(steps.size() - 1);
    if (steps.size() >= most) {
      return Optional.empty();
    }
    if (last.judgement() == Judgement.CLIENTS) {
      return Optional.of(last.rate()).filter(rate -> times(rate, steps) == 1);
    }
    if (last.judgement() == Judgement.UNSURE && times(last.rate(), steps) < MOST_AT_A_RATE) {
      return Optional.of(last.rate());
    }
    if (steps.stream().noneMatch(step -> judgement(step.rate(), steps) == Judgement.MISSED)) {
      double highest = steps.stream().mapToDouble(Step::rate).max().orElseThrow();
      return Optional.of(Math.min(HIGHEST, highest * CLIMB)).filter(rate -> rate > highest);
    }
    Bracket known = bracket(steps);
    double notKept = known.notKept().get();
    Optional<Double> between = known.kept().map(kept -> rounded(Math.sqrt(kept * notKept)));
    boolean close =
        known
            .kept()
            .map(
                kept ->
                    notKept <= kept * (1 + precision)
                        || between.get() <= kept
                        || between.get() >= notKept)
            .orElse(notKept <= lowest());
    boolean cold = known.kept().isEmpty() && notKept == start;
    if ((close || cold) && times(notKept, steps) == 1) {
      return Optional.of(notKept);
    }
    return close
        ? Optional.empty()
        : between
            .or(() -> Optional.of(Math.max(lowest(), rounded(notKept / DESCENT))))
            .filter(rate -> times(rate, steps) < MOST_AT_A_RATE);
  }

  private double lowest() {
    return rounded(start * LOWEST);
  }

  /** What the steps say; the last one at a rate speaks for all of them at that rate. */
  public static Bracket bracket(List<Step> steps) {
    Map<Double, Judgement> latest = new LinkedHashMap<>();
    steps.forEach(step -> latest.put(step.rate(), step.judgement()));
    double end =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) != Judgement.KEPT)
            .filter(rate -> latest.get(rate) != Judgement.UNSURE)
            .min(Double::compare)
            .orElse(Double.POSITIVE_INFINITY);
    Optional<Double> kept =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) == Judgement.KEPT && rate < end)
            .max(Double::compare);
    Optional<Double> notKept =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) != Judgement.KEPT && rate > kept.orElse(0.0))
            .min(Double::compare);
    Optional<Double> missed =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) == Judgement.MISSED)
            .min(Double::compare);
    return new Bracket(kept, notKept, missed);
  }

  private static Judgement judgement(double rate, List<Step> steps) {
    return steps.stream()
        .filter(step -> step.rate() == rate)
        .reduce((earlier, later) -> later)
        .orElseThrow()
        .judgement();
  }

  private static long times(double rate, List<Step> steps) {
    return steps.stream().filter(step -> step.rate() == rate).count();
  }

  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(DIGITS).doubleValue();
  }
}
