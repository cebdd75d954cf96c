package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command leaves in the directory that a site has for it. */
class AuditTest {
  @TempDir Path dir;
  private Path audit;

  @BeforeEach
  void aDirectoryForAudits() throws IOException {
    audit = Files.createDirectory(dir.resolve("audit"));
  }

  @Test
  void aRunLeavesWhoWhereAndWhatWasDone() throws IOException {
    Hbench.Result run = hbench().job("run noop@1 --rate 10 --for 1s --warmup 0s --yes");
    assertThat(run).hasExitCode(0);
    Json start = Json.read(only(".json"));
    assertThat(start.text("user")).isEqualTo(System.getProperty("user.name"));
    assertThat(start.text("host")).isNotEmpty();
    assertThat(start.text("started")).startsWith("2026-01-31T");
    assertThat(start.text("command"))
        .startsWith("run noop@1 --rate 10 --for 1s --warmup 0s --yes --quiet --out ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only(".json"))))
        .isEqualTo("rw-r-----");
    List<String> events = Files.readAllLines(only(".events"));
    assertThat(events.get(0)).contains("\"directory\"", run.dir().toString());
    assertThat(events.get(1)).contains("\"consent\"", "--yes");
    assertThat(events.get(2)).contains("\"submitted\"", "job_");
    assertThat(events.get(3)).contains("\"ended\"", "\"exitCode\":0}").contains("T10:15");
    assertThat(events).hasSize(4);
  }

  @Test
  void aRefusedCommandLeavesWhy() throws IOException {
    assertThat(hbench().job("run noop --rows 0")).hasExitCode(2);
    assertThat(Files.readString(only(".json"))).contains("run noop --rows 0");
    assertThat(Files.readAllLines(only(".events")))
        .satisfiesExactly(
            failed -> assertThat(failed).contains("\"failed\"", "--rows 0: not a count"),
            ended -> assertThat(ended).contains("\"exitCode\":2}"));
  }

  /** Nothing that a process does at its end writes it: it is there before the command begins. */
  @Test
  void theStartIsThereBeforeTheCommandDoesAnything() throws IOException {
    Path suite = dir.resolve("s.yaml");
    Files.writeString(
        suite,
        """
        steps:
        - {name: a, shell: 'cp %1$s/*.json %2$s/copy && chmod 600 %2$s/copy', undo: 'true'}
        """
            .formatted(audit, dir));
    assertThat(Hbench.ofSite(site(), dir).job("suite " + suite)).hasExitCode(0);
    assertThat(Json.read(dir.resolve("copy")).text("command")).startsWith("suite ");
    assertThat(Files.readString(only(".events")))
        .contains("\"shell\"", "\"undo\",\"what\":\"`true`\"");
  }

  @Test
  void anUndoOfAnEarlierSuiteIsRecorded() throws IOException {
    Path suite = dir.resolve("s.yaml");
    Files.writeString(
        suite, "steps: [{name: a, shell: 'true', undo: test -e %s/x}]".formatted(dir));
    Hbench.Result killed = new Hbench(dir).job("suite " + suite);
    String undo = "`test -e " + dir + "/x`";
    assertThat(hbench().run("suite --undo " + killed.dir())).hasExitCode(1);
    assertThat(Files.readAllLines(only(".events")))
        .satisfiesExactly(
            directory -> assertThat(directory).contains("\"directory\"", killed.dir().toString()),
            begun -> assertThat(begun).contains("\"undo\",\"what\":\"" + undo + "\""),
            problem -> assertThat(problem).contains("\"problem\"", undo + " exited with 1"),
            failed -> assertThat(failed).contains("\"failed\"", "not undone: 1 of 1"),
            ended -> assertThat(ended).contains("\"exitCode\":1}"));
  }

  @Test
  void everyCommandHasFilesOfItsOwnAndReadersHaveNone() throws IOException {
    Hbench hbench = hbench();
    hbench.job("run noop@1 --rate 10 --for 1s --warmup 0s");
    hbench.job("run noop@1 --rate 10 --for 1s --warmup 0s");
    hbench.run("report " + hbench.last().dir());
    assertThat(files()).hasSize(2);
    hbench.run("report " + dir.resolve("run-1"));
    hbench.run("policy");
    hbench.run("settings");
    assertThat(files(".json")).hasSize(2);
  }

  @Test
  void doctorIsRecordedIfItMaySubmitAJob() throws IOException {
    hbench().run("doctor --out " + dir + "/run");
    assertThat(files()).isEmpty();
    hbench().run("doctor --containers --out " + dir + "/run");
    assertThat(Json.read(only(".json")).text("command")).startsWith("doctor --containers ");
  }

  @Test
  void aCommandThatCantBeRecordedIsRefused() throws IOException {
    Files.delete(audit);
    Hbench.Result run = hbench().job("run noop@1 --rate 10 --for 1s --warmup 0s");
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .startsWith("hbench: hbench.audit.dir " + audit + ": commands are recorded there, and this")
        .contains("; try hadoop fs -mkdir -p " + audit + " && hadoop fs -chmod 1777 " + audit)
        .hasLineCount(1);
    assertThat(audit).doesNotExist();
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void noSecretOfACommandLineIsRecorded() throws IOException {
    hbench()
        .job(
            "run noop -D my.password=hunter2 -Ddb.token=hunter2 --operation-properties"
                + " db.password=hunter2 -D hbench.operation-properties=db.password=hunter2 --rows 0");
    assertThat(Files.readString(only(".json")))
        .doesNotContain("hunter2")
        .contains("my.password=<redacted>", "--rows 0");
  }

  private Hbench hbench() {
    return Hbench.ofSite(site(), dir);
  }

  private Configuration site() {
    Configuration site = new Configuration();
    site.set("hbench.audit.dir", audit.toString());
    return site;
  }

  private Path only(String end) throws IOException {
    assertThat(files(end)).hasSize(1);
    return files(end).get(0);
  }

  private List<Path> files() throws IOException {
    return files(".json");
  }

  private List<Path> files(String end) throws IOException {
    try (Stream<Path> files = Files.list(audit)) {
      return files
          .filter(file -> file.toString().endsWith(end))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
