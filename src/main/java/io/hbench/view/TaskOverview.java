package io.hbench.view;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Lost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks and hosts of a run, and those of them that stand out.
 *
 * @param tasks all completed tasks, by number
 * @param lost the lost tasks, by number
 * @param hosts all hosts, by name
 */
record TaskOverview(List<ClientTask> tasks, List<Lost> lost, List<Host> hosts) {
  /** Maximum number of tasks, or hosts, in a list without a choice. */
  static final int FEW = 20;

  /** Maximum number of tasks, hosts or kinds of errors in any list. */
  static final int MANY = 100;

  /** Length of a list of those that stand out. */
  static final int CHOICE = 10;

  /** The completed tasks of one host. */
  record Host(
      String name,
      int tasks,
      long requests,
      long errors,
      double highestP99,
      double highestCpuShare,
      long gcMs) {

    private static Host of(String name, List<ClientTask> tasks) {
      return new Host(
          name,
          tasks.size(),
          tasks.stream().mapToLong(ClientTask::requests).sum(),
          tasks.stream().mapToLong(ClientTask::errors).sum(),
          tasks.stream().mapToDouble(TaskOverview::p99).max().orElse(0),
          tasks.stream().mapToDouble(ClientTask::cpuShare).max().orElse(0),
          tasks.stream().mapToLong(ClientTask::gcMs).sum());
    }
  }

  static TaskOverview of(RunReport report) {
    List<ClientTask> tasks = report.clients().tasks();
    Map<String, List<ClientTask>> byHost =
        tasks.stream()
            .collect(Collectors.groupingBy(ClientTask::host, TreeMap::new, Collectors.toList()));
    return new TaskOverview(
        tasks,
        report.tasks().lost(),
        byHost.entrySet().stream().map(e -> Host.of(e.getKey(), e.getValue())).toList());
  }

  boolean hasManyTasks() {
    return tasks.size() > MANY;
  }

  /** The tasks with the highest p99, highest first. */
  List<ClientTask> slowest() {
    return first(tasks, task -> true, TaskOverview::p99);
  }

  /** The tasks that came latest to the start barrier, latest first; none that was in time. */
  List<ClientTask> latest() {
    return first(tasks, TaskOverview::isLate, ClientTask::lateMs);
  }

  long late() {
    return tasks.stream().filter(TaskOverview::isLate).count();
  }

  /** The tasks with the most failed requests, most first; none without. */
  List<ClientTask> failing() {
    return first(tasks, TaskOverview::isFailing, ClientTask::errors);
  }

  long withErrors() {
    return tasks.stream().filter(TaskOverview::isFailing).count();
  }

  /** The tasks of all lists of those that stand out, each once. */
  List<ClientTask> outstanding() {
    return Stream.of(slowest(), latest(), failing()).flatMap(List::stream).distinct().toList();
  }

  boolean hasManyHosts() {
    return hosts.size() > MANY;
  }

  /** The hosts with the highest p99 of a task, highest first. */
  List<Host> slowestHosts() {
    return first(hosts, host -> true, Host::highestP99);
  }

  private static <T> List<T> first(List<T> of, Predicate<T> which, ToDoubleFunction<T> figure) {
    return of.stream()
        .filter(which)
        .sorted(Comparator.comparingDouble(figure).reversed())
        .limit(CHOICE)
        .toList();
  }

  private static boolean isLate(ClientTask task) {
    return task.lateMs() > 0;
  }

  private static boolean isFailing(ClientTask task) {
    return task.errors() > 0;
  }

  /** The p99 of a task in microseconds; 0 with too few requests. */
  static double p99(ClientTask task) {
    LatencySummary latency = task.latency();
    return latency == null || latency.p99() == null ? 0 : latency.p99();
  }
}
