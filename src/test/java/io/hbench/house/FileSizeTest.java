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

/** Sizes and names in the house: what ArchUnit does not see in class files. */
class FileSizeTest {
  private static final Path MAIN = Path.of("src/main/java/io/hbench");

  private static final int MAX_LINES = 500;

  @Test
  void everyRoomStatesItsPurpose() throws IOException {
    assertThat(rooms().keySet())
        .isNotEmpty()
        .allSatisfy(room -> assertThat(room.resolve("package-info.java")).exists());
  }

  @Test
  void noFileIsTooLong() throws IOException {
    for (Path file : sources(Path.of("src"))) {
      try (Stream<String> lines = Files.lines(file)) {
        assertThat(lines.count()).as(file.toString()).isLessThanOrEqualTo(MAX_LINES);
      }
    }
  }

  /** Packages with classes, and their classes. */
  private static Map<Path, List<Path>> rooms() throws IOException {
    return sources(MAIN).stream()
        .filter(file -> !file.endsWith("package-info.java"))
        .collect(Collectors.groupingBy(Path::getParent));
  }

  private static List<Path> sources(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
