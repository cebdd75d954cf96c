package io.hbench.report.slow;

import io.hbench.rundir.SlowRequest;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.server.SlowLog;
import io.hbench.rundir.server.SlowLog.Entry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the slowest requests of the tasks with the servers' slow logs, and names what took their
 * time.
 *
 * <p>An entry is that of a request if it is of its server, its region and its row, if a handler
 * took it while the request was open, and if its time fits into the service time. If several do, or
 * if it may be that of several requests, none is taken. A cause has at least half of the service
 * time; without one, none is named. Hiccups of the client count where the server does not account
 * for the time.
 */
public final class SlowReader {
  private static final int MAX_LISTED = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS = 1e9;
  private static final double HALF = 0.5;
  private static final String UNKNOWN = "unknown";

  /** Maximum difference of the clocks of a server and of the file system. */
  private static final double CLOCKS_MS = 1_000;

  /** Servers measure in whole milliseconds, at three points of a call. */
  private static final double ROUNDING_MS = 3;

  private final double windowStart;
  private final SlowLog log;
  private final Map<String, List<Entry>> entries;

  /**
   * @param windowStart in seconds since the common start
   * @param log empty if none was read
   */
  public SlowReader(double windowStart, Optional<SlowLog> log) {
    this.windowStart = windowStart;
    this.log = log.orElseGet(() -> new SlowLog(List.of(), "not read"));
    this.entries = this.log.entries().stream().collect(Collectors.groupingBy(Entry::server));
  }

  private record TaskRequest(TaskFacts task, SlowRequest request) {}

  /** The slowest requests of completed tasks; null if the tasks have kept none. */
  public SlowRequests read(List<TaskFacts> tasks) {
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
            .limit(MAX_LISTED)
            .map(
                one ->
                    explained(
                        one,
                        Optional.of(fitting.get(one))
                            .filter(found -> found.size() == 1)
                            .map(found -> found.get(0))
                            .filter(entry -> claims.get(entry) == 1)))
            .toList();
    if (slowest.isEmpty()) {
      return null;
    }
    Map<String, Integer> causes = new TreeMap<>();
    slowest.forEach(
        one ->
            causes.merge(one.cause() == null ? UNKNOWN : one.cause().toString(), 1, Integer::sum));
    int logged = (int) slowest.stream().filter(one -> one.handler() != null).count();
    return new SlowRequests(causes, log.problem(), logged, slowest);
  }

  private ExplainedRequest explained(TaskRequest of, Optional<Entry> entry) {
    SlowRequest request = of.request;
    double service = request.service() / NANOS_PER_MICRO;
    double hiccups = Math.min(service, request.hiccups() / NANOS_PER_MICRO);
    Double queue = entry.map(e -> e.queueMs() * MICROS_PER_MILLI).orElse(null);
    Double handler = entry.map(e -> e.processingMs() * MICROS_PER_MILLI).orElse(null);
    // what the server accounts for is not the client's, even if that had a hiccup meanwhile
    double rest = entry.isEmpty() ? service : Math.max(0, service - queue - handler);
    double client = Math.min(hiccups, rest);
    Double network = entry.isEmpty() ? null : rest - client;
    Double fileSystem =
        entry.map(Entry::fileSystemMs).map(ms -> ms * MICROS_PER_MILLI).orElse(null);
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
        hiccups,
        network,
        queue,
        handler,
        fileSystem,
        entry.map(Entry::blockBytes).orElse(null),
        entry.map(Entry::responseBytes).orElse(null),
        cause(service, client, network, queue, handler, fileSystem));
  }

  private static Cause cause(
      double service,
      double client,
      Double network,
      Double queue,
      Double handler,
      Double fileSystem) {
    double enough = HALF * service;
    if (client >= enough) {
      return Cause.CLIENT;
    }
    if (network == null) {
      return null;
    }
    if (queue >= enough) {
      return Cause.QUEUE;
    }
    if (fileSystem != null && fileSystem >= enough) {
      return Cause.FILE_SYSTEM;
    }
    if (handler >= enough && fileSystem == null) {
      return null; // it may be the disk
    }
    if (fileSystem != null && handler - fileSystem >= enough) {
      return Cause.HANDLER;
    }
    return network >= enough ? Cause.NETWORK : null;
  }

  /** The entries that may be those of a request. */
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
    double sentMs = of.task.start().atMs() + request.sent() / NANOS_PER_MILLI;
    double slack = CLOCKS_MS + of.task.start().clockErrorMs();
    return entry.startMs() - entry.queueMs() >= sentMs - slack
        && entry.startMs() <= sentMs + serviceMs + slack
        && entry.queueMs() + entry.processingMs() <= serviceMs + ROUNDING_MS;
  }

  /** Servers print a row at the end of a call, or quoted as the start row of a scan. */
  private static boolean isOfRow(String call, String row) {
    return call.endsWith("row= " + row)
        || call.endsWith("row key=" + row)
        || call.contains('"' + row + '"');
  }
}
