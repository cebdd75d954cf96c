package io.hbench.report.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.json.JsonFormat;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.outage.Availability;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Level;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.slow.SlowRequests;
import io.hbench.report.stage.RateStages;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.text.StringEscapeUtils;

/**
 * CSV of reports for spreadsheets and data frames: RFC 4180 with bare line feeds and a header line.
 * Columns are named after the fields of {@code report.json}; {@code service.p99} is a nested field.
 * A null becomes an empty cell.
 */
public final class CsvText {
  private static final double MILLIS = 1e3;

  /** Time format of fixed length, because readers infer the format from the first value. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx");

  /** Latencies of operations, which have all columns also where a kind is null. */
  private static final Set<String> LATENCIES = Set.of("service", "response");

  /** Nested fields that are JSON in one cell: their own fields are not the same in all lines. */
  private static final Set<String> IN_ONE_CELL = Set.of("failed", "errorsByKind", "operations");

  /** All fields of a latency summary, for operations without latencies of a kind. */
  private static final JsonObject NO_LATENCY = tree(LatencySummary.of(new Histogram(3)));

  private CsvText() {}

  /**
   * One line for each operation of each run, and one for {@code total}, all operations together.
   */
  public static String operations(List<RunReport> reports) {
    return text(
        reports,
        report -> {
          Map<FigureKey, RunFigures.Value> figures = RunFigures.of(report);
          return report.eachOperation().map(operation -> line(report, operation, figures));
        });
  }

  private static Map<String, String> line(
      RunReport report, OperationReport operation, Map<FigureKey, RunFigures.Value> figures) {
    Map<String, String> line = started(report);
    line.put("command", report.run().command());
    line.put("verdict", report.verdict().status().toString());
    line.put("seconds", Double.toString(report.window().seconds()));
    put(line, operation);
    Availability availability = report.availability();
    line.put("availability.outages", figure(availability, Availability::outages));
    line.put("availability.longestSeconds", figure(availability, Availability::longestSeconds));
    line.put(
        "availability.regionSecondsLost", figure(availability, Availability::regionSecondsLost));
    line.put("withheld", figure(report.byServer(), ByServer::allWithheld));
    line.put("busyHandlers", figure(report.cost(), OperationCost::busyHandlers));
    putFigures(line, operation.operation(), figures);
    return line;
  }

  /** A figure of a part of a report; empty if there is no such part, or if it is unknown. */
  private static <T> String figure(T part, Function<T, ?> figure) {
    return part == null ? "" : Objects.toString(figure.apply(part), "");
  }

  /** Every figure of the register by its own name: of the operation, else of the whole run. */
  private static void putFigures(
      Map<String, String> line, String operation, Map<FigureKey, RunFigures.Value> figures) {
    for (Figure figure : Figure.values()) {
      if (figure.isOfRun()) {
        String text =
            Stream.of(operation, FigureKey.TABLE, FigureKey.SERVERS)
                .flatMap(of -> Stream.ofNullable(figures.get(new FigureKey(of, figure))))
                .findFirst()
                .map(value -> Double.toString(value.value()))
                .orElse("");
        line.put("figure." + figure, text);
      }
    }
  }

  /**
   * One line for each region server and operation of each run; one without an operation for a
   * server that requests were withheld from, or that held slots, and that the window has none of.
   */
  public static String servers(List<RunReport> reports) {
    return text(
        reports,
        report ->
            Stream.ofNullable(report.byServer())
                .flatMap(all -> Stream.concat(all.servers().stream(), all.withoutRequests()))
                .flatMap(s -> s.operations().stream().map(o -> line(report, s, o))));
  }

  private static Map<String, String> line(RunReport report, Server server, Operation operation) {
    Map<String, String> line = run(report);
    line.put("server", server.server());
    line.put("share", Double.toString(server.share()));
    put(line, operation);
    line.put("level.ratio", figure(server.level(), Level::ratio));
    line.put("level.pValue", figure(server.level(), Level::pValue));
    line.put("withheld", Long.toString(report.byServer().withheldFrom(server.server())));
    line.put("slotSeconds", Double.toString(report.byServer().slotSecondsOf(server.server())));
    line.put("skewed", Boolean.toString(report.byServer().isSkewed(server.server())));
    return line;
  }

  public static String outages(List<RunReport> reports) {
    return parts(reports, RunReport::availability, Availability::list, CsvText::started);
  }

  /** One line for each cost of an operation: of all servers and of each of each run. */
  public static String costs(List<RunReport> reports) {
    return text(
        reports,
        report ->
            Stream.ofNullable(report.cost())
                .flatMap(
                    cost -> Stream.concat(Stream.of(allServers(cost)), cost.servers().stream()))
                .flatMap(s -> s.figures().stream().map(figure -> line(report, s, figure))));
  }

  private static OperationCost.Server allServers(OperationCost cost) {
    return new OperationCost.Server("", null, null, cost.figures(), null);
  }

  private static Map<String, String> line(
      RunReport report, OperationCost.Server server, OperationCost.Cost figure) {
    Map<String, String> line = run(report);
    line.put("server", server.server());
    return put(line, figure);
  }

  /** One line for each interval and operation of each run. */
  public static String timeline(List<RunReport> reports) {
    return text(
        reports, report -> report.timeline().points().stream().map(point -> line(report, point)));
  }

  private static Map<String, String> line(RunReport report, Point point) {
    Map<String, String> line = run(report);
    line.put("time", time(report, point));
    line.put("seconds", Double.toString(report.timeline().intervalSeconds()));
    line.put("timing", report.timeline().timing());
    return put(line, point);
  }

  /** One line for each of the slowest requests of each run. */
  public static String slowest(List<RunReport> reports) {
    return parts(reports, RunReport::slow, SlowRequests::list, CsvText::timed);
  }

  /** One line for each phase of each run with hooks. */
  public static String phases(List<RunReport> reports) {
    return parts(reports, RunReport::phases, RunPhases::phases, CsvText::timed);
  }

  /** One line for each stage of each run whose rate has stages. */
  public static String stages(List<RunReport> reports) {
    return parts(reports, RunReport::stages, RateStages::list, CsvText::timed);
  }

  /** One line for each entry of a list of each run that has it, after what the line begins with. */
  private static <T> String parts(
      List<RunReport> reports,
      Function<RunReport, T> part,
      Function<T, List<?>> list,
      Function<RunReport, Map<String, String>> start) {
    return text(
        reports,
        report ->
            Stream.ofNullable(part.apply(report))
                .flatMap(known -> list.apply(known).stream())
                .map(entry -> put(start.apply(report), entry)));
  }

  /** One line for each recovery from the stop of a region server. */
  public static String recoveries(List<RunReport> reports) {
    return parts(reports, RunReport::phases, RunPhases::recoveries, CsvText::started);
  }

  /** Start of the interval by the reference clock. */
  private static String time(RunReport report, Point point) {
    return report.window().started() == null
        ? ""
        : OffsetDateTime.parse(report.window().started())
            .plus(Duration.ofMillis(Math.round(point.t() * MILLIS)))
            .format(TIME);
  }

  private static Map<String, String> run(RunReport report) {
    Map<String, String> line = new LinkedHashMap<>();
    line.put("run", report.run().id());
    return line;
  }

  private static Map<String, String> started(RunReport report) {
    Map<String, String> line = run(report);
    line.put("started", report.run().started());
    return line;
  }

  /** The same with the kind of its latencies. */
  private static Map<String, String> timed(RunReport report) {
    Map<String, String> line = started(report);
    line.put("timing", report.timeline().timing());
    return line;
  }

  private static Map<String, String> put(Map<String, String> line, Object part) {
    tree(part)
        .asMap()
        .forEach(
            (name, value) -> {
              JsonElement field =
                  value.isJsonNull() && LATENCIES.contains(name) ? NO_LATENCY : value;
              if (field.isJsonObject() && !IN_ONE_CELL.contains(name)) {
                field
                    .getAsJsonObject()
                    .asMap()
                    .forEach((f, v) -> line.put(name + "." + f, text(v)));
              } else {
                line.put(name, text(field));
              }
            });
    return line;
  }

  private static JsonObject tree(Object record) {
    return JsonFormat.LINE.toJsonTree(record).getAsJsonObject();
  }

  private static String text(JsonElement value) {
    return value.isJsonNull()
        ? ""
        : value.isJsonPrimitive() ? value.getAsString() : value.toString();
  }

  /** The CSV text; empty, without a header, if there are no lines. */
  private static String text(
      List<RunReport> reports, Function<RunReport, Stream<Map<String, String>>> linesOf) {
    List<Map<String, String>> lines = reports.stream().flatMap(linesOf).toList();
    return Stream.concat(lines.stream().limit(1).map(Map::keySet), lines.stream().map(Map::values))
        .map(
            cells ->
                cells.stream()
                    .map(StringEscapeUtils::escapeCsv)
                    .collect(Collectors.joining(",", "", "\n")))
        .collect(Collectors.joining());
  }
}
