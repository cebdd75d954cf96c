package io.hbench.findmax;

import io.hbench.figure.Figure;
import io.hbench.findmax.StepReason.Cause;
import io.hbench.latency.LatencySummary;
import io.hbench.report.ObjectiveReport;
import io.hbench.report.ReasonCode;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.settings.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Judgement on a rate from the reports of all runs at that rate. */
final class StepJudge {
  /** Share of the rate below which it counts as not reached. */
  static final double REACHED = 0.99;

  /** Reason that explains any miss of requests: a client without free CPU cannot send more. */
  private static final ReasonCode CPU = ReasonCode.CLIENT_CPU;

  /** Reasons for delays that the clients add to response times. */
  private static final List<ReasonCode> DELAYS =
      List.of(ReasonCode.CLIENT_GC, ReasonCode.CLIENT_HICCUPS, ReasonCode.CLIENT_SEND_DELAY);

  /** Minimum share of the clients' delays in the p99 that explains a rate that is not reached. */
  private static final double MAIN_SHARE = 0.5;

  private StepJudge() {}

  /**
   * Judgement with its reasons.
   *
   * @param estimate met or missed by the measured figures alone where the judgement is
   *     inconclusive, or inconclusive if the figures do not say so; else the judgement
   * @param reasons empty if the objectives were met
   * @param reached share of the rate that was reached, 0 to 1
   * @param shares of the objectives that count requests, in their order
   */
  record Judged(
      Judgement judgement,
      Judgement estimate,
      List<StepReason> reasons,
      double reached,
      List<ShareCheck> shares) {

    private Judged(
        Judgement judgement, List<StepReason> reasons, double reached, List<ShareCheck> shares) {
      this(judgement, judgement, reasons, reached, shares);
    }

    /** Whether an objective on a resource is missed, which clients and slots do not explain. */
    boolean missesResource() {
      return reasons.stream()
          .filter(reason -> reason.cause() == Cause.OBJECTIVE_MISSED)
          .anyMatch(reason -> !Objective.parse(reason.detail()).figure().isOfRequests());
    }

    /** The share that is nearest to its limit. */
    Optional<ShareCheck> closest() {
      return shares.stream().max(Comparator.comparing(ShareCheck::closeness));
    }
  }

  /** Share of requests that exceed the limit of an objective, and the share that it allows. */
  record ShareCheck(String objective, double allowed, ExceedingShare share) {
    private Judgement judgement() {
      if (allowed == 0) {
        return share.share() == 0 ? Judgement.MET : Judgement.MISSED;
      }
      if (share.low() > allowed) {
        return Judgement.MISSED;
      }
      return share.high() <= allowed ? Judgement.MET : Judgement.INCONCLUSIVE;
    }

    /** Whether the check would be inconclusive even if no request exceeded the limit. */
    private boolean hasTooFewRequests() {
      return allowed > 0 && Math.pow(1 - allowed, share.effectiveSampleSize()) > share.tail();
    }

    /** Whether the measured share is allowed, whatever its confidence interval. */
    private boolean isAllowed() {
      return share.share() <= allowed;
    }

    private double closeness() {
      return share.high() / Math.max(1e-9, allowed);
    }
  }

  /**
   * Judges all runs at one rate together.
   *
   * @param runs at least one
   * @param known bursts in all runs of the search, by objective
   * @param looks number of times that a rate is judged at most
   */
  static Judged judge(List<RunReport> runs, Map<String, Bursts> known, int looks) {
    RunReport last = runs.get(runs.size() - 1);
    List<RunReport> valid = runs.stream().filter(r -> !r.verdict().isInvalid()).toList();
    if (last.verdict().isInvalid()) { // what came before it must not raise the rate now
      StepReason invalid = new StepReason(Cause.RUN_INVALID, invalidity(last));
      return new Judged(Judgement.INVALID, List.of(invalid), reached(runs), List.of());
    }
    double reached = reached(valid);
    List<ShareCheck> shares = new ArrayList<>();
    List<StepReason> missed = new ArrayList<>();
    List<ObjectiveReport> missedInLast = new ArrayList<>();
    List<StepReason> inconclusive = new ArrayList<>();
    List<StepReason> unknown = new ArrayList<>();
    boolean tied = false;
    if (reached < REACHED) {
      missed.add(new StepReason(Cause.RATE_NOT_REACHED, null));
    }
    for (int i = 0; i < last.objectives().size(); i++) {
      int index = i;
      List<ObjectiveReport> reports = valid.stream().map(r -> r.objectives().get(index)).toList();
      Objective objective = Objective.parse(reports.get(0).objective());
      Judgement judgement;
      Cause doubt = Cause.OBJECTIVE_INCONCLUSIVE;
      if (objective.allowedShare().isPresent() && !objective.isOfIntervals()) {
        ShareCheck check =
            new ShareCheck(
                objective.text(),
                objective.allowedShare().get(),
                ExceedingShare.of(
                    reports.stream().map(ObjectiveReport::intervals).toList(),
                    known.getOrDefault(objective.text(), Bursts.NONE_SEEN),
                    looks));
        shares.add(check);
        judgement = check.judgement();
        doubt = check.hasTooFewRequests() ? Cause.TOO_FEW_REQUESTS : doubt;
      } else if (isUnknown(objective, last.objectives().get(index))) {
        judgement = Judgement.INVALID;
        Cause why =
            objective.figure().isOfRequests() ? Cause.TOO_FEW_REQUESTS : Cause.FIGURE_UNKNOWN;
        unknown.add(new StepReason(why, objective.text()));
      } else {
        judgement = byMajority(reports.stream().filter(r -> !isUnknown(objective, r)).toList());
        tied |= judgement == Judgement.INCONCLUSIVE;
      }
      if (judgement == Judgement.MISSED) {
        missed.add(new StepReason(Cause.OBJECTIVE_MISSED, objective.text()));
        missedInLast.add(reports.get(reports.size() - 1));
      } else if (judgement == Judgement.INCONCLUSIVE) {
        inconclusive.add(new StepReason(doubt, objective.text()));
      }
    }
    boolean shrinking = Backlog.of(last).growth() < REACHED - 1;
    if (shrinking) {
      inconclusive.add(new StepReason(Cause.BACKLOG_SHRINKING, null));
    }
    if (!missed.isEmpty()) {
      Judged judged = new Judged(Judgement.MISSED, missed, reached, shares);
      Optional<String> clients =
          reached >= REACHED && judged.missesResource()
              ? Optional.empty()
              : clientLimit(last, reached, missedInLast);
      clients.ifPresent(code -> missed.add(new StepReason(Cause.CLIENT_LIMIT, code)));
      return clients.isPresent()
          ? new Judged(Judgement.CLIENT_LIMITED, missed, reached, shares)
          : judged;
    }
    if (!unknown.isEmpty()) { // servers without CPU to spare answer late, so a miss comes first
      return new Judged(Judgement.INVALID, unknown, reached, shares);
    }
    if (inconclusive.isEmpty()) {
      return new Judged(Judgement.MET, List.of(), reached, shares);
    }
    Judgement measured =
        shares.stream().allMatch(ShareCheck::isAllowed) ? Judgement.MET : Judgement.MISSED;
    return new Judged(
        Judgement.INCONCLUSIVE,
        tied || shrinking ? Judgement.INCONCLUSIVE : measured,
        inconclusive,
        reached,
        shares);
  }

  private static double reached(List<RunReport> runs) {
    return runs.stream().mapToDouble(r -> Backlog.of(r).reached()).average().orElse(0);
  }

  /** Judgement on an objective that counts no requests: most runs decide. */
  private static Judgement byMajority(List<ObjectiveReport> reports) {
    long met = reports.stream().filter(ObjectiveReport::met).count();
    if (2 * met == reports.size()) {
      return Judgement.INCONCLUSIVE;
    }
    return 2 * met > reports.size() ? Judgement.MET : Judgement.MISSED;
  }

  /**
   * Whether the servers did not tell their figure, or no interval or server had enough requests.
   */
  private static boolean isUnknown(Objective objective, ObjectiveReport report) {
    boolean isKnown =
        objective.figure().isOfRequests()
            && (!objective.isOfIntervals() || report.worst() != null)
            && (!objective.ofEachServer() || report.server() != null);
    return report.value() == null && !isKnown;
  }

  private static String invalidity(RunReport run) {
    return run.verdict().reasons().stream()
        .filter(reason -> reason.status() == Verdict.Status.INVALID)
        .map(reason -> reason.code().toString())
        .findFirst()
        .orElse("invalid");
  }

  /**
   * Code of the verdict's reason that makes the clients the cause of a miss; empty if none does.
   */
  private static Optional<String> clientLimit(
      RunReport run, double reached, List<ObjectiveReport> missed) {
    List<ReasonCode> codes = run.verdict().reasons().stream().map(Verdict.Reason::code).toList();
    return codes.stream()
        .filter(CPU::equals)
        .findFirst()
        .or(
            () ->
                codes.stream()
                    .filter(DELAYS::contains)
                    .filter(code -> explains(delays(run, code), run, reached, missed))
                    .findFirst())
        .map(ReasonCode::toString);
  }

  private static LatencySummary delays(RunReport run, ReasonCode code) {
    return code == ReasonCode.CLIENT_SEND_DELAY
        ? run.clients().sendDelay()
        : run.clients().hiccups();
  }

  /**
   * Whether every missed objective would be met without the clients' delays; or, where the rate is
   * not reached, whether the delays are the main part of the p99.
   */
  private static boolean explains(
      LatencySummary delays, RunReport run, double reached, List<ObjectiveReport> missed) {
    if (delays == null || delays.p99() == null) {
      return false;
    }
    if (reached < REACHED) {
      Optional<Double> p99 = run.all().map(OperationReport::response).map(LatencySummary::p99);
      return p99.filter(all -> delays.p99() >= MAIN_SHARE * all).isPresent();
    }
    return missed.stream().anyMatch(o -> !o.met())
        && missed.stream().allMatch(o -> explains(delays, o));
  }

  /** By the same percentile of the delays: those of 1 % of the requests move no median. */
  private static boolean explains(LatencySummary delays, ObjectiveReport missed) {
    Objective objective = Objective.parse(missed.objective());
    Figure figure = objective.figure();
    // of a percentile that the register lacks it knows p99, which is more than that of a lower one
    boolean isKnown = figure != Figure.P99 || objective.percentile() >= 100 * Figure.P99.share();
    return figure.isLatency()
        && isKnown
        && missed.value() != null
        && missed.value() - Objects.requireNonNullElse(delays.value(figure), delays.p99())
            <= missed.limit();
  }
}
