package io.hbench.report.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.report.cost.Machines.DataNode;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.Machines.Source;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.Machine;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineFiguresTest {
  private static final double START = 1e12;

  /** The load begins 5 s before it. */
  private static final CostWindow WINDOW =
      new CostWindow(
          START, 30, START - 5_000, START + 30_000, 1, 0, Collections.nCopies(30, 1_000L));

  /**
   * Readings every second between those of the window's edges; each says what was since the last.
   */
  private static Series page(double before, double inLoad, double until) {
    List<Double> at = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (double t = -9.5; t <= until; t++) {
      at.add(START + 1_000 * t);
      double loaded = Math.max(0, Math.min(1, t + 5)) - Math.max(0, Math.min(1, t - 30));
      cpu.add(before + (inLoad - before) * loaded);
    }
    List<Double> memory = Collections.nCopies(at.size(), 64e9);
    return new Series(
        at,
        2,
        Map.of(
            ServerCounter.HOST_CPU, cpu,
            ServerCounter.HOST_LOAD,
                at.stream().map(t -> Math.max(0, (t - START) / 1_000)).toList(),
            ServerCounter.HOST_PROCESSORS, Collections.nCopies(at.size(), 23.0),
            ServerCounter.HOST_MEMORY, memory,
            ServerCounter.HOST_FREE_MEMORY, memory));
  }

  private static ServerSamples servers(Map<String, Series> pages) {
    return new ServerSamples(
        pages.entrySet().stream()
            .map(page -> new ServerSamples.Server(page.getKey(), page.getValue(), Map.of()))
            .toList(),
        null);
  }

  private static TaskFacts task(int index, String host, Machine machine) {
    return TaskFacts.started(
            index,
            new TaskFacts.TaskProcess(host, index, null, null),
            "get",
            new TaskFacts.Start(START - 5_000, 0, 0))
        .with(
            new TaskFacts.Result(
                new TaskFacts.Times(0, 0, 1, List.of()),
                new TaskFacts.Requests(0, 0, 0, 0, 0, 0),
                new TaskFacts.Rows(0, 0, 0, null),
                new TaskFacts.Client(30, 0, 1, 0.1, null, null, null, null, machine),
                null,
                null,
                null,
                null,
                null,
                null,
                null));
  }

  private static Machine machine(double seconds, double cpu) {
    return new Machine(
        "kernel",
        8,
        null,
        new MachineUse(
            seconds,
            cpu,
            cpu,
            0.0,
            0.0,
            0.0,
            1.0,
            null,
            null,
            null,
            List.of(),
            List.of("eth0"),
            1.0,
            1.0,
            1.0,
            1.0,
            null));
  }

  private static Machines of(ServerSamples samples, TaskFacts... tasks) {
    return MachineFigures.of(samples, null, WINDOW, List.of(tasks), true, null);
  }

  @Test
  void cpuOfAServersHostIsThatOfExactlyTheWindowAndOfTheTimeBeforeTheLoad() {
    Machines machines = of(servers(Map.of("rs1:16020", page(0.02, 0.41, 33))));
    Host host = machines.hosts().get(0);
    assertThat(host.host()).isEqualTo("rs1");
    assertThat(host.of(MachineUse::cpu)).isCloseTo(0.41, within(0.006));
    assertThat(host.machine().cpuBefore()).isCloseTo(0.02, within(0.04));
    assertThat(host.machine().processors()).isEqualTo(23);
    assertThat(host.machine().window().load()).isEqualTo(29.5); // at the end
    assertThat(host.machine().window().memory()).isEqualTo(64e9);
    assertThat(machines.serversCpu()).isEqualTo(host.of(MachineUse::cpu));
  }

  /** The first value of a new JVM, of no time, stood for the gap before it. */
  @Test
  void theGapOfARestartIsNotIdle() {
    Series whole = page(0.6, 0.6, 33);
    List<Double> cpu = new ArrayList<>(whole.counters().get(ServerCounter.HOST_CPU));
    List<Double> used = new ArrayList<>();
    for (int i = 0; i < cpu.size(); i++) {
      used.add(i < 20 ? 100.0 + i : i - 20.0);
    }
    cpu.set(20, 0.0);
    Series restarted =
        new Series(
            whole.atMs(), 2, Map.of(ServerCounter.HOST_CPU, cpu, ServerCounter.CPU_SECONDS, used));
    assertThat(restarted.mean(ServerCounter.HOST_CPU, START, START + 30_000).orElseThrow())
        .isCloseTo(0.6, within(1e-9));
  }

  @Test
  void whatAPageDoesNotTellIsUnknownAndNotZero() {
    Machines machines = of(servers(Map.of("rs1:16020", page(0, 0.4, 33))));
    Host host = machines.hosts().get(0);
    assertThat(host.of(MachineUse::iowait)).isNull();
    assertThat(host.of(MachineUse::busiestDisk)).isNull();
    assertThat(host.of(MachineUse::in)).isNull();
    assertThat(machines.missing())
        .first()
        .asString()
        .contains("disks and network of 1 of 1 hosts unknown, first rs1: a metrics page");
  }

  @Test
  void ofTheTasksOfAHostTheOneWhoseWindowIsMostLikeThatOfTheRunTells() {
    Machines machines =
        of(
            null,
            task(0, "node1", machine(20, 0.2)),
            task(1, "node1", machine(31, 0.3)),
            task(2, "node1", machine(90, 0.1)), // waited for a request
            task(3, "node1", null));
    assertThat(machines.hosts()).hasSize(1);
    assertThat(machines.hosts().get(0).of(MachineUse::cpu)).isEqualTo(0.3);
    assertThat(machines.missing()).isEmpty();
  }

  @Test
  void aHostOfServersAndTasksIsOneAndTheTaskTells() {
    Machines machines =
        of(
            servers(Map.of("node1:16020", page(0, 0.4, 33), "node1:16021", Series.NONE)),
            task(0, "node1", machine(30, 0.3)));
    assertThat(machines.hosts())
        .singleElement()
        .satisfies(
            host -> {
              assertThat(host.clients() && host.servers()).isTrue();
              assertThat(host.of(MachineUse::cpu)).isEqualTo(0.3);
            });
  }

  @Test
  void namesOfYarnAndHBaseMayDifferInCaseOrDomain() {
    isOneHost("Node1.example.org");
    isOneHost("NODE1");
  }

  private static void isOneHost(String ofTask) {
    Machines machines =
        of(
            servers(Map.of("node1.example.org:16020", Series.NONE)),
            task(0, ofTask, machine(30, 0.3)));
    assertThat(machines.hosts()).singleElement().satisfies(h -> assertThat(h.servers()).isTrue());
    assertThat(machines.serversCpu()).isEqualTo(0.3);
  }

  @Test
  void aHostWithoutASourceOrWithOneThatEndsTooEarlyIsOneLine() {
    Machines machines =
        of(
            servers(
                Map.of("rs1:1", Series.NONE, "rs2:1", page(0, 0.4, 20), "rs3:1", page(0, 0.4, 33))),
            task(0, "node1", machine(30, 0.3)));
    assertThat(machines.hosts())
        .extracting(host -> host.of(MachineUse::cpu))
        .containsSequence(null, null);
    assertThat(machines.serversCpu()).isNull();
    assertThat(machines.missing().get(0))
        .isEqualTo("machine of 2 of 4 hosts unknown, first rs1: no task or metrics page tells");
  }

  private static final Machine BY_PROMETHEUS = machine(30, 0.6);

  private static Machines withPrometheus(HostFacts known, ServerSamples samples) {
    return MachineFigures.of(
        samples, known, WINDOW, List.of(task(0, "node1", machine(30, 0.3))), true, null);
  }

  @Test
  void aTaskTellsBeforePrometheusAndPrometheusBeforeAPage() {
    HostFacts known =
        new HostFacts(
            Map.of("node1", BY_PROMETHEUS, "rs1", BY_PROMETHEUS), List.of("no exporter of rs2"));
    Machines machines =
        withPrometheus(
            known, servers(Map.of("rs1:1", page(0, 0.4, 33), "rs2:1", page(0, 0.4, 33))));
    assertThat(machines.hosts())
        .extracting(Host::source)
        .containsExactly(Source.TASK, Source.PROMETHEUS, Source.REGION_SERVER);
    assertThat(machines.hosts().get(0).of(MachineUse::cpu)).isEqualTo(0.3);
    assertThat(machines.hosts().get(1).of(MachineUse::cpu)).isEqualTo(0.6);
    assertThat(machines.missing().get(0))
        .endsWith(" of 1 of 3 hosts unknown, first rs2: a metrics page (/jmx) does not tell");
    assertThat(machines.missing())
        .contains("machines by hbench.prometheus.url unknown: no exporter of rs2");
  }

  @Test
  void aPageTellsWhatPrometheusDoesNot() {
    HostFacts known =
        new HostFacts(Map.of("rs1", new Machine(null, 2, null, null)), List.of("late"));
    Machines machines = withPrometheus(known, servers(Map.of("rs1:1", page(0, 0.4, 33))));
    assertThat(machines.hosts().get(1).source()).isEqualTo(Source.REGION_SERVER);
    assertThat(machines.missing()).contains("machines by hbench.prometheus.url unknown: late");
  }

  /** Readings every ten seconds; in the first one before the window it had written nothing. */
  private static ServerSamples.Server dataNode(String name, double firstAt, int readings) {
    List<Double> at = new ArrayList<>();
    List<Double> count = new ArrayList<>();
    for (int i = 0; i < readings; i++) {
      at.add(START + 1_000 * (firstAt + 10 * i));
      count.add(100.0 * i);
    }
    return new ServerSamples.Server(
        name,
        new Series(at, 2, Map.of(ServerCounter.HOST_CPU, Collections.nCopies(readings, 0.5))),
        Map.of(
            ServerSamples.DATA_NODE,
            new Series(
                at,
                2,
                Map.of(
                    ServerCounter.HEARTBEATS, beats(count),
                    ServerCounter.WRITTEN_BYTES, count.stream().map(n -> 1e6 * n).toList(),
                    ServerCounter.READ_BYTES, count,
                    ServerCounter.FSYNCS, count,
                    ServerCounter.FSYNC_SECONDS, count.stream().map(n -> n / 200).toList(),
                    ServerCounter.SLOW_PEER, Collections.nCopies(readings, 1.0)))));
  }

  /** From the sixth reading on, the page is that of the fifth. */
  private static List<Double> beats(List<Double> count) {
    return count.stream().map(n -> Math.min(n, 400)).toList();
  }

  private static Machines withDataNodes(ServerSamples.Server... nodes) {
    Map<String, Series> pages = Map.of("rs1:1", page(0, 0.4, 33));
    return of(new ServerSamples(servers(pages).servers(), List.of(nodes)));
  }

  @Test
  void figuresOfADataNodeAreThoseBetweenTheReadingsNearestToTheEndsOfTheWindow() {
    Machines machines = withDataNodes(dataNode("dn1:9866", -14, 5)); // the last one after 26 s
    assertThat(machines.dataNodes())
        .containsExactly(
            new DataNode("dn1:9866", 30.0, 10e6, 10.0, null, null, 10.0, 5_000.0, true));
  }

  /** A fifth of 30 s: what is farther is of another time. */
  @Test
  void aDataNodeThatWasReadSevenSecondsFromTheEndIsUnknown() {
    assertThat(withDataNodes(dataNode("dn1:9866", -17, 5)).dataNodes().get(0).seconds()).isNull();
  }

  @Test
  void aPageOfADataNodeThatIsShownAgainIsNoReading() {
    DataNode node = withDataNodes(dataNode("dn1:9866", -16, 6)).dataNodes().get(0);
    assertThat(node.seconds()).as("from 4 s to 24 s, not 34 s").isEqualTo(20);
    assertThat(node.writtenBytes()).isEqualTo(10e6);
  }

  @Test
  void aHostOfADataNodeAloneHasTheCpuThatItsPageTells() {
    Machines machines =
        withDataNodes(dataNode("dn1:9866", -14, 5), dataNode("RS1.example.org:9866", -14, 5));
    assertThat(machines.hosts()).extracting(Host::host).containsExactly("dn1", "rs1");
    assertThat(machines.hosts())
        .extracting(Host::source)
        .containsExactly(Source.DATA_NODE, Source.REGION_SERVER);
    assertThat(machines.hosts().get(0).of(MachineUse::cpu)).isEqualTo(0.5);
    assertThat(machines.hosts().get(0).servers()).isFalse();
  }

  @Test
  void aDataNodeWithoutReadingsNearBothEndsIsOneLine() {
    Machines machines =
        withDataNodes(
            dataNode("dn1:9866", -14, 5), dataNode("dn2:9866", -14, 3), dataNode("dn3:9866", 0, 0));
    assertThat(machines.dataNodes())
        .extracting(DataNode::seconds)
        .containsExactly(30.0, null, null);
    assertThat(machines.missing())
        .last()
        .asString()
        .startsWith("figures of 2 of 3 DataNodes unknown, first dn2:9866: no page (/jmx), a");
    assertThat(of(servers(Map.of("rs1:1", page(0, 0.4, 33)))).missing())
        .last()
        .asString()
        .startsWith("DataNodes unknown: HBase's file system is no HDFS that this client knows");
  }
}
