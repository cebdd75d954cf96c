package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.TextRenderer;
import io.hbench.figure.Margins;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.trend.Night;
import io.hbench.trend.TrendReader;
import io.hbench.view.TrendView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is printed, to the letter, of nights that a person has to act on. */
class NightTextTest extends NightsFixture {
  private int count;

  @BeforeEach
  void onACluster() {
    nights.on("2.6.1", 3, 32, null, 0);
  }

  @Test
  void anAcceptedRegression() throws IOException {
    nights(12, 1_000);
    nights(1, 1_500);
    assertThat(accept("new disks")).hasExitCode(0);
    assertThat(night())
        .isEqualTo(
            """
            hbench trend of file:DIR, night night-12
            verdict: no regression, no figure ends with one that is not accepted

            figure                  before       now   change  state     since    nights
            get p50       298 µs to 371 µs    510 µs  +53.3 %  accepted  tonight  ▁▁▁▁▁▁▁▁▁▁▁▁█
            get p99      895 µs to 1.11 ms   1.53 ms  +53.3 %  accepted  tonight  ▁▁▁▁▁▁▁▁▁▁▁▁█
            get p99.9   1.79 ms to 2.23 ms   3.06 ms  +53.3 %  accepted  tonight  ▁▁▁▁▁▁▁▁▁▁▁▁█
            get ops/s  8,947/s to 11,140/s  10,200/s   +2.2 %  as usual           ▃▅▆▄▅▃▅▆▄▅▃▅▆

            runs:      13, 2026-01-01 to 2026-01-13
            figures:   4 in run get@1: as usual 1, accepted 3
            noise:     nights of this history vary by 1.5 % in ops/s, 1.5 % in p99 (13 nights)
            margin:    5.0 %; of shares of requests 0.1 %
            accepted:  up to 2026-01-13: new disks (USER)
            details:   night/trend.html
            """);
    nights(3, 1_500);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR
            verdict: no regression, no figure ends with one that is not accepted

            figure                  before      now   change  state     since       nights
            get p50                 333 µs   500 µs  +50.3 %  accepted  2026-01-13  ▁▁▁▁▁▁▁▁▁▁▁▁████
            get p99                 998 µs  1.50 ms  +50.3 %  accepted  2026-01-13  ▁▁▁▁▁▁▁▁▁▁▁▁████
            get p99.9              2.00 ms  3.00 ms  +50.3 %  accepted  2026-01-13  ▁▁▁▁▁▁▁▁▁▁▁▁████
            get ops/s  9,083/s to 11,007/s  9,800/s   -2.0 %  steady                ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃

            runs:      16, 2026-01-01 to 2026-01-16
            figures:   4 in run get@1: steady 1, accepted 3
            noise:     nights of this history vary by 1.5 % in ops/s, 1.6 % in p99 (16 nights)
            margin:    5.0 %; of shares of requests 0.1 %
            accepted:  up to 2026-01-13: new disks (USER)
            details:   trend … --details
            """);
  }

  @Test
  void anUpgrade() throws IOException {
    nights(12, 1_000);
    nights.on("2.6.2", 3, 40, null, 1);
    nights(1, 1_000);
    nights.on("2.6.2", 3, 40, null, 0);
    assertThat(night())
        .isEqualTo(
            """
            hbench trend of file:DIR, night night-12
            verdict: no regression, no figure ends with one that is not accepted

            figure                  before       now  change  state     nights
            get ops/s  8,983/s to 11,094/s  10,200/s  +2.2 %  as usual  ▃▅▆▄▅▃▅▆▄▅▃▅▆
            get p50       299 µs to 370 µs    340 µs  +2.2 %  as usual  ▃▄▆▄▅▃▄▆▄▅▃▄▆
            get p99      898 µs to 1.11 ms   1.02 ms  +2.2 %  as usual  ▃▅▆▄▅▃▅▆▄▅▃▅▆
            get p99.9   1.80 ms to 2.22 ms   2.04 ms  +2.2 %  as usual  ▃▅▆▄▅▃▅▆▄▅▃▅▆

            different:  HBase 2.6.1 → 2.6.2, regions 32 → 40, 1 region server left
            runs:       13, 2026-01-01 to 2026-01-13
            figures:    4 in run get@1: as usual 4
            noise:      nights of this history vary by 1.5 % in ops/s, 1.5 % in p99 (13 nights)
            margin:     5.0 %; of shares of requests 0.1 %
            details:    night/trend.html
            """);
    nights(3, 1_000);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR
            verdict: no regression, no figure ends with one that is not accepted

            figure                  before      now  change  state   nights
            get ops/s  9,072/s to 11,029/s  9,800/s  -2.0 %  steady  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃
            get p50       302 µs to 368 µs   327 µs  -2.0 %  steady  ▃▄▆▄▅▃▄▆▄▅▃▄▆▄▅▃
            get p99      907 µs to 1.10 ms   980 µs  -2.0 %  steady  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃
            get p99.9   1.81 ms to 2.21 ms  1.96 ms  -2.0 %  steady  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃

            runs:     16, 2026-01-01 to 2026-01-16
            figures:  4 in run get@1: steady 4
            noise:    nights of this history vary by 1.5 % in ops/s, 1.5 % in p99 (16 nights)
            margin:   5.0 %; of shares of requests 0.1 %
            details:  trend … --details
            """);
    assertThat(PageRenderer.html(TrendView.of(read(), "")))
        .contains("2026-01-13: HBase 2.6.1 → 2.6.2, regions 32 → 40, 1 region server left");
  }

  @Test
  void aDamagedNight() throws IOException {
    nights(12, 1_000);
    Path report = dir.resolve("night-11/report.json");
    Files.writeString(report, Files.readString(report).substring(0, 1_000));
    assertThat(night())
        .isEqualTo(
            """
            hbench trend of file:DIR, night night-11
            verdict: inconclusive

            runs:      11, 2026-01-01 to 2026-01-11
            figures:   none: no run of this night is the last one of its history
            margin:    5.0 %; of shares of requests 0.1 %
            not read:  1 directory
            details:   night/trend.html
            """);
    Hbench.Result trend =
        Hbench.run(LocalJobs.conf(shared), "trend", dir.toString(), "--margin", "5%");
    assertThat(trend).hasExitCode(0);
    assertThat(without(trend.err()))
        .startsWith("hbench: trend: night-11: report.json is damaged: ")
        .hasLineCount(1);
  }

  @Test
  void anEmptyHistory() throws IOException {
    nights(1, 1_000);
    assertThat(night())
        .isEqualTo(
            """
            hbench trend of file:DIR, night night-0
            verdict: inconclusive

            runs:          1, 2026-01-01 to 2026-01-01
            figures:       4 in run get@1: not enough measurements 4
            inconclusive:  5 more nights: run get@1
            margin:        5.0 %; of shares of requests 0.1 %
            details:       night/trend.html
            """);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR
            verdict: inconclusive

            runs:          1, 2026-01-01 to 2026-01-01
            figures:       4 in run get@1: not enough measurements 4
            inconclusive:  changes are looked for from 8 runs of a kind on
            margin:        5.0 %; of shares of requests 0.1 %
            details:       trend … --details
            """);
  }

  @Test
  void anEmptyDirectory() {
    assertThat(without(Hbench.run(LocalJobs.conf(shared), "trend", dir.toString()).err()))
        .isEqualTo("hbench: trend file:DIR: no runs below it; try trend hbench\n");
  }

  /** Nights that vary by two percent. */
  private void nights(int more, double p99) throws IOException {
    for (int i = 0; i < more; i++) {
      double wiggle = 1 + 0.01 * (count * 7 % 5 - 2);
      nights.add("night-" + count, count, 10_000 * wiggle, p99 * wiggle);
      count++;
    }
  }

  private Hbench.Result accept(String because) {
    return Hbench.run(
        LocalJobs.conf(shared), "accept", dir.toString(), "--because", because, "--before", day());
  }

  /** The day after the last night. */
  private String day() {
    return Nights.FIRST.atZone(ZoneId.systemDefault()).plusDays(count).toLocalDate().toString();
  }

  private String night() throws IOException {
    return without(
        TextRenderer.summary(
            TrendView.of(new Night(read(), "night-" + (count - 1)), "night/trend.html")));
  }

  private String trend() throws IOException {
    return without(TextRenderer.summary(TrendView.of(read(), "trend … --details")));
  }

  private io.hbench.trend.Trend read() throws IOException {
    return TrendReader.read(
        new Configuration(false),
        new org.apache.hadoop.fs.Path(dir.toString()),
        Margins.USUAL,
        null);
  }

  /** Without what differs from machine to machine. */
  private String without(String text) {
    return text.replace(dir.toString(), "DIR").replaceAll("\\([a-z][\\w.-]*\\)\n", "(USER)\n");
  }
}
