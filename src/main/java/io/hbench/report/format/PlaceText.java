package io.hbench.report.format;

import io.hbench.html.Numbers;
import io.hbench.latency.LatencySummary;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Held;
import io.hbench.report.server.ByServer.Level;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.Skew;
import io.hbench.report.server.ByServer.SlowServer;
import io.hbench.report.server.ByServer.Withheld;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The requests by region server in a text report: a table, slow servers, and skew. */
final class PlaceText {
  /** Servers in the table. */
  private static final int MAX_SERVERS = 10;

  /** Servers with a line of their own about slots. */
  static final int MAX_HELD = 3;

  private static final double SURE = 0.0001;

  private PlaceText() {}

  /** The lines; empty for a single server, unless a region is hot. */
  static String of(ByServer places) {
    if (places == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    if (places.servers().size() > 1) {
      text.append(table(places.servers()));
    }
    places.slow().forEach(slow -> text.append(slow(slow)).append('\n'));
    places.skews().forEach(skew -> text.append(skew(skew)).append('\n'));
    places.held().stream().limit(MAX_HELD).forEach(held -> text.append(held(held)).append('\n'));
    places.withheld().stream().limit(MAX_HELD).forEach(w -> text.append(withheld(w)).append('\n'));
    return text.toString();
  }

  private static String table(List<Server> all) {
    List<Server> shown =
        all.stream()
            .sorted(Comparator.comparingDouble(PlaceText::p99).reversed())
            .limit(MAX_SERVERS)
            .toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("server", "requests", "share", "errors", "p50", "p99", "p99.9", "× the others"));
    shown.forEach(server -> rows.add(row(server)));
    String lines = rows.stream().map(row -> line(row, rows)).collect(Collectors.joining());
    return all.size() > shown.size()
        ? lines
            + Numbers.format(
                "servers: those with the highest p99 of %,d; all are in report.html\n", all.size())
        : lines;
  }

  /** Response times if there was a rate, else service times. */
  static LatencySummary latency(Server server) {
    return server.response() == null ? server.service() : server.response();
  }

  static double p99(Server server) {
    Double p99 = latency(server).p99();
    return p99 == null ? 0 : p99;
  }

  private static List<String> row(Server server) {
    LatencySummary latency = latency(server);
    return List.of(
        server.server(),
        Numbers.count(server.count()),
        Numbers.share(server.share()),
        Numbers.count(server.errors()),
        Numbers.micros(latency.p50()),
        Numbers.micros(latency.p99()),
        Numbers.micros(latency.p999()),
        server.level() == null ? "-" : Numbers.format("%.2f", server.level().ratio()));
  }

  private static String line(List<String> row, List<List<String>> all) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      int column = i;
      int width = all.stream().mapToInt(r -> r.get(column).length()).max().orElse(1);
      line.append(Numbers.format((i == 0 ? "%-" : "  %") + width + "s", row.get(i)));
    }
    return line.append('\n').toString();
  }

  /** Names a slow server, by how much, and how sure that is. */
  static String slow(SlowServer slow) {
    return "slow server: " + slow.server() + ": " + level(slow.level());
  }

  private static String level(Level level) {
    return Numbers.format(
        "service times %.2f × those of the others (%.2f to %.2f), %s more; by chance: %s",
        level.ratio(),
        level.low(),
        level.high(),
        Numbers.time(level.excess()),
        level.pValue() < SURE
            ? "p < " + Numbers.format("%.4f", SURE)
            : Numbers.format("p = %.4f", level.pValue()));
  }

  /** Says which slots a server has held. */
  static String held(Held held) {
    return "slots held by " + held.text();
  }

  /** Says what was withheld from a server. */
  static String withheld(Withheld withheld) {
    return Numbers.format(
        "withheld: %,d %s for %s, whose slots were all in use (--in-flight-per-server)",
        withheld.requests(), withheld.requests() == 1 ? "request" : "requests", withheld.server());
  }

  /** Names a hot server or region. */
  static String skew(Skew skew) {
    String share =
        Numbers.format(
            "%.0f %% of the requests, where an equal share is %s",
            100 * skew.share(), Numbers.share(skew.equalShare()));
    if (skew.region() != null) {
      return Numbers.format(
          "skew: hot region %s on %s, from key '%s': %s",
          skew.region(), skew.server(), skew.start(), share);
    }
    return Numbers.format("skew: hot server %s: %s", skew.server(), share)
        + (skew.level() == null ? "" : "; under this load, " + level(skew.level()));
  }
}
