package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.cost.Machines;
import io.hbench.report.cost.Machines.DataNode;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.Machines.Source;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts.Machine;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineViewTest {
  private static final Machine UNKNOWN = new Machine(null, null, null, null);

  private static Machine machine(double cpu, double iowait) {
    return new Machine(
        null,
        8,
        0.01,
        new MachineUse(
            30, cpu, cpu, 0.0, iowait, 0.01, 1.0, null, null, null, null, null, null, null, null,
            null, null));
  }

  /** Hosts of servers; the first ones are known. */
  private static String text(int known, int all, Machine machine) {
    List<Host> hosts =
        IntStream.range(0, all)
            .mapToObj(
                i -> new Host("rs" + i, false, true, Source.TASK, i < known ? machine : UNKNOWN))
            .toList();
    Machines machines = new Machines(hosts, List.of(), List.of("why"));
    Document document = new Document("report", "t");
    MachineView.summary(machines, document);
    MachineView.section(machines, null, document);
    return TextRenderer.whole(document);
  }

  @Test
  void hostsThatAreUnknownAreNotCountedAmongTheOthers() {
    assertThat(text(10, 10, machine(0.4, 0.0)))
        .contains("machines:  10 hosts of servers; CPU 40.0 % (before 1.0 %)\n");
    assertThat(text(3, 10, machine(0.4, 0.0))).contains("machines:  3 of 10 hosts of servers; CPU");
  }

  @Test
  void regionServersOfAHostAreSummedUp() {
    Document document = new Document("report", "t");
    Host one = new Host("a", false, true, Source.TASK, machine(0.4, 0.0));
    Host two = new Host("rs.example.org", false, true, Source.TASK, machine(0.4, 0.0));
    List<Server> servers =
        Stream.of("a:1", "RS.example.org:1", "rs.example.org:2")
            .map(name -> new Server(name, 1_234L, 1.0, List.of(), Map.of()))
            .toList();
    MachineView.section(
        new Machines(List.of(one, two), List.of(), List.of()),
        new OperationCost(
            3_702, List.of(), null, null, null, servers, List.of(), List.of(), List.of()),
        document);
    assertThat(TextRenderer.whole(document))
        .containsPattern("host +of +by +region servers +requests")
        .containsPattern("rs.example.org +servers +task +2 +2,468 ")
        .containsPattern("\na +servers +task +- +- +8 ");
  }

  @Test
  void waitsAreShownIfTheyAreMuch() {
    assertThat(text(2, 2, machine(0.4, 0.03)))
        .contains("; iowait 3.0 %\n")
        .doesNotContain("; steal");
  }

  @Test
  void aRunWithoutFactsOfMachinesHasNoTableOfThem() {
    assertThat(text(0, 3, UNKNOWN)).contains("why").doesNotContain("rs0", "machines:", "window");
    assertThat(text(1, 3, machine(0.4, 0.0))).contains("rs0", "rs2");
  }

  @Test
  void aHostSaysWhoTellsOfItAndADataNodeHasItsFigures() {
    MachineUse use =
        new MachineUse(
            30,
            0.4,
            0.3,
            0.1,
            0.03,
            0.0,
            1.0,
            64e9,
            8e9,
            30e9,
            List.of(),
            List.of("eth0"),
            2e6,
            3e6,
            null,
            null,
            null);
    Machine machine = new Machine(null, 8, 0.01, use);
    List<Host> hosts =
        List.of(
            new Host("dn1", false, false, Source.DATA_NODE, machine(0.1, 0.0)),
            new Host("rs1", false, true, Source.PROMETHEUS, machine));
    List<DataNode> nodes =
        List.of(
            new DataNode("dn1:9866", 30.0, 12e6, 4e6, 0.5, 2.0, 10.0, 5_000.0, true),
            new DataNode("rs1:9866", null, null, null, null, null, null, null, null));
    Document document = new Document("report", "t");
    Machines machines = new Machines(hosts, nodes, List.of());
    MachineView.summary(machines, document);
    MachineView.section(machines, null, document);
    assertThat(TextRenderer.whole(document))
        .contains("machines:  1 host of servers; CPU 40.0 % (before 1.0 %); iowait 3.0 %;")
        .containsPattern("network 2.00 MB/s in, 3.00\\s+MB/s out\n")
        .contains("machines:  1 host of DataNodes; CPU 10.0 %")
        .containsPattern("\nrs1 +servers +Prometheus ")
        .containsPattern("\ndn1 +DataNodes +DataNode ")
        .containsPattern(
            "\nDataNode +written +read +blocks written +blocks read +fsyncs +fsync +slow peer")
        .containsPattern("\ndn1:9866 .* yes")
        .containsPattern("\nrs1:9866 .* -");
  }
}
