package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.html.Browser;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code report.html} in a browser. */
@Order(Turns.FROM_THE_END + 5)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportPageIT {
  private static final String HOSTILE =
      "</script><script>console.error('run')</script><img src=http://192.0.2.1/x onerror=alert(1)>";

  @TempDir static Path dir;
  private final Map<MadeRun, Path> pages = new HashMap<>();
  @AutoClose private Browser browser;

  @BeforeAll
  void start() throws Exception {
    browser = new Browser();
  }

  static Stream<MadeRun> kindsOfRuns() {
    List<String> six = List.of("get", "put", "scan", "delete", "increment", "append");
    return Stream.of(
        MadeRun.paced(),
        MadeRun.plain(),
        new MadeRun(List.of("get"), 100, 5, 1, 20, null, false, true, Map.of()),
        new MadeRun(six, 2, 10, 1, 20, null, true, false, Map.of()),
        new MadeRun(List.of("get"), 1, 1, 1, 3, null, false, false, Map.of()),
        MadeRun.paced()
            .with(Settings.OBJECTIVE, "get.p99 < 1ms,errors < 50%,mean < 1us every interval"),
        MadeRun.plain().with(Settings.COLUMN_PREFIX, HOSTILE));
  }

  @ParameterizedTest
  @MethodSource("kindsOfRuns")
  void thePageHasNoErrorsAndNoNetworkRequests(MadeRun made) throws Exception {
    Path page = open(made);
    assertThat(browser.seen("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.seen("Runtime.consoleAPICalled")).isEmpty();
    assertThat(browser.seen("Log.entryAdded")).isEmpty();
    assertThat(browser.seen("Network.requestWillBeSent"))
        .extracting(r -> r.text("request.url"))
        .filteredOn(url -> !url.startsWith("data:"))
        .containsExactly(page.toUri().toString());
  }

  @ParameterizedTest
  @MethodSource("kindsOfRuns")
  void everyChartHasMarks(MadeRun made) throws Exception {
    open(made);
    List<Json> marks =
        browser
            .evaluate(
                "d3.selectAll('figure[data-chart]').nodes().map(f => "
                    + "f.querySelectorAll('path.stroke[d^=M], circle, rect').length)")
            .list("");
    assertThat(marks).isNotEmpty().allMatch(count -> count.count("") > 0);
    assertThat(browser.count("svg [d*=NaN], svg [y*=NaN]")).isZero();
  }

  @Test
  @Tag("soak")
  void thePageOfManyTasksHasNoErrors() throws Exception {
    RunReport many = ManyTasks.report(dir.resolve("many"), 2_000);
    Path page = dir.resolve("many.html");
    Files.writeString(page, PageRenderer.html(RunView.of(many, many.timeline())));
    browser.open(page, 1200, false);
    assertThat(browser.seen("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.seen("Log.entryAdded")).isEmpty();
    assertThat(browser.count("#tasks figure[data-chart]")).isEqualTo(4);
    assertThat(browser.count("#tasks figure[data-chart] rect")).isGreaterThan(50);
    assertThat(browser.count("svg [d*=NaN], svg [y*=NaN], svg [x*=NaN]")).isZero();
  }

  @Test
  void aCurveHasAPointForEachIntervalAndEachPercentile() throws Exception {
    MadeRun run = MadeRun.paced();
    Path page = open(run);
    // throughput: M and a comma for each of the 120 intervals
    assertThat(pointsOf("Throughput", 0)).isEqualTo(120);
    assertThat(pointsOf("get", 0)).isEqualTo(120);
    Json get = report(page).at("operations.0");
    assertThat(pointsOf("Latency by percentile", 0))
        .isEqualTo(get.list("responseCurve").size())
        .isGreaterThan(50);
    assertThat(pointsOf("Latency by percentile", 1)).isEqualTo(get.list("serviceCurve").size());
    assertThat(browser.count("figure[data-chart] :not(.band) > rect"))
        .as("intervals with failed requests")
        .isEqualTo(1);
    assertThat(browser.count("#tasks circle")).as("four tasks, three figures").isEqualTo(12);
  }

  private long pointsOf(String title, int series) throws Exception {
    return browser
        .evaluate(
            "d3.selectAll('figure').filter(function () { return"
                + " this.querySelector('strong').textContent === '%s'; })".formatted(title)
                + ".selectAll('path.stroke').nodes()[%d].getAttribute('d').split(/[ML]/).length - 1"
                    .formatted(series))
        .count("");
  }

  @ParameterizedTest
  @MethodSource("kindsOfRuns")
  void figuresEqualThoseOfReportJson(MadeRun made) throws Exception {
    Path page = open(made);
    Json report = report(page);
    List<List<String>> expected = new ArrayList<>();
    List<Json> operations = new ArrayList<>(report.list("operations"));
    if (!report.isNull("total")) {
      operations.add(report.at("total"));
    }
    boolean isOfSeveralRows =
        operations.stream().anyMatch(o -> o.number("rowsPerSecond") > o.number("opsPerSecond"));
    for (Json o : operations) {
      List<String> counts =
          isOfSeveralRows
              ? values(o, "count", "errors", "opsPerSecond", "rowsPerSecond", "bytesPerSecond")
              : values(o, "count", "errors", "opsPerSecond");
      boolean paced = !o.isNull("response");
      if (paced) {
        expected.add(both(counts, latencies(o.at("response"))));
      }
      expected.add(both(paced ? List.of() : counts, latencies(o.at("service"))));
    }
    assertThat(
            rows(
                "document.querySelector('table').tBodies[0].rows",
                "[...row.querySelectorAll('data')].map(d => d.value)"))
        .isEqualTo(expected);
    assertThat(
            texts(
                "[...document.querySelectorAll('table data')].map(d => { const unit ="
                    + " d.closest('table').tHead.rows[0].cells[d.closest('td').cellIndex]"
                    + ".querySelector('.unit'); return d.value + ' ' + d.textContent"
                    + " + (unit ? ' ' + unit.textContent : ''); })"))
        .allSatisfy(ReportPageIT::textIsTheRoundedValue);
    assertThat(browser.text(".verdict strong")).isEqualTo(report.text("verdict.status"));
    assertThat(texts("[...document.querySelectorAll('.reason span')].map(e => e.textContent)"))
        .isEqualTo(report.list("verdict.reasons").stream().map(r -> r.text("message")).toList());
  }

  @Test
  void thePageListsMissedObjectives() throws Exception {
    MadeRun made =
        MadeRun.plain()
            .with(Settings.OBJECTIVE, "p99 < 1us,errors < 50%,mean < 1us every interval");
    Path page = open(made);
    List<List<String>> expected = new ArrayList<>();
    for (Json objective : report(page).list("objectives")) {
      String met = objective.text("met").equals("true") ? "met" : "missed";
      expected.add(List.of(objective.text("objective"), met));
    }
    assertThat(
            rows(
                "[...document.querySelectorAll('table')].find(t =>"
                    + " t.querySelector('th').textContent === 'objective').tBodies[0].rows",
                "[...row.cells].slice(0, 2).map(c => c.textContent)"))
        .isEqualTo(expected)
        .extracting(row -> row.get(1))
        .containsExactly("missed", "met", "missed");
  }

  private static final Map<String, Double> UNITS =
      Map.of(
          "ms", 1e3, "s", 1e6, "%", 0.01, "kB", 1e3, "MB", 1e6, "MB/s", 1e6, "GB", 1e9, "GB/s",
          1e9);

  /** Checks that the displayed text, in its unit, is the value, rounded to its last digit. */
  private static void textIsTheRoundedValue(String valueAndText) {
    List<String> parts = List.of(valueAndText.split(" ", -1));
    double value = Double.parseDouble(parts.get(0));
    boolean seconds = parts.size() > 2 && parts.get(2).equals("s") && value < 1_000;
    double unit = parts.size() > 2 && !seconds ? UNITS.getOrDefault(parts.get(2), 1.0) : 1;
    String number = parts.get(1).replaceAll("[,+]|/s", "");
    int decimals = number.contains(".") ? number.length() - number.indexOf('.') - 1 : 0;
    double step = unit * Math.pow(10, -decimals);
    assertThat(Math.abs(Double.parseDouble(number) * unit - value))
        .as(valueAndText)
        .isLessThanOrEqualTo((unit == 0.01 && value > 0.9 ? 1 : 0.5001) * step); // nines: never up
  }

  private static List<String> latencies(Json latency) {
    return values(latency, "mean", "p50", "p95", "p99", "p99.9", "max");
  }

  private static List<String> values(Json of, String... names) {
    return Stream.of(names).filter(name -> !of.isNull(name)).map(of::text).toList();
  }

  private static List<String> both(List<String> a, List<String> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  @Test
  void thePageFollowsTheDarkColourScheme() throws Exception {
    Path page = open(MadeRun.plain());
    String background = "getComputedStyle(document.body).backgroundColor";
    assertThat(browser.evaluate(background).text("")).isEqualTo("rgb(255, 255, 255)");
    browser.open(page, 1200, true);
    String dark = browser.evaluate(background).text("");
    assertThat(Stream.of(dark.replaceAll("[^\\d,]", "").split(",")).mapToInt(Integer::parseInt))
        .allMatch(part -> part < 50);
  }

  @Test
  void thePageFitsANarrowWindow() throws Exception {
    Path page = open(MadeRun.paced());
    browser.open(page, 400, false);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").count(""))
        .isLessThanOrEqualTo(400);
  }

  @Test
  void aTileIsAsWideAsItsFigure() throws Exception {
    open(MadeRun.paced());
    String overflows =
        "[...document.querySelectorAll('.tiles p')].filter(p => {"
            + " p.querySelector('data').textContent = '1,234,567';"
            + " return p.scrollWidth > p.clientWidth; }).length";
    assertThat(browser.evaluate(overflows).count("")).isZero();
  }

  @Test
  void thePageIsPrintable() throws Exception {
    open(MadeRun.paced());
    assertThat(new String(browser.pdf(), 0, 5, StandardCharsets.ISO_8859_1)).isEqualTo("%PDF-");
  }

  @Test
  void allTimeChartsShowTheValuesAtThePointer() throws Exception {
    open(MadeRun.paced());
    browser.call(
        "Input.dispatchMouseEvent",
        Map.of("type", "mouseMoved", "x", 600, "y", yOf("figure[data-chart] svg")));
    assertThat(browser.evaluate("document.querySelector('.tip').innerText").text(""))
        .contains("get")
        .contains("put")
        .contains("total");
    assertThat(browser.count(".crosshair[visibility=visible]")).isGreaterThan(2);
  }

  private double yOf(String selector) throws Exception {
    return browser
        .evaluate(
            "(() => { const e = document.querySelector('%s'); e.scrollIntoView({block: 'center'});"
                    .formatted(selector)
                + " return e.getBoundingClientRect().top + 80; })()")
        .number("");
  }

  @Test
  void intervalsOfALongRunAreMerged() throws Exception {
    MadeRun run = new MadeRun(List.of("get"), 1, 1_500, 1, 4, null, false, false, Map.of());
    Path page = open(run);
    assertThat(pointsOf("Throughput", 0)).isEqualTo(750);
    assertThat(browser.text("figcaption"))
        .contains("in intervals of 2.0 s")
        .contains("merge the recorded intervals of 1.0 s");
    double max = report(page).number("operations.0.service.max");
    assertThat(
            browser
                .evaluate("d3.max(charts.find(c => c.title === 'get').series[0].points, p => p.y)")
                .number(""))
        .isEqualTo(max);
    assertThat(Files.size(page)).isLessThan(1_000_000);
  }

  private Path open(MadeRun made) throws Exception {
    if (!pages.containsKey(made)) {
      pages.put(made, made.page(dir.resolve("run-" + pages.size())));
    }
    browser.open(pages.get(made), 1200, false);
    return pages.get(made);
  }

  private static Json report(Path page) throws IOException {
    return Json.read(page.resolveSibling(RunDirectory.REPORT_JSON));
  }

  private List<String> texts(String javaScript) throws Exception {
    return browser.evaluate(javaScript).texts("");
  }

  private List<List<String>> rows(String rows, String each) throws Exception {
    return browser.evaluate("[...%s].map(row => %s)".formatted(rows, each)).list("").stream()
        .map(row -> row.texts(""))
        .toList();
  }
}
