package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.TextRenderer;
import io.hbench.figure.Margins;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.summary.SuiteJudgement;
import io.hbench.suite.summary.Summary;
import io.hbench.trend.Night;
import io.hbench.trend.TrendReader;
import io.hbench.view.SummaryView;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nights with a canary: a slower night is told from a slower HBase. */
class NightOfCanariesTest extends NightsFixture {
  private final Configuration conf = new Configuration(false);
  private final SplittableRandom random = new SplittableRandom(3);
  private int count;

  @BeforeEach
  void onACluster() {
    nights.on("2.6.1", 3, 32, 0.95, 0);
  }

  @Test
  void aNightThatIsSlowInAllIsClusterNoise() throws IOException {
    nights(20, 1, 1);
    assertThat(text(tonight())).contains("\ncanary:   as usual\n");
    nights(1, 1.4, 1.4);
    Night tonight = tonight();
    assertThat(tonight.isRegression()).as(text(tonight)).isFalse();
    assertThat(text(tonight))
        .containsPattern(
            "\n"
                + "canary: +(39|4\\d) % slower than usual: slower clients or cluster, not HBase's"
                + " figures alone\n"
                + "cluster noise: +worse by no more than the canary explains: get ops/s of nightly"
                + " read, get p50 of[^:]* get p99 of[^:]* get p99.9 of[^:]*\n")
        .containsPattern(
            "\nget +p99 +1.\\d\\d ms +1.[23]\\d ms to 1.\\d\\d ms +cluster noise +\\S+ +steady\n")
        .contains("-20\nverdict: no regression, ");
    assertThat(PageRenderer.html(document(tonight))).contains("slower than usual");
    assertThat(screen().replaceAll("\\s+", " "))
        .containsPattern(
            " likely side: machines \\(cluster noise\\): canary, the same requests every night, is"
                + " (39|4\\d) % slower than usual; worse by no more than the canary explains: read"
                + " ops/s, read p50, read p99, read p99.9 noise: ");
  }

  @Test
  void whatIsSlowerThanTheCanaryExplainsIsARegression() throws IOException {
    nights(20, 1, 1);
    nights(1, 1, 1.4);
    assertThat(text(tonight()))
        .containsPattern("\ncanary: +as usual\n")
        .containsPattern("\nnightly read +get p99 .* regression +tonight ")
        .contains("-20\nverdict: regression\n");
    assertThat(screen()).contains("\nlikely side:  ").doesNotContain("machines");
  }

  @Test
  void aNightThatIsSlowInAllAndSlowerInReadsIsARegression() throws IOException {
    nights(20, 1, 1);
    nights(1, 1.4, 2);
    assertThat(tonight().isRegression()).isTrue();
    assertThat(text(tonight())).contains("% slower than usual").doesNotContain("cluster noise");
    assertThat(screen()).contains("\nlikely side:  machines (cluster noise): canary, ");
  }

  @Test
  void aNightThatIsFastForTheCanaryAloneIsARegression() throws IOException {
    nights(20, 1, 1);
    nights(1, 0.7, 1);
    assertThat(text(tonight())).containsPattern("\ncanary: +\\d\\d % faster than usual\n");
    assertThat(tonight().isRegression()).isTrue();
  }

  /** After an upgrade the canary says nothing of the night before it: it runs on HBase, too. */
  @Test
  void anUpgradeIsNotExplainedByTheCanary() throws IOException {
    nights(20, 1, 1);
    nights.on("2.6.2", 3, 32, null, 0);
    nights(1, 1.4, 1.4);
    assertThat(tonight().isRegression()).isTrue();
    assertThat(text(tonight()))
        .containsPattern("\ndifferent: +HBase 2.6.1 → 2.6.2\n")
        .containsPattern("\ncanary: +\\d\\d % slower than usual: ");
    assertThat(screen()).contains("\nlikely side:  ").doesNotContain("machines");
  }

  @Test
  void aLevelThatLastsIsARegressionAlthoughTheCanaryHasItToo() throws IOException {
    nights(20, 1, 1);
    nights(6, 1.4, 1.4);
    assertThat(tonight().isRegression()).isTrue();
    assertThat(text(tonight()))
        .containsPattern("\ncanary: +as usual; \\d\\d % slower since 2026-01-21\n")
        .contains("\n  since 2026-01-21: ");
  }

  @Test
  void aCanaryAloneIsNeverARegression() throws IOException {
    nights(20, 1, 1);
    nights(6, 1.4, 1);
    assertThat(text(tonight()))
        .containsPattern("\ncanary: +as usual; \\d\\d % slower since 2026-01-21\n");
    assertThat(tonight().isRegression()).isFalse();
    assertThat(tonight().trend().isRegression()).isFalse();
  }

  @Test
  void aYoungCanaryAndOneThatIsMissingTonightSaySo() throws IOException {
    nights(3, 1, 1);
    assertThat(text(tonight())).containsPattern("\ncanary: +3 more nights\n");
    nights(10, 1, 1);
    night(List.of("read"), 1, 1);
    assertThat(text(tonight())).containsPattern("\ncanary: +no figure tonight\n");
  }

  private void nights(int more, double canary, double read) throws IOException {
    for (int i = 0; i < more; i++) {
      night(List.of("canary", "read"), canary, read);
    }
  }

  /** A night that is 3 percent slower or faster in all, and each step by half a percent. */
  private void night(List<String> steps, double canary, double read) throws IOException {
    double ofNight = Math.exp(0.03 * random.nextGaussian());
    String night = "night-" + count;
    for (String step : steps) {
      double slow =
          ofNight
              * (step.equals("canary") ? canary : read)
              * Math.exp(0.005 * random.nextGaussian());
      nights.add(night + "/" + step, count, 10_000 / slow, 1_000 * slow);
    }
    SuiteRecord suite =
        new SuiteRecord(
            SuiteRecord.SCHEMA,
            "nightly",
            "0",
            false,
            Map.of(),
            List.of(),
            steps.stream().map(step -> run(step)).toList(),
            List.of());
    Files.writeString(
        dir.resolve(night).resolve(SuiteExecution.RECORD), RunDirectory.toJson(suite));
    count++;
  }

  private static SuiteRecord.Run run(String step) {
    return new SuiteRecord.Run(
        step,
        Map.of(),
        1,
        true,
        step,
        0,
        null,
        true,
        "valid",
        Map.of(),
        step.equals("canary"),
        false,
        false);
  }

  private String screen() throws IOException {
    RunDirectory suite = new RunDirectory(conf, path("night-" + (count - 1)));
    SuiteRecord record = SuiteRecord.read(suite).orElseThrow();
    SuiteJudgement judgement = SuiteJudgement.of(tonight(), suite, record, conf);
    return TextRenderer.summary(
        SummaryView.of(Summary.of("2026-01-21", suite, record, record.runs().size(), judgement)));
  }

  private Night tonight() throws IOException {
    return new Night(TrendReader.read(conf, path(""), Margins.USUAL, null), "night-" + (count - 1));
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(dir.resolve(name).toString());
  }
}
