package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Chart;
import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Clients;
import io.hbench.report.RunReport.Lost;
import io.hbench.report.RunReport.Tasks;
import io.hbench.rundir.TaskFacts.BusyThread;
import io.hbench.settings.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The load generators: all of a few tasks, and of many those that stand out.
 *
 * @param hosts all hosts, by name
 */
record TasksView(RunReport report, List<Host> hosts) {
  /** Maximum number of tasks, or hosts, in a list without a choice. */
  static final int FEW = 20;

  /** Maximum number of tasks, hosts or kinds of errors in any list. */
  static final int MANY = 100;

  /** Length of a list of those that stand out. */
  static final int CHOICE = 10;

  private static final double MOST = 0.95;

  /** Share of the window in which all tasks ran together, from which on it goes without saying. */
  private static final double ALL = 0.99;

  private static final double MICROS_PER_MILLI = 1_000;

  /** Charts that fill two rows of two. */
  private static final int CHARTS_OF_A_SQUARE = 4;

  record Host(
      String name,
      int tasks,
      long requests,
      long errors,
      double highestP99,
      Double highestCpuShare,
      Long highestGcMs) {

    private static Host of(String name, List<ClientTask> tasks) {
      return new Host(
          name,
          tasks.size(),
          tasks.stream().mapToLong(ClientTask::requests).sum(),
          tasks.stream().mapToLong(ClientTask::errors).sum(),
          tasks.stream().mapToDouble(TasksView::p99).max().orElse(0),
          known(tasks, ClientTask::cpuShare).max(Comparator.naturalOrder()).orElse(null),
          known(tasks, ClientTask::gcMs).max(Comparator.naturalOrder()).orElse(null));
    }

    private static <T> Stream<T> known(List<ClientTask> tasks, Function<ClientTask, T> figure) {
      return tasks.stream().map(figure).filter(Objects::nonNull);
    }
  }

  static TasksView of(RunReport report) {
    Map<String, List<ClientTask>> byHost =
        report.clients().tasks().stream()
            .collect(Collectors.groupingBy(ClientTask::host, TreeMap::new, Collectors.toList()));
    return new TasksView(
        report, byHost.entrySet().stream().map(e -> Host.of(e.getKey(), e.getValue())).toList());
  }

  List<ClientTask> tasks() {
    return report.clients().tasks();
  }

  boolean hasManyTasks() {
    return tasks().size() > MANY;
  }

  /** The tasks with the highest p99, highest first. */
  List<ClientTask> slowest() {
    return first(tasks(), task -> true, TasksView::p99);
  }

  /** The tasks that came latest to the start barrier, latest first; none that was in time. */
  List<ClientTask> latest() {
    return first(tasks(), TasksView::isLate, ClientTask::lateMs);
  }

  long late() {
    return tasks().stream().filter(TasksView::isLate).count();
  }

  /** The tasks with the most failed requests, most first; none without. */
  List<ClientTask> failing() {
    return first(tasks(), TasksView::isFailing, ClientTask::errors);
  }

  long withErrors() {
    return tasks().stream().filter(TasksView::isFailing).count();
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

  /** Window and tasks, in one line. */
  static String window(RunReport report) {
    Tasks tasks = report.tasks();
    double seconds = report.window().seconds();
    return Unit.SECONDS.text(seconds)
        + format("; %,d of %,d tasks", tasks.completed(), tasks.planned())
        + (tasks.lost().isEmpty() ? "" : format(" (%,d lost)", tasks.lost().size()))
        + " on "
        + (tasks.hosts().size() == 1
            ? tasks.hosts().keySet().iterator().next()
            : format("%,d hosts", tasks.hosts().size()))
        + Optional.ofNullable(report.settings().get(Settings.PLACE.name()))
            .filter(place -> !place.isEmpty())
            .map(place -> " (--place " + place + ")")
            .orElse("")
        + (tasks.overlapSeconds() < ALL * seconds
            ? ", together for " + Unit.SECONDS.text(tasks.overlapSeconds())
            : "")
        + (tasks.startSpreadMs() == null
            ? ""
            : format(
                ", started within %.0f ms (± %.0f ms)",
                tasks.startSpreadMs(), tasks.clockErrorMs()));
  }

  /** How busy the clients were, in one line; empty if no task completed. */
  static Optional<String> clients(RunReport report) {
    Clients clients = report.clients();
    return clients.cpuShareMax() == null
        ? Optional.empty()
        : Optional.of(
            "CPU up to "
                + Unit.SHARE.text(clients.cpuShareMax())
                + " of a machine"
                + busiest(clients.tasks())
                + p99(", hiccups p99 ", clients.hiccups())
                + p99(", send delay p99 ", clients.sendDelay()));
  }

  private static String busiest(List<ClientTask> tasks) {
    return tasks.stream()
        .map(ClientTask::busiest)
        .filter(Objects::nonNull)
        .max(Comparator.comparing(BusyThread::share))
        .map(t -> ", busiest thread " + Unit.SHARE.text(t.share()))
        .orElse("");
  }

  private static String p99(String label, LatencySummary times) {
    return times == null || times.p99() == null ? "" : label + Unit.MICROS.text(times.p99());
  }

  void section(Document document) {
    document.section("Tasks");
    if (report.window().length() != null) {
      document.note("Figures of the tasks: of all that was recorded, not of the window alone.");
    }
    if (report.clients().cpuShareMax() != null) {
      document.fact(Label.CPU, Unit.SECONDS.text(report.clients().cpuSeconds()) + " in all");
      document.fact("GC", "%,d ms", report.clients().gcMs());
    }
    List<ClientTask> tasks = tasks();
    if (tasks.size() > FEW) {
      distribution(document);
    }
    charts(document);
    hosts(document);
    if (tasks.size() > FEW) {
      document.note("The tasks with the highest p99:");
      document.table(tasks(slowest()));
      outstanding(document);
    } else {
      document.table(tasks(tasks));
    }
    lost(document);
    if (hasManyTasks()) {
      document.note("All %,d tasks are in report.json.", tasks.size());
    } else if (tasks.size() > FEW) {
      document.fold(format("All %,d tasks", tasks.size()), tasks(tasks));
    }
  }

  private void distribution(Document document) {
    Distribution all = Distribution.of(tasks().stream().mapToDouble(TasksView::p99));
    if (!all.isEmpty()) {
      document.fact(
          "p99 of each task, " + report.timeline().timing() + " time",
          "lowest %s; half of them up to %s, %.0f %% up to %s; highest %s",
          Unit.MICROS.text(all.lowest()),
          Unit.MICROS.text(all.upTo(0.5)),
          100 * MOST,
          Unit.MICROS.text(all.upTo(MOST)),
          Unit.MICROS.text(all.highest()));
    }
  }

  private void charts(Document document) {
    TaskCharts byTask = new TaskCharts(this, report.timeline().timing());
    List<Chart> some = hasManyTasks() ? byTask.distributions() : byTask.latencies();
    if (hasManyTasks() && some.size() != CHARTS_OF_A_SQUARE) {
      document.smallCharts(some);
    } else {
      document.charts(some);
    }
  }

  private void hosts(Document document) {
    if (hasManyHosts()) {
      document.note("The %,d hosts with the highest p99 of a task:", CHOICE);
      document.table(hosts(slowestHosts()));
    } else if (hosts.size() > FEW) {
      document.fold(format("All %,d hosts", hosts.size()), hosts(hosts));
    } else if (hosts.size() > 1) {
      document.table(hosts(hosts));
    }
  }

  /** Late tasks and those with errors: in a table of all tasks they would not be found. */
  private void outstanding(Document document) {
    if (late() > 0) {
      document.note("Late at the start: %,d tasks; the latest of them:", late());
      document.table(
          named(latest())
              .figure("late", Unit.MICROS, t -> MICROS_PER_MILLI * t.lateMs())
              .count(Label.REQUESTS, ClientTask::requests)
              .figure(Figure.FAILED, ClientTask::errors)
              .figure(Figure.P99, of(LatencySummary::p99)));
    }
    if (withErrors() > 0) {
      document.note("Failed requests: in %,d tasks; those with the most:", withErrors());
      document.table(tasks(failing()));
    }
  }

  private void lost(Document document) {
    List<Lost> lost = report.tasks().lost();
    if (lost.isEmpty()) {
      return;
    }
    document.note(
        format("Lost tasks: %,d.", lost.size()) + (lost.size() > MANY ? " The first 100:" : ""));
    document.table(
        DataTable.of(lost.stream().limit(MANY).toList())
            .name("lost task", Lost::task)
            .name(Label.HOST, l -> l.host() == null ? "unknown" : l.host())
            .count("requests recorded", Lost::requests)
            .name(Label.NOTICED, Lost::noticed));
  }

  /** A table of tasks; bars are relative to the tasks in it. */
  private DataTable<ClientTask> tasks(List<ClientTask> shown) {
    DataTable<ClientTask> table = named(shown);
    if (shown.size() < tasks().size()) { // their bars would hide that they had fewer than others
      table.count(Label.REQUESTS, ClientTask::requests);
    } else {
      table.bar(Label.REQUESTS, Unit.COUNT, ClientTask::requests);
    }
    table
        .figure(Figure.FAILED, ClientTask::errors)
        .figure(Figure.P50, of(LatencySummary::p50))
        .bar(Figure.P99.toString(), Unit.MICROS, of(LatencySummary::p99))
        .figure(Figure.MAX, of(LatencySummary::max));
    if (report.clients().sendDelay() != null) {
      table.figure(
          "send delay p99", Unit.MICROS, t -> t.sendDelay() == null ? null : t.sendDelay().p99());
    }
    return table
        .figure("hiccups p99", Unit.MICROS, t -> t.hiccups() == null ? null : t.hiccups().p99())
        .figure(Label.CPU, Unit.SHARE, ClientTask::cpuShare)
        .figure("busiest thread", Unit.SHARE, t -> t.busiest() == null ? null : t.busiest().share())
        .figure("GC", Unit.MICROS, t -> micros(t.gcMs()));
  }

  private static DataTable<ClientTask> named(List<ClientTask> shown) {
    return DataTable.of(shown)
        .name(Label.TASK, ClientTask::task)
        .name(Label.HOST, ClientTask::host);
  }

  private static Function<ClientTask, Double> of(Function<LatencySummary, Double> figure) {
    return task -> task.latency() == null ? null : figure.apply(task.latency());
  }

  /** A table of hosts; bars are relative to the hosts in it. */
  private static DataTable<Host> hosts(List<Host> shown) {
    return DataTable.of(shown)
        .name(Label.HOST, Host::name)
        .count(Label.TASKS, Host::tasks)
        .count(Label.REQUESTS, Host::requests)
        .figure(Figure.FAILED, Host::errors)
        .bar("highest p99", Unit.MICROS, h -> h.highestP99() == 0 ? null : (Double) h.highestP99())
        .figure("highest CPU", Unit.SHARE, Host::highestCpuShare)
        .figure("highest GC", Unit.MICROS, h -> micros(h.highestGcMs()));
  }

  private static Double micros(Long millis) {
    return millis == null ? null : MICROS_PER_MILLI * millis;
  }
}
