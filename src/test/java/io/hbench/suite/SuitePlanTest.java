package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuitePlanTest {

  @Test
  void theStepWinsOverTheSuiteAndTheFlagsWinOverBoth() throws IOException {
    String suite =
        """
        settings: {rows: 1k, threads: 2, tasks: 2}
        steps:
        - {name: a, command: run noop --rows 2k --threads 4}
        """;
    Configuration conf = plan(suite, "threads", "8").get(0).conf();
    assertThat(Settings.TASKS.text(conf)).isEqualTo("2");
    assertThat(Settings.ROWS.text(conf)).isEqualTo("2k");
    assertThat(Settings.THREADS.text(conf)).isEqualTo("8");
  }

  /** It lost without a word. */
  @Test
  void aTypedPropertyThatTheSuiteSetsIsRefused() {
    String suite = "settings: {rows: 1k}\nsteps:\n- {name: a, command: run noop}\n";
    assertThatThrownBy(
            () ->
                SuitePlan.of(
                    SuiteFile.parse("s.yaml", suite),
                    Map.of(),
                    words -> {
                      Configuration typed = new Configuration(false);
                      typed.set("hbench.rows", "20k", "from command line");
                      return new SuitePlan.Words(typed, read(words).settings());
                    }))
        .hasMessageContaining("-D hbench.rows 20k: the suite sets rows to 1k; try --rows 20k");
  }

  /** None takes back another one, and each holds for the table of its place. */
  @Test
  void theConsentsOfSuiteStepAndFlagsAddUp() throws IOException {
    String suite =
        """
        settings: {table: "t1,size", yes: [true, t9]}
        steps:
        - {name: a, command: run noop --yes t2, yes: [t3, servers]}
        - {name: b, command: run noop --table t4, yes: true}
        """;
    assertThat(
            plan(suite, "yes", "size").stream()
                .map(run -> Settings.YES.text(run.conf()))
                .distinct())
        .containsExactly("t1,default:size,t9,size,t2,t3,servers", "t1,default:size,t9,size,true");
    assertThat(
            plan(
                "settings: {table: t1, yes: true}\nsteps: [{name: a, command: run noop}]\n",
                "table",
                "t2"))
        .allSatisfy(run -> assertThat(Settings.YES.get(run.conf()).toTable("t2")).isFalse());
  }

  @Test
  void aLadderOfTasksIsOfTheStepsWithoutTasksOfTheirOwn() throws IOException {
    String suite =
        "steps:\n- {name: a, command: run noop}\n- {name: canary, command: run noop@1}\n";
    assertThat(plan(suite, "tasks", "1,2,4").stream().map(PlannedRun::directory))
        .containsExactly("a/tasks=1", "a/tasks=2", "a/tasks=4", "canary");
    String fixed = "steps:\n- {name: canary, command: run noop@1}\n";
    assertThatThrownBy(() -> plan(fixed, "tasks", "1,2,4"))
        .hasMessageStartingWith("--tasks 1,2,4: has no effect: each step has tasks of its own");
  }

  /** A suite with a goal could not be tried for some seconds. */
  @Test
  void aFixedLengthReplacesARangeWithItsGoal() throws IOException {
    String suite =
        "settings: {for: 30s..10m, until: 'p99 +- 2%'}\nsteps:\n- {name: a, command: run noop}\n";
    assertThat(Settings.UNTIL.text(plan(suite).get(0).conf())).isEqualTo("p99 +- 2%");
    PlannedRun longer = plan(suite, "for", "1m..20m").get(0);
    assertThat(Settings.UNTIL.text(longer.conf())).isEqualTo("p99 +- 2%");
    PlannedRun fixed = plan(suite, "for", "2s").get(0);
    assertThat(Settings.UNTIL.isSet(fixed.conf())).isFalse();
    assertThat(Settings.FOR.text(fixed.conf())).isEqualTo("2s");
  }

  @Test
  void aSuiteOfTooManyRunsIsRefused() {
    String step = "steps:\n- {name: a, command: run noop, repeat: 1M}\n";
    assertThatThrownBy(() -> plan("repeat: 2G\n" + step))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("2,000,000,000,000,000 runs, more than 10,000; try ");
    String values = "1,2,3,4,5,6,7,8,9,10";
    assertThatThrownBy(
            () ->
                plan(
                    "steps:\n- {name: a, command: run noop}\n",
                    "threads",
                    values,
                    "batch",
                    values,
                    "rows",
                    values,
                    "tasks",
                    values,
                    "value-size",
                    values))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("100,000 runs, more than 10,000; try ");
  }

  @Test
  void aHookDuringASearchIsRefusedWithItsLine() {
    assertThatThrownBy(
            () ->
                plan(
                    """
                    steps:
                    - {name: a, command: run noop}
                    - name: b
                      command: findmax noop
                      during: [{after: 1s, shell: "true"}]
                    """))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching(
            "\\S+:3: step 'b': during: findmax has no timeline .*; try a step before it: .*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '"',
      value = {
        "run noop --for 1m § flush § action 'flush': the step has no table; try .*",
        "run get --table hbase:meta --for 1m § split 1 § action 'split 1': works on no system .*",
        "run get --for 1m § kill-server § action 'kill-server': no template hbench.server.kill; .*",
        "run get --for 1m § start-server § action 'start-server': no template hbench.server.start; .*",
      })
  void anActionThatAStepCannotHaveIsRefusedWithItsLine(
      String command, String action, String message) {
    assertThatThrownBy(
            () ->
                plan(
                    """
                    steps:
                    - name: a
                      command: %s
                      during: [{after: 1s, action: %s}]
                    """
                        .formatted(command, action)))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("\\S+:2: step 'a': " + message);
  }

  @Test
  void theTimeOfAHookMayBeAShareOfItsLoad() throws IOException {
    String suite =
        """
        steps:
        - name: a
          command: run get %s
          during: [{after: 30%%, action: flush}]
        """;
    PlannedRun run = plan(suite.formatted("--for 9m --warmup 1m")).get(0);
    assertThat(run.step().during().get(0).after().in(RunSpec.from(run.conf())))
        .contains(Duration.ofMinutes(3));
    for (String unknown : List.of("--ops 1k", "--for 1m..30m")) {
      assertThatThrownBy(() -> plan(suite.formatted(unknown)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("after: 30%: a share of a load whose length is unknown; try ");
    }
  }

  @Test
  void flagsApplyToAllSteps() throws IOException {
    for (PlannedRun run : plan("steps:\n- {name: a, command: run noop}\n", "local", "true")) {
      assertThat(Settings.LOCAL.get(run.conf())).isTrue();
    }
  }

  @Test
  void tasksInThisJvmHaveNoPlace() throws IOException {
    String suite = "settings: {place: 'hosts:5'}\nsteps:\n- {name: a, command: run noop}\n";
    assertThat(Settings.PLACE.isSet(plan(suite).get(0).conf())).isTrue();
    assertThat(Settings.PLACE.isSet(plan(suite, "local", "true").get(0).conf())).isFalse();
  }

  @Test
  void settingsWithoutEffectOnALoadAreOmitted() throws IOException {
    String suite =
        """
        settings: {for: 15m, warmup: 1m}
        steps:
        - {name: fill, command: load}
        - {name: read, command: run noop}
        """;
    List<PlannedRun> runs = plan(suite, "warmup", "0s", "rows", "5k");
    assertThat(Settings.FOR.isSet(runs.get(0).conf())).isFalse();
    assertThat(Settings.WARMUP.isSet(runs.get(0).conf())).isFalse();
    assertThat(Settings.ROWS.text(runs.get(0).conf())).isEqualTo("5k");
    assertThat(Settings.FOR.text(runs.get(1).conf())).isEqualTo("15m");
    assertThat(Settings.WARMUP.text(runs.get(1).conf())).isEqualTo("0s");
  }

  @Test
  void aLimitTakesThePlaceOfAnother() throws IOException {
    String suite =
        """
        settings: {for: 15m}
        steps:
        - {name: a, command: run noop --ops 1M}
        - {name: b, command: run noop}
        """;
    List<PlannedRun> runs = plan(suite);
    assertThat(Settings.FOR.isSet(runs.get(0).conf())).isFalse();
    assertThat(Settings.OPS.text(runs.get(0).conf())).isEqualTo("1M");
    for (PlannedRun run : plan(suite, "row-budget", "1k")) {
      assertThat(Settings.ROW_BUDGET.text(run.conf())).isEqualTo("1k");
      assertThat(Settings.FOR.isSet(run.conf()) || Settings.OPS.isSet(run.conf())).isFalse();
    }
  }

  @Test
  void allStepsAreRepeatedExceptThoseWithOnce() throws IOException {
    String suite =
        """
        repeat: 3
        count_last: 2
        steps:
        - {name: fill, command: load, once: true}
        - {name: a, command: run noop}
        - {name: b, command: "run noop --threads 1,2", repeat: 2}
        """;
    List<PlannedRun> runs = plan(suite);
    assertThat(runs)
        .extracting(PlannedRun::directory)
        .startsWith(
            "fill",
            "a/1",
            "b/threads=1/1",
            "b/threads=2/1",
            "b/threads=1/2",
            "b/threads=2/2",
            "a/2",
            "b/threads=1/3")
        .hasSize(1 + 3 * 5)
        .doesNotHaveDuplicates();
    assertThat(runs.stream().filter(PlannedRun::counted))
        .extracting(PlannedRun::directory)
        .hasSize(1 + 2 * 5)
        .contains("fill", "a/2", "a/3", "b/threads=2/6")
        .doesNotContain("a/1", "b/threads=2/2");
    assertThat(runs.stream().filter(PlannedRun::must))
        .extracting(run -> run.step().name())
        .containsExactly("fill");
  }

  @Test
  void aSingleValueTakesThePlaceOfALadderAndAListMakesOne() throws IOException {
    String suite = "steps:\n- {name: a, command: 'run noop --threads 2,4'}\n";
    assertThat(plan(suite, "threads", "1")).hasSize(1);
    assertThat(plan(suite, "batch", "1,2,3")).hasSize(6);
  }

  @Test
  void recreateIsAllowedInStepsOnly() {
    refused(
        "--recreate: would drop", "steps:\n- {name: a, command: run noop}\n", "recreate", "true");
    refused(
        "--recreate: would drop",
        "settings: {recreate: true}\nsteps:\n- {name: a, command: run noop}\n");
  }

  @Test
  void loadsThatWouldFillATableTwiceAreRefused() throws IOException {
    String message =
        "s.yaml:2: step 'a': load: 2 runs would fill table 'hbench' repeatedly; try"
            + " --recreate, or one table for each run: --table a,b";
    refused(message, "steps:\n- {name: a, command: 'load --threads 1,2'}\n");
    refused(message, "steps:\n- {name: a, command: load}\nrepeat: 2\n");
    assertThat(plan("steps:\n- {name: a, command: 'load --threads 1,2 --recreate'}\n")).hasSize(2);
    assertThat(plan("steps:\n- {name: a, command: 'load --table t1,t2'}\n")).hasSize(2);
    assertThat(plan("repeat: 2\nsteps:\n- {name: a, command: load, once: true}\n")).hasSize(1);
  }

  @Test
  void onlyARunIsACanary() throws IOException {
    assertThat(
            plan(
                "steps:\n- {name: a, command: run noop, canary: true}\n- {name: b, command: run noop}\n"))
        .extracting(run -> run.step().canary())
        .containsExactly(true, false);
    refused(
        "s.yaml:2: step 'a': canary: load: not a run of a fixed load; try",
        "steps:\n- {name: a, command: load, canary: true}\n");
    refused(
        "s.yaml:2: step 'a': canary: a shell command has no figures; try command: run get",
        "steps:\n- {name: a, shell: date, canary: true}\n");
  }

  @Test
  void everyRunIsCheckedAndAnErrorNamesTheLineOfItsStep() {
    refused(
        "s.yaml:3: step 'b': --threads 0: not a count of 1 or more",
        "steps:\n- {name: a, command: run noop}\n- {name: b, command: 'run noop --threads 1,0'}\n");
  }

  static void refused(String message, String suite, String... flags) {
    assertThatThrownBy(() -> plan(suite, flags))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  static List<PlannedRun> plan(String suite, String... flags) throws IOException {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < flags.length; i += 2) {
      settings.put(Settings.named(flags[i]).orElseThrow(), flags[i + 1]);
    }
    return SuitePlan.of(SuiteFile.parse("s.yaml", suite), settings, SuitePlanTest::read);
  }

  /** The words of load and run, where each flag has a value but --recreate. */
  static SuitePlan.Words read(List<String> words) {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    settings.put(Settings.COMMAND, words.get(0));
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--recreate")) {
        settings.put(Settings.RECREATE, "true");
      } else if (word.startsWith("--")) {
        settings.put(Settings.named(word.substring(2)).orElseThrow(), words.get(++i));
      } else {
        settings.put(Settings.ASSIGNMENTS, word);
      }
    }
    return new SuitePlan.Words(new Configuration(false), settings);
  }
}
