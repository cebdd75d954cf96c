package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.doc.Axis;
import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.LatencySummary;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Level;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.Skew;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The requests by region server and region, as the clients saw them. */
final class ServersView {

  /** Servers with a line of their own about slots. */
  private static final int MAX_HELD = 3;

  private static final double SURE = 0.0001;

  private static final List<Figure> LATENCIES =
      List.of(Figure.P50, Figure.P99, Figure.P999, Figure.MAX);

  private ServersView() {}

  /** Slow servers, skew and held slots stand out. */
  static void summary(ByServer servers, Document document) {
    servers.slow().forEach(s -> document.fact("slow server", s.server() + ": " + level(s.level())));
    servers.skews().forEach(skew -> document.fact("skew", skew(skew)));
    servers.held().stream()
        .limit(MAX_HELD)
        .forEach(held -> document.fact("slots held", "by " + held.text()));
    servers.withheld().stream()
        .limit(MAX_HELD)
        .forEach(
            w ->
                document.fact(
                    "withheld",
                    "%s for %s, whose slots were all in use (--in-flight-per-server)",
                    counted(w.requests(), "request"),
                    w.server()));
  }

  /** That none is slow, if each of them was judged. */
  static String noneSlow(ByServer servers) {
    return servers != null
            && servers.slow().isEmpty()
            && servers.skews().stream().allMatch(skew -> skew.level() == null)
            && !servers.servers().isEmpty()
            && servers.servers().stream().allMatch(s -> s.level() != null)
        ? ", none slow"
        : "";
  }

  private static String level(Level level) {
    return format(
        "service times %.2f × those of the others (%.2f to %.2f), %s more; by chance: %s",
        level.ratio(),
        level.low(),
        level.high(),
        Unit.MICROS.text(level.excess()),
        level.pValue() < SURE ? "p < 0.0001" : format("p = %.4f", level.pValue()));
  }

  private static String skew(Skew skew) {
    String share =
        format(
            "%s of the requests, where an equal share is %s",
            Unit.SHARE.text(skew.share()), Unit.SHARE.text(skew.equalShare()));
    return skew.region() != null
        ? format(
            "hot region %s on %s, from key '%s': %s",
            skew.region(), skew.server(), skew.start(), share)
        : "hot server "
            + skew.server()
            + ": "
            + share
            + (skew.level() == null ? "" : "; under this load, " + level(skew.level()));
  }

  /**
   * @param timing kind of latency that the chart has
   */
  static void section(ByServer by, String timing, Document document) {
    document.section("Region servers, by the clients");
    if (by.servers().size() > 1) {
      document.chart(
          TaskCharts.latencies(
              "Latency by region server",
              Axis.names("server", by.servers().stream().map(Server::server).toList()),
              timing,
              by.servers().stream().map(Server::latency).toList(),
              Figure.P999));
    }
    document.table(servers(by.servers()));
    document.note(
        "Requests by the server that had their region when they were sent, as the clients knew it."
            + " vs. others: geometric mean of the service times beside that of all other servers,"
            + " for the same operations and at the same times, with its 95 % confidence interval.");
    List<OfServer> operations = new ArrayList<>();
    for (Server server : by.servers()) {
      for (Operation operation : server.operations()) {
        if (operation.response() != null) {
          operations.add(new OfServer(server, operation, "response", operation.response()));
        }
        operations.add(new OfServer(server, operation, "service", operation.service()));
      }
    }
    if (by.servers().stream().anyMatch(server -> server.operations().size() > 1)) {
      document.fold("By operation", operations(operations));
    }
    document.table(regions(by.regions()));
  }

  private static DataTable<Server> servers(List<Server> servers) {
    return DataTable.of(servers)
        .name(Label.REGION_SERVER, Server::server)
        .count(Label.REQUESTS, Server::count)
        .bar(Label.SHARE, Unit.SHARE, Server::share)
        .figure(Figure.FAILED, Server::errors)
        .figures(LATENCIES, (s, figure) -> s.latency().value(figure))
        .figure("vs. others", Unit.MULTIPLE, level(Level::ratio))
        .figure(Label.FROM, Unit.MULTIPLE, level(Level::low))
        .figure(Label.TO, Unit.MULTIPLE, level(Level::high));
  }

  private static Function<Server, Double> level(Function<Level, Double> figure) {
    return server -> server.level() == null ? null : figure.apply(server.level());
  }

  private record OfServer(
      Server server, Operation operation, String timing, LatencySummary latency) {}

  private static DataTable<OfServer> operations(List<OfServer> operations) {
    return DataTable.of(operations)
        .name(Label.REGION_SERVER, o -> o.server.server())
        .name(Label.OPERATION, o -> o.operation.operation())
        .name(Label.TIME, OfServer::timing)
        .count(Label.REQUESTS, o -> o.operation.count())
        .figure(Figure.FAILED, o -> o.operation.errors())
        .figures(LATENCIES, (o, figure) -> o.latency.value(figure));
  }

  /** The regions with the most requests and errors, and the slowest ones. */
  private static DataTable<Region> regions(List<Region> regions) {
    return DataTable.of(regions)
        .code(Label.REGION, Region::region)
        .code(Label.FIRST_KEY, Region::start)
        .name(Label.REGION_SERVER, Region::server)
        .count(Label.REQUESTS, Region::count)
        .bar(Label.SHARE, Unit.SHARE, Region::share)
        .figure(Figure.FAILED, Region::errors)
        .figure("slowest", Unit.MICROS, Region::slowest);
  }
}
