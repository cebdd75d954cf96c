package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.html.Browser;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Turns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code suite.html} in a browser. */
@Order(Turns.FROM_THE_END + 5)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SuitePageIT {
  @TempDir static Path dir;
  private Browser browser;

  @BeforeAll
  void start() throws Exception {
    browser = new Browser();
  }

  @AfterAll
  void stop() {
    if (browser != null) { // else there is none on this machine, and the class is skipped
      browser.close();
    }
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

  private void open(MadeSuite suite, int width, boolean dark) throws Exception {
    Path page = dir.resolve("suite.html");
    Files.writeString(page, PageRenderer.html(suite.document()));
    browser.open(page, width, dark);
  }
}
