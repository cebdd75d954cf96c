package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.cost.Machines;
import io.hbench.report.cost.Machines.Host;
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
            .mapToObj(i -> new Host("rs" + i, false, true, i < known ? machine : UNKNOWN))
            .toList();
    Machines machines = new Machines(hosts, List.of("why"));
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
    Host one = new Host("a", false, true, machine(0.4, 0.0));
    Host two = new Host("rs.example.org", false, true, machine(0.4, 0.0));
    List<Server> servers =
        Stream.of("a:1", "RS.example.org:1", "rs.example.org:2")
            .map(name -> new Server(name, 1_234L, 1.0, List.of(), Map.of()))
            .toList();
    MachineView.section(
        new Machines(List.of(one, two), List.of()),
        new OperationCost(
            3_702, List.of(), null, null, null, servers, List.of(), List.of(), List.of()),
        document);
    assertThat(TextRenderer.whole(document))
        .containsPattern("host +of +region servers +requests")
        .containsPattern("rs.example.org +servers +2 +2,468 ")
        .containsPattern("\na +servers +- +- +8 ");
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
}
