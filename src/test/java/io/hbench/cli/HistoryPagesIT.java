package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.html.Browser;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The pages of {@code compare}, {@code trend} and {@code findmax} as a browser shows them. */
@Order(Turns.WITHOUT_CLUSTER)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistoryPagesIT {
  @TempDir static Path dir;
  private Browser browser;
  private Path compare;
  private Path trend;
  private Path findmax;

  @BeforeAll
  void start() throws Exception {
    browser = new Browser();
    compare = MadeHistory.compare(dir);
    trend = MadeHistory.trend(dir);
    findmax = MadeHistory.findmax(dir);
  }

  @AfterAll
  void stop() {
    if (browser != null) { // else there is none on this machine, and the class is skipped
      browser.close();
    }
  }

  @Test
  void nothingFailsAndEveryChartHasMarksHoweverWideTheWindow() throws Exception {
    for (Path page : List.of(compare, trend, findmax)) {
      for (int width : List.of(1200, 400)) {
        browser.open(page, width, false);
        for (String bad :
            List.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")) {
          assertThat(browser.seen(bad)).isEmpty();
        }
        assertThat(
                array(
                    "d3.selectAll('figure[data-chart]').nodes().map(f => "
                        + "f.querySelectorAll('path.stroke[d^=M], circle').length)"))
            .isNotEmpty()
            .allMatch(marks -> marks.count("") > 0);
        assertThat(
                browser.count("svg [d*=NaN], svg [transform*=NaN], svg [cx*=NaN], svg [x1*=NaN]"))
            .isZero();
        assertThat(browser.evaluate("document.documentElement.scrollWidth").count(""))
            .isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void thePageOfAComparisonHasTheFiguresOfItsJson() throws Exception {
    browser.open(compare, 1200, false);
    assertThat(browser.text(".verdict strong")).isEqualTo("regression");
    assertThat(browser.text(".verdict .reason")).contains("regressions", "get ops/s -", "p50 +");
    Json set = Json.read(dir.resolve("compare.json")).at("sets.0");
    Json get = set.at("operations.0");
    List<Json> figures = new ArrayList<>(get.list("figures"));
    set.list("others").forEach(operation -> figures.addAll(operation.list("figures")));
    List<String> expected = new ArrayList<>();
    for (Json figure : figures) {
      Stream.of("baseline", "candidate", "change")
          .filter(name -> !figure.isNull(name))
          .map(figure::text)
          .forEach(expected::add);
    }
    assertThat(values("#figures table data")).isEqualTo(expected).hasSizeGreaterThan(20);
    assertThat(browser.count(".range circle")).isEqualTo(get.list("figures").size());
    for (String side : List.of("baseline", "candidate")) {
      assertThat(
              browser
                  .evaluate(
                      "charts[1].series.find(s => s.name === '%s').points.length".formatted(side))
                  .count(""))
          .isEqualTo(get.list(side + "Curve").size());
    }
  }

  @Test
  void anIntervalIsWhereItsFiguresAre() throws Exception {
    browser.open(compare, 1200, false);
    // the ends of the band are at the margin's ends, so they say how many pixels a percent has
    Json band =
        browser.evaluate(
            "[...document.querySelectorAll('.band rect')].map(r => [r.x.baseVal.value,"
                + " r.width.baseVal.value])[0]");
    double zero = band.number("0") + band.number("1") / 2;
    double percent = band.number("1") / 10;
    List<Json> ranges = array("charts[0].ranges.map(r => [r.at, r.colour])");
    List<Double> circles =
        numbers("[...document.querySelectorAll('.range circle')].map(c => +c.cx.baseVal.value)");
    for (int i = 0; i < circles.size(); i++) {
      double change = ranges.get(i).number("0");
      assertThat((circles.get(i) - zero) / percent).isCloseTo(change, within(0.01));
    }
  }

  @Test
  void aTrendHasAChartForEachSeriesAndAMarkForEachChange() throws Exception {
    browser.open(trend, 1200, false);
    Json group = Json.read(dir.resolve("trend.json")).at("groups.0");
    List<Json> shown = new ArrayList<>();
    for (Json series : group.list("series")) {
      if (!series.isNull("moreIsBetter") && !series.text("unit").equals("share")) {
        shown.add(series);
      }
    }
    assertThat(browser.count("figure")).isEqualTo(shown.size()).isEqualTo(4);
    int changes = 0;
    for (int i = 0; i < shown.size(); i++) {
      int own = shown.get(i).list("changes").size();
      changes += own;
      assertThat(browser.count("[data-chart=\"%d\"] .mark".formatted(i))).isEqualTo(own);
      assertThat(browser.count("[data-chart=\"%d\"] .level path".formatted(i)))
          .isEqualTo(own == 0 ? 0 : own + 1);
      assertThat(numbers("charts[%d].series[0].points.map(p => p.y)".formatted(i)))
          .isEqualTo(numbers(shown.get(i).list("points")));
    }
    assertThat(changes).isEqualTo(4);
    assertThat(browser.count("table:first-of-type tbody tr")).isGreaterThanOrEqualTo(changes);
    assertThat(browser.text(".verdict strong")).isEqualTo("regression");
    assertThat(browser.text("main")).contains("get p50 of run get@1: ", "Not enough measurements");
  }

  @Test
  void aRegressionHasTheWarningColourAndAnImprovementHasNot() throws Exception {
    browser.open(trend, 1200, false);
    String last = "[...document.querySelectorAll('[data-chart=\"%d\"] .level')].at(-1)";
    String colour = "getComputedStyle(" + last + ".querySelector('path')).stroke";
    String warning = "rgb(213, 94, 0)";
    assertThat(browser.evaluate(colour.formatted(0)).text("")).isEqualTo("rgb(0, 158, 115)");
    assertThat(browser.evaluate(colour.formatted(2)).text("")).isEqualTo(warning);
  }

  @Test
  void aSearchIsACurveByRateWithAMarkAtTheResult() throws Exception {
    browser.open(findmax, 1200, false);
    assertThat(browser.text(".verdict strong")).isEqualTo("met");
    assertThat(browser.text(".tiles data")).isEqualTo("12,330");
    assertThat(numbers("charts[0].series[1].points.map(p => p.x)"))
        .containsExactly(
            1_000.0, 2_000.0, 4_000.0, 8_000.0, 11_310.0, 12_330.0, 13_450.0, 16_000.0);
    // from the left: 1,000 and 16,000 are the ends of the points
    List<Double> circles =
        numbers(
            "[...document.querySelectorAll('[data-chart=\"0\"] .series circle')].map(c =>"
                + " +c.cx.baseVal.value)");
    double first = circles.get(0);
    double perRequest = (circles.get(7) - first) / 15_000;
    assertThat(
            browser
                .evaluate(
                    "document.querySelector('[data-chart=\"0\"]"
                        + " .mark').transform.baseVal[0].matrix.e")
                .number(""))
        .isCloseTo(first + 11_330 * perRequest, within(0.01));
    assertThat(browser.count("tbody tr")).isEqualTo(8 + 8); // the steps, and their costs
  }

  private List<Json> array(String javaScript) throws Exception {
    return browser.evaluate(javaScript).list("");
  }

  private List<Double> numbers(String javaScript) throws Exception {
    return array(javaScript).stream().map(number -> number.number("")).toList();
  }

  private static List<Double> numbers(List<Json> points) {
    return points.stream().map(point -> point.number("value")).toList();
  }

  private List<String> values(String selector) throws Exception {
    return browser
        .evaluate("[...document.querySelectorAll('%s')].map(d => d.value)".formatted(selector))
        .texts("");
  }
}
