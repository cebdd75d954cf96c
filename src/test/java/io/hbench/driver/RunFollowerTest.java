package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
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

/** Tests runs whose submitter ended before the job. */
class RunFollowerTest {
  @TempDir static Path dir;
  private static Hbench hbench;
  private static Hbench.Result attended;

  @BeforeAll
  static void drive() {
    hbench = new Hbench(dir);
    attended = hbench.job("a", "run noop@2 --ops 10k --warmup 0s --strict --format csv");
  }

  @Test
  void followingAnEndedRunGivesTheOutcomeOfTheSubmitter() {
    Hbench.Result follow = hbench.run("report --follow " + attended.dir());
    assertThat(follow).hasExitCode(attended.exitCode());
    assertThat(follow.out()).isEqualTo(attended.out());
  }

  @Test
  void aFollowerCompletesARunThatEndedWithoutItsSubmitter() throws IOException {
    Path run = unattended("b");
    Hbench.Result before = hbench.run("report " + run);
    assertThat(before.out()).contains("submitter-lost").contains("report --follow");

    Hbench.Result follow = hbench.run("report --format text --follow " + run);
    assertThat(follow.out()).contains("10,000").doesNotContain("submitter-lost");
    assertThat(follow.err())
        .contains("hbench: following job_local")
        .contains("Ctrl-C does not kill it");
    assertThat(follow.exitCode()).isIn(0, 4); // --strict is the run's own
    assertThat(hbench.run("report " + run).out()).isEqualTo(follow.out());
    Json job = Json.read(run.resolve("job.json"));
    assertThat(job).has("status.state", "SUCCEEDED").text("status.finished").isNotEmpty();
  }

  /** Its submitter saw half a minute after the kill that it still ran, and wrote that. */
  @Test
  void aJobThatWasKilledAndHadNotEndedIsFollowed() throws IOException {
    Path run = unattended("g");
    Json.edit(
        run.resolve("job.json"), job -> job.set("status.finished", "2026-01-31T10:15:30.123Z"));
    Hbench.Result follow = hbench.run("report --quiet --follow " + run);
    assertThat(follow.exitCode()).as(follow.err()).isIn(0, 4);
    assertThat(Json.read(run.resolve("job.json"))).has("status.state", "SUCCEEDED");
  }

  @Test
  void aRunWithUnknownOutcomeIsReportedAsSuch() throws IOException {
    Path run = unattended("c");
    for (String gone : List.of("_SUCCESS", "part-r-00000", "timeline-r-00000")) {
      Files.delete(run.resolve(gone));
    }
    Hbench.Result report = hbench.run("report " + run);
    assertThat(report).hasExitCode(1); // it is --strict, which hid that it is unknown
    assertThat(report.out())
        .contains("job-outcome-unknown: outcome of the job unknown: it may still be running");
    assertThat(run.resolve("report.json")).doesNotExist();

    Hbench.Result follow = hbench.run("report --quiet --follow " + run);
    assertThat(follow).hasExitCode(1);
    assertThat(follow.err())
        .startsWith("hbench: job_local")
        .contains("which only the process that submitted it can follow");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run noop --detach             | --detach: local tasks end with this process",
        "run noop --detach --local     | --detach: local tasks end with this process",
        "run noop --detach --threads 1,2 | --detach: several runs need a submitter",
        "load --detach --bulk          | --detach: contradicts --bulk: the submitter loads the HFiles",
        "load --detach --settle 5m     | --detach: contradicts --settle: the submitter does it"
            + " after",
        "run noop --detach --for auto  | --detach: contradicts --for: the submitter decides",
        "run noop --detach --until p9+-2% | --detach: contradicts --until: the submitter",
        "run noop --detach --abort-above 5% --lost-tasks 1% | --abort-above 5%: a task that it ends"
            + " counts as lost",
      })
  void detachIsRefusedWithSettingsThatNeedTheSubmitter(String words, String message) {
    Configuration conf = LocalJobs.conf(dir);
    if (!message.contains("local tasks")) {
      conf.set("mapreduce.framework.name", "yarn"); // never contacted
    }
    Hbench.Result run =
        Hbench.run(conf, (words.trim() + " --out " + dir.resolve("refused")).split(" "));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).startsWith("hbench: " + message.trim());
    assertThat(dir.resolve("refused")).doesNotExist();
  }

  @Test
  void aFollowerSaysWhichClusterAndFileItTakesFromTheDirectory() throws IOException {
    Path run = unattended("d");
    Path file = dir.resolve("theirs.prom");
    setInPlan(run, "hbench.quorum", "zk.example:2181");
    setInPlan(run, "hbench.prometheus", file.toString());
    Hbench.Result follow = hbench.run("report --quiet --follow " + run);
    assertThat(follow.err())
        .contains(
            "hbench: from file:" + run + ": --quorum zk.example:2181 --prometheus " + file + "\n");
    Path own = dir.resolve("own.prom");
    run = unattended("e");
    setInPlan(run, "hbench.prometheus", file.toString());
    follow = hbench.run("report --quiet --prometheus " + own + " --follow " + run);
    assertThat(follow.err()).doesNotContain("theirs.prom");
    assertThat(own).exists();
    Path late = dir.resolve("late.prom"); // the end is on record
    hbench.run("report --quiet --prometheus " + late + " --follow " + run);
    assertThat(late).exists();
  }

  @Test
  void aVariableInThePlanOfAnotherIsNotReplaced() throws IOException {
    Path run = unattended("f");
    setInPlan(run, "hbench.table", "${fs.defaultFS}");
    Hbench.Result follow = hbench.run("report --quiet --follow " + run);
    assertThat(follow).hasExitCode(2);
    assertThat(follow.err())
        .isEqualTo(
            "hbench: --table ${fs.defaultFS}: a variable in plan.xml, which is not replaced; try"
                + " --table VALUE\n");
    assertThat(hbench.run("report --format json " + run).out()).doesNotContain("file:///\"");
  }

  private static void setInPlan(Path run, String name, String value) throws IOException {
    Path plan = run.resolve("plan.xml");
    Files.deleteIfExists(run.resolve(".plan.xml.crc"));
    Files.writeString(
        plan,
        Files.readString(plan)
            .replaceAll("<property><name>" + name + "</name>.*?</property>", "")
            .replace(
                "</configuration>",
                "<property><name>%s</name><value>%s</value></property></configuration>"
                    .formatted(name, value)));
  }

  @Test
  void aDetachedRunIsNotFollowedByAUserWhoCannotCompleteIt() throws IOException {
    Path run = unattended("h");
    setInPlan(run, "hbench.detach", "true");
    FileUtils.deleteDirectory(run.resolve("_start").toFile());
    Files.createFile(run.resolve("_start")); // where nobody can write, not even root
    Hbench.Result follow = hbench.run("report --follow " + run);
    assertThat(follow).hasExitCode(1);
    assertThat(follow.err()).contains(run + "/_start").doesNotContain("following");
  }

  @Test
  void followTakesOneRun() {
    Hbench.Result follow = hbench.run("report --follow %1$s %1$s".formatted(attended.dir()));
    assertThat(follow).hasExitCode(2);
    assertThat(follow.err()).startsWith("hbench: --follow: takes one run directory; leave out ");
  }

  /** A run directory in the state in which a lost submitter left it. */
  private static Path unattended(String name) throws IOException {
    Path run = dir.resolve(name);
    FileUtils.copyDirectory(dir.resolve("a").toFile(), run.toFile());
    for (String later : List.of("report.json", "report.txt", "run.hlog")) {
      Files.delete(run.resolve(later));
    }
    Json.edit(
        run.resolve("job.json"),
        job ->
            job.set("status.state", "RUNNING")
                .set("status.finished", null)
                .set("status.counters", null));
    return run;
  }
}
