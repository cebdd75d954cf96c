package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sizes and names of files: what ArchUnit does not see in class files. */
class FileSizeTest {
  private static final Path MAIN = Path.of("src/main/java/io/hbench");

  private static final int MAX_LINES = 500;

  @Test
  void everyPackageStatesItsPurpose() throws IOException {
    assertThat(packages().keySet())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.resolve("package-info.java")).exists());
  }

  @Test
  void noFileIsTooLong() throws IOException {
    for (Path file : Sources.below(Path.of("src"))) {
      try (Stream<String> lines = Files.lines(file)) {
        assertThat(lines.count()).as(file.toString()).isLessThanOrEqualTo(MAX_LINES);
      }
    }
  }

  /** Packages with classes, and their classes. */
  private static Map<Path, List<Path>> packages() throws IOException {
    return Sources.below(MAIN).stream()
        .filter(file -> !file.endsWith("package-info.java"))
        .collect(Collectors.groupingBy(Path::getParent));
  }
}
