package io.hbench.findmax;

import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.RateSearch.Bracket;
import io.hbench.findmax.StepJudge.Judged;
import io.hbench.findmax.StepJudge.ShareCheck;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** State of a search for the highest sustainable rate: its steps so far and their judgement. */
public final class Findmax {
  /** Mean share of slots in use from which requests wait for a slot. */
  private static final double SLOTS_IN_USE = 0.8;

  /** Ratio of mean service times, to that of the lowest passing rate, that shows saturation. */
  private static final double SATURATION = 1.5;

  private static final double MICROS = 1e6;

  private final RateSearch search;
  private final int tasks;
  private final long slots;
  private final List<JudgedStep> done = new ArrayList<>();

  private record JudgedStep(String directory, double rate, RunReport report, Judged judged) {}

  /**
   * Starts a search without steps.
   *
   * @param tasks number of tasks that drive load
   * @param slots requests that may be in flight in all tasks
   */
  public Findmax(RateSearch search, int tasks, long slots) {
    this.search = search;
    this.tasks = tasks;
    this.slots = slots;
  }

  /** The rate of the next step; empty at the end of the search. */
  public Optional<Double> next() {
    return search.next(trials());
  }

  /**
   * Adds a step that has ended.
   *
   * @param directory of its run, below that of the search
   * @param rate its target, in requests per second
   */
  public void add(String directory, double rate, RunReport report) {
    // the first step meets cold caches: if it missed the objectives, it does not count
    long cold = done.stream().limit(1).filter(d -> judgement(d) == Judgement.MISSED).count();
    List<RunReport> atThisRate =
        new ArrayList<>(
            done.stream()
                .skip(cold)
                .filter(d -> d.rate() == rate)
                .map(JudgedStep::report)
                .toList());
    atThisRate.add(report);
    done.add(new JudgedStep(directory, rate, report, StepJudge.judge(atThisRate)));
  }

  /**
   * The record of all steps so far.
   *
   * @param out directory of all steps
   */
  public FindmaxRecord record(String command, String version, String out, List<String> objectives) {
    List<FindmaxRecord.Step> steps = new ArrayList<>();
    for (int i = 0; i < done.size(); i++) {
      steps.add(step(i + 1, done.get(i)));
    }
    return new FindmaxRecord(
        FindmaxRecord.SCHEMA, command, version, out, objectives, steps, result());
  }

  private List<RateSearch.Trial> trials() {
    return done.stream().map(d -> new RateSearch.Trial(d.rate(), judgement(d))).toList();
  }

  private static Judgement judgement(JudgedStep step) {
    return step.judged().judgement();
  }

  private static FindmaxRecord.Step step(int number, JudgedStep step) {
    Optional<LatencySummary> response = step.report().all().map(OperationReport::response);
    return new FindmaxRecord.Step(
        number,
        step.directory(),
        step.rate(),
        step.rate() * step.judged().reached(),
        response.map(LatencySummary::p50).orElse(null),
        response.map(LatencySummary::p99).orElse(null),
        step.judged().closest().map(Findmax::exceedance).orElse(null),
        judgement(step),
        step.judged().reasons(),
        step.report().verdict().status().toString());
  }

  private static FindmaxRecord.Exceedance exceedance(ShareCheck check) {
    ExceedingShare share = check.share();
    return new FindmaxRecord.Exceedance(
        check.objective(), share.share(), share.low(), share.high(), check.allowed());
  }

  private FindmaxRecord.Result result() {
    Bracket known = RateSearch.bracket(trials());
    Optional<JudgedStep> passing = known.highestPassing().flatMap(this::last);
    Optional<JudgedStep> bound = known.lowestNotPassing().flatMap(this::last);
    Limit limit = bound.map(this::limit).orElse(Limit.NONE);
    return new FindmaxRecord.Result(
        known.highestPassing().orElse(null),
        known.lowestFailing().orElse(null),
        passing.map(JudgedStep::directory).orElse(null),
        limit,
        bound.map(b -> done.indexOf(b) + 1).orElse(null),
        slots,
        bound.filter(b -> limit == Limit.CLIENTS).map(b -> moreTasks(passing, b)).orElse(null));
  }

  private Optional<JudgedStep> last(double rate) {
    return done.stream().filter(d -> d.rate() == rate).reduce((a, b) -> b);
  }

  private Limit limit(JudgedStep bound) {
    if (judgement(bound) == Judgement.CLIENT_LIMITED) {
      return Limit.CLIENTS;
    }
    if (judgement(bound) == Judgement.INVALID) {
      return Limit.NONE;
    }
    Optional<Double> unloaded =
        done.stream()
            .filter(d -> judgement(d) == Judgement.MET)
            .min((a, b) -> Double.compare(a.rate(), b.rate()))
            .flatMap(d -> service(d.report()));
    Optional<Double> loaded = service(bound.report());
    if (unloaded.isEmpty() || loaded.isEmpty() || loaded.get() > SATURATION * unloaded.get()) {
      return Limit.SERVERS;
    }
    // Little's law: requests in flight = requests per second x seconds per request
    double inFlight = bound.rate() * bound.judged().reached() * loaded.get() / MICROS;
    return inFlight > SLOTS_IN_USE * slots ? Limit.SLOTS : Limit.SERVERS;
  }

  private static Optional<Double> service(RunReport report) {
    return report.all().map(o -> o.service().mean());
  }

  /** Tasks to add for the rate of the bound, if each sustains what it has sustained so far. */
  private int moreTasks(Optional<JudgedStep> passing, JudgedStep bound) {
    double sustained =
        passing.map(JudgedStep::rate).orElse(bound.rate() * bound.judged().reached());
    double each = Math.max(1e-3, sustained) / tasks;
    return (int) Math.max(1, Math.min(1e6, Math.ceil(bound.rate() / each) - tasks));
  }
}
