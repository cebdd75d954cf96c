package io.hbench.suite;

import static io.hbench.suite.SuitePlanTest.plan;
import static io.hbench.suite.SuitePlanTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The runs of a suite with several configurations. */
class ConfigurationsPlanTest {
  @Test
  void allStepsArePlannedInEachConfiguration() throws IOException {
    String suite =
        """
        repeat: 2
        count_last: 1
        settings: {threads: 2, rows: 1k}
        configurations:
          base: {}
          few: {do: stop, undo: start, settings: {threads: 4}}
        steps:
        - {name: fill, command: load --threads 3, once: true}
        - {name: a, command: run noop --rows 5}
        """;
    assertThat(plan(suite.replace("load", "load --recreate") + "order: blocks"))
        .extracting(PlannedRun::directory)
        .containsExactly(
            "base/fill", "base/a/1", "base/a/2", "few/do", "few/fill", "few/a/1", "few/a/2");
    List<PlannedRun> runs = plan(suite.replace("load --threads 3", "load --threads 4"));
    assertThat(runs)
        .extracting(PlannedRun::directory)
        .containsExactly(
            "base/fill", "base/a/1", "few/do/1", "few/a/1", "base/a/2", "few/do/2", "few/a/2");
    assertThat(runs.stream().filter(PlannedRun::counted))
        .extracting(PlannedRun::directory)
        .contains("base/fill", "base/a/2", "few/a/2")
        .doesNotContain("base/a/1", "few/a/1");
    assertThat(runs.stream().filter(run -> run.step().shell().isEmpty()))
        .extracting(run -> Settings.THREADS.text(run.conf()))
        .containsExactly("4", "2", "4", "2", "4");
    assertThat(runs.get(3).ladder()).isEqualTo(Map.of("configuration", "few"));
    assertThat(runs.get(2).must()).isTrue();
  }

  /** Another configuration may have replaced the table, or what a shell line has made. */
  @Test
  void inBlocksAStepOfOneRunHasOneInEachConfiguration() throws IOException {
    String suite =
        """
        repeat: 2
        order: blocks
        configurations:
          a40: {settings: {rows: 40k}}
          a1g: {settings: {rows: 1M}}
          b40: {do: stop, undo: start, settings: {rows: 40k}}
        steps:
        - {name: tune, shell: tune, once: true}
        - {name: fill, command: load --recreate, once: true}
        - {name: a, command: run noop}
        """;
    assertThat(plan(suite))
        .extracting(PlannedRun::directory)
        .containsExactly(
            "a40/tune",
            "a40/fill",
            "a40/a/1",
            "a40/a/2",
            "a1g/tune",
            "a1g/fill",
            "a1g/a/1",
            "a1g/a/2",
            "b40/do",
            "b40/tune",
            "b40/fill",
            "b40/a/1",
            "b40/a/2");
    refused(
        "s.yaml:9: step 'fill': load: 3 runs would fill table 'hbench' repeatedly",
        suite.replace("load --recreate", "load"));
  }

  @Test
  void interleavedAStepOfOneRunHasOneThatIsRightForAll() throws IOException {
    String suite =
        """
        repeat: 2
        configurations: {base: {}, few: {do: stop, undo: start, settings: {%s}}}
        steps:
        - {name: tune, shell: tune, once: true}
        - {name: fill, command: %s, once: true}
        - {name: a, command: run noop --rows 5}
        """;
    assertThat(plan(suite.formatted("warmup: 5s", "load")))
        .extracting(PlannedRun::directory)
        .containsExactly(
            "base/tune",
            "base/fill",
            "base/a/1",
            "few/do/1",
            "few/a/1",
            "base/a/2",
            "few/do/2",
            "few/a/2");
    String refusal =
        "s.yaml:5: step 'fill': once: runs for all configurations, which are interleaved, and 'few'"
            + " changes %s; try order: blocks";
    refused(refusal.formatted("--rows"), suite.formatted("rows: 2M", "load"));
    refused(refusal.formatted("--table"), suite.formatted("table: t2", "load"));
    refused(refusal.formatted("--value-size"), suite.formatted("value-size: 9", "run put"));
  }

  @Test
  void clustersAreConfigurations() throws IOException {
    String suite =
        """
        order: blocks
        configurations: {here: {settings: {quorum: 'zk1,zk2'}}, there: {settings: {quorum: zk3}}}
        steps:
        - {name: fill, command: load --quorum zk9, once: true}
        """;
    assertThat(plan(suite))
        .extracting(run -> Settings.QUORUM.text(run.conf()))
        .containsExactly("zk1,zk2", "zk3");
    refused(
        "--quorum zk4: configuration 'here' has --quorum of its own; leave out --quorum",
        suite,
        "quorum",
        "zk4");
    refused(
        "--recreate: would drop",
        """
        configurations: {a: {}, b: {settings: {recreate: true}}}
        steps:
        - {name: a, command: run noop}
        """);
  }

  /** One limit replaces another, so that all configurations would have the flag's. */
  @Test
  void aFlagThatWouldMakeConfigurationsEqualIsRefused() {
    String suite =
        """
        configurations: {a: {settings: {for: 1m}}, b: {settings: {for: 9m}}}
        steps:
        - {name: a, command: run noop}
        """;
    refused("--ops 5: configuration 'a' has --for of its own; leave out --ops", suite, "ops", "5");
    refused("--row-budget 5: configuration 'a' has --for", suite, "row-budget", "5");
  }

  @Test
  void aConfigurationThatWouldEqualTheFirstOneIsRefused() throws IOException {
    String suite =
        """
        configurations:
          a: {}
          b: {%s}
        steps:
        - {name: a, command: load, once: true}
        - {name: c, command: run noop --table c, canary: true}
        """;
    String refusal =
        "s.yaml:3: configuration 'b': no step takes its settings, so that it would equal the first"
            + " one; leave it out";
    refused(refusal, suite.formatted("settings: {for: 1m}"));
    assertThat(plan(suite.formatted("do: x, undo: y, settings: {for: 1m}"))).hasSize(4);
    assertThat(plan(suite.formatted(""))).as("to see that equal ones are not told").hasSize(3);
  }

  @Test
  void aLadderThatOneConfigurationChangesIsRefused() throws IOException {
    String suite =
        """
        configurations: {base: {}, many: {settings: {%s}}}
        steps:
        - {name: a, command: "run noop --threads 2,4"}
        """;
    refused(
        "s.yaml:3: step 'a': --threads: has several values, and configuration 'many' another one;"
            + " leave out one of them",
        suite.formatted("threads: 8"));
    assertThat(plan(suite.formatted("rows: 8"))).hasSize(4);
  }

  /** Else the change of a configuration would be taken for one of the machines. */
  @Test
  void settingsOfConfigurationsDoNotHoldForACanary() throws IOException {
    String suite =
        """
        settings: {rows: 7}
        configurations: {a: {settings: {rows: 5}}, b: {settings: {rows: 9, table: t2}}}
        steps:
        - {name: c, command: run noop --table c, canary: true}
        - {name: a, command: run noop}
        """;
    assertThat(plan(suite))
        .extracting(run -> Settings.TABLE.text(run.conf()) + " " + Settings.ROWS.text(run.conf()))
        .containsExactly("c 7", "hbench 5", "c 7", "t2 9");
  }

  /** Its configurations have no {@code do}. */
  @Test
  void aStepMayBeNamedDoBesideSeveralNumbersOfRows() throws IOException {
    Suite suite =
        SuiteFile.parse("s.yaml", "steps: [{name: do, command: run noop}]\n")
            .sized(List.of("1k", "2k"));
    assertThat(SuitePlan.of(suite, Map.of(), SuitePlanTest::read))
        .extracting(run -> run.directory() + " " + run.makes())
        .containsExactly("rows=1k/do false", "rows=2k/do false");
  }
}
