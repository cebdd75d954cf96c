package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Margins;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.trend.Night;
import io.hbench.trend.Trend;
import io.hbench.trend.TrendReader;
import io.hbench.view.TrendView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What fits a screen when everything is wrong: six histories, each slower since another day. */
class TrendScreenTest extends NightsFixture {
  private static final int HISTORIES = 6;
  private static final int NIGHTS = 20;
  private static final int LINES = 24;
  private static final int COLUMNS = 100;

  @BeforeEach
  void everythingIsWrong() throws IOException {
    for (int night = 0; night < NIGHTS; night++) {
      nights.on(night < 14 ? "2.6.1" : "2.6.2", 3, 32 + night / 14, null, night == 14 ? 1 : 0);
      for (int history = 0; history < HISTORIES; history++) {
        double wiggle = 1 + 0.01 * ((night + history) * 7 % 5 - 2);
        double slow = night < 10 + history ? 1 : night < NIGHTS - 1 ? 1.5 : 3;
        nights.add(
            "night-" + night + "/run-" + history,
            night,
            10_000 * wiggle / slow,
            1_000 * wiggle * slow,
            Map.of("threads", "" + (10 + history)),
            "valid");
      }
    }
    for (String because : List.of("new disks", "new switch", "new kernel")) {
      Hbench.run(
          LocalJobs.conf(shared),
          "accept",
          dir.toString(),
          "--because",
          because,
          "--before",
          "2026-01-02");
    }
  }

  @Test
  void aTrendFitsAScreen() throws IOException {
    String screen =
        screen(TrendView.of(read(), "hbench trend … --details, or --html FILE, a page"));
    assertThat(screen)
        .contains(
            "DIR\nverdict: regression\n  since 2026-01-14: get p50 of run get@1 --threads 13: 333 µs → 505 µs")
        .contains("/run-4; HBase 2.6.1 → 2.6.2; regions 32 → 33; 1 region server left\n")
        .contains("  and: 12 more figures\n")
        .contains("\nrun get…ads 13  get p50 ")
        .contains("\nfigures:    24 in 6 histories: regression 24\n");
  }

  @Test
  void aNightFitsAScreen() throws IOException {
    assertThat(screen(TrendView.of(new Night(read(), "night-19"), "trend DIR --details")))
        .contains(
            ", night night-19\nverdict: regression\n  tonight: get p50 of run get@1 --threads 1");
  }

  @Test
  void theDetailsHaveEveryHistoryAndAllAcceptedChanges() throws IOException {
    String details = TextRenderer.whole(TrendView.of(read(), ""));
    for (int history = 0; history < HISTORIES; history++) {
      assertThat(details).contains("\nrun get@1 --threads 1" + history + "\n-----");
    }
    assertThat(details)
        .contains("\nAccepted\n", ": new disks (", ": new switch (", ": new kernel (");
  }

  private static String screen(Document document) {
    String screen = TextRenderer.summary(document).replaceAll("file:/[\\w/-]*", "DIR");
    assertThat(screen.lines()).as(screen).hasSizeLessThanOrEqualTo(LINES);
    assertThat(screen.lines())
        .as(screen)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(COLUMNS));
    return screen;
  }

  private Trend read() throws IOException {
    return TrendReader.read(
        new Configuration(false),
        new org.apache.hadoop.fs.Path(dir.toString()),
        Margins.USUAL,
        null);
  }
}
