package io.hbench.report.cost;

import io.hbench.report.cost.Machines.DataNode;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.Machines.Source;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.HostName;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.Machine;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Makes the figures of machines. Where tasks run, one of them tells: that whose window is most like
 * the run's. Elsewhere a site's Prometheus does; the metrics pages of region servers and DataNodes
 * know less of their hosts.
 */
public final class MachineFigures {
  /** DataNodes are read every ten seconds. */
  private static final double DATA_NODE_PERIOD_MS = 11_000;

  /** Of the window: with half of it, a DataNode wrote 70 % less than it did within 16 s. */
  private static final double DATA_NODE_SHARE = 0.2;

  private final CostWindow window;
  private final Map<String, Machine> ofTasks = new TreeMap<>();
  private final Map<String, Series> ofServers = new TreeMap<>();
  private final Map<String, Series> ofDataNodes = new TreeMap<>();
  private Map<String, Machine> ofPrometheus = Map.of();
  private final Set<String> clients = new TreeSet<>();
  private final List<String> missing = new ArrayList<>();

  private MachineFigures(CostWindow window) {
    this.window = window;
  }

  /**
   * Makes the figures.
   *
   * @param samples null if there are none
   * @param known by Prometheus; null if it was not asked
   * @param window null without one
   * @param whole whether the window is that of the tasks' monitors
   * @param why why there are no samples; null if there are some, or no servers
   * @return null without a window
   */
  public static Machines of(
      ServerSamples samples,
      HostFacts known,
      CostWindow window,
      List<TaskFacts> tasks,
      boolean whole,
      String why) {
    if (window == null) {
      return null;
    }
    MachineFigures figures = new MachineFigures(window);
    tasks.forEach(task -> figures.add(task, whole));
    if (samples != null) {
      samples.servers().forEach(figures::add);
      samples.dataNodes().forEach(figures::addDataNode);
    }
    if (known != null) {
      figures.ofPrometheus = known.machines();
    }
    Machines machines = figures.machines(whole, why, known != null);
    if (known != null) {
      known.problems().stream()
          .map("machines by hbench.prometheus.url unknown: "::concat)
          .forEach(figures.missing::add);
    }
    return samples == null ? machines : figures.with(samples.dataNodes(), machines);
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
    ofServers.merge(
        HostName.among(clients, hostOf(server)), server.jvm(), (a, b) -> use(a, 0) == null ? b : a);
  }

  private void addDataNode(ServerSamples.Server node) {
    Set<String> names = new TreeSet<>(clients);
    names.addAll(ofServers.keySet());
    ofDataNodes.putIfAbsent(HostName.among(names, hostOf(node)), node.jvm());
  }

  private static String hostOf(ServerSamples.Server server) {
    return server.server().substring(0, server.server().lastIndexOf(':'));
  }

  private Machines machines(boolean whole, String why, boolean asked) {
    Set<String> names = new TreeSet<>(clients);
    names.addAll(ofServers.keySet());
    names.addAll(ofDataNodes.keySet());
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
        h -> h.source() == Source.REGION_SERVER || h.source() == Source.DATA_NODE,
        "iowait, page cache, disks and network",
        "a metrics page (/jmx) does not tell"
            + (asked ? "" : "; a task on the host or hbench.prometheus.url would"));
    return new Machines(hosts, List.of(), missing);
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
    Map<Source, Machine> sources = new EnumMap<>(Source.class);
    sources.put(Source.TASK, ofTasks.get(name));
    sources.put(Source.PROMETHEUS, ofPrometheus.get(name));
    sources.put(Source.REGION_SERVER, byPage(ofServers.get(name), 0));
    sources.put(Source.DATA_NODE, byPage(ofDataNodes.get(name), slackMs()));
    sources.values().removeIf(machine -> machine == null || machine.window() == null);
    Source source = sources.isEmpty() ? null : sources.keySet().iterator().next();
    return new Host(
        name,
        clients.contains(name),
        ofServers.containsKey(name),
        source,
        source == null ? new Machine(null, null, null, null) : sources.get(source));
  }

  /** How far a reading of a DataNode may be from the end of the window. */
  private double slackMs() {
    return Math.min(DATA_NODE_PERIOD_MS, DATA_NODE_SHARE * (window.endMs() - window.startMs()));
  }

  /** The machines with figures of DataNodes, and a line for those without. */
  private Machines with(List<ServerSamples.Server> all, Machines machines) {
    List<DataNode> nodes = all.stream().map(this::dataNode).toList();
    List<DataNode> unknown = nodes.stream().filter(node -> node.seconds() == null).toList();
    if (nodes.isEmpty()) {
      missing.add(
          "DataNodes unknown: HBase's file system is no HDFS that this client knows, or no page"
              + " (/jmx) of a NameNode answered");
    } else if (!unknown.isEmpty()) {
      missing.add(
          "figures of %d of %d DataNodes unknown, first %s: no page (/jmx), a restart, or no two"
                  .formatted(unknown.size(), nodes.size(), unknown.get(0).dataNode())
              + " readings near the ends of the window");
    }
    return new Machines(machines.hosts(), nodes, missing);
  }

  private DataNode dataNode(ServerSamples.Server node) {
    Series page = node.hbase().getOrDefault(ServerSamples.DATA_NODE, Series.NONE);
    int from = nearest(page, window.startMs());
    int to = nearest(page, window.endMs());
    if (from < 0 || to <= from || hasRestarted(page, from, to)) {
      return new DataNode(node.server(), null, null, null, null, null, null, null, null);
    }
    double seconds = (page.atMs().get(to) - page.atMs().get(from)) / 1e3;
    Function<String, Double> rate =
        counter -> {
          List<Double> values = page.counters().get(counter);
          return values == null || values.get(to) < values.get(from) // restarted
              ? null
              : (Double) ((values.get(to) - values.get(from)) / seconds);
        };
    Double fsyncs = rate.apply(ServerCounter.FSYNCS);
    Double fsyncTime = rate.apply(ServerCounter.FSYNC_SECONDS);
    Double slow = page.last(ServerCounter.SLOW_PEER, window.endMs());
    return new DataNode(
        node.server(),
        seconds,
        rate.apply(ServerCounter.WRITTEN_BYTES),
        rate.apply(ServerCounter.READ_BYTES),
        rate.apply(ServerCounter.WRITTEN_BLOCKS),
        rate.apply(ServerCounter.READ_BLOCKS),
        fsyncs,
        fsyncs == null || fsyncTime == null || fsyncs == 0
            ? null
            : (Double) (1e6 * fsyncTime / fsyncs),
        slow == null ? null : (Boolean) (slow > 0));
  }

  private static boolean hasRestarted(Series page, int from, int to) {
    List<Double> beats = page.counters().get(ServerCounter.HEARTBEATS);
    return beats != null
        && IntStream.rangeClosed(from + 1, to).anyMatch(i -> beats.get(i) < beats.get(i - 1));
  }

  /** The reading nearest to a time, of those of a new page; -1 if that is too far. */
  private int nearest(Series page, double time) {
    List<Double> atMs = page.atMs();
    List<Double> beats = page.counters().get(ServerCounter.HEARTBEATS);
    return IntStream.range(0, atMs.size())
        .filter(i -> Math.abs(atMs.get(i) - time) <= slackMs())
        .filter(i -> i == 0 || beats == null || !beats.get(i).equals(beats.get(i - 1)))
        .boxed()
        .min(Comparator.comparingDouble(i -> Math.abs(atMs.get(i) - time)))
        .orElse(-1);
  }

  private Machine byPage(Series jvm, double slackMs) {
    if (jvm == null) {
      return null;
    }
    Double processors = jvm.last(ServerCounter.HOST_PROCESSORS, window.endMs());
    return new Machine(
        null,
        processors == null ? null : (Integer) processors.intValue(),
        jvm.size() == 0 ? null : cpu(jvm, jvm.atMs().get(0), window.loadStartMs(), 0),
        use(jvm, slackMs));
  }

  /** Of the host of a server; null unless its readings cover the time, but for some at its ends. */
  private static Double cpu(Series jvm, double from, double until, double slackMs) {
    return jvm.size() == 0
            || jvm.atMs().get(0) > from + slackMs
            || jvm.atMs().get(jvm.size() - 1) < until - slackMs
        ? null
        : jvm.mean(ServerCounter.HOST_CPU, from, until).orElse(null);
  }

  /** By the JVM of a server; null unless its readings cover the window. */
  private MachineUse use(Series jvm, double slackMs) {
    Double busy = cpu(jvm, window.startMs(), window.endMs(), slackMs);
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
