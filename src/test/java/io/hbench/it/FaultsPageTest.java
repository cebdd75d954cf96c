package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether {@code src/docs/faults.md} is that of the faults. */
class FaultsPageTest {
  static List<Fault> faults() {
    return Fault.all();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultHasItsLine(Fault fault) throws Exception {
    assertThat(Files.readAllLines(Path.of("src/docs/faults.md")))
        .filteredOn(line -> line.startsWith("| " + fault.name() + " | "))
        .hasSize(1)
        .allMatch(line -> line.endsWith(" | 0 |"));
  }
}
