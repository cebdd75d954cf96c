package io.hbench.report.cost;

import io.hbench.report.cost.Machines.Host;
import io.hbench.rundir.HostName;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.Machine;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Makes the figures of machines. Where tasks run, one of them tells: that whose window is most like
 * the run's. The metrics pages of region servers know less of their hosts.
 */
public final class MachineFigures {
  private final CostWindow window;
  private final Map<String, Machine> ofTasks = new TreeMap<>();
  private final Map<String, Series> ofServers = new TreeMap<>();
  private final Set<String> clients = new TreeSet<>();
  private final List<String> missing = new ArrayList<>();

  private MachineFigures(CostWindow window) {
    this.window = window;
  }

  /**
   * Makes the figures.
   *
   * @param samples null if there are none
   * @param window null without one
   * @param whole whether the window is that of the tasks' monitors
   * @param why why there are no samples; null if there are some, or no servers
   * @return null without a window
   */
  public static Machines of(
      ServerSamples samples, CostWindow window, List<TaskFacts> tasks, boolean whole, String why) {
    if (window == null) {
      return null;
    }
    MachineFigures figures = new MachineFigures(window);
    tasks.forEach(task -> figures.add(task, whole));
    if (samples != null) {
      samples.servers().forEach(figures::add);
    }
    return figures.machines(whole, why);
  }

  private void add(TaskFacts task, boolean whole) {
    String host = HostName.among(clients, task.host());
    clients.add(host);
    Machine machine = task.result().client().machine();
    if (whole && machine != null) {
      ofTasks.merge(host, machine, (a, b) -> difference(a) <= difference(b) ? a : b);
    }
  }

  private double difference(Machine machine) {
    return Math.abs(machine.window().seconds() - window.seconds());
  }

  private void add(ServerSamples.Server server) {
    String host = server.server().substring(0, server.server().lastIndexOf(':'));
    ofServers.merge(HostName.among(clients, host), server.jvm(), (a, b) -> use(a) == null ? b : a);
  }

  private Machines machines(boolean whole, String why) {
    Set<String> names = new TreeSet<>(clients);
    names.addAll(ofServers.keySet());
    List<Host> hosts = names.stream().map(this::host).toList();
    if (!whole) {
      missing.add("machines by their tasks unknown: the window is a part of what those measured");
    }
    if (why != null) {
      missing.add(why);
    }
    miss(hosts, h -> h.machine().window() == null, "machine", "no task or metrics page tells");
    miss(
        hosts,
        h -> h.machine().window() != null && h.machine().window().in() == null,
        "iowait, page cache, disks and network",
        "a metrics page (/jmx) does not tell, and a task on the host would");
    return new Machines(hosts, missing);
  }

  private void miss(List<Host> hosts, Predicate<Host> which, String what, String why) {
    List<Host> some = hosts.stream().filter(which).toList();
    if (!some.isEmpty()) {
      missing.add(
          "%s of %d of %d hosts unknown, first %s: %s"
              .formatted(what, some.size(), hosts.size(), some.get(0).host(), why));
    }
  }

  private Host host(String name) {
    Series server = ofServers.get(name);
    Machine machine =
        ofTasks.containsKey(name) || server == null
            ? ofTasks.getOrDefault(name, new Machine(null, null, null, null))
            : byPage(server);
    return new Host(name, clients.contains(name), server != null, machine);
  }

  private Machine byPage(Series jvm) {
    Double processors = jvm.last(ServerCounter.HOST_PROCESSORS, window.endMs());
    return new Machine(
        null,
        processors == null ? null : (Integer) processors.intValue(),
        jvm.size() == 0 ? null : cpu(jvm, jvm.atMs().get(0), window.loadStartMs()),
        use(jvm));
  }

  /** Of the host of a server; null unless its readings cover the time. */
  private static Double cpu(Series jvm, double from, double until) {
    return jvm.size() == 0 || jvm.atMs().get(0) > from || jvm.atMs().get(jvm.size() - 1) < until
        ? null
        : jvm.mean(ServerCounter.HOST_CPU, from, until).orElse(null);
  }

  /** By the JVM of a server; null unless its readings cover the window. */
  private MachineUse use(Series jvm) {
    Double busy = cpu(jvm, window.startMs(), window.endMs());
    return busy == null
        ? null
        : MachineUse.ofPage(
            window.seconds(),
            busy,
            jvm.last(ServerCounter.HOST_LOAD, window.endMs()),
            jvm.last(ServerCounter.HOST_MEMORY, window.endMs()),
            jvm.last(ServerCounter.HOST_FREE_MEMORY, window.endMs()));
  }
}
