package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.trend.Night;
import io.hbench.trend.TrendPage;
import io.hbench.trend.TrendReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The last of many nights, beside those before it. */
class NightTest extends NightsFixture {
  private final SplittableRandom random = new SplittableRandom(1);
  private int count;

  @Test
  void aNightLikeThoseBeforeIsAsUsual() throws IOException {
    nights(20, 1_000);
    Night tonight = tonight();
    assertThat(tonight.isRegression()).isFalse();
    assertThat(tonight.text())
        .startsWith("tonight, night-19, beside the nights before it in file:" + dir)
        .contains("\nrun get@1, 20 nights\n")
        .containsPattern("  get  p99 +[\\d,]+ µs +usual \\d{3} µs to 1,\\d{3} µs +as usual\n")
        .endsWith("\nverdict: no regression\n");
  }

  @Test
  void aNightThatIsFarSlowerIsARegressionAtOnce() throws IOException {
    nights(20, 1_000);
    nights(1, 1_500);
    Night tonight = tonight();
    assertThat(tonight.isRegression()).isTrue();
    assertThat(tonight.text())
        .containsPattern("  get  p99 .* regression tonight\n")
        .contains("\nverdict: regression\n  get p50 of run get@1: ")
        .contains("to accept: accept file:" + dir + " --because 'new disks'\n");
    nights(1, 1_000);
    assertThat(tonight().isRegression()).as("one bad night").isFalse();
  }

  @Test
  void aRegressionThatLastsIsOneInEveryNight() throws IOException {
    nights(20, 1_000);
    for (int night = 0; night < 6; night++) {
      nights(1, 1_500);
      assertThat(tonight().isRegression()).as(tonight().text()).isTrue();
      assertThat(TrendPage.of(tonight())).contains("\"regression\"").contains("p99 of run get@1");
    }
  }

  @Test
  void anOlderValueIsNoneOfTonight() throws IOException {
    nights(20, 1_000);
    nights(1, 1_500);
    nights(1, 1_500);
    Path report = dir.resolve("night-21/report.json");
    String text = Files.readString(report);
    Files.writeString(report, text.replaceAll("\"p99.9\": ?[\\d.Ee]+", "\"p99.9\": null"));
    assertThat(tonight().text())
        .containsPattern("  get  p99 .* regression tonight\n")
        .containsPattern("  get  p99.9 .* no figure tonight\n")
        .doesNotContain("p99.9 of run get@1");
  }

  @Test
  void aFasterNightIsAnImprovement() throws IOException {
    nights(20, 1_000);
    nights(1, 600);
    assertThat(tonight().isRegression()).isFalse();
    assertThat(tonight().text()).containsPattern("  get  p99 .* improvement tonight\n");
  }

  @Test
  void aSmallRegressionIsFoundAfterSomeNightsAndStays() throws IOException {
    nights(20, 1_000);
    nights(3, 1_080);
    assertThat(tonight().isRegression()).isTrue();
    nights(10, 1_080);
    assertThat(tonight().isRegression()).isTrue();
    assertThat(tonight().text()).contains("p99 of run get@1: ").contains(" since 2026-01-21\n");
  }

  @Test
  void fewNightsAreInconclusiveHoweverSlowTheLastOneIs() throws IOException {
    nights(4, 1_000);
    nights(1, 2_000);
    Night tonight = tonight();
    assertThat(tonight.isRegression()).isFalse();
    assertThat(tonight.text())
        .contains("\nrun get@1, 5 nights\n  inconclusive: 1 more night\n")
        .endsWith("\nverdict: inconclusive\n");
    nights(1, 2_000);
    assertThat(tonight().text()).doesNotContain("more night");
  }

  @Test
  void groupsWithoutARunOfTonightAreLeftOut() throws IOException {
    nights(20, 1_000);
    nights(1, 1_500);
    Night other = new Night(tonight().trend(), "elsewhere");
    assertThat(other.isRegression()).isFalse();
    assertThat(other.text()).doesNotContain("run get@1").endsWith("\nverdict: inconclusive\n");
  }

  @Test
  void anAcceptedLevelIsNotExpectedFromTheOldOne() throws IOException {
    nights(20, 1_000);
    nights(1, 1_500);
    Hbench.Result accepted =
        Hbench.run(
            LocalJobs.conf(shared),
            "accept",
            dir.toString(),
            "--because",
            "new disks",
            "--before",
            "2026-01-22");
    assertThat(accepted).hasExitCode(0);
    for (int night = 0; night < 6; night++) {
      nights(1, 1_500);
      assertThat(tonight().isRegression()).as("%d nights later", night + 1).isFalse();
      assertThat(tonight().text()).containsPattern("  get  p99 .* accepted( since 2026-01-21)?\n");
    }
    assertThat(tonight().text()).contains("accepted up to 2026-01-22: new disks (");
  }

  /** Nights that vary by two percent. */
  private void nights(int more, double p99) throws IOException {
    for (int i = 0; i < more; i++) {
      nights.add(
          "night-" + count,
          count,
          10_000 * Math.exp(0.02 * random.nextGaussian()),
          p99 * Math.exp(0.02 * random.nextGaussian()));
      count++;
    }
  }

  private Night tonight() throws IOException {
    return new Night(
        TrendReader.read(
            new Configuration(false),
            new org.apache.hadoop.fs.Path(dir.toString()),
            0.05,
            0.001,
            null),
        "night-" + (count - 1));
  }
}
