package io.hbench.report.format;

import static io.hbench.html.Cell.bar;
import static io.hbench.html.Cell.code;
import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;
import static io.hbench.report.format.ReportTables.count;
import static io.hbench.report.format.ReportTables.micros;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Page;
import io.hbench.html.Table;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Level;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The requests by region server and region on a report's page. */
final class PlacePage {
  private static final int GREY = 7;
  private static final int HEIGHT = 240;

  private final ByServer places;
  private final String timing;

  /**
   * @param timing kind of latency in the charts
   */
  private PlacePage(ByServer places, String timing) {
    this.places = places;
    this.timing = timing;
  }

  /** Adds the section, if requests were meant for servers. */
  static void add(RunReport report, Page page) {
    if (report.byServer() != null) {
      new PlacePage(report.byServer(), report.timeline().timing()).add(page);
    }
  }

  private void add(Page page) {
    page.section("Region servers, by the clients");
    places.slow().forEach(slow -> page.text(sentence(PlaceText.slow(slow))));
    places.skews().forEach(skew -> page.text(sentence(PlaceText.skew(skew))));
    places.held().stream()
        .limit(PlaceText.MAX_HELD)
        .forEach(held -> page.text(sentence(PlaceText.held(held))));
    places.withheld().stream()
        .limit(PlaceText.MAX_HELD)
        .forEach(withheld -> page.text(sentence(PlaceText.withheld(withheld))));
    if (places.servers().size() > 1) {
      page.chart(latencies());
    }
    page.table(servers());
    page.text(
        "Requests by the server that had their region when they were sent, as the clients knew it."
            + " × the others: geometric mean of the service times beside that of all other servers,"
            + " for the same operations and at the same times, with its 95 % confidence interval.");
    if (places.servers().stream().anyMatch(server -> server.operations().size() > 1)) {
      page.fold("By operation", operations());
    }
    page.table(regions());
  }

  private static String sentence(String line) {
    return Character.toUpperCase(line.charAt(0)) + line.substring(1) + ".";
  }

  private Chart latencies() {
    Axis names = Axis.names("server", places.servers().stream().map(Server::server).toList());
    return new Chart("Latency by region server", names, Axis.of(Kind.LATENCY, ""), HEIGHT)
        .note(timing + " time, all operations together")
        .series("p99.9", Style.DOTS, GREY, dots(LatencySummary::p999))
        .series("p99", Style.DOTS, 0, dots(LatencySummary::p99))
        .series("p50", Style.DOTS, 2, dots(LatencySummary::p50));
  }

  private List<Chart.Point> dots(Function<LatencySummary, Double> figure) {
    List<Chart.Point> dots = new ArrayList<>();
    for (Server server : places.servers()) {
      dots.add(new Chart.Point(dots.size(), figure.apply(PlaceText.latency(server))));
    }
    return dots;
  }

  private Table servers() {
    Table table =
        Table.of("region server")
            .figures("requests", "share", "errors", "p50", "p99", "p99.9", "max")
            .figures("× the others", "from", "to");
    double most = places.servers().stream().mapToDouble(Server::share).max().orElse(0);
    for (Server server : places.servers()) {
      LatencySummary latency = PlaceText.latency(server);
      Level level = server.level();
      table.row(
          text(server.server()),
          count(server.count()),
          bar(Numbers.share(server.share()), server.share(), most),
          count(server.errors()),
          micros(latency.p50()),
          micros(latency.p99()),
          micros(latency.p999()),
          micros(latency.max()),
          ratio(level == null ? null : level.ratio()),
          ratio(level == null ? null : level.low()),
          ratio(level == null ? null : level.high()));
    }
    return table;
  }

  private static Cell ratio(Double ratio) {
    return figure(ratio == null ? "" : Numbers.format("%.2f", ratio), ratio);
  }

  private Table operations() {
    Table table =
        Table.of("region server", "operation", "time")
            .figures("requests", "errors", "p50", "p99", "p99.9", "max");
    for (Server server : places.servers()) {
      for (Operation operation : server.operations()) {
        if (operation.response() != null) {
          row(table, server, operation, "response", operation.response());
        }
        row(table, server, operation, "service", operation.service());
      }
    }
    return table;
  }

  private static void row(
      Table table, Server server, Operation operation, String timing, LatencySummary latency) {
    table.row(
        Stream.concat(
            Stream.of(
                text(server.server()),
                text(operation.operation()),
                text(timing),
                count(operation.count()),
                count(operation.errors())),
            Stream.of(latency.p50(), latency.p99(), latency.p999(), latency.max())
                .map(ReportTables::micros)));
  }

  /** The regions with the most requests and errors, and the slowest ones. */
  private Table regions() {
    Table table =
        Table.of("region", "first key", "region server")
            .figures("requests", "share", "errors", "slowest");
    double most = places.regions().stream().mapToDouble(ByServer.Region::share).max().orElse(0);
    for (ByServer.Region region : places.regions()) {
      table.row(
          code(region.region()),
          code(region.start()),
          text(region.server()),
          count(region.count()),
          bar(Numbers.share(region.share()), region.share(), most),
          count(region.errors()),
          micros(region.slowest()));
    }
    return table;
  }
}
