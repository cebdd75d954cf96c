package io.hbench.findmax;

import io.hbench.settings.CommandSettings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Search for the highest sustainable rate: doubles the rate until it is missed, then bisects (in
 * proportion) until the highest passing and the lowest failing rate are close enough, measures both
 * again, and confirms by longer trials: src/docs/decisions/15-findmax.md has the rules, and how
 * near the result is to the true rate. Ends at a rate whose steps are all invalid.
 *
 * <p>A pure function of the trials so far; it measures nothing.
 *
 * @param start first rate, in requests per second
 * @param precision greatest distance of the two rates at the end, as a share of the passing one
 * @param maxSteps limit of the number of trials
 * @param maxRate highest rate to try, in requests per second
 * @param confirms whether the result is confirmed
 */
public record RateSearch(
    double start, double precision, int maxSteps, double maxRate, boolean confirms) {
  private static final double CLIMB = 2;
  private static final double DESCENT = 4;

  /** The lowest rate to try, as a share of the start. */
  private static final double MIN_SHARE_OF_START = 1 / 64.0;

  /** Highest rate of a search without a limit. */
  public static final double MAX_RATE = 1e9;

  /** Trials of the same length at one rate. */
  static final int MAX_TRIALS = 3;

  private static final int TRIALS_OF_BOUNDS = 2;

  public static final int MAX_CONFIRMATIONS = CommandSettings.MAX_CONFIRMATIONS;

  /** Width of gaps above an inconclusive rate, as a multiple of the precision. */
  private static final double GAPS_ABOVE = 5;

  /** Four digits are readable, and finer than any precision in use. */
  private static final MathContext DIGITS = new MathContext(4);

  /**
   * A step to make.
   *
   * @param rate in requests per second
   * @param confirmation whether it is a longer one, which confirms the result
   */
  public record Probe(double rate, boolean confirmation) {}

  /**
   * One step that has ended.
   *
   * @param judgement by all steps up to this one of the same rate and length
   * @param estimate met or missed by the measured figures alone where the judgement is
   *     inconclusive, or inconclusive if the figures do not say so; else the judgement
   */
  public record Trial(Probe probe, Judgement judgement, Judgement estimate) {
    double rate() {
      return probe.rate();
    }

    private boolean isConfirmation() {
      return probe.confirmation();
    }

    private boolean passes() {
      return estimate == Judgement.MET;
    }

    /** Whether it says too little: a longer trial may say so by its estimate. */
    private boolean isOpen() {
      return estimate == Judgement.INVALID
          || estimate == Judgement.INCONCLUSIVE
          || (judgement == Judgement.INCONCLUSIVE && !passes() && !isConfirmation());
    }

    /** Whether the result is below its rate. */
    private boolean isBound() {
      return !passes() && (judgement != Judgement.INCONCLUSIVE || isConfirmation());
    }
  }

  /**
   * The rates between which the result lies.
   *
   * @param highestPassing the highest rate that met the objectives, at least by the measured
   *     figures, below all rates that missed them; a confirmed one if there are confirmations
   * @param highestMet the highest rate up to it that met them for certain
   * @param lowestNotPassing the lowest rate above it, missed, inconclusive or invalid
   * @param lowestFailing the lowest rate that missed the objectives
   */
  public record Bracket(
      Optional<Double> highestPassing,
      Optional<Double> highestMet,
      Optional<Double> lowestNotPassing,
      Optional<Double> lowestFailing) {}

  /** The next step; empty at the end of the search. */
  Optional<Probe> next(List<Trial> trials) {
    if (trials.isEmpty()) {
      return Optional.of(new Probe(first(), false));
    }
    Trial last = trials.get(trials.size() - 1);
    if (trials.size() >= maxSteps) {
      return Optional.empty();
    }
    if (last.isOpen() && times(last.probe(), trials) < MAX_TRIALS) {
      return Optional.of(last.probe());
    }
    if (last.judgement() == Judgement.INVALID) { // never a reason for more load
      return Optional.empty();
    }
    if (last.isConfirmation()) {
      return nextConfirmation(trials).map(rate -> new Probe(rate, true));
    }
    int usual = maxSteps - (confirms ? MAX_CONFIRMATIONS : 0);
    return Optional.of(trials)
        .filter(all -> all.size() < Math.max(1, usual) || bracket(all).highestPassing().isEmpty())
        .flatMap(this::nextRate)
        .map(rate -> new Probe(rate, false))
        .or(
            () ->
                bracket(trials)
                    .highestPassing()
                    .filter(rate -> confirms)
                    .map(rate -> new Probe(rate, true)));
  }

  /** The next rate of a usual step; empty if the result is known but for its confirmation. */
  private Optional<Double> nextRate(List<Trial> trials) {
    Trial last = trials.get(trials.size() - 1);
    if (last.judgement() == Judgement.CLIENT_LIMITED) {
      Stream<Trial> limited =
          trials.stream().filter(t -> t.judgement() == Judgement.CLIENT_LIMITED);
      return Optional.of(last.rate()).filter(rate -> times(last.probe(), limited.toList()) == 1);
    }
    NavigableMap<Double, Trial> latest = latest(trials);
    double highest = latest.lastKey();
    if (highest < maxRate && latest.values().stream().noneMatch(Trial::isBound)) {
      return Optional.of(Math.min(maxRate, highest * CLIMB));
    }
    Bracket known = bracket(trials);
    return known.highestPassing().isPresent()
        ? between(latest.tailMap(known.highestPassing().get(), true)).or(() -> bound(trials, known))
        : below(trials, known.lowestNotPassing().get());
  }

  /**
   * A rate that divides a gap between the passing rate and the bound that is too wide. Above a rate
   * that is inconclusive, gaps may be wider: they are tried because a stall may be the reason.
   */
  private Optional<Double> between(NavigableMap<Double, Trial> fromPassing) {
    double rate = fromPassing.firstKey();
    double width = precision;
    while (!fromPassing.get(rate).isBound() && fromPassing.higherKey(rate) != null) {
      double next = fromPassing.higherKey(rate);
      if (next > rate * (1 + width) && middle(rate, next).isPresent()) {
        return middle(rate, next);
      }
      rate = next;
      width = GAPS_ABOVE * precision;
    }
    return Optional.empty();
  }

  /** The rate in the middle, in proportion; empty if both are close. */
  private Optional<Double> middle(double low, double high) {
    double middle = rounded(Math.sqrt(low * high));
    return Optional.of(middle)
        .filter(rate -> high > low * (1 + precision) && low < rate && rate < high);
  }

  /** One of the two rates that bound the result, if it is to be measured again. */
  private static Optional<Double> bound(List<Trial> trials, Bracket known) {
    return Stream.of(known.highestPassing(), known.lowestNotPassing())
        .flatMap(Optional::stream)
        .filter(
            rate -> {
              long times = counted(rate, trials);
              Judgement judgement = latest(trials).get(rate).judgement();
              return times < (judgement == Judgement.INCONCLUSIVE ? MAX_TRIALS : TRIALS_OF_BOUNDS);
            })
        .findFirst();
  }

  /** A rate below all so far; the first and the last that are missed are measured again. */
  private Optional<Double> below(List<Trial> trials, double missed) {
    boolean last = missed <= lowest();
    if ((last || missed == first()) && counted(missed, trials) == 1) {
      return Optional.of(missed);
    }
    return last ? Optional.empty() : Optional.of(Math.max(lowest(), rounded(missed / DESCENT)));
  }

  /** The next rate to confirm; empty if one is confirmed that is close to one that is not. */
  private Optional<Double> nextConfirmation(List<Trial> trials) {
    List<Trial> confirmations = trials.stream().filter(Trial::isConfirmation).toList();
    NavigableMap<Double, Trial> latest = latest(confirmations);
    Bracket known = bracket(confirmations);
    if (confirmations.size() >= MAX_CONFIRMATIONS) {
      return Optional.empty();
    }
    double distance = 1 + precision * (Math.pow(2, latest.size()) - 1);
    if (known.highestPassing().isEmpty()) {
      return Optional.of(rounded(latest.lastKey() / distance)).filter(rate -> rate > lowest());
    }
    double passing = known.highestPassing().get();
    if (known.lowestNotPassing().isPresent()) {
      return middle(passing, known.lowestNotPassing().get());
    }
    double missed = lowest(trials.stream().filter(Trial::isBound)).orElse(maxRate);
    return middle(passing, missed)
        .map(middle -> Math.min(middle, rounded(latest.firstKey() * distance)));
  }

  private double first() {
    return Math.min(start, maxRate);
  }

  private double lowest() {
    return rounded(first() * MIN_SHARE_OF_START);
  }

  /** The bracket by all trials; the last trial at a rate has the judgement on that rate. */
  public static Bracket bracket(List<Trial> trials) {
    Map<Double, Trial> latest =
        latest(
            trials.stream().filter(t -> !isInvalidConfirmation(t.probe(), t.judgement())).toList());
    boolean confirmed = latest.values().stream().anyMatch(Trial::isConfirmation);
    double end =
        lowest(latest.values().stream().filter(Trial::isBound)).orElse(Double.POSITIVE_INFINITY);
    Optional<Double> passing =
        latest.values().stream()
            .filter(t -> t.passes() && t.rate() < end && (t.isConfirmation() || !confirmed))
            .map(Trial::rate)
            .max(Double::compare);
    return new Bracket(
        passing,
        latest.values().stream()
            .filter(t -> t.judgement() == Judgement.MET && t.rate() <= passing.orElse(0.0))
            .map(Trial::rate)
            .max(Double::compare),
        lowest(latest.values().stream().filter(t -> !t.passes() && t.rate() > passing.orElse(0.0))),
        lowest(latest.values().stream().filter(t -> t.judgement() == Judgement.MISSED)));
  }

  /** It says nothing: the result is what it was without it. */
  static boolean isInvalidConfirmation(Probe probe, Judgement judgement) {
    return probe.confirmation() && judgement == Judgement.INVALID;
  }

  private static Optional<Double> lowest(Stream<Trial> trials) {
    return trials.map(Trial::rate).min(Double::compare);
  }

  private static NavigableMap<Double, Trial> latest(List<Trial> trials) {
    NavigableMap<Double, Trial> latest = new TreeMap<>();
    trials.forEach(trial -> latest.put(trial.rate(), trial));
    return latest;
  }

  /** Usual steps at a rate that tell something about the servers. */
  private static long counted(double rate, List<Trial> trials) {
    return times(
        new Probe(rate, false),
        trials.stream().filter(t -> t.judgement() != Judgement.CLIENT_LIMITED).toList());
  }

  private static long times(Probe probe, List<Trial> trials) {
    return trials.stream().filter(trial -> trial.probe().equals(probe)).count();
  }

  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(DIGITS).doubleValue();
  }
}
