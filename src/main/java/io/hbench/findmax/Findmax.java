package io.hbench.findmax;

import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.RateSearch.Bracket;
import io.hbench.findmax.RateSearch.Judgement;
import io.hbench.findmax.StepJudge.ShareCheck;
import io.hbench.findmax.StepJudge.Judged;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private final List<Done> done = new ArrayList<>();

  private record Done(String directory, double rate, RunReport report, Judged judged) {}

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
            done.stream().skip(cold).filter(d -> d.rate() == rate).map(Done::report).toList());
    atThisRate.add(report);
    done.add(new Done(directory, rate, report, StepJudge.judge(atThisRate)));
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

  private List<RateSearch.Step> trials() {
    return done.stream().map(d -> new RateSearch.Step(d.rate(), judgement(d))).toList();
  }

  private static Judgement judgement(Done step) {
    return step.judged().judgement();
  }

  private static FindmaxRecord.Step step(int number, Done step) {
    Optional<LatencySummary> felt = step.report().all().map(OperationReport::response);
    return new FindmaxRecord.Step(
        number,
        step.directory(),
        step.rate(),
        step.rate() * step.judged().reached(),
        felt.map(LatencySummary::p50).orElse(null),
        felt.map(LatencySummary::p99).orElse(null),
        step.judged().closest().map(Findmax::exceedance).orElse(null),
        step.judged().judgement().name().toLowerCase(Locale.ROOT),
        step.judged().reasons(),
        step.report().verdict().status().toString());
  }

  private static FindmaxRecord.ShareCheck exceedance(ShareCheck check) {
    ExceedingShare share = check.share();
    return new FindmaxRecord.ShareCheck(
        check.objective(), share.share(), share.low(), share.high(), check.allowed());
  }

  private FindmaxRecord.Result result() {
    Bracket known = RateSearch.bracket(trials());
    Optional<Done> passing = known.highestPassing().flatMap(this::last);
    Optional<Done> bound = known.lowestNotPassing().flatMap(this::last);
    Limit limit = bound.map(b -> limit(b)).orElse(Limit.NONE);
    Optional<Integer> more = bound.filter(b -> limit == Limit.CLIENTS).map(b -> moreTasks(passing, b));
    return new FindmaxRecord.Result(
        known.highestPassing().orElse(null),
        known.lowestFailing().orElse(null),
        passing.map(Done::directory).orElse(null),
        limit,
        more.orElse(null),
        switch (limit) {
          case SERVERS -> "the servers were the limit: " + bound.orElseThrow().judged().reasons();
          case CLIENTS ->
              "the clients were the limit (%s): %,d more tasks, on machines of their own, would carry %s/s"
                  .formatted(
                      bound.orElseThrow().judged().reasons(),
                      more.orElseThrow(),
                      FindmaxTable.rate(bound.orElseThrow().rate()));
          case SLOTS ->
              "all %,d slots were taken, and requests took no longer than at low rates: try more --threads or --in-flight"
                  .formatted(slots);
          case NONE -> "nothing was the limit, as far as it went";
        });
  }

  private Optional<Done> last(double rate) {
    return done.stream().filter(d -> d.rate() == rate).reduce((a, b) -> b);
  }

  private Limit limit(Done bound) {
    if (judgement(bound) == Judgement.CLIENTS) {
      return Limit.CLIENTS;
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
  private int moreTasks(Optional<Done> passing, Done bound) {
    double sustained = passing.map(Done::rate).orElse(bound.rate() * bound.judged().reached());
    double each = Math.max(1e-3, sustained) / tasks;
    return (int) Math.max(1, Math.min(1e6, Math.ceil(bound.rate() / each) - tasks));
  }
}
