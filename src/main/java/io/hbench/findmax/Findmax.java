package io.hbench.findmax;

import io.hbench.figure.Figure;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.RateSearch.Bracket;
import io.hbench.findmax.RateSearch.Probe;
import io.hbench.findmax.RateSearch.Trial;
import io.hbench.findmax.StepJudge.Judged;
import io.hbench.findmax.StepJudge.ShareCheck;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.OperationCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  private record JudgedStep(String directory, Probe probe, RunReport report, Judged judged) {
    double rate() {
      return probe.rate();
    }

    Judgement judgement() {
      return judged.judgement();
    }
  }

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

  /** The next step; empty at the end of the search. */
  public Optional<Probe> next() {
    return search.next(trials());
  }

  /**
   * Adds a step that has ended.
   *
   * @param directory of its run, below that of the search
   */
  public void add(String directory, Probe probe, RunReport report) {
    // the first step meets cold caches: if it missed the objectives, it does not count
    long cold = done.stream().limit(1).filter(d -> d.judgement() == Judgement.MISSED).count();
    Stream<RunReport> before =
        done.stream()
            .skip(cold)
            .filter(d -> d.probe().equals(probe))
            .filter(d -> d.judgement() != Judgement.CLIENT_LIMITED) // tells nothing about servers
            .map(JudgedStep::report);
    List<RunReport> alike = Stream.concat(before, Stream.of(report)).toList();
    int looks = probe.confirmation() ? 1 : RateSearch.MAX_TRIALS;
    Judged judged = StepJudge.judge(alike, bursts(report), looks);
    done.add(new JudgedStep(directory, probe, report, judged));
  }

  /** The bursts in all steps, by objective; not of missed rates, which have a backlog. */
  private Map<String, Bursts> bursts(RunReport last) {
    Map<String, Bursts> bursts = new HashMap<>();
    Stream<RunReport> before =
        done.stream()
            .filter(d -> d.judgement() == Judgement.MET || d.judgement() == Judgement.INCONCLUSIVE)
            .map(JudgedStep::report);
    Stream.concat(before, Stream.of(last).filter(r -> !r.verdict().isInvalid()))
        .flatMap(report -> report.objectives().stream())
        .forEach(o -> bursts.merge(o.objective(), Bursts.of(o.intervals()), Bursts::plus));
    bursts.replaceAll((objective, seen) -> seen.plus(Bursts.NONE_SEEN));
    return bursts;
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

  private List<Trial> trials() {
    Map<Double, Judgement> monotone = monotone();
    return done.stream()
        .map(
            d -> {
              Judgement estimate = d.judged().estimate();
              boolean decided = estimate == Judgement.MET || estimate == Judgement.MISSED;
              return new Trial(
                  d.probe(),
                  d.judgement(),
                  decided && !d.probe().confirmation() && d.judgement() == Judgement.INCONCLUSIVE
                      ? monotone.get(d.rate())
                      : estimate);
            })
        .toList();
  }

  /** Met or missed by the measured shares if a higher rate has no smaller share. */
  private Map<Double, Judgement> monotone() {
    NavigableMap<Double, JudgedStep> latest = new TreeMap<>();
    Map<Double, Double> requests = new HashMap<>();
    done.stream()
        .filter(d -> !d.probe().confirmation() && !d.judged().shares().isEmpty())
        .forEach(
            d -> {
              latest.put(d.rate(), d);
              requests.merge(d.rate(), d.rate(), Double::sum); // all are of the same length
            });
    Map<Double, Judgement> judgements = new HashMap<>();
    latest.keySet().forEach(rate -> judgements.put(rate, Judgement.MET));
    int objectives = latest.isEmpty() ? 0 : latest.firstEntry().getValue().judged().shares().size();
    for (int i = 0; i < objectives; i++) {
      int index = i;
      List<ShareCheck> checks =
          latest.values().stream().map(d -> d.judged().shares().get(index)).toList();
      double[] monotone =
          MonotoneShares.of(
              checks.stream().mapToDouble(check -> check.share().share()).toArray(),
              latest.keySet().stream().mapToDouble(requests::get).toArray());
      int at = 0;
      for (double rate : latest.keySet()) {
        if (monotone[at] > checks.get(at++).allowed()) {
          judgements.put(rate, Judgement.MISSED);
        }
      }
    }
    return judgements;
  }

  private static FindmaxRecord.Step step(int number, JudgedStep step) {
    Optional<LatencySummary> response = step.report().all().map(OperationReport::response);
    Optional<OperationCost> cost = Optional.ofNullable(step.report().cost());
    return new FindmaxRecord.Step(
        number,
        step.directory(),
        step.rate(),
        step.rate() * step.judged().reached(),
        response.map(LatencySummary::p50).orElse(null),
        response.map(LatencySummary::p99).orElse(null),
        cost.flatMap(c -> c.perOperation(Figure.SERVER_CPU)).orElse(null),
        cost.map(OperationCost::hottest).orElse(null),
        step.judged().closest().map(Findmax::exceedance).orElse(null),
        step.judgement(),
        step.judged().reasons(),
        step.report().verdict().status().toString(),
        step.probe().confirmation());
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
        known.highestMet().orElse(null),
        search.confirms() ? passing.map(d -> d.probe().confirmation()).orElse(false) : null,
        passing.map(JudgedStep::directory).orElse(null),
        limit,
        bound.map(b -> done.indexOf(b) + 1).orElse(null),
        slots,
        bound.filter(b -> limit == Limit.CLIENTS).map(b -> moreTasks(passing, b)).orElse(null));
  }

  /** The last step that tells something of a rate. */
  private Optional<JudgedStep> last(double rate) {
    return done.stream()
        .filter(d -> d.rate() == rate)
        .filter(d -> !RateSearch.isInvalidConfirmation(d.probe(), d.judgement()))
        .reduce((a, b) -> b);
  }

  private Limit limit(JudgedStep bound) {
    if (bound.judgement() == Judgement.CLIENT_LIMITED) {
      return Limit.CLIENTS;
    }
    Judgement estimate = bound.judged().estimate();
    if (estimate == Judgement.INVALID || estimate == Judgement.INCONCLUSIVE) {
      return Limit.NONE;
    }
    Optional<Double> unloaded =
        done.stream()
            .filter(d -> d.judgement() == Judgement.MET)
            .min((a, b) -> Double.compare(a.rate(), b.rate()))
            .flatMap(d -> service(d.report()));
    Optional<Double> loaded = service(bound.report());
    if (bound.judged().missesResource()
        || unloaded.isEmpty()
        || loaded.isEmpty()
        || loaded.get() > SATURATION * unloaded.get()) {
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
