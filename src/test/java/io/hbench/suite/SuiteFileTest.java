package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.figure.Figure;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SuiteFileTest {
  private static final String STEP = "steps:\n- name: a\n  command: run get\n";

  @Test
  void aSuiteIsReadAsItIsWritten() {
    Suite suite =
        SuiteFile.parse(
            "conf/s.yaml",
            """
            # all there is
            repeat: 5
            count_last: 3
            columns: [ops/s, p99]
            settings:
              rows: 010
              threads: [2, 4]
              yes: true
            steps:
            - name: fill
              command: load --table 'a b' --presplit 4
              once: true
              must: false
            - name: read
              command: run get:95,put:5@4
              repeat: 2
              undo: unblock
              deadline: 10m
              during:
              - {after: 5s, shell: stop, undo: start}
              - {after: 12.5%, action: move-regions 5}
            - {name: wait, shell: stop}
            deadline: 8h
            """);
    assertThat(suite.name()).isEqualTo("s");
    assertThat(suite.repeat()).isEqualTo(5);
    assertThat(suite.countLast()).isEqualTo(3);
    assertThat(suite.columns()).containsExactly(Figure.THROUGHPUT, Figure.P99);
    assertThat(suite.settings())
        .isEqualTo(Map.of(Settings.ROWS, "010", Settings.THREADS, "2,4", Settings.YES, "true"));
    assertThat(suite.steps())
        .extracting(Suite.Step::where)
        .containsExactly("conf/s.yaml:10", "conf/s.yaml:14", "conf/s.yaml:22");
    assertThat(suite.deadline()).contains(Duration.ofHours(8));
    assertThat(suite.steps().get(1).deadline()).contains(Duration.ofMinutes(10));
    assertThat(suite.shellLines()).containsExactly("unblock", "stop", "start");
    assertThat(suite.steps().get(1).during())
        .extracting(Object::toString)
        .containsExactly("stop", "move-regions 5");
    assertThat(suite.steps().get(1).during().get(1).after()).hasToString("12.5%");
    assertThat(suite.steps().get(0).words())
        .containsExactly("load", "--table", "a b", "--presplit", "4");
    assertThat(suite.steps().get(0).once()).isTrue();
    assertThat(suite.steps().get(0).must()).contains(false);
    assertThat(suite.steps().get(1).repeat()).isEqualTo(2);
    assertThat(suite.steps().get(1).must()).isEmpty();
  }

  @Test
  void withoutAWordOnItAllRepeatsCountAndTheUsualColumnsAreShown() {
    Suite suite = SuiteFile.parse("s.yaml", "repeat: 2\n" + STEP);
    assertThat(suite.countLast()).isEqualTo(2);
    assertThat(suite.columns()).isEqualTo(Suite.COLUMNS);
  }

  @Test
  void allPassesCountIfThereAreFewerThanCountLast() {
    Suite suite = SuiteFile.parse("s.yaml", "repeat: 5\ncount_last: 3\n" + STEP);
    assertThat(suite.repeated(4).countLast()).isEqualTo(3);
    assertThat(suite.repeated(1).countLast()).isEqualTo(1);
    // of a file without a number of repeats, the last one alone counted
    assertThat(SuiteFile.parse("s.yaml", STEP).repeated(3).countLast()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'stpes: []'                               | 1: unknown key 'stpes'; did you mean steps?",
        "'repeat: 2'                               | 1: no steps; a suite needs steps",
        "'steps: []'                               | 1: not a list with at least one element",
        "'steps:\n- nmae: x'                       | 2: unknown key 'nmae'; did you mean name?",
        "'steps:\n- name: x'                       | 2: a step needs the key command",
        "'steps:\n- run get'                       | 2: not a map of keys and values",
        "'steps:\n- name: a/b\n  command: run get' | 2: name a/b: not a directory name; try name: read-only",
        "'repeat: often\nsteps: []'                | 1: often: not a count of 1 or more; try 4",
        "'repeat: 2\nrepeat: 3'                    | 2: duplicate key 'repeat'",
        "'repeat: 2\ncount_last: 3'                | 2: count_last: more than repeat: 2",
        "'settings:\n  treads: 4\nsteps: []'       | 3: not a list with at least one element",
        "'baseline:\nsteps: [{name: a, command: b}]' | 1: no value; leave the key out, or give it one",
        "'steps: [{name: a, command: b}]\nsettings:\n  rate: # 5k' | 3: no value; leave the key out, or give it one",
        "'columns: [ops, p9]\nsteps: [{name: a, command: b}]' | 1: unknown column 'p9'; did you mean p90?",
        "'steps: [{name: a, command: b}]\nsettings:\n  treads: 4' | 3: unknown setting 'treads'; did you mean threads?",
        "'steps: [{name: a, command: b}]\nsettings:\n  out: x'    | 3: unknown setting 'out'",
        "'steps: [{name: a, command: b}]\nbaseline: history\nkeep: 7' | 3: keep: 7: less than a history of 8 nights needs; try keep: 60",
        "'steps: [{name: a, command: b, during: [{after: soon, shell: c}]}]' | 1: soon: neither a time nor a share of the load; try after: 30s, or after: 30%",
        "'steps: [{name: a, command: b, during: [{after: 1s}]}]' | 1: a hook needs the key shell",
        "'steps: [{name: a, command: b, during: [{after: 1s, action: split}]}]' | 1: action 'split': not split N",
        "'steps: [{name: a, command: b, during: [{after: 1s, action: flush, undo: c}]}]' | 1: undo contradicts action, which has an undo of its own; leave out one of them",
        "'steps: [{name: a, command: b, must: maybe}]' | 1: maybe: not true or false; try true",
        "'steps: [{name: a, command: b}, {name: a, command: c}]' | 1: duplicate step 'a'",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}}' | 2: configurations: fewer than two; try configurations: {base: {}, other: {settings: {threads: 8}}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, a: {}}' | 2: duplicate configuration 'a'",
        "'steps: [{name: a, command: b}]\nconfigurations: {a/b: {}, c: {}}' | 2: configuration a/b: its name is not of letters, digits and dashes; try configurations: {base: {}, one-less: {}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, suite.json: {}}' | 2: configuration suite.json: its name is not of letters, digits and dashes; try configurations: {base: {}, one-less: {}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, _x: {}}' | 2: configuration _x: its name is not of letters, digits and dashes; try configurations: {base: {}, one-less: {}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, b: {do: c}}' | 2: do of 'b': nothing takes it back before a configuration without do; try configurations: {base: {do: site/handlers 30}, few: {do: site/handlers 2}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, b: {settings: {threads: [2, 4]}}}' | 2: --threads 2,4: several values in a configuration; try configurations: {base: {}, other: {settings: {threads: 8}}}",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, b: {undo: c}}' | 2: undo of a configuration needs the key do",
        "'steps: [{name: a, command: b}]\nconfigurations: {a: {}, b: {}}\nbaseline: history' | 3: baseline: contradicts configurations, which are compared with the first of them; leave out one of them",
        "'steps: [{name: a, command: b}]\norder: random' | 2: order: random: not an order; try order: blocks",
        "'steps: [{name: do, command: b}]\nconfigurations: {a: {do: x}, b: {do: y}}' | 1: duplicate step 'do'",
      })
  void anErrorHasItsFileAndLine(String text, String message) {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("s.yaml:" + message);
  }

  @Test
  void aYamlErrorHasItsLine() {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", "repeat: 2\nsteps: ["))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("s.yaml:\\d+: .+");
  }

  @ParameterizedTest
  @MethodSource
  void aHostileFileIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("s.yaml")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).matches("\\P{Cntrl}+"));
  }

  static List<String> aHostileFileIsRefusedInOneLine() {
    return List.of(
        "#".repeat((1 << 20) + 1),
        "steps: " + "[".repeat(100_000),
        "steps: [{name: a, command: " + "{a: ".repeat(100) + "}".repeat(102) + "]",
        "settings: &a [x]\nsteps: [" + "*a, ".repeat(1_000) + "]",
        "steps: &a [*a]",
        "steps: [{name: \"a\\nb\\u001b[2J\", command: run get}]",
        "x".repeat(100_000) + ": 1",
        "name: \u0000",
        "\t- a: [",
        "%YAML 9.9\n---\na",
        "!!java.net.URL [http://localhost]");
  }

  @Test
  void anEmptyFileIsAnError() {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", "# nothing\n"))
        .isInstanceOf(UsageException.class)
        .hasMessage("s.yaml: empty; a suite needs steps");
  }
}
