package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.html.Browser;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Turns;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code suite.html} in a browser. */
@Order(Turns.FROM_THE_END + 5)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SuitePageIT {
  private static final String FILES =
      "[...document.querySelectorAll('figure')].map(f => file(f, charts[f.dataset.chart]))";

  @TempDir static Path dir;
  @AutoClose private Browser browser;

  @BeforeAll
  void start() throws Exception {
    browser = new Browser();
  }

  static Stream<MadeSuite> suites() {
    return Stream.of(
        MadeSuite.workloads(),
        MadeSuite.configurations(),
        MadeSuite.threads(1),
        MadeSuite.threads(3));
  }

  @ParameterizedTest
  @MethodSource("suites")
  void eachRowHasABarAboveTheAxisBesideTheOthers(MadeSuite suite) throws Exception {
    open(suite, 1200, false);
    long rows = suite.record().rows().stream().filter(r -> !r.operation().equals("total")).count();
    assertThat(browser.count("figure:last-of-type .bars rect")).isEqualTo(rows);
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('figure')].every(f => { const bars ="
                        + " [...f.querySelectorAll('.bars rect')].map(b =>"
                        + " b.getBoundingClientRect()).sort((a, b) => a.x - b.x); return"
                        + " bars.every((b, i) => b.height > 1 && (!i || b.x > bars[i - 1].right -"
                        + " 0.5)); })")
                .text(""))
        .isEqualTo("true");
  }

  @ParameterizedTest
  @MethodSource("suites")
  void thePageHasNoErrorsAndFitsANarrowWindow(MadeSuite suite) throws Exception {
    open(suite, 400, true);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").count(""))
        .isLessThanOrEqualTo(400);
    assertThat(browser.seen("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.seen("Log.entryAdded")).isEmpty();
    assertThat(browser.count("svg [d*=NaN], svg [y*=NaN], svg [x*=NaN]")).isZero();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void aChartIsAFileThatNeedsNoStyleSheet(MadeSuite suite) throws Exception {
    open(suite, 1200, false);
    List<String> light = browser.evaluate(FILES).texts("");
    assertThat(light).isNotEmpty();
    for (String file : light) {
      assertThat(file)
          .contains("font-family=", "\"rgb(0, 114, 178)\"", "font-weight=\"600\"")
          .doesNotContain("var(", "class=", "style=", "crosshair", "NaN");
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    }
    open(suite, 1200, true);
    assertThat(browser.evaluate(FILES).texts("")).as("in the dark theme").isEqualTo(light);
  }

  @Test
  void theButtonOfAChartSavesItsFile() throws Exception {
    browser.call(
        "Page.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", dir.toString()));
    open(MadeSuite.configurations(), 1200, false);
    browser.evaluate("document.querySelector('figcaption button').click()");
    Path saved = dir.resolve("nightly-Throughput-by-step-and-configuration.svg");
    for (int i = 0; i < 600 && saved.toFile().length() == 0; i++) { // its name comes first, empty
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(Files.readString(saved)).isEqualTo(browser.evaluate(FILES).texts("").get(0));
  }

  private void open(MadeSuite suite, int width, boolean dark) throws Exception {
    Path page = dir.resolve("suite.html");
    Files.writeString(page, PageRenderer.html(suite.document()));
    browser.open(page, width, dark);
  }
}
