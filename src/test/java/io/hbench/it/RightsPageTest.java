package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether {@code src/docs/rights.md} has all commands; {@link RightsTableIT} makes its table. */
class RightsPageTest {
  static Set<String> commands() {
    return RightsTable.commands().keySet();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void eachCommandHasItsLineAndWorksWithAllRightsOnItsTable(String command) throws Exception {
    assertThat(Files.readAllLines(Path.of("src/docs/rights.md")))
        .filteredOn(line -> line.startsWith("| `" + command + "` | "))
        .hasSize(1)
        .allMatch(
            line ->
                command.contains("meta")
                    || line.endsWith(" | works |")
                    || line.endsWith(" | lacks A on all |"));
  }
}
