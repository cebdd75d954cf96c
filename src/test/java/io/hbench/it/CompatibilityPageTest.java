package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether {@code src/docs/compatibility.md} is that of the versions that are run. */
class CompatibilityPageTest {
  private static final Path PAGE = Path.of("src/docs/compatibility.md");

  static List<String> cells() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("src/sandbox/matrix/cells"))) {
      return lines.filter(line -> !line.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cells")
  void eachCombinationOfVersionsPassed(String cell) throws IOException {
    assertThat(lines())
        .filteredOn(line -> line.startsWith("| " + cell.replace(" ", " | ") + " |"))
        .hasSize(1)
        .allMatch(line -> line.contains(" | passed | passed | "));
  }

  @Test
  void thePageHasNoOtherCombinations() throws IOException {
    assertThat(lines()).hasSameSizeAs(cells());
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.matches("\\| \\d.*\\| (passed|failed|not started|no Java) \\|.*"))
        .toList();
  }
}
