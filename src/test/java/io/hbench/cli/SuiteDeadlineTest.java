package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Time limits of suites, of their runs and of their shell lines. */
@Timeout(60)
class SuiteDeadlineTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aShellLineEndsAtItsDeadlineWithItsChildrenInTheBackground() throws IOException {
    suite(
        """
        steps:
        - {name: a, shell: "(sleep 300 & echo $! > DIR/child); echo begun", deadline: 1s, must: false}
        - {name: b, shell: "sleep 301; echo late", deadline: 1s, must: false}
        - {name: c, shell: "sleep 302 > /dev/null 2>&1 & echo $! > DIR/daemon"}
        """);
    Hbench.Result run = hbench.job("lines", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .contains("echo begun`: deadline of 1s exceeded\n")
        .contains("b: `sleep 301; echo late`: deadline of 1s exceeded\n");
    assertThat(dir.resolve("lines/a/output.txt")).hasContent("begun");
    assertThat(isRunning("child")).isFalse();
    assertThat(isRunning("daemon")).isTrue(); // a line that ended in time may leave a daemon
    ProcessHandle.of(pid("daemon")).orElseThrow().destroy();
  }

  @Test
  void aRunEndsAtItsDeadlineAndTheNextOneStarts() throws IOException {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - {name: a, command: run noop --rate 1k --for 10m, deadline: 3s}
        - {name: b, command: run noop --ops 10, deadline: 10m}
        """);
    Hbench.Result run = hbench.job("runs", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .containsPattern("a: the job killed \\(job_local.*\\): deadline of 3s exceeded\n");
    assertThat(run.json("a/job.json")).has("status.state", "KILLED");
    assertThat(run.json("suite.json")).has("runs.1.complete", true);
  }

  @Test
  void aSuiteEndsAtItsDeadlineAndGoesOnWhenItIsResumed() throws IOException {
    suite(
        """
        deadline: 20s
        settings: {tasks: 1, warmup: 0s}
        steps:
        - {name: a, command: run noop --ops 10}
        - {name: b, command: run noop --rate 1k --for 10m}
        - {name: c, command: run noop --ops 10}
        """);
    Hbench.Result run = hbench.job("suite", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .containsPattern(
            "b: the job killed .*: deadline of 20s exceeded; to continue: suite --resume file:.*\n")
        .contains("stopped after 2 of 3 runs");
    assertThat(dir.resolve("suite/c")).doesNotExist();
    assertThat(dir.resolve("suite/suite.json")).content().contains("\"running\": false");
  }

  private boolean isRunning(String file) throws IOException {
    Path state = Path.of("/proc", Long.toString(pid(file)), "stat");
    return Files.exists(state) && !Files.readString(state).contains(") Z ");
  }

  private long pid(String file) throws IOException {
    return Long.parseLong(Files.readString(dir.resolve(file)).trim());
  }

  private void suite(String text) throws IOException {
    Files.writeString(Path.of(file()), text.replace("DIR", dir.toString()));
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }
}
