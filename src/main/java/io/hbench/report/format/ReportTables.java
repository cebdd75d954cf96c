package io.hbench.report.format;

import static io.hbench.html.Cell.bar;
import static io.hbench.html.Cell.code;
import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;

import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Table;
import io.hbench.latency.LatencySummary;
import io.hbench.report.ObjectiveText;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.outage.Availability;
import io.hbench.report.outage.AvailabilityText;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a report's page. */
final class ReportTables {
  private ReportTables() {}

  static Table operations(RunReport report) {
    Table table =
        Table.of("operation", "time")
            .figures("count", "errors", "not found", "ops/s", "mean", "p50", "p95", "p99", "p99.9")
            .figures("max");
    Stream.concat(report.operations().stream(), Stream.ofNullable(report.total()))
        .forEach(operation -> operation(operation, table));
    return table;
  }

  private static void operation(OperationReport o, Table table) {
    Stream<Cell> counts =
        Stream.of(
            count(o.count()),
            count(o.errors()),
            count(o.notFound()),
            figure(Numbers.rate(o.opsPerSecond()), o.opsPerSecond()));
    if (o.response() == null) {
      row(table, o.operation(), "service", counts, o.service());
    } else {
      row(table, o.operation(), "response", counts, o.response());
      row(table, "", "service", Stream.generate(() -> text("")).limit(4), o.service());
    }
  }

  private static void row(
      Table table, String operation, String timing, Stream<Cell> counts, LatencySummary s) {
    Stream<Cell> times =
        Stream.of(s.mean(), s.p50(), s.p95(), s.p99(), s.p999(), s.max()).map(ReportTables::micros);
    table.row(
        Stream.of(Stream.of(text(operation), text(timing)), counts, times).flatMap(cells -> cells));
  }

  static Table objectives(RunReport report) {
    Table table = Table.of("objective", "result").figures("value", "worst interval", "at");
    report
        .objectives()
        .forEach(
            o ->
                table.row(
                    text(o.objective()),
                    text(o.met() ? "met" : "missed"),
                    value(o.value(), o.unit()),
                    value(o.worst() == null ? null : o.worst().value(), o.unit()),
                    text(o.worst() == null ? "" : Numbers.seconds(o.worst().t()))));
    return table;
  }

  private static Cell value(Double value, String unit) {
    return text(value == null ? "–" : ObjectiveText.text(value, unit));
  }

  static Table errors(RunReport report, int max) {
    Table table =
        Table.of("failed operation", "kind", "region server").figures("errors", "first", "last");
    report.errors().stream()
        .limit(max)
        .forEach(
            e ->
                table.row(
                    text(e.operation()),
                    text(e.kind()),
                    text(e.server() == null ? "unknown" : e.server()),
                    count(e.count()),
                    text(e.first()),
                    text(e.last())));
    return table;
  }

  static Table outages(Availability availability) {
    Table table =
        Table.of("outage of", "requests that failed or were too slow")
            .figures("regions", "from", "to", "seconds", "half back after", "region-seconds");
    availability
        .list()
        .forEach(
            o ->
                table.row(
                    text(o.server() == null ? "server unknown" : o.server()),
                    text(AvailabilityText.counts(o)),
                    count(o.regions()),
                    seconds(o.from()),
                    seconds(o.ended() ? o.to() : null),
                    seconds(o.seconds()),
                    seconds(o.halfBackSeconds()),
                    seconds(o.regionSeconds())));
    return table;
  }

  private static Cell seconds(Double seconds) {
    return seconds == null ? text("–") : figure(Numbers.format("%,.2f", seconds), seconds);
  }

  static Table defects(TaskFacts.Verification verification) {
    Table table = Table.of("defect", "first key", "detail", "region", "server").figures("rows");
    verification
        .defectRanges()
        .forEach(
            f ->
                table.row(
                    text(f.defect()),
                    code(f.first()),
                    text(orNothing(f.detail())),
                    code(orNothing(f.region())),
                    text(orNothing(f.server())),
                    count(f.rows())));
    return table;
  }

  static Table servers(Servers servers) {
    Table table =
        Table.of("region server")
            .figures("regions before", "after", "reads", "writes", "block reads", "hits")
            .figures("flushes", "compactions");
    Map<String, RegionServer> before =
        servers.before() == null ? Map.of() : servers.before().regionServers();
    double most =
        servers.after().regionServers().entrySet().stream()
            .mapToDouble(
                e -> orZero(change(before.get(e.getKey()), e.getValue(), s -> s.readRequests())))
            .max()
            .orElse(0);
    servers
        .after()
        .regionServers()
        .forEach((name, after) -> server(name, before.get(name), after, most, table));
    return table;
  }

  private static void server(
      String name, RegionServer before, RegionServer after, double mostReads, Table table) {
    Long reads = change(before, after, RegionServer::readRequests);
    Long hits = change(before, after, RegionServer::blockCacheHits);
    Long misses = change(before, after, RegionServer::blockCacheMisses);
    Long blocks = hits == null || misses == null ? null : hits + misses;
    Double ratio = blocks == null || blocks == 0 ? null : (double) hits / blocks;
    table.row(
        text(name),
        before == null ? text("–") : count(before.regions()),
        count(after.regions()),
        bar(reads == null ? "" : Numbers.count(reads), reads, mostReads),
        count(change(before, after, RegionServer::writeRequests)),
        count(blocks),
        figure(ratio == null ? "" : Numbers.share(ratio), ratio),
        count(change(before, after, RegionServer::flushes)),
        count(change(before, after, RegionServer::compactions)));
  }

  /** The increase of a count; null if the server restarted in between, or the count is unknown. */
  private static Long change(
      RegionServer before, RegionServer after, Function<RegionServer, Long> count) {
    if (before == null || before.startCode() != after.startCode()) {
      return null;
    }
    Long from = count.apply(before);
    Long to = count.apply(after);
    return from == null || to == null ? null : to - from;
  }

  private static double orZero(Long count) {
    return count == null ? 0 : count;
  }

  static Table events(List<Event> events) {
    Table table = Table.of("event", "description").figures("seconds after the start");
    events.forEach(
        e ->
            table.row(
                text(e.kind().toString()),
                text(e.what()),
                figure(e.t() == null ? "" : Numbers.format("%+,.0f", e.t()), e.t())));
    return table;
  }

  /**
   * Settings with their values and meanings.
   *
   * @param given whether to show the settings that differ from their defaults, or the others
   */
  static Table settings(Map<String, String> settings, boolean given) {
    Table table = Table.of("setting", "value", "meaning");
    settings.forEach(
        (name, value) -> {
          Setting<?> setting = Settings.named(name).orElse(null);
          String fallback = setting == null ? "" : setting.fallback();
          if (given != value.equals(fallback)) {
            table.row(code(name), code(value), text(setting == null ? "" : setting.help()));
          }
        });
    return table;
  }

  static Cell count(Number count) {
    return count == null ? text("–") : figure(Numbers.count(count.longValue()), count);
  }

  static Cell micros(Double micros) {
    return figure(Numbers.micros(micros), micros);
  }

  private static String orNothing(String text) {
    return text == null ? "" : text;
  }
}
