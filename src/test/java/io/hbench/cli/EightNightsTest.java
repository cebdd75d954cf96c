package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight nights of a suite with a history: five usual ones, and three that are not. */
class EightNightsTest {
  private static final Duration USUAL = Duration.ofMillis(50);
  private static final Duration SLOW = Duration.ofMillis(300);
  private static final int MAX_LINES = 24;

  @TempDir Path dir;

  @Test
  void eachNightSaysWhatItWasAndItsExitCodeIsRight() throws IOException {
    Hbench hbench = new Hbench(dir);
    Files.writeString(
        dir.resolve("s.yaml"),
        """
        name: nightly
        baseline: history
        margin: 90%
        settings: {warmup: 0s, tasks: 1, threads: 48, ops: 480}
        steps: [{name: read, command: run io.hbench.cli.AdjustableOperation}]
        """);
    AdjustableOperation.set(USUAL, 0);
    for (int night = 1; night <= 5; night++) {
      Hbench.Result usual = night(hbench, night, 0);
      assertThat(mail()).startsWith("hbench nightly 20").contains(": inconclusive, ");
      assertThat(usual.out())
          .contains("judged:   no figure before %d more night".formatted(6 - night));
      assertThat(junit(night)).contains("failures=\"0\" errors=\"0\"").contains("<skipped");
    }

    AdjustableOperation.set(USUAL, 20);
    night(hbench, 6, 6);
    assertThat(mail().lines().findFirst().orElseThrow())
        .containsPattern(": regression in read errors \\(\\+[45]\\.\\d\\d points\\)");
    assertThat(junit(6))
        .contains("classname=\"hbench.nightly.read\" name=\"errors\"")
        .contains("<failure type=\"regression\"");

    AdjustableOperation.set(SLOW, 0);
    night(hbench, 7, 6);
    assertThat(mail())
        .containsPattern(": regression in read p\\d+ \\(\\+\\d{3} %\\)")
        .containsPattern(
            "\nread +p50 +[^+]+ ms to [^+]+ ms +3\\d\\d ms +\\+\\d{3}\\.\\d % +tonight +p")
        // every step is slower, and none needs an HBase
        .containsPattern(
            "\nlikely side: +machines \\(cluster noise\\): read, without HBase, is worse, too\n")
        .containsPattern("\nnoise: +nights of read vary by [\\d.]+ % in ops/s, .* \\(7 nights\\)\n")
        .contains("\n  hadoop jar hbench.jar report " + dir + "/nights/7/read\n")
        .contains("accept " + dir + "/nights --because '…'\n");
    assertThat(Files.readString(dir.resolve("nights/7/trend.txt"))).contains("regression");

    String jar = "  hadoop jar hbench.jar ";
    String[] next = mail().lines().filter(line -> line.startsWith(jar)).toArray(String[]::new);
    assertThat(next).hasSize(2);
    for (String command : next) { // which work as they are
      assertThat(hbench.run(command.replace(jar, ""))).hasExitCode(0);
    }

    for (int night = 1; night <= 7; night++) {
      setVersion(night, "0.0.9");
    }
    AdjustableOperation.set(USUAL, 0);
    Hbench.Result newVersion = night(hbench, 8, 0);
    assertThat(mail())
        .contains(": no regression\n")
        .contains("hbench %s, before 0.0.9\n".formatted(Version.hbench()));
    assertThat(Files.readString(newVersion.dir().resolve("read/report.txt")))
        .containsPattern("\nnoise: +nights of this step vary by [\\d.]+ % in ops/s");
    assertThat(Files.readString(newVersion.dir().resolve("suite.html"))).contains("no regression");
  }

  @Test
  void nightsOfARegressionThatNobodyAcceptsTakeThePlaceOfOlderOnes() throws IOException {
    Hbench hbench = new Hbench(dir);
    Files.writeString(
        dir.resolve("s.yaml"),
        """
        name: nightly
        baseline: history
        keep: 8
        margin: 90%
        settings: {warmup: 0s, tasks: 1, threads: 48, ops: 480}
        steps: [{name: read, command: run io.hbench.cli.AdjustableOperation}]
        """);
    for (int night = 1; night <= 9; night++) {
      AdjustableOperation.set(USUAL, night > 5 ? 20 : 0);
      night(hbench, night, night > 5 ? 6 : 0);
    }
    assertThat(dir.resolve("nights/1")).doesNotExist();
    assertThat(dir.resolve("nights/2")).exists();
  }

  private Hbench.Result night(Hbench hbench, int night, int exitCode) throws IOException {
    Hbench.Result result =
        hbench.job(
            "nights/" + night,
            "suite %s --quiet --summary %s".formatted(dir.resolve("s.yaml"), dir.resolve("mail")));
    assertThat(result).hasExitCode(exitCode);
    assertThat(result.out()).isEqualTo(mail());
    assertThat(mail().lines().count()).isLessThanOrEqualTo(MAX_LINES);
    assertThat(result.dir().resolve("summary.txt")).hasContent(mail());
    return result;
  }

  private String mail() throws IOException {
    return Files.readString(dir.resolve("mail"));
  }

  private String junit(int night) throws IOException {
    return Files.readString(dir.resolve("nights/" + night + "/junit.xml"));
  }

  /** As if another version of hbench had driven the load. */
  private void setVersion(int night, String version) throws IOException {
    Json.edit(
        dir.resolve("nights/" + night + "/read/report.json"),
        report -> report.set("run.version", version));
  }
}
