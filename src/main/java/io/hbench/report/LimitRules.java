package io.hbench.report;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.Limit;
import io.hbench.report.cost.Limit.Kind;
import io.hbench.report.cost.Limit.Part;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.server.ServerCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rules that find the limit of a run: first what was used up (the USE method of Brendan Gregg:
 * utilization of each resource), then where the time of a request went. A request's time is that of
 * the mean request, as it is the mean that limits the rate of a closed loop (Little's law). Which
 * rule was right how often in bottlenecks that were made to order: {@code src/docs/limit.md}.
 */
final class LimitRules {
  /** Share of a resource from which it is used up. */
  private static final double FULL = 0.9;

  /** Below it there is more to be had for certain. */
  private static final double PLENTY = 0.7;

  /** Share of the time of a request that makes a cause. */
  private static final double CAUSE = 0.4;

  /** Share of the time from which it is beyond doubt. */
  private static final double MOST = 0.7;

  /** Shorter parts are what healthy clusters take; HBase counts times in milliseconds. */
  private static final double MIN_MICROS = 3_000;

  /** Share of the scheduled requests that may be missing. */
  private static final double MAX_MISSING = 0.01;

  /** Refused calls by request, from which HBase's client waits for its next tries. */
  private static final double MAX_REFUSED = 0.01;

  /** Response times by service times from which requests wait for each other. */
  private static final double MAX_WAIT = 2;

  /** Share of the requests by an equal one from which a server has more than the others. */
  private static final double HOT = 1.5;

  /** A region with so much of a server's requests is why. */
  private static final double HOT_REGION = 0.5;

  private static final String CPU = "CPU";
  private static final String A_REQUEST = "the time of a request";

  private final OperationReport all;
  private final ScheduleFacts pace;
  private final Verdict verdict;
  private final OperationCost cost;
  private final List<Host> hosts;
  private final List<Region> regions;
  private final Setups setups;
  private final List<Part> uses = new ArrayList<>();
  private final List<Part> times = new ArrayList<>();

  /**
   * @param all requests of all operations
   * @param pace null without a rate
   * @param hosts empty if they are unknown
   * @param regions those with the most requests
   */
  LimitRules(
      OperationReport all,
      ScheduleFacts pace,
      Verdict verdict,
      OperationCost cost,
      List<Host> hosts,
      List<Region> regions,
      Setups setups) {
    this.all = all;
    this.pace = pace;
    this.verdict = verdict;
    this.cost = cost;
    this.hosts = hosts;
    this.regions = regions;
    this.setups = setups;
  }

  /**
   * Finds the limit of a run.
   *
   * @param report without its verdict
   * @return null if nothing was measured
   */
  static Limit of(RunReport report, Verdict verdict) {
    return report
        .all()
        .filter(all -> report.cost() != null && all.service().mean() != null)
        .filter(all -> !verdict.isInvalid())
        .map(
            all ->
                new LimitRules(
                        all,
                        report.pace(),
                        verdict,
                        report.cost(),
                        report.machines() == null ? List.of() : report.machines().hosts(),
                        report.byServer() == null ? List.of() : report.byServer().regions(),
                        report.setups())
                    .limit())
        .orElse(null);
  }

  /** Finds the limit. */
  Limit limit() {
    uses();
    times();
    if (isRateServed()) {
      return limit(Kind.RATE, null, true, "the rate, and all of it was served; " + mostUsed());
    }
    Optional<Verdict.Reason> client =
        verdict.reasons().stream()
            .filter(reason -> ReasonCode.OF_CLIENTS.contains(reason.code()))
            .findFirst();
    if (client.isPresent()) {
      return limit(Kind.CLIENTS, null, true, "the clients: " + client.get().code());
    }
    return serverCpu().or(this::hostCpu).or(this::byTime).orElseGet(this::ofNoResource);
  }

  private Limit limit(Kind kind, String where, boolean sure, String text) {
    return new Limit(kind, where, sure, text, uses, times);
  }

  private void uses() {
    cost.servers().forEach(server -> use(CPU, server.server(), used(server)));
    for (Host host : hosts) {
      use(CPU, host.host(), host.of(MachineUse::cpu));
      use("busiest disk", host.host(), host.of(MachineUse::busiestDisk));
      use("network in", host.host(), link(host, MachineUse::in));
      use("network out", host.host(), link(host, MachineUse::out));
    }
    uses.sort(Comparator.comparingDouble(Part::share).reversed());
  }

  private void use(String what, String where, Double share) {
    if (share != null) {
      uses.add(new Part(what, where, share));
    }
  }

  /** Share of the processors that a server may use; null if it is unknown. */
  private static Double used(Server server) {
    Double processors = server.level(ServerCounter.HOST_PROCESSORS);
    return server.cpuShare() == null || processors == null || processors == 0
        ? null
        : (Double) (server.cpuShare() / processors);
  }

  private static Double link(Host host, Function<MachineUse, Double> bytes) {
    Double link = host.of(MachineUse::link);
    Double used = host.of(bytes);
    return link == null || link == 0 || used == null ? null : (Double) (used / link);
  }

  private void times() {
    if (!hasTimes()) {
      return;
    }
    part("queue of the handlers", queue());
    part("WAL", sync());
    part("reading files", reads());
    part("outside of the servers", outside());
    part("handlers, for other work", handlers() - sync() - reads());
    times.sort(Comparator.comparingDouble(Part::share).reversed());
  }

  private void part(String what, double micros) {
    times.add(new Part(what, null, Math.max(0, Math.min(1, micros / mean()))));
  }

  private boolean hasTimes() {
    return cost.perOperation(Figure.RPC_TIME).isPresent()
        && cost.perOperation(Figure.QUEUE_TIME).isPresent()
        && (of(Figure.WAL_SYNCS) == 0 || cost.perOperation(Figure.WAL_SYNC_TIME).isPresent());
  }

  private double mean() {
    return all.service().mean();
  }

  private double queue() {
    return of(Figure.QUEUE_TIME);
  }

  private double handlers() {
    return of(Figure.RPC_TIME);
  }

  private double reads() {
    return of(Figure.FILE_READ_TIME);
  }

  /** Of a request that writes: the time of the sync that it waits for, at least. */
  private double sync() {
    return Math.min(1, of(Figure.WAL_APPENDS)) * syncMean();
  }

  private double syncMean() {
    double syncs = of(Figure.WAL_SYNCS);
    return syncs == 0 ? 0 : of(Figure.WAL_SYNC_TIME) / syncs;
  }

  private double outside() {
    return mean() - queue() - handlers();
  }

  /** In handlers, without work, syncs and reads: for locks, for example. */
  private double waits() {
    return handlers() - sync() - reads() - of(Figure.SERVER_CPU);
  }

  /** In microseconds, or a number, for each request; 0 if it is unknown. */
  private double of(Figure figure) {
    return cost.perOperation(figure).orElse(0.0);
  }

  private boolean isRateServed() {
    return pace != null
        && pace.scheduled() - all.count() <= MAX_MISSING * pace.scheduled()
        && (all.response() == null || all.response().mean() <= MAX_WAIT * mean());
  }

  /** Processors of region servers, which others cannot use for them. */
  private Optional<Limit> serverCpu() {
    List<Server> full =
        cost.servers().stream()
            .filter(server -> used(server) != null && used(server) >= FULL)
            .sorted(Comparator.comparingDouble(LimitRules::used).reversed())
            .toList();
    return full.stream()
        .findFirst()
        .map(
            server ->
                hot(server, "its CPU " + Unit.SHARE.text(used(server)))
                    .orElseGet(
                        () ->
                            limit(
                                Kind.SERVER_CPU,
                                server.server(),
                                true,
                                format(
                                    "CPU of %,d of %,d region servers; %s used %s of its %.0f"
                                        + " processors",
                                    full.size(),
                                    cost.servers().size(),
                                    server.server(),
                                    Unit.SHARE.text(used(server)),
                                    server.level(ServerCounter.HOST_PROCESSORS)))));
  }

  /**
   * A server with more of the requests than the others.
   *
   * @param why it is the limit
   */
  private Optional<Limit> hot(Server server, String why) {
    double requests =
        cost.servers().stream().mapToLong(s -> s.requests() == null ? 0 : s.requests()).sum();
    int servers = cost.servers().size();
    if (servers < 2 || server.requests() == null || server.requests() < HOT * requests / servers) {
      return Optional.empty();
    }
    Optional<Region> region =
        regions.stream()
            .filter(r -> r.server().equals(server.server()))
            .filter(r -> r.count() >= HOT_REGION * server.requests())
            .findFirst();
    return Optional.of(
        limit(
            Kind.HOT_SERVER,
            region.map(Region::region).orElse(server.server()),
            true,
            format(
                "region server %s, one of %,d, with %s of the requests%s: %s",
                server.server(),
                servers,
                Unit.SHARE.text(server.requests() / requests),
                region
                    .map(
                        r ->
                            format(
                                " (%s in its region %s)",
                                Unit.SHARE.text(r.count() / requests), r.region()))
                    .orElse(""),
                why)));
  }

  private Optional<Limit> hostCpu() {
    return hosts.stream()
        .filter(host -> host.servers() && host.of(MachineUse::cpu) != null)
        .filter(host -> host.of(MachineUse::cpu) >= FULL)
        .max(Comparator.comparingDouble(host -> host.of(MachineUse::cpu)))
        .map(
            host ->
                limit(
                    Kind.HOST_CPU,
                    host.host(),
                    true,
                    format(
                        "CPU of host %s: %s used, of which %s by its region servers%s",
                        host.host(),
                        Unit.SHARE.text(host.of(MachineUse::cpu)),
                        Unit.SHARE.text(ofServers(host)),
                        host.clients() ? ", and others by tasks" : "")));
  }

  /** Share of a host's processors that its region servers used. */
  private double ofServers(Host host) {
    return cost.servers().stream()
            .filter(s -> host.has(s.server()))
            .mapToDouble(s -> s.cpuShare() == null ? 0 : s.cpuShare())
            .sum()
        / host.machine().processors();
  }

  /** The largest part of a request's time. Handlers that wait for something are not the cause. */
  private Optional<Limit> byTime() {
    if (times.isEmpty()) {
      return Optional.empty();
    }
    boolean queued = isCause(queue());
    double time = queued ? handlers() : mean(); // of which the cause is a part
    String of = queued ? "the time in handlers" : A_REQUEST;
    if (sync() >= CAUSE * time && syncMean() >= MIN_MICROS) {
      return cause(
          Kind.WAL, "syncs of the WAL, %s each".formatted(micros(syncMean())), sync() / time, of);
    }
    if (reads() >= CAUSE * time && reads() >= MIN_MICROS) {
      return cause(Kind.FILE_READS, "reads of files, " + micros(reads()), reads() / time, of);
    }
    if (queued) {
      Optional<Server> busiest = busiest();
      String each =
          busiest
              .flatMap(server -> setups.handlers(server.server()))
              .map(handlers -> format(" (%,d each)", handlers))
              .orElse("");
      String why = "too few handlers%s: a request waited %s".formatted(each, micros(queue()));
      return busiest
          .flatMap(server -> hot(server, why))
          .or(() -> cause(Kind.HANDLERS, why, queue() / mean(), A_REQUEST));
    }
    return isCause(outside()) && of(Figure.FAILED_CALLS) < MAX_REFUSED
        ? cause(
            Kind.NETWORK,
            "the way between clients and servers, " + micros(outside()),
            outside() / mean(),
            A_REQUEST)
        : Optional.empty();
  }

  private Optional<Server> busiest() {
    return cost.servers().stream()
        .filter(server -> server.requests() != null)
        .max(Comparator.comparingLong(Server::requests));
  }

  private boolean isCause(double micros) {
    return micros >= CAUSE * mean() && micros >= MIN_MICROS;
  }

  private Optional<Limit> cause(Kind kind, String what, double share, String of) {
    boolean sure = share >= MOST;
    return Optional.of(
        limit(
            kind,
            null,
            sure,
            format(
                "%s%s, %s of %s; %s",
                sure ? "" : "probably ",
                what,
                Unit.SHARE.text(Math.min(1, share)),
                of,
                mostUsed())));
  }

  private static String micros(double micros) {
    return Unit.MICROS.text(micros);
  }

  private Limit ofNoResource() {
    if (uses.isEmpty() || times.isEmpty()) {
      return limit(
          Kind.UNKNOWN,
          null,
          false,
          uses.isEmpty()
              ? "the use of machines and servers is unknown"
              : "HBase's own counters are unknown: a window of 30 s or longer would have them");
    }
    String wait = "";
    if (isCause(outside())) {
      wait = "a request waited %s, as servers refused calls".formatted(micros(outside()));
    } else if (isCause(waits())) {
      wait = "handlers waited %s, and not for files or the WAL".formatted(micros(waits()));
    }
    if (!wait.isEmpty()) {
      return limit(Kind.NONE, null, false, "not found; " + wait + "; " + mostUsed());
    }
    double concurrency = all.opsPerSecond() * mean() / 1e6;
    return uses.get(0).share() <= PLENTY
        ? limit(
            Kind.CONCURRENCY,
            null,
            true,
            format(
                "the clients' concurrency: %s requests under way in the mean; %s",
                Unit.COUNT.text(concurrency), mostUsed()))
        : limit(Kind.NONE, null, false, "not found; " + mostUsed());
  }

  private String mostUsed() {
    return uses.stream()
        .findFirst()
        .map(most -> "most used: " + most.name() + " with " + Unit.SHARE.text(most.share()))
        .orElse("the use of machines is unknown");
  }
}
