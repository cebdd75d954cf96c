package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberRangeTest {
  private static List<String> names(String line) {
    return SuiteFile.tenants("t.yaml", line).stream().map(Suite.Step::name).toList();
  }

  @Test
  void aRangeIsATenantForEachNumberWithTheNumberInItsWords() {
    List<Suite.Step> tenants =
        SuiteFile.tenants(
            "t.yaml",
            """
            web: put@2 --table web
            t{8..10}: get@1 --table t{8..10} --user 'u{8..10}'
            """);
    assertThat(tenants.stream().map(Suite.Step::name)).containsExactly("web", "t8", "t9", "t10");
    assertThat(tenants.get(3).words()).containsExactly("get@1", "--table", "t10", "--user", "u10");
    assertThat(tenants.get(3).where()).isEqualTo("t.yaml:2");
  }

  @Test
  void numbersThatBeginWithZeroHaveAllTheSameDigits() {
    assertThat(names("t{08..10}: get")).containsExactly("t08", "t09", "t10");
    assertThat(names("t{0..1}: get")).containsExactly("t0", "t1");
  }

  @Test
  void aThousandTablesAreARange() {
    assertThat(names("t{0..999}: get")).hasSize(1_000).endsWith("t999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t{3..1}: get | tenant t{3..1}: {3..1}: no numbers; a range is {0..99}",
        "t{0..1000}: get | {0..1000}: more than 1,000 numbers; a range is {0..99}",
        "t{0..9}: get --table t{0..8} | {0..8}: not the range of the name; a tenant is t{",
        "web: get --table t{0..8} | tenant web: {0..8}: not the range of the name; a tenant is t{",
        "t{0..1}-{2..3}: get | {2..3}: not the range of the name",
        "x/{0..1}: get | tenant x/{0..1}: not a directory name, such as web",
        "t{a..c}: get | tenant t{a..c}: not a directory name",
      })
  void whatIsNoRangeIsRefused(String line, String message) {
    assertThatThrownBy(() -> names(line))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("t.yaml:1: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "# nothing"})
  void aFileWithoutTenantsIsRefused(String text) {
    assertThatThrownBy(() -> names(text))
        .isInstanceOf(UsageException.class)
        .hasMessage("t.yaml: empty; a file of tenants needs tenants");
  }

  @Test
  void twoTenantsOfOneNameAreRefused() {
    assertThatThrownBy(() -> names("t1: noop\nt{0..3}: noop"))
        .hasMessage("t.yaml:2: duplicate tenant 't1'");
  }
}
