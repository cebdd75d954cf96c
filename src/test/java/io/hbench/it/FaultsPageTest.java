package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether {@code src/docs/faults.md} is that of the faults. */
class FaultsPageTest {
  static List<Fault> faults() {
    return Fault.all();
  }

  static List<SecondParty> secondParties() {
    return FaultsPage.secondParties();
  }

  @Test
  void thePageHasTheDescriptionsOfTheFaults() throws Exception {
    assertThat(FaultsPage.FILE).hasContent(FaultsPage.text());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultHasItsLine(Fault fault) throws Exception {
    assertThat(Files.readAllLines(FaultsPage.FILE))
        .filteredOn(line -> line.startsWith("| " + fault.name() + " | "))
        .hasSize(1)
        .allMatch(line -> line.endsWith(" | 0 |"));
  }

  /** Nothing of others was touched, and nothing is pending in the end. */
  @ParameterizedTest
  @MethodSource("secondParties")
  void eachFaultWithASecondPartyHasItsLine(SecondParty fault) throws Exception {
    assertThat(Files.readAllLines(FaultsPage.FILE))
        .filteredOn(line -> line.startsWith("| " + fault.name() + " | "))
        .hasSize(1)
        .allMatch(
            line ->
                line.matches(
                    ".* s \\| %d min \\| .+ \\| 0 of [\\d,]+ rows, 0 of \\d+ regions, 0 of \\d+ files \\| (\\d+, )?0 \\|"
                        .formatted(fault.limitMinutes())));
  }
}
