package io.hbench.findmax;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Search for the highest sustainable rate: doubles the rate until it is missed, then bisects (in
 * proportion) until the highest passing and the lowest failing rate are close enough. Repeats a
 * rate that is inconclusive, and the failing rate that bounds the result, because a short stall of
 * the servers must not decide it. Ends at a rate whose steps are all invalid.
 *
 * <p>A pure function of the trials so far; it measures nothing.
 *
 * @param start first rate, in requests per second
 * @param precision greatest distance of the two rates at the end, as a share of the passing one
 * @param maxSteps limit of the number of trials
 */
public record RateSearch(double start, double precision, int maxSteps) {
  private static final double CLIMB = 2;
  private static final double DESCENT = 4;

  /** The lowest rate to try, as a share of the start. */
  private static final double MIN_SHARE_OF_START = 1 / 64.0;

  private static final double MAX_RATE = 1e9;
  private static final int MAX_TRIALS_PER_RATE = 3;

  /** Four digits are readable, and finer than any precision in use. */
  private static final MathContext DIGITS = new MathContext(4);

  /**
   * One step that has ended.
   *
   * @param rate in requests per second
   * @param judgement by all steps up to this one at the same rate
   */
  public record Trial(double rate, Judgement judgement) {}

  /**
   * The rates between which the result lies.
   *
   * @param highestPassing the highest rate that met the objectives, below all rates that missed
   *     them
   * @param lowestNotPassing the lowest rate above it, missed, inconclusive or invalid
   * @param lowestFailing the lowest rate that missed the objectives
   */
  public record Bracket(
      Optional<Double> highestPassing,
      Optional<Double> lowestNotPassing,
      Optional<Double> lowestFailing) {}

  /** The rate of the next step; empty at the end of the search. */
  Optional<Double> next(List<Trial> trials) {
    if (trials.isEmpty()) {
      return Optional.of(start);
    }
    Trial last = trials.get(trials.size() - 1);
    if (trials.size() >= maxSteps) {
      return Optional.empty();
    }
    if (last.judgement() == Judgement.CLIENT_LIMITED) {
      return Optional.of(last.rate()).filter(rate -> times(rate, trials) == 1);
    }
    if ((last.judgement() == Judgement.INCONCLUSIVE || last.judgement() == Judgement.INVALID)
        && times(last.rate(), trials) < MAX_TRIALS_PER_RATE) {
      return Optional.of(last.rate());
    }
    if (last.judgement() == Judgement.INVALID) { // never a reason for more load
      return Optional.empty();
    }
    if (trials.stream().noneMatch(trial -> judgement(trial.rate(), trials) == Judgement.MISSED)) {
      double highest = trials.stream().mapToDouble(Trial::rate).max().orElseThrow();
      return Optional.of(Math.min(MAX_RATE, highest * CLIMB)).filter(rate -> rate > highest);
    }
    Bracket known = bracket(trials);
    double notPassing = known.lowestNotPassing().get();
    Optional<Double> between =
        known.highestPassing().map(passing -> rounded(Math.sqrt(passing * notPassing)));
    boolean close =
        known
            .highestPassing()
            .map(
                passing ->
                    notPassing <= passing * (1 + precision)
                        || between.get() <= passing
                        || between.get() >= notPassing)
            .orElse(notPassing <= lowest());
    boolean cold = known.highestPassing().isEmpty() && notPassing == start;
    if ((close || cold) && times(notPassing, trials) == 1) {
      return Optional.of(notPassing);
    }
    return close
        ? Optional.empty()
        : between
            .or(() -> Optional.of(Math.max(lowest(), rounded(notPassing / DESCENT))))
            .filter(rate -> times(rate, trials) < MAX_TRIALS_PER_RATE);
  }

  private double lowest() {
    return rounded(start * MIN_SHARE_OF_START);
  }

  /** The bracket by all trials; the last trial at a rate has the judgement on that rate. */
  public static Bracket bracket(List<Trial> trials) {
    Map<Double, Judgement> latest = new LinkedHashMap<>();
    trials.forEach(trial -> latest.put(trial.rate(), trial.judgement()));
    double end =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) != Judgement.MET)
            .filter(rate -> latest.get(rate) != Judgement.INCONCLUSIVE)
            .min(Double::compare)
            .orElse(Double.POSITIVE_INFINITY);
    Optional<Double> passing =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) == Judgement.MET && rate < end)
            .max(Double::compare);
    Optional<Double> notPassing =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) != Judgement.MET && rate > passing.orElse(0.0))
            .min(Double::compare);
    Optional<Double> failing =
        latest.keySet().stream()
            .filter(rate -> latest.get(rate) == Judgement.MISSED)
            .min(Double::compare);
    return new Bracket(passing, notPassing, failing);
  }

  private static Judgement judgement(double rate, List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.rate() == rate)
        .reduce((earlier, later) -> later)
        .orElseThrow()
        .judgement();
  }

  private static long times(double rate, List<Trial> trials) {
    return trials.stream().filter(trial -> trial.rate() == rate).count();
  }

  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(DIGITS).doubleValue();
  }
}
