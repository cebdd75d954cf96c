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
import io.hbench.view.TaskOverview.Host;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The load generators: all of a few tasks, and of many those that stand out. */
record TasksView(RunReport report, TaskOverview overview) {
  private static final double MOST = 0.95;

  /** Share of the window in which all tasks ran together, from which on it goes without saying. */
  private static final double ALL = 0.99;

  private static final double MICROS_PER_MILLI = 1_000;

  /** Charts that fill two rows of two. */
  private static final int CHARTS_OF_A_SQUARE = 4;

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
    if (report.clients().cpuShareMax() != null) {
      document.fact(Label.CPU, Unit.SECONDS.text(report.clients().cpuSeconds()) + " in all");
      document.fact("GC", format("%,d ms", report.clients().gcMs()));
    }
    List<ClientTask> tasks = overview.tasks();
    if (tasks.size() > TaskOverview.FEW) {
      distribution(document);
    }
    charts(document);
    hosts(document);
    if (tasks.size() > TaskOverview.FEW) {
      document.note("The tasks with the highest p99:");
      document.table(tasks(overview.slowest()));
      outstanding(document);
    } else {
      document.table(tasks(tasks));
    }
    lost(document);
    if (overview.hasManyTasks()) {
      document.note(format("All %,d tasks are in report.json.", tasks.size()));
    } else if (tasks.size() > TaskOverview.FEW) {
      document.fold(format("All %,d tasks", tasks.size()), tasks(tasks));
    }
  }

  private void distribution(Document document) {
    Distribution all = Distribution.of(overview.tasks().stream().mapToDouble(TaskOverview::p99));
    if (!all.isEmpty()) {
      document.fact(
          "p99 of each task, " + report.timeline().timing() + " time",
          format(
              "lowest %s; half of them up to %s, %.0f %% up to %s; highest %s",
              Unit.MICROS.text(all.lowest()),
              Unit.MICROS.text(all.upTo(0.5)),
              100 * MOST,
              Unit.MICROS.text(all.upTo(MOST)),
              Unit.MICROS.text(all.highest())));
    }
  }

  private void charts(Document document) {
    TaskCharts byTask = new TaskCharts(overview, report.timeline().timing());
    List<Chart> some = overview.hasManyTasks() ? byTask.distributions() : byTask.latencies();
    if (overview.hasManyTasks() && some.size() != CHARTS_OF_A_SQUARE) {
      document.smallCharts(some);
    } else {
      document.charts(some);
    }
  }

  private void hosts(Document document) {
    List<Host> hosts = overview.hosts();
    if (overview.hasManyHosts()) {
      document.note(format("The %,d hosts with the highest p99 of a task:", TaskOverview.CHOICE));
      document.table(hosts(overview.slowestHosts()));
    } else if (hosts.size() > TaskOverview.FEW) {
      document.fold(format("All %,d hosts", hosts.size()), hosts(hosts));
    } else if (hosts.size() > 1) {
      document.table(hosts(hosts));
    }
  }

  /** Late tasks and those with errors: in a table of all tasks they would not be found. */
  private void outstanding(Document document) {
    if (overview.late() > 0) {
      document.note(format("Late at the start: %,d tasks; the latest of them:", overview.late()));
      document.table(
          named("task", overview.latest())
              .figure("late", Unit.MICROS, t -> MICROS_PER_MILLI * t.lateMs())
              .count(Label.REQUESTS, ClientTask::requests)
              .figure(Figure.FAILED, ClientTask::errors)
              .figure(Figure.P99, of(LatencySummary::p99)));
    }
    if (overview.withErrors() > 0) {
      document.note(
          format("Failed requests: in %,d tasks; those with the most:", overview.withErrors()));
      document.table(tasks(overview.failing()));
    }
  }

  private void lost(Document document) {
    List<Lost> lost = overview.lost();
    if (lost.isEmpty()) {
      return;
    }
    document.note(
        format("Lost tasks: %,d.", lost.size())
            + (lost.size() > TaskOverview.MANY ? " The first 100:" : ""));
    document.table(
        DataTable.of(lost.stream().limit(TaskOverview.MANY).toList())
            .name("lost task", Lost::task)
            .name(Label.HOST, l -> l.host() == null ? "unknown" : l.host())
            .count("requests recorded", Lost::requests)
            .name(Label.NOTICED, Lost::noticed));
  }

  /** A table of tasks; bars are relative to all tasks. */
  private DataTable<ClientTask> tasks(List<ClientTask> shown) {
    DataTable<ClientTask> table =
        named("task", shown)
            .bar(Label.REQUESTS, Unit.COUNT, most(ClientTask::requests), ClientTask::requests)
            .figure(Figure.FAILED, ClientTask::errors)
            .figure(Figure.P50, of(LatencySummary::p50))
            .bar(
                Figure.P99.toString(),
                Unit.MICROS,
                most(TaskOverview::p99),
                of(LatencySummary::p99))
            .figure(Figure.MAX, of(LatencySummary::max));
    if (report.clients().sendDelay() != null) {
      table.figure(
          "send delay p99", Unit.MICROS, t -> t.sendDelay() == null ? null : t.sendDelay().p99());
    }
    return table
        .figure("hiccups p99", Unit.MICROS, t -> t.hiccups() == null ? null : t.hiccups().p99())
        .figure(Label.CPU, Unit.SHARE, ClientTask::cpuShare)
        .figure("busiest thread", Unit.SHARE, t -> t.busiest() == null ? null : t.busiest().share())
        .figure("GC", Unit.MICROS, t -> MICROS_PER_MILLI * t.gcMs());
  }

  private static DataTable<ClientTask> named(String name, List<ClientTask> shown) {
    return DataTable.of(shown).name(name, ClientTask::task).name(Label.HOST, ClientTask::host);
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
        .bar("highest p99", Unit.MICROS, Host::highestP99)
        .figure("highest CPU", Unit.SHARE, Host::highestCpuShare)
        .figure("GC", Unit.MICROS, h -> MICROS_PER_MILLI * h.gcMs());
  }

  private double most(ToDoubleFunction<ClientTask> figure) {
    return report.clients().tasks().stream().mapToDouble(figure).max().orElse(0);
  }
}
