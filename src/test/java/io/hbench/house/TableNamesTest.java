package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Classes of tests that share an HBase run side by side: each of their tables is of one class. */
class TableNamesTest {
  private static final List<Pattern> NAMES =
      List.of(
          Pattern.compile("--table[= ]([a-z][\\w:-]*\\w)\\b(?!-)"),
          Pattern.compile("(?:create|load|TableName\\.valueOf)\\(\"([\\w:-]+)\""));

  @Test
  void noTwoClassesOfTestsHaveATableOfTheSameName() throws IOException {
    Map<String, Set<String>> classes = new TreeMap<>();
    for (Path source : Sources.below(Path.of("src/test/java/io/hbench/it"))) {
      String text = Files.readString(source);
      if (text.contains("HBaseFixture.conf()")) {
        NAMES.stream()
            .flatMap(names -> names.matcher(text).results())
            .map((MatchResult name) -> name.group(1))
            .forEach(
                name ->
                    classes
                        .computeIfAbsent(name, n -> new TreeSet<>())
                        .add(source.getFileName().toString()));
      }
    }
    assertThat(classes).as("tables that the patterns find").hasSizeGreaterThan(100);
    classes.values().removeIf(some -> some.size() == 1);
    assertThat(classes).as("names of tables in several classes").isEmpty();
  }
}
