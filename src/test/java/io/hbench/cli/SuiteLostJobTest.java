package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.Console;
import io.hbench.job.VirtualJobs;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites whose driver does not see the end of a job. */
class SuiteLostJobTest {
  @TempDir Path dir;
  private Hbench hbench;
  private String file;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
    file = dir.resolve("s.yaml").toString();
  }

  @Test
  void noStepStartsWhileTheJobBeforeMayDriveLoad() throws Exception {
    Files.writeString(
        Path.of(file),
        """
        settings: {tasks: 1, warmup: 0s, threads: 1}
        steps:
        - {name: a, command: run noop --rate 100 --for 4s}
        - {name: b, command: run noop --ops 10}
        """);
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
    time.play(
        () -> {
          losesItsJob(time);
          while (!Files.exists(dir.resolve("lost/a/_SUCCESS"))) {
            time.sleep(Duration.ofSeconds(1));
          }
          assertThat(hbench.run("suite --resume " + dir.resolve("lost"))).hasExitCode(0);
          return null;
        });
    assertThat(dir.resolve("lost/a-2/report.json")).exists();
    assertThat(dir.resolve("lost/b/report.json")).exists();
  }

  @Test
  void aSuiteEndsWithARunThatWasLeftBehind() throws IOException {
    Files.writeString(
        Path.of(file),
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - {name: a, command: run noop --rate 100 --for 1m, deadline: 30s, undo: "touch %1$s/undone"}
        - {name: b, command: run noop --ops 10}
        """
            .formatted(dir));
    Configuration site = new Configuration();
    site.set(VirtualJobs.FROZEN, "kill");
    Hbench.Result suite = Hbench.ofSite(site, dir).job("frozen", "suite " + file);
    assertThat(suite).hasExitCode(1);
    assertThat(suite.err())
        .containsPattern(
            "hbench: a: deadline of 30s exceeded, and there is no answer from a service for 3m; its"
                + " job may still run; to continue: suite --resume file:\\S+/frozen\n");
    assertThat(dir.resolve("undone")).exists();
    assertThat(dir.resolve("frozen/b")).doesNotExist();
    assertThat(Json.read(dir.resolve("frozen/suite.json"))).has("runs.0.exitCode", 1);
  }

  private void losesItsJob(Time time) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            LocalJobs.conf(dir),
            new Console(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new FailingAtProgress(err),
                false,
                Map.of(),
                time),
            "suite",
            file,
            "--out",
            dir.resolve("lost").toString());
    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "hbench: a: this is a bug in hbench .*; its job may still be running \\(job_local\\w+:"
                + " not known to this cluster\\): no other run starts; report --follow"
                + " file:\\S+/lost/a waits for its end; to continue: suite --resume file:\\S+/lost\n")
        .contains("stopped after 1 of 2 runs");
    assertThat(dir.resolve("lost/b")).doesNotExist();
  }

  @Test
  void resumeStartsNothingWhileAJobOfTheSuiteMayDriveLoad() throws IOException {
    Files.writeString(
        Path.of(file),
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - {name: a, shell: "test -e %1$s/fine", must: false}
        - {name: b, command: run noop --ops 10}
        """
            .formatted(dir));
    Hbench.Result first = hbench.job("killed", "suite " + file);
    assertThat(first).hasExitCode(1);
    // as if the process had been killed while it waited for a job of YARN
    FileUtils.deleteDirectory(dir.resolve("killed/b").toFile());
    Files.createDirectory(dir.resolve("killed/b"));
    Files.writeString(
        dir.resolve("killed/b/job.json"),
        RunDirectory.toJson(
            JobFacts.submitted(
                new JobFacts.Job("job_1700000000000_0001", "b", "0", 1, 1),
                "2026-01-01T00:00:00Z")));
    Json.edit(dir.resolve("killed/suite.json"), record -> record.set("runs.1.complete", false));

    Hbench.Result again = hbench.run("suite --resume " + dir.resolve("killed"));
    assertThat(again).hasExitCode(1);
    assertThat(again.err())
        .containsPattern(
            "hbench: b: a job may still be running \\(job_1700000000000_0001: not known to this"
                + " cluster\\); report --follow file:\\S+/killed/b waits for its end; if it has"
                + " ended, delete that directory\n"
                + "$")
        .doesNotContain("run 1 of 2");

    FileUtils.deleteDirectory(dir.resolve("killed/b").toFile());
    Files.createFile(dir.resolve("fine"));
    assertThat(hbench.run("suite --resume " + dir.resolve("killed"))).hasExitCode(0);
    assertThat(dir.resolve("killed/b/report.json")).exists();
  }

  @Test
  void aSuiteGoesOnAfterItsProcessWasKilledBeforeItSubmittedAJob() throws IOException {
    Files.writeString(
        Path.of(file),
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - {name: a, shell: "test -e %1$s/fine"}
        - {name: b, command: run noop --ops 10}
        """
            .formatted(dir));
    assertThat(hbench.job("killed", "suite " + file)).hasExitCode(1);
    Files.createFile(dir.resolve("fine"));
    Path b = Files.createDirectories(dir.resolve("killed/b"));
    Files.writeString(b.resolve("_taken"), "alice on host1, process 7, 2026-01-31\n");

    assertThat(hbench.run("suite --resume " + dir.resolve("killed"))).hasExitCode(0);
    assertThat(dir.resolve("killed/b-2/report.json")).exists();
  }

  /** A standard error that breaks with the first progress of a job. */
  private static final class FailingAtProgress extends PrintStream {
    FailingAtProgress(ByteArrayOutputStream text) {
      super(text, true, StandardCharsets.UTF_8);
    }

    @Override
    public PrintStream printf(String format, Object... args) {
      if (format.contains("%4d s")) {
        throw new IllegalStateException("broken");
      }
      return super.printf(format, args);
    }
  }
}
