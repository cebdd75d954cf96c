package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            """);
    assertThat(suite.name()).isEqualTo("s");
    assertThat(suite.repeat()).isEqualTo(5);
    assertThat(suite.countLast()).isEqualTo(3);
    assertThat(suite.columns()).containsExactly(Column.OPS_PER_SECOND, Column.P99);
    assertThat(suite.settings())
        .isEqualTo(Map.of(Settings.ROWS, "010", Settings.THREADS, "2,4", Settings.YES, "true"));
    assertThat(suite.steps())
        .extracting(Suite.Step::where)
        .containsExactly("conf/s.yaml:10", "conf/s.yaml:14");
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
    assertThat(suite.columns()).isEqualTo(Column.USUAL);
  }

  @Test
  void fewerRepeatsThanCountAllCount() {
    Suite suite = SuiteFile.parse("s.yaml", "repeat: 5\ncount_last: 3\n" + STEP);
    assertThat(suite.repeated(4).countLast()).isEqualTo(3);
    assertThat(suite.repeated(1).countLast()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'stpes: []'                               | 1: no key 'stpes'; did you mean steps?",
        "'repeat: 2'                               | 1: a suite has steps",
        "'steps: []'                               | 1: a list should stand here",
        "'steps:\n- nmae: x'                       | 2: no key 'nmae'; did you mean name?",
        "'steps:\n- name: x'                       | 2: a step has a command",
        "'steps:\n- run get'                       | 2: keys with values should stand here",
        "'steps:\n- name: a/b\n  command: run get' | 2: 'a/b' is not a name of a directory; try read-only",
        "'repeat: often\nsteps: []'                | 1: 'often' is not a count of 1 or more; try 4",
        "'repeat: 2\nrepeat: 3'                    | 2: key 'repeat' is there twice",
        "'repeat: 2\ncount_last: 3'                | 2: count_last is more than repeat: 2",
        "'settings:\n  treads: 4\nsteps: []'       | 3: a list should stand here",
        "'columns: [ops, p9]\nsteps: [{name: a, command: b}]' | 1: no column 'p9'; did you mean p95?",
        "'steps: [{name: a, command: b}]\nsettings:\n  treads: 4' | 3: no setting 'treads'; did you mean threads?",
        "'steps: [{name: a, command: b}]\nsettings:\n  out: x'    | 3: no setting 'out'",
        "'steps: [{name: a, command: b, must: maybe}]' | 1: 'maybe' is not true or false; try true",
        "'steps: [{name: a, command: b}, {name: a, command: c}]' | 1: step 'a' is there twice",
      })
  void aMistakeIsNamedWithItsFileAndLine(String text, String message) {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("s.yaml:" + message);
  }

  @Test
  void whatIsNoYamlIsNamedWithItsLine() {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", "repeat: 2\nsteps: ["))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("s.yaml:\\d+: .+");
  }

  @Test
  void anEmptyFileIsAMistake() {
    assertThatThrownBy(() -> SuiteFile.parse("s.yaml", "# nothing\n"))
        .isInstanceOf(UsageException.class)
        .hasMessage("s.yaml: is empty; a suite has steps");
  }
}
