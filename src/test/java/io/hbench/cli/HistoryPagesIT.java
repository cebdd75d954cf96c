package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.html.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The pages of {@code compare}, {@code trend} and {@code findmax} as a browser shows them. */
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
    browser.close();
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
            .allMatch(marks -> marks.getAsInt() > 0);
        assertThat(count("svg [d*=NaN], svg [transform*=NaN], svg [cx*=NaN], svg [x1*=NaN]"))
            .isZero();
        assertThat(browser.evaluate("document.documentElement.scrollWidth").getAsInt())
            .isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void thePageOfAComparisonHasTheFiguresOfItsJson() throws Exception {
    browser.open(compare, 1200, false);
    JsonObject json = json("compare.json");
    assertThat(text(".verdict strong")).isEqualTo("worse");
    assertThat(text(".verdict .reason")).contains("get worse: ops/s -", "p50 +");
    JsonObject get =
        json.getAsJsonArray("sets")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("operations")
            .get(0)
            .getAsJsonObject();
    List<String> expected = new ArrayList<>();
    for (JsonElement figure : get.getAsJsonArray("figures")) {
      Stream.of("base", "new", "change", "low", "high")
          .map(figure.getAsJsonObject()::get)
          .filter(value -> !value.isJsonNull())
          .forEach(value -> expected.add(value.getAsString()));
    }
    assertThat(values("table data")).isEqualTo(expected).hasSizeGreaterThan(30);
    assertThat(count(".range circle")).isEqualTo(get.getAsJsonArray("figures").size());
    for (String side : List.of("base", "new")) {
      assertThat(
              browser
                  .evaluate(
                      "charts[1].series.find(s => s.name === '%s').points.length".formatted(side))
                  .getAsInt())
          .as("all but 100 percent")
          .isEqualTo(get.getAsJsonArray(side + "Curve").size() - 1);
    }
  }

  @Test
  void anIntervalIsWhereItsFiguresAre() throws Exception {
    browser.open(compare, 1200, false);
    // the ends of the band are at the margin's ends, so they say how many pixels a percent has
    JsonArray band =
        array(
            "[...document.querySelectorAll('.band rect')].map(r => [r.x.baseVal.value,"
                + " r.width.baseVal.value])[0]");
    double zero = band.get(0).getAsDouble() + band.get(1).getAsDouble() / 2;
    double percent = band.get(1).getAsDouble() / 10;
    JsonArray ranges = array("charts[0].ranges.map(r => [r.at, r.colour])");
    JsonArray circles =
        array("[...document.querySelectorAll('.range circle')].map(c => +c.cx.baseVal.value)");
    for (int i = 0; i < circles.size(); i++) {
      double change = ranges.get(i).getAsJsonArray().get(0).getAsDouble();
      assertThat((circles.get(i).getAsDouble() - zero) / percent).isCloseTo(change, within(0.01));
    }
  }

  @Test
  void aTrendHasAChartForEachSeriesAndAMarkForEachChange() throws Exception {
    browser.open(trend, 1200, false);
    JsonObject group = json("trend.json").getAsJsonArray("groups").get(0).getAsJsonObject();
    List<JsonObject> shown = new ArrayList<>();
    for (JsonElement series : group.getAsJsonArray("series")) {
      if (!series.getAsJsonObject().get("figure").getAsString().equals("errors")) {
        shown.add(series.getAsJsonObject());
      }
    }
    assertThat(count("figure")).isEqualTo(shown.size()).isEqualTo(4);
    int changes = 0;
    for (int i = 0; i < shown.size(); i++) {
      int own = shown.get(i).getAsJsonArray("changes").size();
      changes += own;
      assertThat(count("[data-chart=\"%d\"] .mark".formatted(i))).isEqualTo(own);
      assertThat(count("[data-chart=\"%d\"] .level path".formatted(i)))
          .isEqualTo(own == 0 ? 0 : own + 1);
      assertThat(numbers("charts[%d].series[0].points.map(p => p.y)".formatted(i)))
          .isEqualTo(numbers(shown.get(i).getAsJsonArray("points")));
    }
    assertThat(changes).isEqualTo(4);
    assertThat(count("table:first-of-type tbody tr")).isGreaterThanOrEqualTo(changes);
    assertThat(text(".verdict strong")).isEqualTo("worse");
    assertThat(text("main")).contains("get p99 of run get@1: ", "Too few nights to tell");
  }

  @Test
  void aRegressionHasTheWarningColourAndAnImprovementHasNot() throws Exception {
    browser.open(trend, 1200, false);
    String last = "[...document.querySelectorAll('[data-chart=\"%d\"] .level')].at(-1)";
    String colour = "getComputedStyle(" + last + ".querySelector('path')).stroke";
    String warning = "rgb(213, 94, 0)";
    assertThat(browser.evaluate(colour.formatted(0)).getAsString()).isEqualTo("rgb(0, 158, 115)");
    assertThat(browser.evaluate(colour.formatted(2)).getAsString()).isEqualTo(warning);
  }

  @Test
  void aSearchIsACurveByRateWithAMarkAtTheResult() throws Exception {
    browser.open(findmax, 1200, false);
    assertThat(text(".verdict strong")).isEqualTo("kept");
    assertThat(text(".tiles data")).isEqualTo("12,330");
    assertThat(numbers("charts[0].series[1].points.map(p => p.x)"))
        .containsExactly(
            1_000.0, 2_000.0, 4_000.0, 8_000.0, 11_310.0, 12_330.0, 13_450.0, 16_000.0);
    // from the left: 1,000 and 16,000 are the ends of the points
    JsonArray circles =
        array(
            "[...document.querySelectorAll('[data-chart=\"0\"] .series circle')].map(c => +c.cx.baseVal.value)");
    double first = circles.get(0).getAsDouble();
    double perRequest = (circles.get(7).getAsDouble() - first) / 15_000;
    assertThat(
            browser
                .evaluate(
                    "document.querySelector('[data-chart=\"0\"] .mark').transform.baseVal[0].matrix.e")
                .getAsDouble())
        .isCloseTo(first + 11_330 * perRequest, within(0.01));
    assertThat(count("tbody tr")).isEqualTo(8);
  }

  private static JsonObject json(String name) throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve(name))).getAsJsonObject();
  }

  private JsonArray array(String javaScript) throws Exception {
    return browser.evaluate(javaScript).getAsJsonArray();
  }

  private List<Double> numbers(String javaScript) throws Exception {
    List<Double> numbers = new ArrayList<>();
    array(javaScript).forEach(number -> numbers.add(number.getAsDouble()));
    return numbers;
  }

  private static List<Double> numbers(JsonArray points) {
    List<Double> numbers = new ArrayList<>();
    points.forEach(point -> numbers.add(point.getAsJsonObject().get("value").getAsDouble()));
    return numbers;
  }

  private String text(String selector) throws Exception {
    return browser
        .evaluate("document.querySelector('%s').textContent".formatted(selector))
        .getAsString();
  }

  private List<String> values(String selector) throws Exception {
    List<String> values = new ArrayList<>();
    array("[...document.querySelectorAll('%s')].map(d => d.value)".formatted(selector))
        .forEach(value -> values.add(value.getAsString()));
    return values;
  }

  private int count(String selector) throws Exception {
    return browser
        .evaluate("document.querySelectorAll('%s').length".formatted(selector))
        .getAsInt();
  }
}
