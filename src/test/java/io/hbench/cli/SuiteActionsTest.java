package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actions of suites, as far as they need no cluster. */
class SuiteActionsTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aDryRunShowsTheStepsTheirHooksAndWhatUndoesThem() throws IOException {
    suite(
        """
        repeat: 2
        steps:
        - {name: fill, command: load --recreate --rows 1k, once: true}
        - name: b
          command: run get --rows 1k --for 1m
          undo: "true"
          during:
          - {after: 10s, shell: ls, undo: ls -a}
          - {after: 30%, action: split 2}
          - {after: 40s, action: move-regions 3}
        """);
    Hbench.Result run = hbench.job("dry", "suite " + file() + " --dry-run");
    assertThat(run).hasExitCode(0);
    assertThat(run.out())
        .isEqualTo(
            """
            fill: load --recreate --rows 1k; runs: 1
            b: run get --rows 1k --for 1m; runs: 2
              after 10s: `ls`; undo: `ls -a`
              after 30%: split 2; undo: none; load --recreate makes new regions
              after 40s: move-regions 3; undo: the regions move back
              undo: `true`
            dry run: nothing was started
            """);
    assertThat(dir.resolve("dry")).doesNotExist();
    assertThat(hbench.job("dry", "suite -D hbench.dry-run=true " + file()).out())
        .as("shell lines ran, and each run was complete")
        .isEqualTo(run.out());
  }

  @Test
  void aDrySettingOfAFileIsRefused() throws IOException {
    suite("name: s\nsettings: {dry-run: true}\nsteps: [{name: a, command: run noop@1}]\n");
    assertThat(hbench.job("dry", "suite " + file())).hasExitCode(2);
    assertThat(hbench.last().err()).contains("hbench.dry-run: of a part of a suite; leave it out");
    assertThat(dir.resolve("dry")).doesNotExist();
  }

  /** It is asked for before anything starts, so that a night does not end in the middle. */
  @Test
  void anActionOnMoreThanItsTableNeedsAYesBeforeAnythingStarts() throws IOException {
    suite(
        """
        steps:
        - {name: a, shell: touch %s/started}
        - name: b
          command: run get --rows 1k --for 1m
          during: [{after: 30%%, action: balance}]
        """
            .formatted(dir));
    Hbench.Result run = hbench.job("refused", "suite " + file());
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .isEqualTo(
            "hbench: step 'b': action 'balance': touches more than its table; try --yes=servers\n");
    assertThat(dir.resolve("started")).doesNotExist();
  }

  @Test
  void aQuotaOfANamespaceOrAUserNeedsAYesBeforeAnythingStarts() throws IOException {
    Map<String, String> reaches =
        Map.of(
            "set-quota namespace reads 5k", "limits all tables of namespace default",
            "remove-quota user web", "removes limits of user web on all tables",
            "set-quota user w 5MB", "limits user w on all tables");
    for (String action : reaches.keySet()) {
      suite(
          """
          steps:
          - {name: a, shell: touch %s/started}
          - name: b
            command: run get --rows 1k --for 1m
            during: [{after: 30%%, action: %s}]
          """
              .formatted(dir, action));
      Hbench.Result run = hbench.job("refused", "suite " + file());
      assertThat(run).hasExitCode(2);
      assertThat(run.err())
          .isEqualTo(
              "hbench: step 'b': action '%s': %s; try --yes=servers\n"
                  .formatted(action, reaches.get(action)));
      assertThat(dir.resolve("started")).doesNotExist();
    }
  }

  /** Whoever changes the table of a suite has agreed to nothing about the new one. */
  @Test
  void consentToServersIsThatOfTheStepOrTheSuiteAndNoneToATable() throws IOException {
    String steps =
        """
        steps:
        - {name: a, shell: touch %s/started}
        - name: b
          command: run get --rows 1k --for 1m
          during: [{after: 30%%, action: balance}]
        """
            .formatted(dir);
    for (String yes : new String[] {"true", "[t1, size]", "hbench"}) {
      suite(steps + "  yes: " + yes + "\n");
      assertThat(hbench.job("refused", "suite " + file())).hasExitCode(2);
      assertThat(hbench.last().err()).endsWith("more than its table; try --yes=servers\n");
    }
    suite(steps + "  yes: servers\n"); // the table is looked at next
    assertThat(hbench.job("refused", "suite " + file())).hasExitCode(2);
    assertThat(hbench.last().err()).contains("no HBase configuration found");
    suite(steps + "  yes: [hbench, servers]\n");
    hbench.job("started", "suite " + file());
    assertThat(dir.resolve("started")).exists();
  }

  @Test
  void aYesForAllStepsNamesItsTables() throws IOException {
    suite("steps:\n- {name: b, command: run get --rows 1k --for 1m --table mine}\n");
    for (String bare : new String[] {" --yes", " -D hbench.yes=true", " --yes=true,servers"}) {
      assertThat(hbench.job("refused", "suite " + file() + bare)).hasExitCode(2);
      assertThat(hbench.last().err())
          .matches(
              "hbench: \\S+:2: step 'b': --yes true(,servers)?: names no table, and each step has its"
                  + " own; try --yes=mine\n");
    }
    assertThat(hbench.job("dry", "suite --dry-run " + file() + " --yes --table t2")).hasExitCode(0);
    assertThat(hbench.job("dry", "suite --dry-run " + file() + " --yes=mine")).hasExitCode(0);
  }

  @Test
  void anActionWhileAServerIsDownIsRefusedBeforeAnythingStarts() throws IOException {
    String hooks =
        """
        steps:
        - {name: a, shell: touch %s/started}
        - name: b
          command: run get --rows 1k --for 1m --warmup 0s
          during:
          - {after: 50%%, action: move-regions 5}
          - {after: 10s, action: stop-server}
        """
            .formatted(dir);
    suite(hooks);
    Configuration site = new Configuration();
    Settings.SERVER_STOP.set(site, "true");
    Settings.SERVER_START.set(site, "true");
    hbench = Hbench.ofSite(site, dir);
    assertThat(hbench.job("refused", "suite " + file() + " --yes=hbench,servers")).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: step 'b': action 'move-regions 5' after 50%: 'stop-server' after 10s leaves a"
                + " server down; try action: start-server between them\n");
    assertThat(dir.resolve("started")).doesNotExist();

    suite(hooks + "  - {after: 20s, action: start-server}\n");
    hbench.job("started", "suite " + file() + " --yes=hbench,servers");
    assertThat(dir.resolve("started")).exists();
  }

  private void suite(String text) throws IOException {
    Files.writeString(Path.of(file()), text);
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }
}
