package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that went on without their submitter, by what they left. */
class FollowTest {
  @TempDir static Path dir;
  private static TestMain.Result attended;

  @BeforeAll
  static void drive() {
    attended =
        TestMain.run(
            conf(),
            ("run noop@2 --ops 10k --warmup 0s --strict --format csv --out " + dir.resolve("a"))
                .split(" "));
  }

  @Test
  void whoFollowsARunThatIsOverGetsWhatTheSubmitterGot() {
    TestMain.Result follow = hbench("report --follow " + dir.resolve("a"));
    assertThat(follow.exitCode()).isEqualTo(attended.exitCode());
    assertThat(follow.out()).isEqualTo(attended.out());
  }

  @Test
  void aRunThatEndedUnattendedIsFinishedByWhoFollowsIt() throws IOException {
    Path run = unattended("b");
    TestMain.Result before = hbench("report " + run);
    assertThat(before.out()).contains("submitter-gone").contains("report --follow");

    TestMain.Result follow = hbench("report --format text --follow " + run);
    assertThat(follow.out()).contains("10,000").doesNotContain("submitter-gone");
    assertThat(follow.err()).contains("hbench: following job_local").contains("Ctrl-C leaves it");
    assertThat(follow.exitCode()).isIn(0, 4); // --strict is the run's own
    assertThat(Files.readString(run.resolve("report.txt"))).isEqualTo(follow.out());
    assertThat(json(run).get("state").getAsString()).isEqualTo("SUCCEEDED");
    assertThat(json(run).get("finished").isJsonNull()).isFalse();
  }

  @Test
  void aRunThatMayGoOnIsReportedAsSuch() throws IOException {
    Path run = unattended("c");
    for (String gone : List.of("_SUCCESS", "part-r-00000", "timeline-r-00000")) {
      Files.delete(run.resolve(gone));
    }
    TestMain.Result report = hbench("report " + run);
    assertThat(report.exitCode()).isZero();
    assertThat(report.out()).contains("job-unfinished: nobody saw the job end, and it may go on");
    assertThat(run.resolve("report.json")).doesNotExist();

    TestMain.Result follow = hbench("report --quiet --follow " + run);
    assertThat(follow.exitCode()).isEqualTo(1);
    assertThat(follow.err()).startsWith("hbench: job_local").contains("only who has submitted it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run noop --detach             | --detach: tasks that are threads of this JVM end with it",
        "run noop --detach --local     | --detach: tasks that are threads of this JVM end with it",
        "run noop --detach --threads 1,2 | --detach: one run after the other needs somebody",
        "load --detach --bulk          | --detach: --bulk: HFiles are handed over when all are",
        "load --detach --settle 5m     | --detach: --settle: is done when the rows are written;",
        "run noop --detach --abort-above 5% | --detach: --abort-above: needs somebody who watches",
      })
  void whatNeedsSomebodyIsRefused(String words, String message) {
    Configuration conf = conf();
    if (!message.contains("threads of this JVM")) {
      conf.set("mapreduce.framework.name", "yarn"); // nobody gets to ask it
    }
    TestMain.Result run =
        TestMain.run(conf, (words.trim() + " --out " + dir.resolve("refused")).split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("hbench: " + message.trim());
    assertThat(dir.resolve("refused")).doesNotExist();
  }

  @Test
  void oneRunIsFollowedAtATime() {
    TestMain.Result follow = hbench("report --follow %1$s %1$s".formatted(dir.resolve("a")));
    assertThat(follow.exitCode()).isEqualTo(2);
    assertThat(follow.err()).startsWith("hbench: --follow: takes one run directory, not '");
  }

  /** As its submitter left it when it went. */
  private static Path unattended(String name) throws IOException {
    Path run = dir.resolve(name);
    FileUtils.copyDirectory(dir.resolve("a").toFile(), run.toFile());
    for (String later : List.of("report.json", "report.txt", "run.hlog", ".job.json.crc")) {
      Files.delete(run.resolve(later));
    }
    JsonObject job = json(run);
    job.addProperty("state", "RUNNING");
    job.add("finished", JsonNull.INSTANCE);
    job.add("counters", JsonNull.INSTANCE);
    Files.writeString(run.resolve("job.json"), job.toString());
    return run;
  }

  private static JsonObject json(Path run) throws IOException {
    return JsonParser.parseString(Files.readString(run.resolve("job.json"))).getAsJsonObject();
  }

  private static TestMain.Result hbench(String words) {
    return TestMain.run(conf(), words.split(" "));
  }

  private static Configuration conf() {
    return LocalJobs.conf(dir);
  }
}
