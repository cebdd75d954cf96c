package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.LocalJobs;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
  @TempDir Path dir;
  private final List<String> problems = new ArrayList<>();
  private Configuration conf;
  private int nights;

  @BeforeEach
  void place() {
    conf = LocalJobs.conf(dir.resolve("jobs"));
  }

  @Test
  void theNamedBaselineRemainsHoweverItsPathIsWritten() throws IOException {
    night("golden");
    night("1");
    night("2");
    assertThat(deleted("2", 1, dir.resolve("nights/golden").toString())).containsExactly("1");
    night("3");
    assertThat(deleted("3", 1, dir.resolve("nights/golden/a").toString())).containsExactly("2");
    assertThat(dir.resolve("nights/golden/suite.json")).exists();
  }

  @Test
  void aLinkToTheBaselineSparesIt() throws IOException {
    night("1");
    night("2");
    night("3");
    Files.createSymbolicLink(dir.resolve("nights/best"), dir.resolve("nights/1"));
    assertThat(deleted("3", 1, dir.resolve("nights/best").toString())).containsExactly("2");
    assertThat(dir.resolve("nights/best/suite.json")).exists();
  }

  /** No path of Hadoop has a colon in its last part: the suite had no verdict. */
  @Test
  void aFileOfAnotherKindBesideTheSuitesMayHaveAnyName() throws IOException {
    night("1");
    night("2");
    Files.createFile(dir.resolve("nights/2026-01-01T02:00.log"));
    assertThat(retention("2").previous().orElseThrow().getName()).isEqualTo("1");
    Files.createDirectory(dir.resolve("nights/2026-01-01T02:00"));
    assertThat(retention("2").previous().orElseThrow().getName()).isEqualTo("1");
    assertThat(problems).isEmpty();
  }

  @Test
  void nightsThatFailedTakeThePlaceOfNone() throws IOException {
    night("1", done("a", 1));
    night("2", done("a", 1));
    for (int failed = 3; failed <= 9; failed++) {
      night(Integer.toString(failed), bad("a", "no ticket", "failed"));
    }
    night("10", done("a", 1));
    assertThat(deleted("10", 2, null)).containsExactly("1");
    night("11", done("a", 1));
    assertThat(deleted("11", 2, null)).hasSize(8).contains("2", "3", "9");
    assertThat(names()).containsExactlyInAnyOrder("10", "11");
  }

  /** Such as one of another version after hbench was rolled back. */
  @Test
  void theBaselineOfASuiteThatCannotBeReadRemains() throws IOException {
    night("1");
    night("2");
    comparedWith("2", 1);
    Files.writeString(dir.resolve("nights/2/suite.json"), "{\"schema\": ");
    night("3");
    assertThat(deleted("3", 1, null)).isEmpty();
    assertThat(dir.resolve("nights/1/suite.json")).exists();
  }

  @Test
  void theBaselineOfTheNewestSuiteRemainsWhileNoOlderOneIsKept() throws IOException {
    night("1");
    night("2");
    night("3");
    comparedWith("3", 1);
    assertThat(deleted("3", 1, null)).containsExactly("2");
  }

  @Test
  void aLinkIsNoSuiteAndIsNeverDeleted() throws IOException {
    night("1");
    night("../elsewhere");
    Path link = Files.createSymbolicLink(dir.resolve("nights/link"), dir.resolve("elsewhere"));
    night("2");
    assertThat(deleted("2", 1, null)).containsExactly("1");
    assertThat(link.resolve("suite.json")).exists();
  }

  @Test
  void baselinesOfTheSuitesThatAreKeptRemain() throws IOException {
    for (int night = 1; night <= 4; night++) {
      night(Integer.toString(night));
      if (night > 1) {
        comparedWith(Integer.toString(night), night - 1);
      }
    }
    assertThat(deleted("4", 2, null)).containsExactly("1");
    assertThat(names()).containsExactlyInAnyOrder("2", "3", "4");
  }

  @Test
  void theBaselineOfASuiteOfAnotherNameRemains() throws IOException {
    night("1");
    night("2");
    directory("weekly")
        .writeJson(
            SuiteExecution.RECORD, SuiteRecord.of("weekly", "0", Map.of(), List.of()).with(false));
    comparedWith("weekly", 1);
    night("3");
    assertThat(deleted("3", 1, null)).containsExactly("2");
  }

  /** It writes its record anew: yesterday was then after tomorrow. */
  @Test
  void aSuiteThatWasResumedIsNoLaterOne() throws IOException {
    for (int night = 1; night <= 3; night++) {
      Path file = dir.resolve("nights/" + night);
      night(Integer.toString(night), done("a", 4));
      FileTime began = Files.getLastModifiedTime(file.resolve("suite.json"));
      Files.createFile(file.resolve("suite.yaml"));
      Files.setLastModifiedTime(file.resolve("suite.yaml"), began);
    }
    touch("1");
    assertThat(retention("3").previous().orElseThrow().getName()).isEqualTo("2");
    assertThat(retention("1").previous()).isEmpty();
    assertThat(deleted("1", 1, null)).isEmpty();
  }

  /** Those of a file nightly.yaml, and {@code run --tenants} or a ladder, may have one name. */
  @Test
  void aLadderOfTheSameNameIsNoSuite() throws IOException {
    night("ladder", done("", 4));
    night("1", done("a", 4));
    night("2", done("a", 4));
    assertThat(deleted("2", 1, null)).containsExactly("1");
  }

  @Test
  void aSuiteThatHasNotEndedIsNeverDeletedAndNeverTheBaseline() throws IOException {
    night("1");
    night("2");
    RunDirectory running = night("3");
    running.writeJson(SuiteExecution.RECORD, record(List.of()).with(true));
    touch("3");
    night("4");
    assertThat(retention("4").previous().orElseThrow().getName()).isEqualTo("2");
    assertThat(problems).containsExactly("baseline: not 3: it has not ended");
    problems.clear();
    assertThat(deleted("4", 1, null)).containsExactly("2", "1");
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0))
        .startsWith("keep: file:")
        .contains("/nights/3 remains: it has not ended; to continue: suite --resume file:");
  }

  @Test
  void theBaselineIsTheLastNightThatWasCompleteAndValid() throws IOException {
    night("1", done("read", 4), done("read", 8), done("load", 4));
    night("2", done("read", 4), done("load", 4));
    night("3", done("read", 4), done("read", 8), bad("load", null, "invalid"));
    night("4", done("read", 4), done("read", 8), bad("load", "the job failed", "failed"));
    night("5", done("read", 4), done("read", 8), done("load", 4));
    Files.delete(dir.resolve("nights/5/load-4/plan.xml"));
    night("6", done("read", 4), done("read", 8), done("load", 4));
    assertThat(retention("6").previous().orElseThrow().getName()).isEqualTo("1");
    assertThat(problems)
        .containsExactly(
            "baseline: not 5: its directory load-4 is gone",
            "baseline: not 4: load threads=4 failed",
            "baseline: not 3: load threads=4 invalid",
            "baseline: nor 1 other");
    problems.clear();
    assertThat(retention("3").previous().orElseThrow().getName())
        .as("of a night without a valid load: none that came later")
        .isEqualTo("1");
  }

  @Test
  void anEarlierNightThatLacksAStepIsNoBaseline() throws IOException {
    night("1", done("read", 4));
    night("2", done("read", 4), done("read", 8));
    assertThat(retention("2").previous()).isEmpty();
    assertThat(problems).containsExactly("baseline: not 1: it has no read threads=8");
    problems.clear();
    night("3", done("read", 4));
    assertThat(retention("3").previous().orElseThrow().getName()).as("more").isEqualTo("2");
    assertThat(problems).isEmpty();
  }

  @Test
  void withoutEarlierNightsThereIsNoBaselineAndNothingToSay() throws IOException {
    night("1", done("read", 4));
    assertThat(retention("1").previous()).isEmpty();
    assertThat(problems).isEmpty();
  }

  @Test
  void aSuiteWithAJobThatHasNotEndedIsNeverDeleted() throws IOException {
    JobFacts submitted =
        JobFacts.submitted(new JobFacts.Job("job_1_1", "a", "0", 1, 1), "2026-01-01T00:00:00Z");
    suiteWithJob("1", submitted);
    suiteWithJob("2", submitted.ended("RUNNING", "killed", "2026-01-01T00:01:00Z", null));
    suiteWithJob("3", submitted.ended("KILLED", "killed", "2026-01-01T00:01:00Z", null));
    night("4");
    assertThat(deleted("4", 1, null)).containsExactly("3");
    assertThat(problems.get(0))
        .contains("/nights/2 remains: a job has not ended; report --follow ");
    assertThat(problems.get(1)).contains("/nights/1 remains: a job has not ended");
  }

  @Test
  void aSuiteWhoseUndoIsPendingIsNeverDeleted() throws IOException {
    RunDirectory failed = night("1");
    failed.write("_undo-000001.json", "{}");
    night("2");
    night("3");
    assertThat(deleted("3", 1, null)).containsExactly("2");
    assertThat(problems)
        .containsExactly(
            "keep: %1$s remains: its undo has failed; to undo it: suite --undo %1$s"
                .formatted(failed.path()));
  }

  @Test
  void whatTheFileSystemDoesNotDeleteIsNotReportedAsDeleted() throws IOException {
    night("1");
    night("2");
    night("3");
    conf.setClass("fs.file.impl", KeepingFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    assertThat(deleted("3", 1, null)).containsExactly("1");
    assertThat(problems)
        .containsExactly(
            "keep: file:%s remains: the file system has not deleted it"
                .formatted(dir.resolve("nights/2")));
    assertThat(names()).containsExactlyInAnyOrder("2", "3");
  }

  /** A file system that does not delete the second night. */
  public static final class KeepingFileSystem extends LocalFileSystem {
    @Override
    public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
      return !path.getName().equals("2") && super.delete(path, recursive);
    }
  }

  private void suiteWithJob(String name, JobFacts job) throws IOException {
    RunDirectory suite = directory(name);
    suite.writeJson(SuiteExecution.RECORD, record(List.of(run("a"))));
    touch(name);
    suite.directory("a").writeJson(RunDirectory.JOB, job);
  }

  @Test
  void aDamagedSiblingIsNamedAndLeftAsItIs() throws IOException {
    night("1");
    for (Map.Entry<String, String> damage :
        Map.of(
                "cut",
                "{\"schema\": \"hben",
                "empty",
                "",
                "partial",
                "{\"schema\": \"hbench.suite/3\"}")
            .entrySet()) {
      Files.createDirectories(dir.resolve("nights/" + damage.getKey()));
      Files.writeString(
          dir.resolve("nights/" + damage.getKey() + "/suite.json"), damage.getValue());
    }
    RunDirectory compared = night("2");
    compared.write(Retention.COMPARISON, "{\"sets\": [");
    night("3");
    assertThat(retention("3").previous().orElseThrow().getName()).isEqualTo("2");
    problems.clear();
    assertThat(deleted("3", 2, null)).containsExactly("1");
    assertThat(problems).hasSize(4).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
    assertThat(String.join("\n", problems))
        .contains("/nights/cut/suite.json is damaged")
        .contains("/nights/empty/suite.json is damaged")
        .contains("/nights/partial/suite.json is damaged")
        .contains("/nights/2/compare.json");
    assertThat(names()).containsExactlyInAnyOrder("2", "3", "cut", "empty", "partial");
  }

  private List<String> deleted(String newest, int keep, String baseline) throws IOException {
    return retention(newest)
        .clean(keep, Optional.ofNullable(baseline).map(org.apache.hadoop.fs.Path::new))
        .stream()
        .map(org.apache.hadoop.fs.Path::getName)
        .toList();
  }

  private Retention retention(String newest) throws IOException {
    return new Retention(directory(newest), conf, "nightly", problems::add);
  }

  private RunDirectory night(String name, SuiteRecord.Run... runs) throws IOException {
    RunDirectory directory = directory(name);
    directory.writeJson(SuiteExecution.RECORD, record(List.of(runs)));
    for (SuiteRecord.Run run : runs) {
      directory.directory(run.directory()).write(RunDirectory.PLAN, "");
    }
    touch(name);
    return directory;
  }

  private static SuiteRecord.Run done(String step, int threads) {
    return run(step, threads, null, true, "valid");
  }

  private static SuiteRecord.Run bad(String step, String failure, String verdict) {
    return run(step, 4, failure, false, verdict);
  }

  private static SuiteRecord.Run run(
      String step, int threads, String failure, boolean complete, String verdict) {
    return new SuiteRecord.Run(
        step,
        Map.of("threads", Integer.toString(threads)),
        1,
        true,
        step + "-" + threads,
        complete ? 0 : 1,
        failure,
        complete,
        verdict,
        Map.of(),
        false,
        false,
        false);
  }

  /** Each record is written a minute after the one before. */
  private void touch(String name) throws IOException {
    nights++;
    Files.setLastModifiedTime(
        dir.resolve("nights").resolve(name).resolve("suite.json"),
        FileTime.fromMillis(1_700_000_000_000L + nights * 60_000L));
  }

  private void comparedWith(String name, int baseline) throws IOException {
    directory(name)
        .write(
            Retention.COMPARISON,
            "{\"sets\": [{\"baseline\": [{\"directory\": \"file:%s/a/1\"}]}]}"
                .formatted(dir.resolve("nights/" + baseline)));
  }

  private RunDirectory directory(String name) throws IOException {
    return new RunDirectory(
        conf, new org.apache.hadoop.fs.Path(dir.resolve("nights").resolve(name).toString()));
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(dir.resolve("nights"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static SuiteRecord record(List<SuiteRecord.Run> runs) {
    return new SuiteRecord(
        SuiteRecord.SCHEMA, "nightly", "0", false, Map.of(), List.of(), runs, List.of());
  }

  private static SuiteRecord.Run run(String step) {
    return new SuiteRecord.Run(
        step, Map.of(), 1, true, step, 1, "lost", false, "failed", Map.of(), false, false, false);
  }
}
