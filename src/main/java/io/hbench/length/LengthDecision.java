package io.hbench.length;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.length.GoalSeries.Part;
import io.hbench.length.LengthFacts.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decision when a run is long enough: the part before the steady state is cut off, and the
 * confidence interval of every goal is as narrow as wanted.
 *
 * <p>An end that depends on the data chooses intervals that are narrow by chance. Therefore the
 * data are checked only a few times, each time when there are a quarter more of them, and the error
 * that is allowed is divided by the number of checks and goals: by Bonferroni's inequality, all
 * intervals of all checks contain the true figures with the confidence, and so do those of the
 * check that ends the run. Not thread-safe.
 */
public final class LengthDecision {
  /** Fewer intervals say nothing. */
  public static final int MIN_INTERVALS = LongRunVariance.MIN_VALUES;

  /** Confidence of all intervals together. */
  static final double CONFIDENCE = 0.98;

  /** How much longer the run is at the next check. */
  private static final double GROWTH = 1.25;

  /** Probability that a steady run seems to drift, at one check. */
  private static final double DRIFT_ERROR = 0.01;

  private final List<GoalSeries> goals;
  private final int least;
  private final int longest;
  private final double error;
  private int next;

  private record State(int from, boolean steady, List<GoalEstimate> goals) {
    boolean isPrecise() {
      return steady && goals.stream().allMatch(GoalEstimate::isReached);
    }
  }

  public LengthDecision(
      List<PrecisionGoal> goals, RunLength length, Duration interval, boolean hasRate) {
    double seconds = interval.toNanos() / 1e9;
    this.goals = goals.stream().map(goal -> new GoalSeries(goal, hasRate, seconds)).toList();
    this.least = intervals(length.least(), interval);
    this.longest = intervals(length.longest(), interval);
    this.next = Math.max(least, MIN_INTERVALS);
    this.error = (1 - CONFIDENCE) / (checks() * goals.size());
  }

  private static int intervals(Duration length, Duration interval) {
    return (int) Math.ceil((double) length.toNanos() / interval.toNanos());
  }

  /** The number of checks up to the longest length, the last one included. */
  private int checks() {
    int checks = 1;
    for (int n = next; n < longest; n = after(n)) {
      checks++;
    }
    return checks;
  }

  private static int after(int check) {
    return (int) Math.ceil(GROWTH * check);
  }

  /** Adds a record; those of intervals count, and may come in any order. */
  public void add(Series series, LatencyRecord record) {
    goals.forEach(goal -> goal.add(series, record));
  }

  /**
   * Decides, if it is time for a check.
   *
   * @return the length, if the run is long enough
   */
  public Optional<LengthFacts> decide(int complete) {
    if (complete < next) {
      return Optional.empty();
    }
    next = after(complete);
    State state = state(complete);
    return complete - state.from >= least && state.isPrecise()
        ? Optional.of(facts(state, complete, Outcome.PRECISE))
        : Optional.empty();
  }

  /** The length of a run that was not ended before the longest time. */
  public LengthFacts atTheEnd(int complete) {
    State state = state(complete);
    Outcome late = state.steady ? Outcome.NOT_PRECISE : Outcome.NOT_STEADY;
    return facts(state, complete, state.isPrecise() ? Outcome.PRECISE : late);
  }

  private static LengthFacts facts(State state, int to, Outcome outcome) {
    return new LengthFacts(state.from, to, outcome, CONFIDENCE, state.goals);
  }

  /** The estimates so far, whether or not it is time for a check; empty before the first. */
  public List<GoalEstimate> estimates(int complete) {
    return state(complete).goals;
  }

  private State state(int to) {
    if (to < MIN_INTERVALS) {
      return new State(0, false, List.of());
    }
    int from = goals.stream().mapToInt(goal -> goal.warmup(to)).max().orElse(0);
    boolean steady = to - from >= MIN_INTERVALS;
    from = steady ? from : 0;
    List<GoalEstimate> estimates = new ArrayList<>();
    for (GoalSeries goal : goals) {
      Part part = goal.part(from, to);
      steady &= !part.drifts(DRIFT_ERROR / goals.size());
      estimates.add(part.estimate(error));
    }
    return new State(from, steady, estimates);
  }
}
