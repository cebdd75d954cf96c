package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.trend.Night;
import io.hbench.trend.TrendPage;
import io.hbench.trend.TrendReader;
import io.hbench.trend.TrendText;
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
            tonight, night-12, beside the nights before it in file:DIR: changes of 5 % or more

            run get@1, 13 nights
              get  ops/s  10,200    usual 8,947 to 11,140       as usual
              get  p50    510 µs    usual 298 µs to 371 µs      accepted
              get  p99    1,530 µs  usual 895 µs to 1,114 µs    accepted
              get  p99.9  3,060 µs  usual 1,789 µs to 2,228 µs  accepted
              nights of this step vary by 1.5 % in ops/s, 1.5 % in p99 (13 nights)

            accepted up to 2026-01-14: new disks (USER)

            verdict: no regression
            """);
    nights(3, 1_500);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR: changes of 5 % or more
            runs: 16, 2026-01-01 to 2026-01-16
            accepted up to 2026-01-14: new disks (USER)

            run get@1 on table hbench, 16 measurements
            get  ops/s     9,800  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃  steady
            get  p50      490 µs  ▁▁▁▁▁▁▁▁▁▁▁▁████  accepted since 2026-01-13
            get  p99    1,470 µs  ▁▁▁▁▁▁▁▁▁▁▁▁████  accepted since 2026-01-13
            get  p99.9  2,940 µs  ▁▁▁▁▁▁▁▁▁▁▁▁████  accepted since 2026-01-13
            nights of this history vary by 1.5 % in ops/s, 1.6 % in p99 (16 nights)
              2026-01-13  get p50: 333 µs → 500 µs (+50.3 %), regression, p < 0.0001, first run night-12
              2026-01-13  get p99: 998 µs → 1,500 µs (+50.3 %), regression, p < 0.0001, first run night-12
              2026-01-13  get p99.9: 1,997 µs → 3,000 µs (+50.3 %), regression, p < 0.0001, first run night-12

            verdict: no regression
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
            tonight, night-12, beside the nights before it in file:DIR: changes of 5 % or more
            different tonight: HBase 2.6.1 → 2.6.2
            different tonight: regions 32 → 40
            different tonight: 1 region server left

            run get@1, 13 nights
              get  ops/s  10,200    usual 8,983 to 11,094       as usual
              get  p50    340 µs    usual 299 µs to 370 µs      as usual
              get  p99    1,020 µs  usual 898 µs to 1,109 µs    as usual
              get  p99.9  2,040 µs  usual 1,797 µs to 2,219 µs  as usual
              nights of this step vary by 1.5 % in ops/s, 1.5 % in p99 (13 nights)

            verdict: no regression
            """);
    nights(3, 1_000);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR: changes of 5 % or more
            runs: 16, 2026-01-01 to 2026-01-16

            run get@1 on table hbench, 16 measurements
            get  ops/s     9,800  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃  steady
            get  p50      327 µs  ▃▄▆▄▅▃▄▆▄▅▃▄▆▄▅▃  steady
            get  p99      980 µs  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃  steady
            get  p99.9  1,960 µs  ▃▅▆▄▅▃▅▆▄▅▃▅▆▄▅▃  steady
            nights of this history vary by 1.5 % in ops/s, 1.5 % in p99 (16 nights)
              2026-01-13  HBase 2.6.1 → 2.6.2, regions 32 → 40, 1 region server left

            verdict: no regression
            """);
    assertThat(TrendPage.of(read()))
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
            tonight, night-11, beside the nights before it in file:DIR: changes of 5 % or more

            no run of this night is the last one of its history

            verdict: inconclusive
            """);
    Hbench.Result trend =
        Hbench.run(LocalJobs.conf(shared), "trend", dir.toString(), "--margin", "5%");
    assertThat(trend).hasExitCode(0);
    assertThat(without(trend.err()))
        .startsWith("hbench: trend: night-11: file:DIR/night-11/report.json is damaged: ")
        .hasLineCount(1);
  }

  @Test
  void anEmptyHistory() throws IOException {
    nights(1, 1_000);
    assertThat(night())
        .isEqualTo(
            """
            tonight, night-0, beside the nights before it in file:DIR: changes of 5 % or more

            run get@1, 1 night
              inconclusive: 5 more nights

            verdict: inconclusive
            """);
    assertThat(trend())
        .isEqualTo(
            """
            hbench trend of file:DIR: changes of 5 % or more
            runs: 1, 2026-01-01 to 2026-01-01

            not enough measurements, change detection needs at least 8:
              run get@1: 1, last run night-0

            verdict: no regression
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
    return without(new Night(read(), "night-" + (count - 1)).text());
  }

  private String trend() throws IOException {
    return without(TrendText.of(read()));
  }

  private io.hbench.trend.Trend read() throws IOException {
    return TrendReader.read(
        new Configuration(false), new org.apache.hadoop.fs.Path(dir.toString()), 0.05, 0.001, null);
  }

  /** Without what differs from machine to machine. */
  private String without(String text) {
    return text.replace(dir.toString(), "DIR").replaceAll("\\([a-z][\\w.-]*\\)\n", "(USER)\n");
  }
}
