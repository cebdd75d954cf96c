package io.hbench.report;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The checks of a verdict that find runs limited by the clients instead of the servers.
 *
 * @param done completed tasks
 */
record ClientChecks(RunReport report, List<TaskFacts> done, VerdictReasons reasons) {
  private static final double MAX_CPU = 0.9;

  /** Largest share of the time, or of the p99, that the clients' own delays may take. */
  private static final double MAX_CLIENT_SHARE = 0.1;

  /** Delay that is normal on any machine: threads wake up a little late. */
  private static final double MIN_DELAY_MICROS = 1_000;

  /** Delay of a timer alone, without a busy machine: no request has it. */
  private static final double TIMER_MICROS = 200;

  /** A thread that starts is busy for a moment in any run. */
  private static final double MIN_SECONDS = 1;

  void check() {
    delays();
    pauses();
    quotas();
    threads();
    Map<String, Double> hosts = TaskResults.cpuByHost(done);
    Map<String, Double> busy = new TreeMap<>(hosts);
    busy.values().removeIf(share -> share <= MAX_CPU);
    if (busy.size() == 1) {
      reasons.add(
          ReasonCode.CLIENT_CPU,
          "the tasks on %s used %.0f %% of its CPU: the clients were the limit",
          busy.keySet().iterator().next(),
          100 * Collections.max(busy.values()));
    } else if (!busy.isEmpty()) {
      reasons.add(
          ReasonCode.CLIENT_CPU,
          "the tasks on %,d of %,d hosts used up to %.0f %% of a host's CPU: the clients were the"
              + " limit; %s",
          busy.size(),
          hosts.size(),
          100 * Collections.max(busy.values()),
          VerdictReasons.list(List.copyOf(busy.keySet()), ", "));
    } else if (isSet(Settings.TENANT)
        && (report.clients().cpuShareMax() != null || isSet(Settings.CONTAINERS))) {
      machines();
    }
  }

  private boolean isSet(Setting<?> setting) {
    return !report.settings().getOrDefault(setting.name(), "").isEmpty();
  }

  /** Whether the tasks are no containers of YARN. */
  private boolean isLocal() {
    return Boolean.parseBoolean(report.settings().get(Settings.LOCAL.name()));
  }

  /** The files of a tenant do not tell what the tasks of the others used on its hosts. */
  private void machines() {
    List<String> busy =
        done.stream()
            .filter(t -> cpuOfMachine(t) > MAX_CPU)
            .map(TaskFacts::host)
            .distinct()
            .toList();
    if (!busy.isEmpty()) {
      reasons.add(
          ReasonCode.CLIENT_CPU_SHARED,
          "more than %.0f %% of the CPU was used on %s, by tasks of all tenants and by others: the"
              + " clients may have been the limit",
          100 * MAX_CPU,
          VerdictReasons.list(busy, ", "));
    }
  }

  private static double cpuOfMachine(TaskFacts task) {
    return Optional.ofNullable(task.result().client().machine())
        .map(TaskFacts.Machine::window)
        .map(MachineUse::cpu)
        .orElse(0.0);
  }

  /** Tasks of one process have one quota. */
  private void quotas() {
    List<TaskFacts> limited =
        done.stream().filter(t -> isLimited(t.result().client().quota())).toList();
    if (!limited.isEmpty()) {
      TaskFacts.Quota worst =
          limited.stream()
              .map(t -> t.result().client().quota())
              .max(Comparator.comparing(TaskFacts.Quota::share))
              .orElseThrow();
      reasons.add(
          ReasonCode.CLIENT_CPU,
          "%d of %d tasks used up the CPU quotas of their containers: up to %.0f %% of %s"
              + " processors, and waited in %.0f %% of the quota's periods; raise %s; %s",
          limited.size(),
          done.size(),
          100 * worst.share(),
          BigDecimal.valueOf(worst.processors()).stripTrailingZeros().toPlainString(),
          100 * worst.throttledShare(),
          isLocal() ? "that of hbench's own container" : "mapreduce.map.cpu.vcores",
          VerdictReasons.names(limited));
    }
  }

  /** A thread without a pause can send no more, however many processors are free. */
  private void threads() {
    List<TaskFacts> busy = done.stream().filter(t -> busy(t) > MAX_CPU).toList();
    boolean shared = report.clients().gcMs() == null;
    String more = isSet(Settings.CONTAINERS) ? "--containers" : "containers, without --local";
    busy.stream()
        .max(Comparator.comparing(ClientChecks::busy))
        .ifPresent(
            worst ->
                reasons.add(
                    shared ? ReasonCode.CLIENT_CPU_SHARED : ReasonCode.CLIENT_CPU,
                    "%d of %d tasks had a thread%s that was busy all the time (%s: %.0f %%, %.0f %%"
                        + " of it waiting for a processor): the clients %s the limit; use more"
                        + " %s; %s",
                    busy.size(),
                    done.size(),
                    shared ? " in a container that tasks of other tenants share" : "",
                    worst.result().client().busiest().name(),
                    100 * busy(worst),
                    100 * worst.result().client().busiest().waiting() / busy(worst),
                    shared ? "may have been" : "were",
                    worst.result().client().busiest().waiting() > busy(worst) / 2
                        ? "hosts"
                        : shared ? more : "tasks or, with --client async, --connections",
                    VerdictReasons.names(busy)));
  }

  private static double busy(TaskFacts task) {
    TaskFacts.Client client = task.result().client();
    return client.busiest() == null || client.seconds() < MIN_SECONDS
        ? 0
        : client.busiest().share();
  }

  private static boolean isLimited(TaskFacts.Quota quota) {
    return quota != null && (quota.share() > MAX_CPU || quota.throttledShare() > MAX_CLIENT_SHARE);
  }

  private void delays() {
    List<TaskFacts> thrashing =
        done.stream()
            .filter(
                t ->
                    t.result().client().seconds() >= MIN_SECONDS
                        && t.result().client().gcMs()
                            > 1_000 * MAX_CLIENT_SHARE * t.result().client().seconds())
            .toList();
    if (!thrashing.isEmpty()) {
      reasons.add(
          ReasonCode.CLIENT_GC,
          "%d of %d tasks spent more than %.0f %% of their time in garbage collections: raise"
              + " %s; %s",
          thrashing.size(),
          done.size(),
          100 * MAX_CLIENT_SHARE,
          isLocal() ? "the heap: HADOOP_CLIENT_OPTS=-Xmx4g" : "mapreduce.map.memory.mb",
          VerdictReasons.names(thrashing));
    }
    // that of all together is the one of slow operations, which a delay of others does not change
    report.operations().stream()
        .filter(operation -> p99(operation.latency()) > 0)
        .min(Comparator.comparingDouble(operation -> p99(operation.latency())))
        .ifPresent(this::delays);
  }

  /**
   * Delays that the clients added to requests.
   *
   * @param message with places for the p99, its share, and the task with the longest ones
   */
  private record Delay(
      ReasonCode code,
      String message,
      LatencySummary times,
      Function<ClientTask, LatencySummary> ofTask) {}

  private void delays(OperationReport fastest) {
    double p99 = p99(fastest.latency());
    List<Delay> large =
        Stream.of(
                new Delay(
                    ReasonCode.CLIENT_HICCUPS,
                    "hiccups of the clients, short of CPU or paused, delayed requests by %s (p99),"
                        + " %s; worst: %s",
                    hiccups(),
                    ClientTask::hiccups),
                new Delay(
                    ReasonCode.CLIENT_SEND_DELAY,
                    "send delay of the clients, though slots were free: %s (p99), %s; worst: %s",
                    report.clients().sendDelay(),
                    ClientTask::sendDelay))
            .filter(d -> p99(d.times) > Math.max(MIN_DELAY_MICROS, MAX_CLIENT_SHARE * p99))
            .toList();
    for (Delay delay : large) {
      double delayed = p99(delay.times);
      String share =
          format(
              "%s the p99 latency of %s%s",
              delayed > p99 ? "more than" : Unit.SHARE.text(delayed / p99) + " of",
              fastest.operation(),
              delay.equals(large.get(large.size() - 1)) ? affected(large, fastest.latency()) : "");
      reasons.add(delay.code, delay.message, Unit.MICROS.text(delayed), share, worst(delay.ofTask));
    }
  }

  /** They are too rare for the percentiles of short requests, which a closed loop sends less of. */
  private void pauses() {
    double share = lostShare();
    if (share > Margins.USUAL.relative()
        && reasons.all().stream().noneMatch(r -> r.code() == ReasonCode.CLIENT_HICCUPS)) {
      reasons.add(
          ReasonCode.CLIENT_HICCUPS,
          "hiccups of the clients, short of CPU or paused, took %s of the ops/s;" + " worst: %s",
          Unit.SHARE.text(share),
          worst(ClientTask::hiccups));
    }
  }

  /** Share of the ops/s of a closed loop that pauses of the clients took; 0 with a rate. */
  private double lostShare() {
    Histogram ticks = ticks();
    Optional<Double> mean = mean();
    return report.pace() != null
            || ticks == null
            || mean.isEmpty()
            || report.window().seconds() < MIN_SECONDS
        ? 0
        : Hiccups.lost(ticks, mean.get());
  }

  private Optional<Double> mean() {
    return report.all().map(OperationReport::latency).map(LatencySummary::mean);
  }

  private Histogram ticks() {
    return TaskResults.sum(done, result -> result.client().hiccups());
  }

  private String worst(Function<ClientTask, LatencySummary> delays) {
    return report.clients().tasks().stream()
        .max(Comparator.comparingDouble(t -> p99(delays.apply(t))))
        .map(t -> "task " + t.task() + " on " + t.host())
        .orElse("");
  }

  /** As the requests met them. */
  private LatencySummary hiccups() {
    Histogram ticks = ticks();
    Optional<Double> mean = mean();
    return report.pace() != null || ticks == null || mean.isEmpty()
        ? report.clients().hiccups()
        : Hiccups.ofClosedLoop(ticks, mean.get());
  }

  /** Names of the figures that one of the delays is a part of, and of those without. */
  private String affected(List<Delay> delays, LatencySummary latency) {
    Map<Boolean, String> names =
        Stream.of(Figure.MEAN, Figure.P50, Figure.P95, Figure.P99, Figure.P999, Figure.MAX)
            .filter(figure -> latency.value(figure) != null)
            .filter(figure -> delays.stream().allMatch(d -> d.times.value(figure) != null))
            .collect(
                Collectors.partitioningBy(
                    figure ->
                        isOfAll(figure)
                            ? lostShare() > Margins.USUAL.relative()
                            : delays.stream()
                                .anyMatch(
                                    d -> isAffected(d.times.value(figure), latency.value(figure))),
                    Collectors.mapping(
                        f -> isOfAll(f) ? "ops/s, mean" : f.toString(), Collectors.joining(", "))));
    return "; partly the clients' own: "
        + names.get(true)
        + (names.get(false).isEmpty() ? "" : "; the cluster's: " + names.get(false));
  }

  /** Whether a figure is that of the throughput, too. */
  private boolean isOfAll(Figure figure) {
    return figure == Figure.MEAN && report.pace() == null;
  }

  private static boolean isAffected(double delay, double latency) {
    return delay > Math.max(TIMER_MICROS, MAX_CLIENT_SHARE * latency);
  }

  /** 0 if it is unknown. */
  private static double p99(LatencySummary delays) {
    return delays == null || delays.p99() == null ? 0 : delays.p99();
  }
}
