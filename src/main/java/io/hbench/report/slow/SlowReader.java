package io.hbench.report.slow;

import io.hbench.report.slow.SlowRule.Logged;
import io.hbench.report.slow.SlowRule.Named;
import io.hbench.report.slow.SlowRule.Times;
import io.hbench.rundir.SlowRequest;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.SlowLog;
import io.hbench.rundir.server.SlowLog.Entry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the slowest requests of the tasks with the servers' slow logs and metrics pages, and names
 * what took their time, by {@link SlowRule}.
 *
 * <p>An entry is that of a request if it is of its server, its region and its row, if a handler
 * took it while the request was open, and if its time fits into the service time. If several do, or
 * if it may be that of several requests, none is taken. Hiccups of the client count where the
 * server does not account for the time.
 */
public final class SlowReader {
  private static final int MAX_LISTED = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS = 1e9;
  private static final String UNKNOWN = "unknown";
  private static final String NOT_SLOW = "not-slow";

  /** Maximum difference of the clocks of a server and of the file system. */
  private static final double CLOCKS_MS = 1_000;

  /** Servers measure in whole milliseconds, at three points of a call. */
  private static final double ROUNDING_MS = 3;

  /**
   * Excess of a server's time over the service time. With three busy threads to a processor, slow
   * logs had 605 to 608 ms for puts that their client saw for 600 ms; why is not known.
   */
  private static final double MAX_EXCESS = 0.02;

  private final double windowStart;
  private final SlowLog log;
  private final Map<String, List<Entry>> entries;
  private final ServerPages pages;
  private final SlowRule rule;

  /**
   * @param windowStart in seconds since the common start
   * @param log empty if none was read
   * @param samples empty if there are none
   * @param threshold service time of a slow request, in microseconds; empty for 100 ms
   * @param medians of the service times by operation, in microseconds
   * @param batches whether requests may be calls of several servers
   */
  public SlowReader(
      double windowStart,
      Optional<SlowLog> log,
      Optional<ServerSamples> samples,
      Optional<Double> threshold,
      Map<String, Double> medians,
      boolean batches) {
    this.windowStart = windowStart;
    this.log = log.orElseGet(() -> new SlowLog(List.of(), "not read"));
    this.entries = this.log.entries().stream().collect(Collectors.groupingBy(Entry::server));
    this.pages = new ServerPages(samples);
    this.rule = new SlowRule(threshold, medians, batches);
  }

  private record TaskRequest(TaskFacts task, SlowRequest request) {
    /** By the reference clock. */
    double sentMs() {
      return task.start().atMs() + request.sent() / NANOS_PER_MILLI;
    }

    double doneMs() {
      return task.start().atMs() + request.done() / NANOS_PER_MILLI;
    }

    double service() {
      return request.service() / NANOS_PER_MICRO;
    }

    double hiccups() {
      return Math.min(service(), request.hiccups() / NANOS_PER_MICRO);
    }

    boolean isOfClient() {
      return hiccups() >= SlowRule.HALF * service();
    }
  }

  /**
   * The slowest requests of completed tasks; null if the tasks have kept none of the window.
   *
   * @param isMeasured whether the window has a request, by its intended time in nanoseconds
   */
  public SlowRequests read(List<TaskFacts> tasks, LongPredicate isMeasured) {
    IdentityHashMap<TaskRequest, List<Entry>> fitting = new IdentityHashMap<>();
    Map<Entry, Integer> claims = new HashMap<>();
    List<TaskRequest> all =
        tasks.stream()
            .flatMap(
                task ->
                    Stream.ofNullable(task.result().slowest())
                        .flatMap(List::stream)
                        .map(request -> new TaskRequest(task, request)))
            .sorted(Comparator.comparing((TaskRequest r) -> r.request.service()).reversed())
            .toList();
    for (TaskRequest one : all) {
      List<Entry> found = fitting(one);
      fitting.put(one, found);
      found.forEach(entry -> claims.merge(entry, 1, Integer::sum));
    }
    List<ExplainedRequest> slowest =
        all.stream()
            .filter(one -> isMeasured.test(one.request.intended()))
            .limit(MAX_LISTED)
            .map(
                one ->
                    explained(
                        one,
                        all,
                        Optional.of(fitting.get(one))
                            .filter(found -> found.size() == 1)
                            .map(found -> found.get(0))
                            .filter(entry -> claims.get(entry) == 1)))
            .toList();
    if (slowest.isEmpty()) {
      return null;
    }
    Map<String, Integer> causes = new TreeMap<>();
    slowest.forEach(one -> causes.merge(label(one), 1, Integer::sum));
    int logged = (int) slowest.stream().filter(one -> one.handler() != null).count();
    int byPage =
        (int) slowest.stream().filter(one -> one.knownFrom() == KnownFrom.METRICS_PAGE).count();
    double slow = rule.minMicros();
    return new SlowRequests(causes, log.problem(), logged, byPage, slow, slowest);
  }

  private String label(ExplainedRequest one) {
    return one.cause() != null
        ? one.cause().toString()
        : rule.isSlow(one.service()) ? UNKNOWN : NOT_SLOW;
  }

  private ExplainedRequest explained(TaskRequest of, List<TaskRequest> all, Optional<Entry> entry) {
    SlowRequest request = of.request;
    double service = of.service();
    Double queue = entry.map(e -> e.queueMs() * MICROS_PER_MILLI).orElse(null);
    Double handler = entry.map(e -> e.processingMs() * MICROS_PER_MILLI).orElse(null);
    // what the server accounts for is not the client's, even if that had a hiccup meanwhile
    double rest = entry.isEmpty() ? service : Math.max(0, service - queue - handler);
    double client = Math.min(of.hiccups(), rest);
    Double network = entry.isEmpty() ? null : rest - client;
    Double fileSystem =
        entry.map(Entry::fileSystemMs).map(ms -> ms * MICROS_PER_MILLI).orElse(null);
    Optional<Named> named =
        rule.isSlow(service)
            ? rule.cause(
                request.operation(),
                new Times(service, client),
                entry.map(e -> new Logged(queue, handler, network, fileSystem)),
                times(of),
                others(of, all))
            : Optional.empty();
    return new ExplainedRequest(
        request.sent() / NANOS - windowStart,
        of.task.index(),
        of.task.host(),
        request.operation(),
        request.server(),
        request.region(),
        request.row(),
        request.failure(),
        Math.max(0, (request.sent() - request.intended()) / NANOS_PER_MICRO),
        service,
        of.hiccups(),
        network,
        queue,
        handler,
        fileSystem,
        entry.map(Entry::blockBytes).orElse(null),
        entry.map(Entry::responseBytes).orElse(null),
        named.map(Named::cause).orElse(null),
        named.map(Named::knownFrom).orElse(null));
  }

  /** What the pages tell of the time in which a request was open. */
  private ServerTimes times(TaskRequest of) {
    double error = of.task.start().clockErrorMs();
    ServerTimes times = pages.within(of.request.server(), of.sentMs() - error, of.doneMs() + error);
    return of.request.failure() == null ? times : times.withoutBounds();
  }

  /** Slow requests to the same server that were open together with a request. */
  private int others(TaskRequest of, List<TaskRequest> all) {
    return (int)
        all.stream()
            .takeWhile(other -> rule.isSlow(other.service())) // the slowest come first
            .filter(
                other ->
                    Objects.equals(other.request.server(), of.request.server())
                        && !other.isOfClient()
                        && other.sentMs() <= of.doneMs()
                        && other.doneMs() >= of.sentMs())
            .count();
  }

  private List<Entry> fitting(TaskRequest of) {
    return of.request.server() == null
        ? List.of()
        : entries.getOrDefault(of.request.server(), List.of()).stream()
            .filter(entry -> fits(of, entry))
            .toList();
  }

  private static boolean fits(TaskRequest of, Entry entry) {
    SlowRequest request = of.request;
    if (request.row() == null
        || entry.region() == null
        || !entry.region().contains(request.region())
        || !isOfRow(entry.call(), request.row())) {
      return false;
    }
    double serviceMs = request.service() / NANOS_PER_MILLI;
    double sentMs = of.sentMs();
    double slack = CLOCKS_MS + of.task.start().clockErrorMs();
    return entry.startMs() - entry.queueMs() >= sentMs - slack
        && entry.startMs() <= sentMs + serviceMs + slack
        && entry.queueMs() + entry.processingMs() <= (1 + MAX_EXCESS) * serviceMs + ROUNDING_MS;
  }

  /** Servers print a row at the end of a call, or quoted as the start row of a scan. */
  private static boolean isOfRow(String call, String row) {
    return call.endsWith("row= " + row)
        || call.endsWith("row key=" + row)
        || call.contains('"' + row + '"');
  }
}
