package io.hbench.suite.summary;

import static io.hbench.figure.Format.format;

import io.hbench.report.ReasonCode;
import io.hbench.report.RunReport.Errors;
import io.hbench.report.RunReport.ServerChanges;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The side on which the reason of a regression is likely to be, by what the reports of the runs say
 * beside their figures. A hint for people, and no part of any verdict: these are rules, in their
 * order, and no statistics.
 *
 * @param because what speaks for it, a line each
 */
public record LikelySide(Side side, List<String> because) {
  /** Smallest drop of the hit ratio that is shown. */
  private static final double HITS = 0.02;

  /** Smallest number of compactions or flushes more than before that are shown. */
  private static final long MORE = 2;

  /** Share of the failed requests above which their server is named. */
  private static final double MOST = 0.5;

  public enum Side {
    MACHINES("machines (cluster noise)"),
    CLIENTS("clients"),
    SERVERS("servers"),
    UNKNOWN("unknown");

    private final String text;

    Side(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A step with the reports of its runs.
   *
   * @param isWorse whether any of its figures is a regression, or has missed an objective
   * @param isJudged whether its figures were compared with those before
   * @param canary how much slower than usual it is if it is a canary, as a share
   * @param clusterNoise figures that are worse by no more than a canary explains
   * @param hasErrors whether more requests failed than before
   */
  record Step(
      String name,
      boolean isWorse,
      boolean isJudged,
      Optional<Double> canary,
      List<String> clusterNoise,
      boolean hasErrors,
      List<RunEvidence> tonight,
      List<RunEvidence> before) {

    /** Whether its figures show how slow a night was, and not how slow HBase is. */
    private boolean isCanary() {
      return canary.isPresent() || needsNoHBase();
    }

    /** Whether its runs sent nothing to HBase: then no server was asked for its state. */
    private boolean needsNoHBase() {
      return !tonight.isEmpty() && tonight.stream().allMatch(run -> run.state().isEmpty());
    }

    private double slower() {
      return Math.max(0, canary.orElse(0.0));
    }

    /** {@code canary, without HBase,}. */
    private String who() {
      return name + (needsNoHBase() ? ", without HBase," : ", the same requests every night,");
    }

    /** {@code canary, without HBase, is worse, too}; empty if it is as usual. */
    private Optional<String> canaryText() {
      return slower() > 0
          ? Optional.of(format("%s is %.0f %% slower than usual", who(), 100 * slower()))
          : isWorse ? Optional.of(who() + " is worse, too") : Optional.empty();
    }
  }

  /** The side that the reports speak for; unknown if they are silent. */
  static LikelySide of(List<Step> steps) {
    List<Step> worse = steps.stream().filter(Step::isWorse).toList();
    List<Step> canaries = steps.stream().filter(s -> s.isCanary() && s.isJudged()).toList();
    Runs runs =
        new Runs(
            worse.stream().flatMap(s -> s.tonight().stream()).toList(),
            worse.stream().flatMap(s -> s.before().stream()).toList());
    List<String> clients = runs.clients();
    List<String> servers = runs.servers();
    List<Errors> failed = failures(worse);
    if (!failed.isEmpty()) {
      servers.add(text(failed));
    }
    List<String> noise = noise(steps, canaries);
    if (worse.isEmpty() || canaries.stream().anyMatch(s -> s.canaryText().isPresent())) {
      return new LikelySide(Side.MACHINES, together(List.of(noise, clients, servers)));
    }
    // what a server has refused is its own, and a timeout may be that of a paused client
    boolean isRefused = !failed.isEmpty() && !kind(failed).contains("Timeout");
    if (!clients.isEmpty() && !isRefused) {
      return new LikelySide(Side.CLIENTS, together(List.of(clients, servers)));
    }
    if (!servers.isEmpty()) {
      return new LikelySide(Side.SERVERS, together(List.of(servers, clients)));
    }
    boolean isQuiet =
        !runs.tonight.isEmpty() && runs.tonight.stream().allMatch(r -> r.clientReasons().isEmpty());
    if (!canaries.isEmpty() && isQuiet) {
      return new LikelySide(
          Side.SERVERS,
          List.of(
              "the clients had no reason of their own, and %s is %s usual"
                  .formatted(
                      canaries.get(0).who(),
                      canaries.get(0).canary().orElse(0.0) < 0 ? "faster than" : "as")));
    }
    return new LikelySide(
        Side.UNKNOWN,
        isQuiet
            ? List.of("neither the clients' reports nor the servers' figures stand out")
            : List.of());
  }

  private static List<String> together(List<List<String>> reasons) {
    return reasons.stream().flatMap(List::stream).toList();
  }

  /** What canaries say, and the figures that they explain. */
  private static List<String> noise(List<Step> steps, List<Step> canaries) {
    List<String> reasons =
        new ArrayList<>(canaries.stream().flatMap(step -> step.canaryText().stream()).toList());
    List<String> figures = steps.stream().flatMap(step -> step.clusterNoise().stream()).toList();
    if (!figures.isEmpty()) {
      reasons.add("worse by no more than the canary explains: " + String.join(", ", figures));
    }
    return reasons;
  }

  /**
   * The runs of the steps that are worse.
   *
   * @param before those of the baseline or of the last nights
   */
  private record Runs(List<RunEvidence> tonight, List<RunEvidence> before) {
    /** Reasons of most runs that most runs before did not have. */
    List<String> clients() {
      Set<ReasonCode> all = EnumSet.noneOf(ReasonCode.class);
      tonight.forEach(run -> all.addAll(run.clientReasons()));
      List<String> reasons = new ArrayList<>();
      for (ReasonCode code : all) {
        long now = tonight.stream().filter(run -> run.clientReasons().contains(code)).count();
        long earlier = before.stream().filter(run -> run.clientReasons().contains(code)).count();
        if (2 * now > tonight.size() && 2 * earlier <= before.size()) {
          reasons.add(
              "%s in %d of %d runs%s"
                  .formatted(
                      code,
                      now,
                      tonight.size(),
                      before.isEmpty()
                          ? ""
                          : ", before in %d of %d".formatted(earlier, before.size())));
        }
      }
      return reasons;
    }

    List<String> servers() {
      List<String> reasons = new ArrayList<>();
      fewer().ifPresent(reasons::add);
      more("region servers that left", ServerChanges::serversLeft, 1).ifPresent(reasons::add);
      hits().ifPresent(reasons::add);
      more("regions moved", ServerChanges::regionsMoved, 1).ifPresent(reasons::add);
      more("compactions", ServerChanges::compactions, MORE).ifPresent(reasons::add);
      more("flushes", ServerChanges::flushes, MORE).ifPresent(reasons::add);
      return reasons;
    }

    private Optional<String> fewer() {
      DoubleSummaryStatistics now = statistics(tonight, Runs::regionServers);
      DoubleSummaryStatistics earlier = statistics(before, Runs::regionServers);
      return now.getCount() > 0 && earlier.getCount() > 0 && now.getMin() < earlier.getMin()
          ? Optional.of(format("region servers %.0f, before %.0f", now.getMin(), earlier.getMin()))
          : Optional.empty();
    }

    private static Optional<Integer> regionServers(RunEvidence run) {
      return run.state().map(state -> state.regionServers().size());
    }

    private Optional<String> hits() {
      Function<RunEvidence, Optional<Double>> ratio =
          run -> run.changes(ServerChanges::blockCacheHitRatio);
      DoubleSummaryStatistics now = statistics(tonight, ratio);
      DoubleSummaryStatistics earlier = statistics(before, ratio);
      return now.getCount() > 0
              && earlier.getCount() > 0
              && now.getAverage() < earlier.getMin() - HITS
          ? Optional.of(
              format(
                  "block cache hit ratio %.1f %%, before %.1f to %.1f %%",
                  100 * now.getAverage(), 100 * earlier.getMin(), 100 * earlier.getMax()))
          : Optional.empty();
    }

    /** A count that is larger than in any run before; without those, larger than 0 at all. */
    private Optional<String> more(String what, Function<ServerChanges, Long> count, long least) {
      DoubleSummaryStatistics now = statistics(tonight, run -> run.changes(count));
      DoubleSummaryStatistics earlier = statistics(before, run -> run.changes(count));
      if (now.getCount() == 0 || (earlier.getCount() == 0 && least > 1)) {
        return Optional.empty();
      }
      double most = earlier.getCount() == 0 ? 0 : earlier.getMax();
      return now.getAverage() > most && now.getMax() >= most + least
          ? Optional.of(
              earlier.getCount() == 0
                  ? format("%s in a run: %,.0f", what, now.getMax())
                  : format("%s in a run: %,.0f, before %,.0f at most", what, now.getMax(), most))
          : Optional.empty();
    }

    private static DoubleSummaryStatistics statistics(
        List<RunEvidence> runs,
        Function<RunEvidence, ? extends Optional<? extends Number>> figure) {
      return runs.stream()
          .map(figure)
          .flatMap(Optional::stream)
          .mapToDouble(Number::doubleValue)
          .summaryStatistics();
    }
  }

  /** Failed requests of known servers where more failed than before. */
  private static List<Errors> failures(List<Step> worse) {
    return worse.stream()
        .filter(Step::hasErrors)
        .flatMap(step -> step.tonight().stream())
        .flatMap(run -> run.failures().stream())
        .filter(failure -> failure.server() != null)
        .toList();
  }

  /** The most frequent kind of failure, with the server that it comes from. */
  private static String text(List<Errors> errors) {
    long all = errors.stream().mapToLong(Errors::count).sum();
    List<String> servers = errors.stream().map(Errors::server).distinct().toList();
    String most =
        servers.stream()
            .filter(server -> count(errors, server) > MOST * all)
            .findFirst()
            .orElse(servers.size() + " servers");
    return format("%,d failed requests: %s from %s", all, kind(errors), most);
  }

  /** The most frequent one of all runs together. */
  private static String kind(List<Errors> errors) {
    return errors.stream()
        .collect(
            Collectors.groupingBy(
                Errors::kind, LinkedHashMap::new, Collectors.summingLong(Errors::count)))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  private static long count(List<Errors> errors, String server) {
    return errors.stream().filter(e -> e.server().equals(server)).mapToLong(Errors::count).sum();
  }
}
