package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.rundir.server.ServerCounter;
import java.util.Comparator;
import java.util.List;

/** What an operation cost servers and clients. */
final class CostView {
  private static final int MAX_SERVERS = 50;

  /** A small cluster is read at least as often. */
  private static final double SELDOM_SECONDS = 10;

  private CostView() {}

  /** CPU time of servers and clients for an operation; nothing if both are unknown. */
  static void summary(OperationCost cost, boolean isOfRows, Document document) {
    String of = isOfRows ? " a request" : " an operation";
    String cpu =
        joined(
            ", ",
            Unit.MICROS.text("server CPU %s", cost.perOperation(Figure.SERVER_CPU).orElse(null)),
            Unit.MICROS.text("client CPU %s", cost.perOperation(Figure.CLIENT_CPU).orElse(null)));
    document.fact("cost", cpu.isEmpty() ? "" : cpu + of);
  }

  static void section(OperationCost cost, RunCharts charts, Document document) {
    document.section("Cost");
    if (cost.servers().isEmpty() && cost.missing().isEmpty()) {
      return;
    }
    cost.missing().forEach(line -> document.fact(Label.MISSING, line));
    List<Cost> shown = cost.figures().stream().filter(f -> f.total() > 0).toList();
    if (shown.isEmpty()) {
      return;
    }
    document.table(
        DataTable.of(shown)
            .name(Label.FIGURE, Cost::figure)
            .name(Label.WHAT, f -> Figure.named(f.figure()).map(Figure::help).orElse(""))
            .count("an operation", CostView::written)
            .figure("error at most", Unit.SHARE, Cost::error));
    document.note(
        "What the %,d operations of the window cost; the servers' part includes what they did"
            + " for other users and by themselves. The error is that of the edges of the"
            + " window: the servers' clocks are read every second or less often%s; it is not"
            + " known for the clients and for HBase's own counters%s.",
        cost.operations(),
        cost.sampleSeconds() == null || cost.sampleSeconds() < SELDOM_SECONDS
            ? ""
            : ", here every " + Unit.SECONDS.text(cost.sampleSeconds()),
        cost.hbaseSeconds() == null
            ? ""
            : ", which cover " + Unit.SECONDS.text(cost.hbaseSeconds()) + " of the window");
    if (!cost.serverCpu().isEmpty()) {
      document.chart(charts.serverCpu(cost.serverCpu()));
    }
    if (cost.servers().size() > 1) {
      document.table(servers(cost));
    }
  }

  private static Written written(Cost figure) {
    return Written.of(Unit.named(figure.unit()), figure.perOperation());
  }

  private static DataTable<Server> servers(OperationCost cost) {
    Comparator<Server> byCpu =
        Comparator.comparing(s -> s.cpuShare() == null ? Double.valueOf(0) : s.cpuShare());
    DataTable<Server> table =
        DataTable.of(cost.servers().stream().sorted(byCpu.reversed()).limit(MAX_SERVERS).toList())
            .name(Label.REGION_SERVER, Server::server)
            .count(Label.REQUESTS, Server::requests)
            .count(
                Label.PROCESSORS,
                s ->
                    s.cpuShare() == null
                        ? null
                        : new Written(format("%.2f", s.cpuShare()), s.cpuShare()));
    for (Figure figure :
        List.of(Figure.SERVER_CPU, Figure.SERVER_GC, Figure.RPC_IN, Figure.RPC_OUT)) {
      table.count(figure.toString(), server -> of(server, figure));
    }
    return table
        .figure(
            "L1 hits",
            Unit.SHARE,
            s -> OperationCost.hitRatio(s.figures(), Figure.L1_HITS, Figure.L1_MISSES))
        .figure("L1 size", Unit.BYTES, s -> s.level(ServerCounter.L1_BYTES))
        .figure(
            "L2 hits",
            Unit.SHARE,
            s -> OperationCost.hitRatio(s.figures(), Figure.L2_HITS, Figure.L2_MISSES))
        .optional("L2 size", Unit.BYTES, s -> s.level(ServerCounter.L2_BYTES))
        .count(Figure.EVICTIONS.toString(), s -> of(s, Figure.EVICTIONS))
        .figure("files local", Unit.SHARE, CostView::filesLocal);
  }

  /** HBase says 0 % of no files. */
  private static Double filesLocal(Server server) {
    Double bytes = server.level(ServerCounter.STORE_FILE_BYTES);
    return bytes == null || bytes == 0 ? null : server.level(ServerCounter.FILES_LOCAL);
  }

  private static Written of(Server server, Figure wanted) {
    return server.cost(wanted).map(CostView::written).orElse(null);
  }
}
