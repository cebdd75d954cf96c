package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.LatencySummary;
import io.hbench.report.ReadFacts.ValueSizes;
import io.hbench.report.RunRecords.SeriesSummary;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Clients;
import io.hbench.rundir.PlaceFacts;
import io.hbench.rundir.TaskFacts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** The results of the completed tasks, summed and for each task: clients, reads, verification. */
final class TaskResults {
  private final List<TaskFacts> done;
  private final Map<Integer, SeriesSummary> latencies;

  /**
   * @param done completed tasks
   * @param latencies of their requests, by index of the task
   */
  TaskResults(List<TaskFacts> done, Map<Integer, SeriesSummary> latencies) {
    this.done = done;
    this.latencies = latencies;
  }

  /** Figures of reads besides rows; null if there are none. */
  ReadFacts reads() {
    long stale = done.stream().mapToLong(t -> t.result().rows().stale()).sum();
    TaskFacts.Scans scans =
        done.stream()
            .map(t -> t.result().scans())
            .filter(Objects::nonNull)
            .reduce(TaskFacts.Scans.NONE, TaskFacts.Scans::plus);
    Histogram sizes = sum(r -> r.rows().valueSizes()).orElse(null);
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
  List<PlaceFacts> places() {
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

  /** The load generators. */
  Clients clients() {
    return new Clients(
        done.stream().mapToLong(t -> t.result().client().gcMs()).sum(),
        done.stream().mapToDouble(t -> t.result().client().cpuSeconds()).sum(),
        done.stream().map(t -> t.result().client().cpuShare()).max(Double::compare).orElse(null),
        inAll(r -> r.client().hiccups()),
        inAll(r -> r.client().sendDelay()),
        done.stream().map(this::client).toList());
  }

  private ClientTask client(TaskFacts task) {
    SeriesSummary own = latencies.get(task.index());
    return new ClientTask(
        task.index(),
        task.host(),
        task.start().lateMs(),
        task.result().requests().requests(),
        task.result().requests().errors(),
        own == null ? null : own.latency(),
        task.result().client().gcMs(),
        task.result().client().cpuShare(),
        summary(task.result().client().hiccups()),
        summary(task.result().client().sendDelay()),
        task.result().times().threadMs());
  }

  private LatencySummary inAll(Function<TaskFacts.Result, String> histogram) {
    return sum(histogram).map(LatencySummary::of).orElse(null);
  }

  private Optional<Histogram> sum(Function<TaskFacts.Result, String> histogram) {
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
            });
  }

  private static LatencySummary summary(String histogram) {
    return histogram == null ? null : LatencySummary.of(LatencyRecord.fromText(histogram));
  }
}
