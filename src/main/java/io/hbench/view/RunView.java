package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.doc.Block.Tile;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Reason;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Unit;
import io.hbench.html.PageRenderer;
import io.hbench.latency.LatencySummary;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import io.hbench.report.Intervals;
import io.hbench.report.ObjectiveReport;
import io.hbench.report.ReadFacts;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Timeline;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The report of a run. Its summary has the operations, what stands out, and a line for each of
 * window, clients, servers, availability and cost; all else is in sections.
 */
public final class RunView {
  /** About one interval for each pixel of a chart's width. */
  private static final int MAX_INTERVALS = 1_000;

  private static final List<Figure> LATENCIES =
      List.of(Figure.MEAN, Figure.P50, Figure.P95, Figure.P99, Figure.P999, Figure.MAX);

  private final RunReport report;
  private final TasksView tasks;
  private final Document document;

  private RunView(RunReport report) {
    this.report = report;
    this.tasks = TasksView.of(report);
    this.document = new Document("report", title(report));
  }

  static String title(RunReport report) {
    return report.run().command() + " on table " + report.settings().get("table");
  }

  /** The report on one screen; ends with a line feed. */
  public static String summary(RunReport report) {
    return TextRenderer.summary(of(report, report.timeline()));
  }

  /** Every figure of the report as text; ends with a line feed. */
  public static String details(RunReport report) {
    return TextRenderer.whole(of(report, report.timeline()));
  }

  /** Writes {@code report.html} into the run directory, replacing an earlier one. */
  public static void writePage(RunDirectory directory, RunReport report) throws IOException {
    Timeline timeline = Intervals.atMost(MAX_INTERVALS, directory, report);
    directory.write(RunDirectory.REPORT_PAGE, PageRenderer.html(of(report, timeline)));
  }

  /**
   * The document.
   *
   * @param timeline of the same run, with as many points as charts may have
   */
  public static Document of(RunReport report, Timeline timeline) {
    return new RunView(report).whole(new RunCharts(report, timeline));
  }

  private Document whole(RunCharts charts) {
    head();
    summary();
    requests();
    part(report.stages(), stages -> StageView.section(stages, document));
    overTime(charts);
    document.section("Percentiles").charts(charts.percentiles());
    part(report.byServer(), by -> ServersView.section(by, report.timeline().timing(), document));
    part(report.cost(), cost -> CostView.section(cost, charts, document));
    part(report.limit(), limit -> MachineView.section(limit, document));
    part(report.machines(), machines -> MachineView.section(machines, report.cost(), document));
    ServerFacts servers = report.servers().first();
    SetupView.section(
        report.setups(), servers == null ? 0 : servers.regionServers().size(), document);
    part(report.slow(), slow -> SlowView.section(slow, document));
    tasks.section(document);
    ClusterView.section(report.servers(), report.cost(), report.timeline().events(), document);
    part(report.profile(), profiles -> ProfileView.section(profiles, document));
    document.section(Label.SECTION_FIGURES);
    document.table(figures());
    settings();
    return document;
  }

  /** Shows a part of the report that not every run has. */
  private static <T> void part(T part, Consumer<T> view) {
    if (part != null) {
      view.accept(part);
    }
  }

  private void head() {
    RunReport.Run run = report.run();
    document.about("measured", Unit.SECONDS.text(report.window().seconds()));
    document.about(Label.FROM, report.window().started() == null ? "" : report.window().started());
    document.about(Label.HBENCH, run.version());
    document.about(Label.RUN, run.id());
    document.about(Label.DIRECTORY, run.out());
    document.verdict(
        report.verdict().status().toString(),
        report.verdict().trust(),
        report.verdict().reasons().stream()
            .map(r -> new Reason(r.code().toString(), r.message()))
            .toList());
    document.more(
        "hbench report %s --details, or %s in it"
            .formatted(quoted(run.out()), RunDirectory.REPORT_PAGE));
  }

  private void summary() {
    report.all().ifPresent(all -> document.tiles(tiles(all)));
    if (report.operations().isEmpty()) {
      document.note("Nothing was measured.");
    }
    document.table(operations());
    document.table(objectives());
    part(report.stages(), stages -> document.table(StageView.table(stages)));
    part(report.phases(), phases -> PhaseView.summary(phases, document));
    VerificationView.summary(report, document);
    part(report.window().length(), this::precision);
    rate();
    report
        .all()
        .filter(all -> all.overThreshold() != null)
        .ifPresent(
            all ->
                document.fact(
                    "latency threshold",
                    "%,d requests took %s or longer",
                    all.overThreshold(),
                    report.settings().get(Settings.LATENCY_THRESHOLD.name())));
    ErrorsView.summary(report, document);
    part(report.availability(), availability -> OutageView.summary(availability, document));
    part(report.byServer(), by -> ServersView.summary(by, document));
    part(report.slow(), slow -> SlowView.summary(slow, document));
    ClusterView.events(report.timeline().events(), document);
    part(report.noise(), noise -> document.fact(Label.NOISE, noise.text("this step")));
    if (report.all().filter(all -> all.response() != null).isPresent()) {
      document.fact(
          "times",
          "response from the intended time (what users see), service from sending a request");
    }
    document.fact("window", TasksView.window(report));
    String user = report.settings().getOrDefault(Settings.USER.name(), "");
    String ofCandidate = report.settings().getOrDefault(Settings.CANDIDATE.name(), "");
    if (!user.isEmpty() && !ofCandidate.contains(Settings.USER.name() + "=")) {
      document.fact(Settings.USER.name(), user);
    }
    TasksView.clients(report).ifPresent(text -> document.fact(Label.CLIENTS, text));
    ClusterView.summary(report.servers(), report.byServer(), report.prepared(), document);
    part(report.availability(), availability -> OutageView.share(availability, document));
    part(report.cost(), cost -> CostView.summary(cost, isOfRows(report), document));
    part(report.machines(), machines -> MachineView.summary(machines, document));
    part(report.limit(), limit -> MachineView.limit(limit, document));
    part(report.profile(), profiles -> document.fact("profiles", ProfileView.summary(profiles)));
  }

  /** A line of the table: the counts of an operation and one kind of its times. */
  private record Line(OperationReport of, boolean first, String timing, LatencySummary times) {}

  private DataTable<Line> operations() {
    List<Line> lines = new ArrayList<>();
    report
        .eachOperation()
        .forEach(
            o -> {
              if (o.response() != null) {
                lines.add(new Line(o, true, "response", o.response()));
              }
              lines.add(new Line(o, o.response() == null, "service", o.service()));
            });
    DataTable<Line> table =
        DataTable.of(lines)
            .name(Label.OPERATION, l -> l.first ? l.of.operation() : "")
            .name(Label.TIME, Line::timing)
            .figure(Figure.REQUESTS, l -> or(l, l.of.count()))
            .figure(Figure.FAILED, l -> or(l, l.of.errors()))
            .optional(Figure.NOT_FOUND.toString(), Unit.COUNT, l -> or(l, l.of.notFound()))
            .figure(Figure.THROUGHPUT, l -> or(l, l.of.opsPerSecond()));
    if (isOfRows(report)) {
      table
          .figure(Figure.ROWS_PER_SECOND, l -> or(l, l.of.rowsPerSecond()))
          .figure(Figure.BYTES_PER_SECOND, l -> or(l, l.of.bytesPerSecond()));
    }
    return table.figures(LATENCIES, (line, figure) -> line.times.value(figure));
  }

  /** A value in the first line of an operation; blank below it. */
  private static Object or(Line line, Number value) {
    return line.first ? value : new Written("", null);
  }

  /** All by the names that objectives, suites, comparisons and trends know them by. */
  private DataTable<Figure> figures() {
    Map<FigureKey, RunFigures.Value> all = RunFigures.of(report);
    DataTable<Figure> table =
        DataTable.of(all.keySet().stream().map(FigureKey::figure).distinct().sorted().toList())
            .name(Label.FIGURE, figure -> figure);
    all.keySet().stream()
        .map(FigureKey::of)
        .distinct()
        .forEach(of -> table.name(of, figure -> text(all.get(new FigureKey(of, figure)), figure)));
    return table.name(Label.WHAT, Figure::help);
  }

  private static String text(RunFigures.Value value, Figure figure) {
    return value == null ? "" : figure.unit().text(value.value());
  }

  /** Whether a request is more than a row: its figures say too little then. */
  static boolean isOfRows(RunReport report) {
    return report.operations().stream().anyMatch(o -> o.rows() > o.count());
  }

  private DataTable<ObjectiveReport> objectives() {
    return DataTable.of(report.objectives())
        .name("objective", ObjectiveReport::objective)
        .name("result", o -> o.met() ? "met" : "missed")
        .count("value", o -> written(o, o.value()))
        .name("of server", ObjectiveReport::server)
        .count("worst interval", o -> o.worst() == null ? null : written(o, o.worst().value()))
        .figure(Label.AT, Unit.SECONDS, o -> o.worst() == null ? null : o.worst().t());
  }

  private static Written written(ObjectiveReport objective, Double value) {
    return new Written(objective.text(value), value);
  }

  private List<Tile> tiles(OperationReport all) {
    LatencySummary latency = all.latency();
    String timing = all.response() == null ? "service" : "response";
    List<Tile> tiles = new ArrayList<>();
    boolean rows = isOfRows(report);
    double rate = rows ? all.rowsPerSecond() : all.opsPerSecond();
    tiles.add(
        new Tile(
            "throughput",
            Unit.PER_SECOND.text(rate).replace("/s", ""),
            rows ? "rows/s" : "requests/s",
            rate));
    tile(tiles, timing + " p50", Unit.MICROS, latency.p50());
    tile(tiles, Figure.P99.toString(), Unit.MICROS, latency.p99());
    tile(tiles, Figure.P999.toString(), Unit.MICROS, latency.p999());
    tile(tiles, Figure.MAX.toString(), Unit.MICROS, latency.max());
    tiles.add(
        new Tile(
            "errors", format("%,d", all.errors()), format("of %,d", all.count()), all.errors()));
    if (report.availability() != null) {
      tile(tiles, "availability", Unit.SHARE, report.availability().share());
    }
    return tiles;
  }

  private static void tile(List<Tile> tiles, String label, Unit unit, Double value) {
    if (value != null) {
      String[] text = unit.text(value).split(" ", 2);
      tiles.add(new Tile(label, text[0], text[1], value));
    }
  }

  /** The precision that a run of {@code --for auto} has reached. */
  private void precision(LengthFacts length) {
    length.goals().forEach(goal -> document.fact("precision", goal.text() + ", " + interval(goal)));
    document.fact(
        "precision",
        "%s confidence for all of them together; the window began %s after the start",
        Unit.SHARE.text(length.confidence()),
        Unit.SECONDS.text(report.window().startSeconds()));
  }

  private static String interval(GoalEstimate goal) {
    if (goal.low() == null) {
      return "no confidence interval";
    }
    Unit unit = Unit.named(goal.unit());
    return unit.text(goal.low()) + " to " + unit.text(goal.high());
  }

  /** A rate that was missed stands out, by more than the last task may take longer by chance. */
  private void rate() {
    if (report.pace() == null) {
      return;
    }
    boolean timed = !report.settings().getOrDefault(Settings.FOR.name(), "").isEmpty();
    double ofTask = (double) report.pace().scheduled() / Math.max(1, report.tasks().planned());
    double least = 0.99 - (timed ? 0 : 3 / Math.sqrt(Math.max(1, ofTask)));
    if (report.pace().dropped() > 0
        || report.pace().sentPerSecond() < least * report.pace().scheduledPerSecond()) {
      document.fact(Label.RATE, sent());
    }
  }

  private String sent() {
    return format(
        "%s sent of %s scheduled; %,d requests dropped",
        Unit.PER_SECOND.text(report.pace().sentPerSecond()),
        Unit.PER_SECOND.text(report.pace().scheduledPerSecond()),
        report.pace().dropped());
  }

  private void requests() {
    document.section("Requests");
    document.note(
        report.pace() == null
            ? "Service time: from sending a request to its answer, of successful requests. Without"
                + " a rate, requests have no intended time and thus no response time."
            : "Response time: from the intended time of a request to its answer, of all requests:"
                + " what users see. Service time: from sending it to its answer, of successful"
                + " requests: what the servers take.");
    if (report.pace() != null) {
      document.fact("schedule", sent());
    }
    part(report.reads(), this::reads);
    ErrorsView.section(report, document);
    part(report.availability(), availability -> OutageView.section(availability, document));
  }

  private void reads(ReadFacts reads) {
    part(
        reads.scans(),
        scans ->
            document.fact(
                "scans",
                "%,d RPC calls, %,d of them remote; %,d regions, %s",
                scans.rpcCalls(),
                scans.remoteRpcCalls(),
                scans.regions(),
                Unit.BYTES.text((double) scans.bytes())));
    if (reads.staleRows() > 0) {
      document.fact("replicas", "%,d rows came from a secondary replica", reads.staleRows());
    }
    part(
        reads.valueSizes(),
        sizes ->
            document.fact(
                "value sizes",
                "%,d values of %,d to %,d bytes, mean %,.1f, p50 %,d, p99 %,d",
                sizes.count(),
                sizes.min(),
                sizes.max(),
                sizes.mean(),
                sizes.p50(),
                sizes.p99()));
  }

  private void overTime(RunCharts charts) {
    document.section("Over time");
    if (charts.hasTime()) {
      document.chart(charts.throughput());
      charts.errors().ifPresent(document::chart);
      charts.events().ifPresent(document::chart);
      document.charts(charts.latencies());
    }
    part(
        report.phases(),
        phases -> PhaseView.notes(phases, report.timeline().intervalSeconds(), document));
  }

  private void settings() {
    document.section("Settings");
    document.table(settings(report.settings(), true));
    document.fold("Settings with their default", settings(report.settings(), false));
    document.section("Repeat the run").fact("draw seed", "" + report.run().drawSeed());
    document.code(repeatCommand(report.settings()));
    document.note("With every setting from the plan of the run:");
    document.code(
        "hadoop fs -get "
            + quoted(report.run().out() + "/" + RunDirectory.PLAN)
            + " && hadoop jar hbench.jar run -conf "
            + RunDirectory.PLAN);
  }

  /**
   * The command line that repeats a run, without {@code --out}: a run directory cannot be used
   * twice.
   *
   * @param settings of the run, by name
   */
  static String repeatCommand(Map<String, String> settings) {
    Map<Setting<?>, String> given = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      if (settings.containsKey(setting.name()) && !setting.equals(Settings.OUT)) {
        given.put(setting, settings.get(setting.name()));
      }
    }
    if (!Command.RUN.toString().equals(given.getOrDefault(Settings.COMMAND, "run"))) {
      given.remove(Settings.ASSIGNMENTS);
    }
    return CommandLineText.of(given);
  }

  /**
   * Settings with their values and meanings.
   *
   * @param given whether to show the settings that differ from their defaults, or the others
   */
  private static DataTable<Map.Entry<String, String>> settings(
      Map<String, String> settings, boolean given) {
    return DataTable.of(
            settings.entrySet().stream()
                .filter(e -> given != e.getValue().equals(setting(e, Setting::fallback)))
                .toList())
        .code("setting", Map.Entry::getKey)
        .code("value", e -> e.getValue().replaceFirst("(?s)\n.*", " …")) // the text of a file
        .name("meaning", e -> setting(e, Setting::help));
  }

  private static String setting(
      Map.Entry<String, String> entry, Function<Setting<?>, String> text) {
    return Settings.named(entry.getKey()).map(text).orElse("");
  }
}
