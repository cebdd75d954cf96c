package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.LatencySummary;
import io.hbench.report.ReadFacts.ValueSizes;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Clients;
import io.hbench.report.RunReport.Errors;
import io.hbench.report.RunReport.Point;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.RunReport.Window;
import io.hbench.report.cost.CostFigures;
import io.hbench.report.cost.CostWindow;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Server;
import io.hbench.rundir.ServerRegionFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.Client;
import io.hbench.rundir.TaskFacts.Failures;
import io.hbench.rundir.TaskFacts.TaskProcess;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.spec.RunSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The results of the completed tasks, summed and for each task: clients, cost, reads, verification.
 *
 * @param done completed tasks
 * @param latencies of their requests, by index of the task
 */
record TaskResults(List<TaskFacts> done, Map<Integer, LatencySummary> latencies) {
  private static final double MILLIS = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Figures of reads besides rows; null if there are none. */
  ReadFacts reads() {
    long stale = done.stream().mapToLong(t -> t.result().rows().stale()).sum();
    TaskFacts.Scans scans =
        done.stream()
            .map(t -> t.result().scans())
            .filter(Objects::nonNull)
            .reduce(TaskFacts.Scans.NONE, TaskFacts.Scans::plus);
    Histogram sizes = sum(done, r -> r.rows().valueSizes());
    ReadFacts facts =
        new ReadFacts(
            stale,
            scans.rpcCalls() == 0 ? null : scans,
            sizes == null
                ? null
                : new ValueSizes(
                    sizes.getTotalCount(),
                    sizes.getMean(),
                    sizes.getValueAtPercentile(50),
                    sizes.getValueAtPercentile(99),
                    sizes.getMinValue(),
                    sizes.getMaxValue()));
    return facts.equals(new ReadFacts(0, null, null)) ? null : facts;
  }

  /** What the tasks have recorded by region server and region. */
  List<ServerRegionFacts> places() {
    return done.stream().map(t -> t.result().places()).filter(Objects::nonNull).toList();
  }

  /** The sum of the tasks' verification results; null if no rows were verified. */
  TaskFacts.Verification verification() {
    return done.stream()
        .map(t -> t.result().verification())
        .filter(Objects::nonNull)
        .reduce(TaskFacts.Verification::plus)
        .orElse(null);
  }

  /**
   * The load generators.
   *
   * @param shared whether their process has tasks of other tenants
   */
  Clients clients(boolean shared) {
    Histogram sendDelay = sum(done, r -> r.client().sendDelay());
    return new Clients(
        shared ? null : Math.round(sum(byProcess(done, client -> (double) client.gcMs()))),
        shared ? null : sum(byProcess(done, Client::cpuSeconds)),
        shared || done.isEmpty() ? null : Collections.max(cpuByHost(done).values()),
        Hiccups.inTime(sum(done, r -> r.client().hiccups())),
        sendDelay == null ? null : LatencySummary.of(sendDelay),
        done.stream().map(task -> client(task, shared)).toList());
  }

  /** What the tasks' processes are, by host. */
  List<Setup> setups() {
    Map<String, Map<String, String>> hosts = new TreeMap<>();
    done.forEach(task -> hosts.put(task.host(), task.process().setup()));
    return Setup.grouped(hosts);
  }

  /** Shares of the CPU time of each host, 0 to 1, that the tasks on it used together. */
  static Map<String, Double> cpuByHost(List<TaskFacts> done) {
    Map<String, Double> hosts = new TreeMap<>();
    byProcess(done, Client::cpuShare)
        .forEach((process, share) -> hosts.merge(process.host(), share, Double::sum));
    return hosts;
  }

  /** What each process used: a local run has one for all tasks, and each task tells all of it. */
  private static Map<TaskProcess, Double> byProcess(
      List<TaskFacts> done, Function<Client, Double> used) {
    Map<TaskProcess, Double> processes = new HashMap<>();
    done.forEach(t -> processes.merge(t.process(), used.apply(t.result().client()), Math::max));
    return processes;
  }

  private static double sum(Map<TaskProcess, Double> processes) {
    return processes.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * The window and its requests; null if no task has completed.
   *
   * @param offset seconds from the start of the first interval to that of the window
   */
  CostWindow window(Window window, Timeline timeline, double offset) {
    if (done.isEmpty()) {
      return null;
    }
    double startMs = done.get(0).start().atMs();
    double lastDone =
        done.stream().mapToDouble(t -> t.result().times().lastDoneNanos()).max().orElse(0);
    double intervals = (offset + window.seconds()) / timeline.intervalSeconds();
    Long[] requests = new Long[Math.max(1, (int) Math.ceil(intervals))];
    Arrays.fill(requests, 0L);
    for (Point point : timeline.points()) {
      int interval = (int) Math.round(point.t() / timeline.intervalSeconds());
      requests[Math.min(interval, requests.length - 1)] += point.count();
    }
    return new CostWindow(
        startMs + window.startSeconds() * MILLIS,
        window.seconds(),
        startMs,
        startMs + lastDone / NANOS_PER_MILLI,
        timeline.intervalSeconds(),
        offset,
        List.of(requests));
  }

  /**
   * What the measured operations cost; null for a duet, and if none was measured.
   *
   * @param samples null if there are none
   * @param servers their requests; null if there are none
   * @param whole whether all intervals are measured: else the window's part of what servers and
   *     clients tell of the whole run is unknown
   * @param shared whether their process has tasks of other tenants
   */
  OperationCost cost(
      ServerSamples samples,
      RunSpec spec,
      CostWindow window,
      ByServer servers,
      boolean whole,
      boolean shared,
      boolean lost) {
    if (window == null || spec.candidate().isPresent()) {
      return null;
    }
    return CostFigures.of(
        lost ? null : samples, // of more requests than the tasks have told
        window,
        servers == null || !whole
            ? Map.of()
            : servers.servers().stream().collect(Collectors.toMap(Server::server, Server::count)),
        Optional.of(sum(byProcess(done, Client::cpuSeconds)))
            .filter(seconds -> whole && spec.measurement().warmupRows() == 0)
            .filter(seconds -> !shared),
        spec.needsTable()
            ? Optional.of(
                lost ? "servers unknown: they served the lost tasks, too" : whyNotSampled(spec))
            : Optional.empty());
  }

  /** Why there are no samples of the servers, if there are none. */
  static String whyNotSampled(RunSpec spec) {
    if (spec.tenant().isPresent()) {
      return "servers unknown: they serve the other tenants, too";
    }
    return "servers unknown: "
        + (spec.candidate().isPresent()
            ? "those of a live comparison are not sampled"
            : "no hbench followed the job from its start to its end, and sampled them");
  }

  private ClientTask client(TaskFacts task, boolean shared) {
    Client client = task.result().client();
    Histogram sendDelay = histogram(client.sendDelay());
    return new ClientTask(
        task.index(),
        task.host(),
        task.start().lateMs(),
        task.result().requests().requests(),
        task.result().requests().errors(),
        latencies.get(task.index()),
        shared ? null : client.gcMs(),
        shared ? null : client.cpuShare(),
        Hiccups.inTime(histogram(client.hiccups())),
        sendDelay == null ? null : LatencySummary.of(sendDelay),
        task.result().times().threadMs(),
        shared ? null : client.busiest());
  }

  /**
   * Errors of all tasks by operation, kind and server, most frequent first.
   *
   * @param time of nanoseconds since the common start, as text
   */
  static List<Errors> errors(List<TaskFacts> tasks, LongFunction<String> time) {
    Map<List<String>, Failures> all = new LinkedHashMap<>();
    tasks.stream()
        .flatMap(task -> task.failures().stream())
        .forEach(f -> all.merge(f.way(), f, Failures::plus));
    return Failures.sorted(all.values()).stream()
        .map(
            f ->
                new Errors(
                    f.operation(),
                    f.kind(),
                    f.server(),
                    f.count(),
                    time.apply(f.firstNanos()),
                    time.apply(f.lastNanos()),
                    f.message()))
        .toList();
  }

  /** The sum of a histogram of all tasks; null if none has it. */
  static Histogram sum(List<TaskFacts> done, Function<TaskFacts.Result, String> histogram) {
    return done.stream()
        .map(TaskFacts::result)
        .map(histogram)
        .filter(Objects::nonNull)
        .map(LatencyRecord::fromText)
        .reduce(
            (sum, one) -> {
              sum.setAutoResize(true);
              sum.add(one);
              return sum;
            })
        .orElse(null);
  }

  private static Histogram histogram(String text) {
    return text == null ? null : LatencyRecord.fromText(text);
  }
}
