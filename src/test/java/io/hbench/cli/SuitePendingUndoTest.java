package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Undos that a suite has left: its journal, {@code suite --undo} and {@code suite --resume}. */
class SuitePendingUndoTest {
  private static final String ACTING =
      """
      - name: b
        command: run get --rows 1k --for 1m --warmup 0s
        during: [{after: 50%, action: move-regions 5}]
      """;

  /** Of an action on the cluster {@code zk1:2181 /hbase}. */
  private static final String UNDO =
      "_undo-000001-%08x.json".formatted("zk1:2181 /hbase".hashCode());

  @TempDir Path dir;
  private Hbench hbench;
  private Path suite;
  private Path log;
  private Path fine;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
    suite = dir.resolve("suite");
    log = dir.resolve("log");
    fine = dir.resolve("fine");
  }

  @Test
  void anUndoIsWrittenBeforeItsLineAndDeletedAfterIt() throws IOException {
    run("- {name: a, shell: 'cat SUITE/_undo-* > LOG', undo: 'echo undone >> LOG'}");
    assertThat(hbench.last()).hasExitCode(0);
    assertThat(Files.readString(log))
        .contains("\"line\": \"echo undone >> " + log + "\"", "\"out\": \"file:" + suite + "/a\"")
        .endsWith("}\nundone\n");
    assertThat(journal()).isEmpty();
  }

  @Test
  void anUndoThatHasFailedIsPerformedLater() throws IOException {
    run("- {name: a, shell: 'true', undo: 'test -e FINE && echo $HBENCH_OUT > LOG'}");
    assertThat(hbench.last()).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("exited with 1; to undo it: suite --undo file:" + suite + "\n");
    String line = "`test -e " + fine + " && echo $HBENCH_OUT > " + log + "`";
    assertThat(undo()).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("hbench: undo: " + line + "\n")
        .endsWith(
            "hbench: not undone: 1 of 1, first %s exited with 1; to undo it: suite --undo file:%s\n"
                .formatted(line, suite));
    Files.createFile(fine);
    assertThat(undo()).hasExitCode(0);
    assertThat(hbench.last().err()).endsWith("hbench: undone: 1\n");
    assertThat(log).hasContent("file:" + suite + "/a");
    assertThat(undo()).hasExitCode(0);
    assertThat(hbench.last().err()).isEqualTo("hbench: nothing to undo\n");
  }

  @Test
  void theNewestUndoIsFirstAndThoseAfterAFailureRun() throws IOException {
    run(
        """
        - name: a
          command: run noop --rate 1k --for 3s --tasks 1 --warmup 0s
          undo: echo step >> LOG; test -e FINE
          during:
          - {after: 0s, shell: "true", undo: echo first >> LOG; test -e FINE}
          - {after: 1s, shell: "true", undo: echo second >> LOG; test -e FINE}
        """);
    assertThat(hbench.last()).hasExitCode(1);
    assertThat(journal()).hasSize(3);
    assertThat(undo()).hasExitCode(1);
    assertThat(hbench.last().err()).contains("not undone: 3 of 3, first `echo second");
    Files.createFile(fine);
    assertThat(undo()).hasExitCode(0);
    String once = "second\nfirst\nstep\n";
    assertThat(log).hasContent(once + once + once);
    assertThat(journal()).isEmpty();
  }

  @Test
  void resumeUndoesFirstAndDoesNotGoOnIfThatFails() throws IOException {
    run(
        """
        - {name: a, shell: echo a >> LOG, undo: echo undo >> LOG; test -e FINE}
        - {name: b, shell: echo b >> LOG}
        """);
    assertThat(hbench.run("suite --resume " + suite)).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("not undone: 1 of 1, first ", "; to undo it: suite --undo file:" + suite + "\n")
        .doesNotContain("run 1 of 2");
    Files.createFile(fine);
    assertThat(hbench.run("suite --resume " + suite)).hasExitCode(0);
    assertThat(log).hasContent("a\nundo\nundo\nundo\na\nundo\nb");
  }

  @Test
  void anotherSuiteInThePlaceNamesThePendingUndo() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    Path file = Files.writeString(dir.resolve("t.yaml"), "steps: [{name: a, shell: 'true'}]\n");
    assertThat(hbench.job("next", "suite " + file)).hasExitCode(0);
    String line = "undos of file:%s are pending; unless it is running: suite --undo file:%1$s\n";
    assertThat(hbench.last().err()).contains("hbench: " + line.formatted(suite));
    Files.createFile(fine);
    assertThat(undo()).hasExitCode(0);
    assertThat(hbench.job("third", "suite " + file).err()).doesNotContain("pending");
  }

  /** Else its first configuration would be measured in what a killed suite has left. */
  @Test
  void aSuiteThatMakesConfigurationsDoesNotStartWhileAnUndoIsPending() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    Path file =
        Files.writeString(
            dir.resolve("t.yaml"),
            """
            configurations: {base: {}, few: {do: 'true', undo: 'true'}}
            steps: [{name: a, shell: 'true'}]
            """);
    assertThat(hbench.job("next", "suite " + file)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: configurations: undos of file:%s are pending, so that none may be what it says;"
                    .formatted(suite)
                + " try suite --undo file:%s\n".formatted(suite));
    assertThat(dir.resolve("next")).doesNotExist();
    Files.createFile(fine);
    assertThat(undo()).hasExitCode(0);
    assertThat(hbench.job("next", "suite " + file)).hasExitCode(0);
  }

  @Test
  void nothingIsUndoneWhileAnotherProcessDrivesTheSuite() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    Files.createFile(fine);
    String holder =
        "{\"user\": \"bob\", \"process\": \"%s:%d\", \"since\": \"now\", \"run\": \"r\"}";
    Path lease = suite.resolve("_suite,1");
    Files.writeString(lease, holder.formatted("another.host", 1));
    assertThat(undo()).hasExitCode(2);
    assertThat(hbench.last().err())
        .startsWith("hbench: --undo file:" + suite + ": in use by user ")
        .endsWith("; try again after its end, or five minutes after it was killed\n");
    assertThat(journal()).hasSize(1);
    String here = InetAddress.getLocalHost().getHostName();
    Files.writeString(lease, holder.formatted(here, 999_999_999));
    assertThat(undo()).hasExitCode(0);
  }

  @Test
  void theUndoOfAnotherUserIsNotPerformed() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    Files.createFile(fine);
    Path file = suite.resolve(journal().get(0));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    for (String flag : List.of("--undo", "--resume")) {
      assertThat(hbench.run("suite " + flag + " " + suite)).hasExitCode(2);
      assertThat(hbench.last().err())
          .isEqualTo(
              "hbench: %1$s file:%2$s: user everybody may have written its files, which bring in consent, users, programs and local files; try %1$s file:%2$s --trust everybody\n"
                  .formatted(flag, suite));
    }
    assertThat(hbench.run("suite --trust everybody --undo " + suite)).hasExitCode(0);
  }

  @Test
  void onlySuitesAreUndone() throws IOException {
    Files.createDirectory(dir.resolve("mine"));
    assertThat(hbench.run("suite --undo " + dir.resolve("mine"))).hasExitCode(2);
    assertThat(hbench.last().err()).contains(": not the directory of a suite; try suite --undo");
    run("- {name: a, shell: 'true'}");
    assertThat(hbench.run("suite --undo " + suite + " --rows 1k")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("leave out all words but --trust, -D and -conf");
  }

  @Test
  void aDamagedUndoIsNamed() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    Path file = suite.resolve(journal().get(0));
    Files.delete(suite.resolve("." + file.getFileName() + ".crc"));
    Files.writeString(file, "{}");
    assertThat(undo()).hasExitCode(1);
    assertThat(hbench.last().err())
        .isEqualTo("hbench: file:%s is damaged: no undo\n".formatted(file));
  }

  @Test
  void nothingIsUndoneIfOneUndoCantBeRead() throws IOException {
    run(
        """
        - name: a
          command: run noop --rate 1k --for 3s --tasks 1 --warmup 0s
          undo: test -e FINE && echo step >> LOG
          during: [{after: 0s, shell: "true", undo: test -e FINE && echo hook >> LOG}]
        """);
    Path newest = suite.resolve(journal().get(1));
    Files.delete(suite.resolve("." + newest.getFileName() + ".crc"));
    Files.writeString(newest, "{}");
    Files.createFile(fine);
    assertThat(undo()).hasExitCode(1);
    assertThat(hbench.last().err())
        .isEqualTo("hbench: file:%s is damaged: no undo\n".formatted(newest));
    assertThat(log).doesNotExist();
    assertThat(journal()).hasSize(2);
  }

  @Test
  void noUndoIsPerformedOnAnotherCluster() throws IOException {
    run("- {name: a, shell: 'true', undo: test -e FINE}");
    leave(suite.resolve(journal().get(0)), "");
    for (String flag : List.of("--undo", "--resume")) {
      assertThat(hbench.run("suite " + flag + " " + suite + " -D hbench.quorum=zk2"))
          .hasExitCode(2);
      assertThat(hbench.last().err())
          .isEqualTo(
              "hbench: --quorum zk2: the undo is for HBase at zk1:2181 /hbase; try -D hbench.quorum=zk1:2181:/hbase\n");
      assertThat(journal()).hasSize(1);
    }
  }

  @Test
  void noSuiteActsWhileAServerThatAnotherOneHasStoppedMayBeDown() throws IOException {
    Path killed = Files.createDirectory(dir.resolve("killed"));
    leave(killed.resolve(UNDO), "\"rs1,16020,1\": \"ssh rs1 start\"");
    String steps = "- {name: a, shell: touch LOG, undo: 'false'}\n" + ACTING;
    run(steps, " --yes=hbench --quorum zk1");
    assertThat(hbench.last()).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: step 'b': has actions, and a server that file:%s has stopped may be down; try suite --undo file:%1$s\n"
                .formatted(killed));
    assertThat(log).doesNotExist();
    assertThat(suite).as("the directory is free for the next try").doesNotExist();
    run(steps, " --yes=hbench --quorum zk2"); // another cluster; its first step ends the suite
    assertThat(hbench.last().err()).contains("undos of file:" + killed + " are pending");
    assertThat(log).exists();
    Files.delete(log);
  }

  /** It may be another user's, or damaged: what it repairs is unknown, but for its cluster. */
  @Test
  void noSuiteActsBesideAnUndoOfItsClusterThatCantBeRead() throws IOException {
    Path killed = Files.createDirectory(dir.resolve("killed"));
    Files.writeString(killed.resolve("_undo-000002.json"), "{}"); // a shell line
    Files.writeString(killed.resolve(UNDO), "{}");
    String steps = "- {name: a, shell: 'false'}\n" + ACTING;
    run(steps, " --yes=hbench --quorum zk1");
    assertThat(hbench.last()).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("and a server that file:" + killed + " has stopped may be down");
    run(steps, " --yes=hbench --quorum zk2");
    assertThat(hbench.last().err()).contains("undos of file:" + killed + " are pending");
    leave(killed.resolve(UNDO), "");
    run(steps, " --yes=hbench --quorum zk1");
    assertThat(hbench.last().err()).contains("undos of file:" + killed + " are pending");
  }

  /** Leaves the undo of an action in a file of a journal. */
  private static void leave(Path file, String start) throws IOException {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.writeString(
        file,
        """
        {"cluster": "zk1:2181 /hbase", "out": "", "undo": {"what": "a", "table": "t1", "start": {%s}}}
        """
            .formatted(start));
  }

  private Hbench.Result undo() {
    return hbench.run("suite --undo " + suite);
  }

  private void run(String steps) throws IOException {
    run(steps, "");
  }

  private void run(String steps, String words) throws IOException {
    String text =
        ("steps:\n" + steps)
            .replace("LOG", log.toString())
            .replace("FINE", fine.toString())
            .replace("SUITE", suite.toString());
    Path file = Files.writeString(dir.resolve("s.yaml"), text);
    suite = dir.resolve("suite" + words.replaceAll("\\W+", "-"));
    hbench.job(suite.getFileName().toString(), "suite " + file + words);
  }

  /** The files of pending undos. */
  private List<String> journal() throws IOException {
    try (Stream<Path> files = Files.list(suite)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("_undo-"))
          .sorted()
          .toList();
    }
  }
}
