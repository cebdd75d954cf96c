package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.HbenchProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shell lines that disturb a cluster, and those that repair it. */
class SuiteUndoTest {
  private static final String CONFIGURED =
      """
      configurations: {a: {do: "true", undo: echo many >> LOG}, b: {}}
      steps:
      - {name: a, shell: "echo few >> LOG; sleep 300", undo: echo step >> LOG}
      """;

  @TempDir Path dir;
  private Hbench hbench;
  private Path log;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
    log = dir.resolve("log");
  }

  @Test
  void whatStartedIsUndoneOnceInReverseOrderIfTheRunEndsBeforeTheRepair() throws IOException {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - name: a
          command: run noop --rate 1k --for 4s
          undo: echo step >> LOG
          during:
          - {after: 0s, shell: echo block >> LOG, undo: echo unblock >> LOG}
          - {after: 300ms, shell: "echo stop >> LOG; sleep 100; echo late >> LOG", undo: echo start >> LOG}
          - {after: 1h, shell: echo unblock >> LOG, undo: echo never >> LOG}
        """);
    hbench = Hbench.inRealTime(dir);
    Hbench.Result run = hbench.job("a", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err()).contains("a: hooks: the run ended before 2 of 3 hooks\n");
    assertThat(log).hasContent("block\nstop\nstart\nunblock\nstep");
  }

  @Test
  void stepsAreUndoneWhateverTheirOutcome() throws IOException {
    suite(
        """
        steps:
        - {name: refused, command: run get, undo: echo refused >> LOG}
        - {name: fine, shell: echo fine >> LOG, undo: 'test -n "$HBENCH_OUT" && echo undone >> LOG'}
        - {name: failing, shell: "false", undo: echo failed >> LOG}
        - {name: after, shell: echo after >> LOG, undo: echo never >> LOG}
        """);
    Hbench.Result run = hbench.job("steps", "suite " + file());
    assertThat(run).hasExitCode(1);
    assertThat(run.err()).contains("hbench: fine: undo: `test -n");
    assertThat(log).hasContent("refused\nfine\nundone\nfailed");
  }

  @Test
  void anUndoThatFailsEndsTheSuite() throws IOException {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - name: a
          command: run noop --rate 1k --for 3s
          during: [{after: 0s, shell: "true", undo: "echo no route; exit 4"}]
        - {name: b, shell: echo b >> LOG}
        """);
    Hbench.Result run = hbench.job("failing", "suite " + file() + " --quiet");
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .isEqualTo(
            """
            hbench: a: undo: `echo no route; exit 4` exited with 4: no route; to undo it: suite --undo file:%s
            hbench: stopped after 1 of 2 runs
            """
                .formatted(dir.resolve("failing")));
    assertThat(log).doesNotExist();
    assertThat(run.json("suite.json"))
        .has("runs.0.failure", "undo: `echo no route; exit 4` exited with 4: no route");
  }

  @Test
  void ctrlCUndoesWhatStartedAfterTheJobWasKilled() throws Exception {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - name: a
          command: run noop --rate 1k --for 5m --local
          undo: echo step >> LOG
          during: [{after: 0s, shell: "echo block >> LOG; sleep 300", undo: "sleep 1; echo unblock >> LOG"}]
        """);
    try (HbenchProcess suite = started()) {
      suite.stop();
    }
    assertThat(Files.readAllLines(log)).isEqualTo(List.of("block", "unblock", "step"));
    assertThat(dir.resolve("stopped/suite.json")).content().contains("\"running\": true");
  }

  @Test
  void whatASuiteThatWasKilledHasLeftIsUndoneByAnotherProcess() throws Exception {
    suite(
        """
        settings: {tasks: 1, warmup: 0s}
        steps:
        - name: a
          command: run noop --rate 1k --for 5m --local
          undo: echo step $HBENCH_OUT >> LOG
          during: [{after: 0s, shell: "echo block >> LOG", undo: "echo unblock >> LOG"}]
        """);
    try (HbenchProcess suite = started()) {
      suite.kill();
    }
    assertThat(log).hasContent("block");
    Path killed = dir.resolve("stopped");
    assertThat(hbench.run("suite --undo " + killed)).hasExitCode(0);
    assertThat(hbench.last().err()).endsWith("hbench: undone: 2\n");
    assertThat(log).hasContent("block\nunblock\nstep file:" + killed + "/a");
  }

  @Test
  void aConfigurationOfASuiteThatWasKilledIsTakenBackByAnotherProcess() throws Exception {
    suite(CONFIGURED);
    try (HbenchProcess suite = started()) {
      suite.kill();
    }
    assertThat(log).hasContent("few");
    assertThat(hbench.run("suite --undo " + dir.resolve("stopped"))).hasExitCode(0);
    assertThat(hbench.last().err()).endsWith("hbench: undone: 2\n");
    assertThat(log).hasContent("few\nstep\nmany");
  }

  @Test
  void ctrlCTakesAConfigurationBackAfterItsSteps() throws Exception {
    suite(CONFIGURED);
    try (HbenchProcess suite = started()) {
      suite.stop();
    }
    assertThat(log).hasContent("few\nstep\nmany");
  }

  /** No job is there whose end the process would wait for. */
  @Test
  void ctrlCUndoesAShellStep() throws Exception {
    suite(
        """
        steps:
        - {name: a, shell: "echo block >> LOG; sleep 300", undo: "sleep 1; echo unblock >> LOG"}
        - {name: b, shell: echo late >> LOG}
        """);
    try (HbenchProcess suite = started()) {
      suite.stop();
    }
    assertThat(Files.readAllLines(log)).isEqualTo(List.of("block", "unblock"));
  }

  /** The suite in a process of its own, as soon as there is a log. */
  private HbenchProcess started() throws Exception {
    HbenchProcess process =
        new HbenchProcess(dir.resolve("output"), "suite", file(), "--out", dir + "/stopped");
    process.await(() -> Files.exists(log));
    return process;
  }

  private void suite(String text) throws IOException {
    Files.writeString(Path.of(file()), text.replace("LOG", log.toString()));
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }
}
