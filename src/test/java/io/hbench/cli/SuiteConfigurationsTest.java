package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations of a suite: how they are made and taken back, and their comparison. */
class SuiteConfigurationsTest {
  private static final String STEPS =
      "steps: [{name: a, shell: echo a >> LOG}, {name: b, shell: echo b >> LOG}]\n";

  @TempDir Path dir;
  private Hbench hbench;
  private Path log;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
    log = dir.resolve("log");
  }

  @Test
  void eachConfigurationIsMadeBeforeItsStepsAndTakenBackAfterThem() throws IOException {
    String suite =
        """
        repeat: 2
        order: ORDER
        configurations:
          base: {}
          few: {do: 'echo few >> LOG; cat OUT/_undo-* > JOURNAL', undo: echo many >> LOG}
        """
            + STEPS;
    suite(suite.replace("ORDER", "blocks"));
    assertThat(hbench.job("blocks", "suite " + file())).hasExitCode(0);
    assertThat(log).content().isEqualTo("a\nb\na\nb\nfew\na\nb\na\nb\nmany\n");
    assertThat(dir.resolve("journal"))
        .content()
        .contains(
            "\"line\": \"echo many >> " + log + "\"",
            "\"out\": \"file:" + dir + "/blocks/few/do\"");
    assertThat(hbench.last().err())
        .contains("run 5 of 9: few do\n", "run 9 of 9: few b (2)\n", "few do: undo: `echo many");
    assertThat(dir.resolve("blocks/few/b/2/output.txt")).exists();
    Files.delete(log);
    suite(suite.replace("ORDER", "interleaved").replace("OUT", "DIR/inter"));
    assertThat(hbench.job("inter", "suite " + file())).hasExitCode(0);
    String pass = "a\nb\nfew\na\nb\nmany\n";
    assertThat(log).content().isEqualTo(pass + pass);
    assertThat(dir.resolve("inter/few/do/2/output.txt")).exists();
  }

  @Test
  void aConfigurationIsTakenBackWhateverEndsTheSuite() throws IOException {
    for (String bad : new String[] {"shell: exit 3", "command: run get, must: true"}) {
      suite(
          """
          configurations:
            base: {do: echo base >> LOG, undo: echo undone >> LOG}
            other: {do: echo never >> LOG}
          steps: [{name: a, BAD}, {name: b, shell: echo never >> LOG}]
          """
              .replace("BAD", bad));
      assertThat(hbench.job("bad" + bad.length(), "suite " + file()).exitCode()).isIn(1, 2);
      assertThat(log).hasContent("base\nundone");
      Files.delete(log);
    }
    suite(
        """
        deadline: 1s
        configurations: {base: {do: echo base >> LOG, undo: echo undone >> LOG}, other: {}}
        steps: [{name: a, shell: sleep 100}]
        """);
    assertThat(Hbench.inRealTime(dir).job("late", "suite " + file())).hasExitCode(1);
    assertThat(log).hasContent("base\nundone");
    Files.delete(log);
    suite(
        """
        configurations:
          base: {do: echo base >> LOG; exit 3, undo: echo undone >> LOG}
          other: {do: echo never >> LOG}
        """
            + STEPS);
    assertThat(hbench.job("do", "suite " + file())).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("hbench: base do: `echo base >> " + log + "; exit 3` exited with 3\n");
    assertThat(log).hasContent("base\nundone");
  }

  @Test
  void aConfigurationThatIsNotTakenBackEndsTheSuiteAndResumeMakesItAgain() throws IOException {
    suite(
        """
        repeat: 2
        configurations:
          base: {do: echo base >> LOG, undo: echo undo >> LOG; test -e FINE}
          other: {}
        """
            + STEPS);
    Path suite = dir.resolve("suite");
    assertThat(hbench.job("suite", "suite " + file())).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("; to undo it: suite --undo file:" + suite + "\n", "stopped after 3 of 10 runs");
    assertThat(log).hasContent("base\na\nb\nundo");
    Files.createFile(dir.resolve("fine"));
    Files.delete(log);
    assertThat(hbench.run("suite --resume " + suite)).hasExitCode(0);
    assertThat(hbench.last().err())
        .contains("runs on this machine: `echo base >> ", "runs on this machine: `echo undo >> ");
    // the step whose undo failed is performed again, in its configuration
    assertThat(log).hasContent("undo\nbase\nb\nundo\na\nb\nbase\na\nb\nundo\na\nb");
    assertThat(suite.resolve("base/do/1-2")).exists();
    Files.delete(log);
    assertThat(hbench.run("suite --resume " + suite)).hasExitCode(0);
    assertThat(log).doesNotExist();
  }

  @Test
  void theSlowConfigurationIsToldAndTheEqualOneIsNot() throws IOException {
    AdjustableOperation.slowerWhile(dir.resolve("slow"));
    AdjustableOperation.set(Duration.ofMillis(2), 0);
    suite(
        """
        repeat: 3
        settings: {tasks: 1, warmup: 0s, for: 10s}
        configurations:
          base: {}
          same: {}
          slow: {do: touch DIR/slow, undo: rm DIR/slow}
          many: {settings: {threads: 16}}
        steps:
        - {name: read, command: run io.hbench.cli.AdjustableOperation}
        """);
    Hbench.Result run = hbench.job("suite", "suite " + file());
    assertThat(run).hasExitCode(0);
    assertThat(run.out())
        .containsPattern("\nstep +operation +figure +configuration +baseline +candidate +change ")
        .containsPattern("\nread +\\S+ +ops/s +same +3,940/s +3,940/s +0.0 % .* equivalent\n")
        .containsPattern("\nread +\\S+ +ops/s +slow +3,940/s +3,282/s +-16.7 % .* regression\n")
        .containsPattern(
            "\nread +\\S+ +ops/s +many +3,940/s +7,\\d+/s +\\+\\d+.\\d %.* improvement\n")
        .containsPattern("\nread +\\S+ +p99 +slow +2.09 ms +2.48 ms +\\+18.9 % .* regression\n")
        .containsPattern("\nbaseline: +base\n")
        .contains("margin 5 %; confidence 98 % jointly over ")
        .contains("details:  suite.txt, suite.html, compare.html in ");
    assertThat(dir.resolve("suite/suite.txt")).content().contains("improvement");
    assertThat(dir.resolve("suite/suite.html")).content().contains("improvement");
    assertThat(run.json("compare.json").list("sets")).hasSize(3);
    assertThat(run.json("compare.json")).has("sets.1.name", "read configuration=slow");
    assertThat(run.json("suite.json"))
        .has("schema", "hbench.suite/3")
        .has("rows.3.ladder.configuration", "many");
    assertThat(hbench.run("trend " + dir + " --details").out())
        .contains("s read base", "s read same", "s read slow", "s read many");
  }

  @Test
  void aCanaryThatIsSlowerIsNamed() throws IOException {
    AdjustableOperation.slowerWhile(dir.resolve("slow"));
    AdjustableOperation.set(Duration.ofMillis(2), 0);
    suite(
        """
        repeat: 3
        settings: {tasks: 1, warmup: 0s, for: 10s}
        configurations: {base: {}, slow: {do: touch DIR/slow, undo: rm DIR/slow}}
        steps:
        - {name: small, command: run io.hbench.cli.AdjustableOperation, canary: true}
        """);
    assertThat(hbench.job("suite", "suite " + file()).out())
        .containsPattern(
            "\ncanary: +slow small ops/s -16.7 %, slow small p99 \\+18.9 %: differs, too, by the");
  }

  @Test
  void whatIsMissingInAComparisonIsNamed() throws IOException {
    AdjustableOperation.brokenWhile(dir.resolve("broken"));
    AdjustableOperation.set(Duration.ofMillis(2), 0);
    String suite =
        """
        repeat: 3
        settings: {tasks: 1, warmup: 0s, for: 10s, rate: 100}
        configurations:
          base: {do: 'test -e DIR/once || touch DIR/broken; touch DIR/once', undo: rm -f DIR/broken}
          few: {}
        steps:
        - {name: read, command: run io.hbench.cli.AdjustableOperation}
        - {name: idle, command: run noop}
        """;
    suite(suite);
    assertThat(hbench.job("some", "suite " + file()).out())
        .containsPattern(" interval +runs +verdict\n")
        .containsPattern("\nread .* ops/s .* 2 and 3 +\\w+\n")
        .containsPattern("\nidle .* 3 and 3 +\\w+\n")
        .containsPattern("\nexcluded: +file:" + dir + "/some/base/read/1 failed: ")
        .doesNotContain("not compared:");
    suite(suite.replace("once", "never").replace("touch DIR/never", "true"));
    assertThat(hbench.job("none", "suite " + file()).out())
        .containsPattern("\nexcluded: .*\n?.*; and 2 more")
        .containsPattern("\nnot compared: +read in few\n")
        .doesNotContainPattern("\nread .* ops/s .* few ");
  }

  @Test
  void aSuiteThatEndsInItsFirstConfigurationSaysThatNothingWasCompared() throws IOException {
    suite(
        """
        configurations: {base: {}, few: {do: exit 3, undo: "true"}}
        steps: [{name: idle, command: run noop --tasks 1 --ops 10 --warmup 0s}]
        """);
    assertThat(hbench.job("suite", "suite " + file())).hasExitCode(1);
    assertThat(hbench.last().out())
        .contains("  configurations: nothing was compared: no step has figures in the first one");
    assertThat(dir.resolve("suite/junit.xml"))
        .content()
        .contains("name=\"configurations\"")
        .doesNotContain("baseline");
    suite(
        """
        configurations: {base: {}, few: {settings: {threads: 3}}}
        steps: [{name: idle, command: run get --table t1 --tasks 1 --ops 10 --warmup 0s}]
        """);
    assertThat(hbench.job("failed", "suite " + file()).exitCode()).isNotZero();
    assertThat(hbench.last().out())
        .contains("no comparison with the configurations")
        .doesNotContain("baseline");
  }

  /** A run by itself would be in no configuration. */
  @Test
  void moreRunsAreProposedWithoutTheCommandOfOne() throws IOException {
    AdjustableOperation.slowerWhile(dir.resolve("slow"));
    AdjustableOperation.set(Duration.ofMillis(2), 0);
    suite(
        """
        repeat: 2
        margin: 50%
        settings: {tasks: 1, warmup: 0s, for: 10s}
        configurations:
          base: {do: rm DIR/slow || touch DIR/slow, undo: "true"}
          few: {}
        steps: [{name: read, command: run io.hbench.cli.AdjustableOperation}]
        """);
    assertThat(hbench.job("suite", "suite " + file())).hasExitCode(0);
    assertThat(dir.resolve("suite/compare.txt"))
        .content()
        .containsPattern("\nmore runs decide: +\\d+ of each side, 10 s each: ")
        .doesNotContain("--repeat");
  }

  @Test
  void severalNumbersOfRowsAreTheWholeSuiteOnceForEach() throws IOException {
    suite(
        """
        repeat: 2
        settings: {tasks: 1, warmup: 0s, ops: 100}
        steps: [{name: first, command: run noop, once: true}, {name: read, command: run noop}]
        """);
    Hbench.Result run = hbench.job("suite", "suite " + file() + " --rows 10,1k");
    assertThat(run).hasExitCode(0);
    assertThat(run.err())
        .containsSubsequence(
            "run 1 of 6: rows=10 first\n",
            "run 3 of 6: rows=10 read (2)\n",
            "run 4 of 6: rows=1k first\n");
    assertThat(run.json("rows=1k/read/2/report.json")).has("settings.rows", "1k");
    assertThat(hbench.run("suite --resume " + dir.resolve("suite"))).hasExitCode(0);
    suite("configurations: {a: {}, b: {}}\n" + STEPS);
    assertThat(hbench.job("none", "suite " + file() + " --rows 10,1k").err())
        .isEqualTo(
            "hbench: --rows 10,1k: the suite has configurations or a baseline; try --rows 10\n");
    assertThat(hbench.job("none", "suite " + file() + " --rows 10,10").err())
        .isEqualTo("hbench: --rows 10,10: has 10 twice; try --rows 10\n");
  }

  /** The consent to one cluster, or of one configuration, is none to another. */
  @Test
  void actionsAreCheckedInEachConfiguration() throws IOException {
    suite(
        """
        configurations:
          here: {settings: {quorum: zk1, yes: [t1, servers]}}
          there: {settings: {quorum: zk2}}
        steps:
        - name: a
          command: run get --table t1 --for 1m
          during: [{after: 10s, action: balance}]
        """);
    assertThat(hbench.job("none", "suite " + file())).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: step 'a': action 'balance': touches more than its table; try --yes=servers\n");
  }

  @Test
  void aDryRunShowsTheConfigurations() throws IOException {
    String suite =
        """
        repeat: 2
        order: interleaved
        configurations:
          base: {}
          few: {do: set 2, undo: set 30, settings: {settle: 5m, threads: 2}}
        steps: [{name: a, shell: tune, once: true}, {name: b, shell: run}]
        """;
    String configurations =
        """
        configuration base:
        configuration few: --settle 5m --threads 2 do: `set 2`; undo: `set 30`
        """;
    suite(suite);
    assertThat(hbench.run("suite " + file() + " --dry-run").out())
        .isEqualTo(
            configurations
                + """
                order: base, few, base, few
                a: `tune`; runs: 1; once in base
                b: `run`; runs: 4
                dry run: nothing was started
                """);
    suite(suite.replace("interleaved", "blocks"));
    assertThat(hbench.run("suite " + file() + " --dry-run").out())
        .isEqualTo(
            configurations
                + """
                order: base, few
                a: `tune`; runs: 2; once in base, few
                b: `run`; runs: 4
                dry run: nothing was started
                """);
  }

  /** Word for word: as the page and the file have them. */
  @Test
  void theExamplesOfConfigurationsAreTaken() throws IOException {
    String page = Files.readString(Path.of("src/docs/suites.md"));
    List<String> examples =
        Pattern.compile("```yaml\n((?s).*?)```")
            .matcher(
                page.substring(page.indexOf("\n## Configurations"), page.indexOf("\n## Nightly")))
            .results()
            .map(example -> example.group(1))
            .toList();
    assertThat(examples).hasSize(2);
    for (String example : examples) {
      suite(example);
      assertThat(hbench.run("suite " + file() + " --dry-run")).hasExitCode(0);
    }
    String reference = Files.readString(Path.of("job-conf/reference/4-servers-per-node.yaml"));
    Matcher lines = Pattern.compile("(?m)^#   order: (?s).*?\n#\n").matcher(reference);
    assertThat(lines.find()).isTrue();
    suite(lines.group().replaceAll("(?m)^#( {3})?", "") + reference);
    assertThat(hbench.run("suite " + file() + " --dry-run").out())
        .contains("order: base, one-less, handlers60\n", "A: run get:50,put:50");
  }

  private void suite(String text) throws IOException {
    Files.writeString(
        Path.of(file()),
        text.replace("LOG", log.toString())
            .replace("JOURNAL", dir.resolve("journal").toString())
            .replace("OUT", dir.resolve("blocks").toString())
            .replace("FINE", dir.resolve("fine").toString())
            .replace("DIR", dir.toString()));
  }

  private String file() {
    return dir.resolve("s.yaml").toString();
  }
}
