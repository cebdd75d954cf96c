package io.hbench.report.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.doc.Chart;
import io.hbench.html.Numbers;
import io.hbench.html.Page;
import io.hbench.html.Page.Fact;
import io.hbench.html.Page.Reason;
import io.hbench.html.Page.Tile;
import io.hbench.latency.LatencySummary;
import io.hbench.profile.ProfileText;
import io.hbench.report.Intervals;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.cost.CostPage;
import io.hbench.report.format.TaskOverview.Host;
import io.hbench.report.outage.Availability;
import io.hbench.report.outage.AvailabilityText;
import io.hbench.report.slow.SlowText;
import io.hbench.report.stage.StageText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.CommandLineText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** HTML page of a report: {@code report.html}. */
public final class ReportPage {
  /** About one interval for each pixel of a chart's width. */
  private static final int MAX_INTERVALS = 1_000;

  /** Charts that fill two rows of two. */
  private static final int CHARTS_OF_A_SQUARE = 4;

  private final RunReport report;
  private final ReportCharts charts;
  private final TaskOverview overview;
  private final Page page;

  private ReportPage(RunReport report, Timeline timeline) {
    this.report = report;
    this.charts = new ReportCharts(report, timeline);
    this.overview = new TaskOverview(report);
    this.page =
        new Page("report", report.run().command() + " on table " + report.settings().get("table"));
  }

  /** Writes the page into the run directory, replacing an earlier one. */
  public static void write(RunDirectory directory, RunReport report) throws IOException {
    Timeline timeline = Intervals.atMost(MAX_INTERVALS, directory, report);
    directory.write(RunDirectory.REPORT_PAGE, html(report, timeline));
  }

  /**
   * The page.
   *
   * @param timeline of the same run, with as many points as charts may have
   */
  static String html(RunReport report, Timeline timeline) {
    return new ReportPage(report, timeline).whole();
  }

  private String whole() {
    head();
    StageText.add(report.stages(), page);
    overTime();
    percentiles();
    PlacePage.add(report, page);
    CostPage.add(report.cost(), report.timeline().intervalSeconds(), page);
    SlowText.add(report.slow(), page);
    tasks();
    servers();
    ProfileText.add(report.profile(), page);
    settings();
    return page.data(data()).html();
  }

  private void head() {
    RunReport.Tasks tasks = report.tasks();
    page.fact("measured", Numbers.seconds(report.window().seconds()));
    page.fact("from", report.window().started() == null ? "" : report.window().started());
    page.fact(
        "tasks",
        Numbers.format(
            "%,d of %,d on %s", tasks.completed(), tasks.planned(), hosts(tasks.hosts().size())));
    page.fact("hbench", report.run().version());
    page.fact("run", report.run().id());
    page.verdict(
        report.verdict().status().toString(),
        "All counts agree, all tasks ran together, and the clients were not the limit.",
        report.verdict().reasons().stream()
            .map(r -> new Reason(r.code().toString(), r.message()))
            .toList());
    report.all().ifPresent(this::tiles);
    if (report.operations().isEmpty()) {
      page.text("Nothing was measured.");
      return;
    }
    page.table(ReportTables.operations(report));
    page.text(
        report.pace() == null
            ? "Latencies in microseconds. Service: from sending a request to its answer, of"
                + " successful requests. Without a rate, requests have no intended time and thus no"
                + " response time."
            : "Latencies in microseconds. Response: from the intended time of a request to its"
                + " answer, of all requests: what users see. Service: from sending a request to its"
                + " answer, of successful requests: what the servers take.");
    if (!report.objectives().isEmpty()) {
      page.table(ReportTables.objectives(report));
    }
    List<Fact> facts = ReportFacts.ofRequests(report);
    if (!facts.isEmpty()) {
      page.facts(facts);
    }
    if (!report.errors().isEmpty()) {
      errors(report.errors().size());
    }
    if (report.availability() != null && !report.availability().list().isEmpty()) {
      page.table(ReportTables.outages(report.availability()));
    }
    if (report.verification() != null && !report.verification().defectRanges().isEmpty()) {
      page.table(ReportTables.defects(report.verification()));
    }
  }

  /** The kinds of failed requests, most frequent first. */
  private void errors(int kinds) {
    boolean few = kinds <= TaskOverview.FEW;
    page.table(ReportTables.errors(report, few ? kinds : TaskOverview.CHOICE));
    if (!few) {
      String some =
          kinds <= TaskOverview.MANY
              ? "All %,d kinds of errors"
              : "The first " + TaskOverview.MANY + " of %,d kinds of errors";
      page.fold(Numbers.format(some, kinds), ReportTables.errors(report, TaskOverview.MANY));
    }
  }

  private void tiles(OperationReport all) {
    LatencySummary latency = all.response() == null ? all.service() : all.response();
    String timing = all.response() == null ? "service" : "response";
    List<Tile> tiles = new ArrayList<>();
    tiles.add(
        new Tile("throughput", Numbers.rate(all.opsPerSecond()), "requests/s", all.opsPerSecond()));
    tile(tiles, timing + " p50", latency.p50());
    tile(tiles, "p99", latency.p99());
    tile(tiles, "p99.9", latency.p999());
    tile(tiles, "max", latency.max());
    tiles.add(
        new Tile(
            "errors",
            Numbers.count(all.errors()),
            "of " + Numbers.count(all.count()),
            all.errors()));
    Availability availability = report.availability();
    if (availability != null && availability.share() != null) {
      tiles.add(
          new Tile(
              "availability",
              AvailabilityText.share(availability.share()).replace(" %", ""),
              "%",
              availability.share()));
    }
    page.tiles(tiles);
  }

  private static void tile(List<Tile> tiles, String label, Double micros) {
    if (micros != null) {
      Numbers.Quantity time = Numbers.time(micros);
      tiles.add(new Tile(label, time.figure(), time.unit(), micros));
    }
  }

  private void overTime() {
    if (charts.hasTime()) {
      page.section("Over time");
      page.chart(charts.throughput());
      charts.errors().ifPresent(page::chart);
      charts.events().ifPresent(page::chart);
      phases();
      page.charts(charts.latencies());
    }
  }

  private void phases() {
    if (report.phases() != null) {
      page.table(PhaseText.table(report.phases()));
      PhaseText.recoveryTable(report.phases()).ifPresent(page::table);
      page.text(
          "Phases of the run: values, and ratios to before with confidence intervals of 95 %. "
              + String.join(". ", PhaseText.sentences(report))
              + ". The charts shade the time during the event.");
    }
  }

  private void percentiles() {
    List<Chart> curves = charts.percentiles();
    if (!curves.isEmpty()) {
      page.section("Percentiles").charts(curves);
    }
  }

  private void tasks() {
    page.section("Tasks").facts(ReportFacts.ofTasks(report));
    TaskCharts byTask = new TaskCharts(overview, report.timeline().timing());
    if (overview.hasManyTasks()) {
      List<Chart> some = byTask.distributions();
      if (some.size() == CHARTS_OF_A_SQUARE) {
        page.charts(some);
      } else {
        page.smallCharts(some);
      }
    } else {
      byTask.latencies().forEach(page::chart);
    }
    hosts();
    List<ClientTask> tasks = overview.tasks();
    if (tasks.size() > TaskOverview.FEW) {
      page.text("The tasks with the highest p99:");
      page.table(TaskTables.tasks(report, overview.slowest()));
      outstanding();
    } else if (!tasks.isEmpty()) {
      page.table(TaskTables.tasks(report, tasks));
    }
    if (!overview.lost().isEmpty()) {
      page.text(
          Numbers.format("Lost tasks: %,d.%s", overview.lost().size(), rest(overview.lost())));
      page.table(TaskTables.lost(overview.lost().stream().limit(TaskOverview.MANY).toList()));
    }
    if (overview.hasManyTasks()) {
      page.text(Numbers.format("All %,d tasks are in report.json.", tasks.size()));
    } else if (tasks.size() > TaskOverview.FEW) {
      page.fold(Numbers.format("All %,d tasks", tasks.size()), TaskTables.tasks(report, tasks));
    }
  }

  /** Late tasks and those with errors: in a table of all tasks they would not be found. */
  private void outstanding() {
    if (overview.late() > 0) {
      page.text(
          Numbers.format("Late at the start: %,d tasks; the latest of them:", overview.late()));
      page.table(TaskTables.late(overview.latest()));
    }
    if (overview.withErrors() > 0) {
      page.text(
          Numbers.format(
              "Failed requests: in %,d tasks; those with the most:", overview.withErrors()));
      page.table(TaskTables.tasks(report, overview.failing()));
    }
  }

  private static String rest(List<?> of) {
    return of.size() > TaskOverview.MANY
        ? Numbers.format(" The first %,d:", TaskOverview.MANY)
        : "";
  }

  private void hosts() {
    List<Host> hosts = overview.hosts();
    if (overview.hasManyHosts()) {
      page.text(
          Numbers.format("The %,d hosts with the highest p99 of a task:", TaskOverview.CHOICE));
      page.table(TaskTables.hosts(overview.slowestHosts()));
    } else if (hosts.size() > TaskOverview.FEW) {
      page.fold(Numbers.format("All %,d hosts", hosts.size()), TaskTables.hosts(hosts));
    } else if (hosts.size() > 1) {
      page.table(TaskTables.hosts(hosts));
    }
  }

  private void servers() {
    List<Fact> facts = ReportFacts.ofServers(report.servers(), report.prepared());
    if (facts.isEmpty()) {
      return;
    }
    page.section("Servers").facts(facts);
    if (report.servers().after() != null) {
      page.table(ReportTables.servers(report.servers()));
    }
    if (!report.timeline().events().isEmpty()) {
      page.table(ReportTables.events(report.timeline().events()));
    }
  }

  private void settings() {
    page.section("Settings");
    page.table(ReportTables.settings(report.settings(), true));
    page.fold("Settings with their default", ReportTables.settings(report.settings(), false));
    page.section("Command to repeat the run").code(RepeatCommand.command(report.settings()));
    page.text("Or with every setting from the plan of the run:");
    page.code(
        "hadoop fs -get "
            + CommandLineText.quoted(report.run().out() + "/" + RunDirectory.PLAN)
            + " && hadoop jar hbench.jar run -conf "
            + RunDirectory.PLAN);
  }

  /**
   * The report as in report.json, without the data of the charts; of many tasks, those that stand
   * out.
   */
  private JsonElement data() {
    Gson gson = new GsonBuilder().serializeNulls().create();
    JsonObject data = gson.toJsonTree(report).getAsJsonObject();
    data.getAsJsonObject("timeline").remove("points");
    for (JsonElement operation : data.getAsJsonArray("operations")) {
      operation.getAsJsonObject().remove("serviceCurve");
      operation.getAsJsonObject().remove("responseCurve");
    }
    if (overview.hasManyTasks()) {
      data.getAsJsonObject("clients").add("tasks", gson.toJsonTree(overview.outstanding()));
    }
    JsonObject tasks = data.getAsJsonObject("tasks");
    if (overview.hasManyHosts()) {
      tasks.remove("hosts");
    }
    shorten(tasks.getAsJsonArray("lost"));
    shorten(data.getAsJsonArray("errors"));
    return data;
  }

  private static void shorten(JsonArray list) {
    while (list.size() > TaskOverview.MANY) {
      list.remove(list.size() - 1);
    }
  }

  static String hosts(int hosts) {
    return hosts == 1 ? "1 host" : Numbers.format("%,d hosts", hosts);
  }
}
