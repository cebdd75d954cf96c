package io.hbench.report.cost;

import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Page;
import io.hbench.html.Table;
import io.hbench.report.cost.OperationCost.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The cost of an operation on a report's page. */
public final class CostPage {
  private static final int MAX_SERVERS = 50;
  private static final int HEIGHT = 200;

  private CostPage() {}

  /**
   * Adds the section.
   *
   * @param cost may be null
   * @param intervalSeconds of the timeline
   */
  public static void add(OperationCost cost, double intervalSeconds, Page page) {
    if (cost == null || (cost.servers().isEmpty() && cost.missing().isEmpty())) {
      return;
    }
    page.section("Cost");
    cost.missing().forEach(line -> page.text(Numbers.format("Note: %s.", line)));
    List<Figure> shown = CostText.shown(cost);
    if (shown.isEmpty()) {
      return;
    }
    Table table = Table.of("figure", "what").figures("per operation", "error at most");
    for (Figure f : shown) {
      table.row(
          text(f.figure()),
          text(CostFigure.named(f.figure()).map(CostFigure::help).orElse("")),
          cell(f),
          figure(f.error() == null ? "" : Numbers.format("%.1f %%", 100 * f.error()), f.error()));
    }
    page.table(table);
    page.text(
        Numbers.format(
            "What the %,d operations of the window cost; the servers' part includes what they did"
                + " for other users and by themselves. The error is that of the edges of the"
                + " window: the servers' clocks are read every second or less often; it is not known for"
                + " the clients and for HBase's own counters.",
            cost.operations()));
    if (!cost.serverCpu().isEmpty()) {
      page.chart(cpu(cost.serverCpu(), intervalSeconds));
    }
    if (cost.servers().size() > 1) {
      page.table(servers(cost));
    }
  }

  private static Cell cell(Figure f) {
    return figure(CostText.value(f), f.perOperation());
  }

  private static Chart cpu(List<Double> seconds, double intervalSeconds) {
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i++) {
      points.add(new Chart.Point(i * intervalSeconds, seconds.get(i) / intervalSeconds));
    }
    return new Chart(
            "CPU of the servers",
            Axis.of(Kind.TIME, "s"),
            Axis.of(Kind.AMOUNT, "processors"),
            HEIGHT)
        .series("CPU", Style.LINE, 0, points);
  }

  private static Table servers(OperationCost cost) {
    Table table =
        Table.of("region server").figures("requests", "processors", "CPU", "GC", "in", "out");
    cost.servers().stream()
        .sorted(
            Comparator.comparing(
                    (OperationCost.Server s) -> s.cpuShare() == null ? 0 : (double) s.cpuShare())
                .reversed())
        .limit(MAX_SERVERS)
        .forEach(
            s ->
                table.row(
                    text(s.server()),
                    figure(s.requests() == null ? "" : Numbers.count(s.requests()), s.requests()),
                    figure(
                        s.cpuShare() == null ? "" : Numbers.format("%.2f", s.cpuShare()),
                        s.cpuShare()),
                    of(s, CostFigure.SERVER_CPU),
                    of(s, CostFigure.SERVER_GC),
                    of(s, CostFigure.RPC_IN),
                    of(s, CostFigure.RPC_OUT)));
    return table;
  }

  private static Cell of(OperationCost.Server server, CostFigure wanted) {
    return server.figures().stream()
        .filter(f -> f.figure().equals(wanted.toString()) && f.perOperation() != null)
        .findFirst()
        .map(CostPage::cell)
        .orElse(text(""));
  }
}
