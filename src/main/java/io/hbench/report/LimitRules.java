package io.hbench.report;

import static io.hbench.figure.Format.counted;
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
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The rules that find the limit of a run: first what was used up (the USE method of Brendan Gregg:
 * utilization of each resource), then where the time of a request went. A request's time is that of
 * the mean request, as it is the mean that limits the rate of a closed loop (Little's law). Which
 * rule was right how often in bottlenecks that were made to order: {@code src/docs/limit.md}.
 *
 * @param all requests of all operations
 * @param pace null without a rate
 * @param hosts empty if they are unknown
 * @param regions those with the most requests
 */
record LimitRules(
    OperationReport all,
    ScheduleFacts pace,
    Verdict verdict,
    OperationCost cost,
    List<Host> hosts,
    List<Region> regions,
    Setups setups,
    Optional<RequestTime> time) {
  /** Share of a resource from which it is used up. */
  private static final double FULL = 0.9;

  /** Below it there is more to be had. */
  private static final double PLENTY = 0.8;

  /** Share of the time of a request that makes a cause. */
  private static final double CAUSE = 0.4;

  /** Share of the time from which it is beyond doubt. */
  private static final double MOST = 0.7;

  /** Shorter parts are what healthy clusters take. */
  private static final double MIN_MICROS = 3_000;

  /** Of a call, in queue and handler: HBase tells means of whole milliseconds, rounded down. */
  private static final double ROUNDED_AWAY = 2_000;

  /** Share of the scheduled requests that may be missing or fail. */
  private static final double MAX_MISSING = 0.01;

  /** Response times by service times from which requests wait for each other. */
  private static final double MAX_WAIT = 2;

  /** Refused calls by request, from which HBase's client waits for its next tries. */
  private static final double MAX_REFUSED = 0.01;

  /** Share of the requests by an equal one from which a server has more than the others. */
  private static final double HOT = 1.5;

  /** A region with so much of a server's requests is why. */
  private static final double HOT_REGION = 0.5;

  /** Reasons of the verdict that limit the rate; delays of requests may not. */
  private static final Set<ReasonCode> CLIENTS =
      Set.of(ReasonCode.CLIENT_CPU, ReasonCode.CLIENT_GC);

  private static final String CPU = "CPU";
  private static final String A_REQUEST = "the time of a request";

  /**
   * The limit of a run.
   *
   * @param report without its verdict
   * @return null if nothing was measured, or not at one load
   */
  static Limit of(RunReport report, Verdict verdict) {
    String durability = report.settings().getOrDefault(Settings.DURABILITY.name(), "");
    return report
        .all()
        .filter(all -> report.cost() != null && all.service().mean() != null)
        .filter(all -> !verdict.isInvalid() && report.stages() == null && report.phases() == null)
        .filter(all -> report.tasks().lost().isEmpty())
        .map(
            all ->
                new LimitRules(
                        all,
                        report.pace(),
                        verdict,
                        report.cost(),
                        report.machines() == null ? List.of() : report.machines().hosts(),
                        report.byServer() == null ? List.of() : report.byServer().regions(),
                        report.setups(),
                        RequestTime.of(
                            all,
                            report.operations().stream().map(OperationReport::operation).toList(),
                            report.cost(),
                            !durability.matches("(async|skip).*")))
                    .limit())
        .orElse(null);
  }

  Limit limit() {
    return full()
        .or(this::rate)
        .or(() -> clients(CLIENTS, true))
        .or(this::byTime)
        .or(() -> clients(ReasonCode.OF_CLIENTS, false))
        .orElseGet(this::ofNoResource);
  }

  private Limit limit(Kind kind, String where, boolean sure, String text) {
    List<Part> times = time.map(RequestTime::parts).orElse(List.of());
    return new Limit(kind, where, sure, (sure ? "" : "probably ") + text, uses(), times);
  }

  private List<Part> uses() {
    List<Part> parts = new ArrayList<>();
    cost.servers().forEach(server -> use(CPU, server.server(), server.use(), parts));
    for (Host host : hosts) {
      use(CPU, host.host(), cpu(host), parts);
      use("busiest disk", host.host(), host.of(MachineUse::busiestDisk), parts);
      use("network in", host.host(), link(host, MachineUse::in), parts);
      use("network out", host.host(), link(host, MachineUse::out), parts);
    }
    parts.sort(Comparator.comparingDouble(Part::share).reversed());
    return parts;
  }

  private static void use(String what, String where, Double share, List<Part> parts) {
    if (share != null) {
      parts.add(new Part(what, where, share));
    }
  }

  /** Processors in use, or taken by other virtual machines. */
  private static Double cpu(Host host) {
    Double own = host.of(MachineUse::cpu);
    Double steal = host.of(MachineUse::steal);
    return own == null || steal == null ? own : (Double) (own + steal);
  }

  private static Double link(Host host, Function<MachineUse, Double> bytes) {
    Double link = host.of(MachineUse::link);
    Double used = host.of(bytes);
    return link == null || link == 0 || used == null ? null : (Double) (used / link);
  }

  private Optional<Limit> rate() {
    boolean served =
        pace != null
            && pace.scheduled() - all.count() + all.errors() <= MAX_MISSING * pace.scheduled()
            && (all.response() == null || all.response().mean() <= MAX_WAIT * all.service().mean())
            && time.filter(t -> isCause(t.queue())).isEmpty();
    return served
        ? Optional.of(limit(Kind.RATE, null, true, "the rate, which was served; " + mostUsed()))
        : Optional.empty();
  }

  private Optional<Limit> clients(Set<ReasonCode> codes, boolean sure) {
    return verdict.reasons().stream()
        .filter(reason -> codes.contains(reason.code()))
        .findFirst()
        .map(r -> limit(Kind.CLIENTS, null, sure, "the clients, by the verdict's " + r.code()));
  }

  /** Processors of a region server, or of its host, which it can't have more of. */
  private Optional<Limit> full() {
    List<Server> full =
        cost.servers().stream()
            .filter(server -> isOwn(server) && server.use() != null && server.use() >= FULL)
            .sorted(Comparator.comparingDouble(Server::use).reversed())
            .toList();
    return full.isEmpty() ? fullHost() : Optional.of(full(full));
  }

  /** Whether a server had requests of the run, or may have had some. */
  private static boolean isOwn(Server server) {
    return server.requests() == null || server.requests() > 0;
  }

  private Limit full(List<Server> full) {
    Server server = full.get(0);
    return hot(server, true, "its CPU " + Unit.SHARE.text(server.use()))
        .orElseGet(
            () ->
                limit(
                    Kind.SERVER_CPU,
                    server.server(),
                    true,
                    format(
                        "CPU of %,d of %,d region servers; %s used %s of its %s",
                        full.size(),
                        cost.servers().size(),
                        server.server(),
                        Unit.SHARE.text(server.use()),
                        counted(
                            server.level(ServerCounter.HOST_PROCESSORS).longValue(),
                            "processor"))));
  }

  /**
   * A server with more of the requests than the others that have some.
   *
   * @param why it is the limit
   */
  private Optional<Limit> hot(Server server, boolean sure, String why) {
    if (cost.servers().stream().map(Server::requests).anyMatch(Objects::isNull)) {
      return Optional.empty(); // of very many servers
    }
    double requests = cost.servers().stream().mapToLong(Server::requests).sum();
    long own = cost.servers().stream().filter(LimitRules::isOwn).count();
    long equal = own == 1 ? cost.servers().size() : own; // a table of one region, or of a group
    if (equal < 2 || server.requests() < HOT * requests / equal) {
      return Optional.empty();
    }
    Optional<Region> region =
        regions.stream()
            .filter(r -> r.server().equals(server.server()) && r.count() <= server.requests())
            .filter(r -> r.count() >= HOT_REGION * server.requests())
            .findFirst();
    return Optional.of(
        limit(
            Kind.HOT_SERVER,
            region.map(Region::region).orElse(server.server()),
            sure,
            format(
                "region server %s, one of %,d, with %s of the requests%s: %s",
                server.server(),
                cost.servers().size(),
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

  private Optional<Limit> fullHost() {
    return hosts.stream()
        .filter(host -> cpu(host) != null && cpu(host) >= FULL)
        .filter(host -> cost.servers().stream().anyMatch(s -> isOwn(s) && host.has(s.server())))
        .max(Comparator.comparingDouble(LimitRules::cpu))
        .map(
            host ->
                limit(
                    Kind.HOST_CPU,
                    host.host(),
                    true,
                    format(
                        "CPU of host %s, %s used: %s",
                        host.host(), Unit.SHARE.text(cpu(host)), users(host))));
  }

  /** Unknown where a server may use fewer processors than its host has. */
  private String users(Host host) {
    Integer processors = host.machine().processors();
    double servers =
        cost.servers().stream()
            .filter(server -> host.has(server.server()) && server.cpuShare() != null)
            .mapToDouble(Server::cpuShare)
            .sum();
    return processors == null || servers > processors * cpu(host)
        ? "region servers and others"
        : format(
            "%s by region servers, %s by others%s",
            Unit.SHARE.text(servers / processors),
            Unit.SHARE.text(cpu(host) - servers / processors),
            host.clients() ? "; tasks ran there, too" : "");
  }

  /** The largest part of a request's time. Handlers that wait for something are not the cause. */
  private Optional<Limit> byTime() {
    if (time.isEmpty()) {
      return Optional.empty();
    }
    RequestTime spent = time.get();
    boolean queued = isCause(spent.queue());
    double whole = queued ? spent.handlers() : spent.mean(); // of which the cause is a part
    String of = queued ? "the time in handlers" : A_REQUEST;
    if (spent.sync() >= CAUSE * whole && spent.sync() >= MIN_MICROS) {
      return cause(Kind.WAL, "syncs of the WAL, " + micros(spent.sync()), spent.sync() / whole, of);
    }
    if (spent.reads() >= CAUSE * whole && spent.reads() >= MIN_MICROS) {
      return cause(
          Kind.FILE_READS, "reads of files, " + micros(spent.reads()), spent.reads() / whole, of);
    }
    if (queued) {
      return Optional.of(handlers(spent));
    }
    double rounded = ROUNDED_AWAY * Math.max(1, cost.perOperation(Figure.RPC_CALLS).orElse(1.0));
    double outside = spent.outside() - rounded; // at least
    double ofMost = spent.outsideOfMost() - rounded;
    return isCause(outside)
            && ofMost >= CAUSE * spent.median()
            && ofMost >= MIN_MICROS
            && !isRefused()
            && hasProcessors()
        ? cause(
            Kind.NETWORK,
            "the way between clients and servers, " + micros(outside) + " or more",
            outside / spent.mean(),
            A_REQUEST)
        : Optional.empty();
  }

  private Limit handlers(RequestTime spent) {
    double share = spent.queue() / spent.mean();
    double queues = cost.servers().stream().mapToDouble(LimitRules::queue).sum();
    Optional<Server> longest =
        cost.servers().stream()
            .max(Comparator.comparingDouble(LimitRules::queue))
            .filter(server -> queue(server) > queues / 2);
    String each =
        longest
            .flatMap(server -> setups.handlers(server.server()))
            .map(handlers -> format(" (%,d a server)", handlers))
            .orElse("");
    String why = "too few handlers%s: a request waited %s".formatted(each, micros(spent.queue()));
    return longest
        .flatMap(server -> hot(server, share >= MOST, why))
        .or(() -> cause(Kind.HANDLERS, why, share, A_REQUEST))
        .orElseThrow();
  }

  /** Time of its requests in queues, added up. */
  private static double queue(Server server) {
    return server.cost(Figure.QUEUE_TIME).map(OperationCost.Cost::total).orElse(0.0);
  }

  /** Whether threads of servers need not wait for a processor, which no counter of HBase shows. */
  private boolean hasProcessors() {
    return uses().stream().allMatch(use -> !use.what().equals(CPU) || use.share() <= PLENTY);
  }

  private boolean isRefused() {
    return cost.perOperation(Figure.FAILED_CALLS).orElse(0.0) >= MAX_REFUSED;
  }

  private boolean isCause(double micros) {
    return micros >= CAUSE * all.service().mean() && micros >= MIN_MICROS;
  }

  private Optional<Limit> cause(Kind kind, String what, double share, String of) {
    return Optional.of(
        limit(
            kind,
            null,
            share >= MOST,
            format("%s, %s of %s; %s", what, Unit.SHARE.text(Math.min(1, share)), of, mostUsed())));
  }

  private static String micros(double micros) {
    return Unit.MICROS.text(micros);
  }

  private Limit ofNoResource() {
    if (uses().isEmpty() || time.isEmpty()) {
      String why =
          cost.missing().isEmpty()
              ? "the servers' times are not those of this run's requests alone"
              : cost.missing().get(0);
      return new Limit(Kind.UNKNOWN, null, false, "unknown: " + why, uses(), List.of());
    }
    RequestTime spent = time.get();
    String found = "";
    if (isRefused()) {
      found = "servers refused calls, and requests waited for their next try; ";
    } else if (isCause(spent.waits())) {
      found = "handlers waited %s, and not for files or the WAL; ".formatted(micros(spent.waits()));
    }
    if (!found.isEmpty() || uses().get(0).share() > PLENTY) {
      return new Limit(
          Kind.NONE, null, false, "not found; " + found + mostUsed(), uses(), spent.parts());
    }
    return limit(
        Kind.CONCURRENCY,
        null,
        false,
        format(
            "the concurrency (--threads, --in-flight): %s requests under way in the mean; %s",
            Unit.COUNT.text(all.opsPerSecond() * spent.mean() / 1e6), mostUsed()));
  }

  private String mostUsed() {
    return uses().stream()
        .findFirst()
        .map(most -> "most used: " + most.name() + " with " + Unit.SHARE.text(most.share()))
        .orElse("the use of machines is unknown");
  }
}
