package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A label stands in one class: a document is written once, for text and page. */
class LabelsTest {
  private static final Path VIEWS = Path.of("src/main/java/io/hbench/view");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?:\\.(?:name|code|figure|count|optional|bar|fact|section|fold|about|series)"
              + "|new (?:Tile|Chart))\\(\\s*\"([^\"]+)\"");

  @Test
  void noLiteralLabelStandsInTwoClasses() throws IOException {
    Map<String, Set<String>> classes = new TreeMap<>();
    for (Path source : Sources.below(VIEWS)) {
      Matcher label = LABEL.matcher(Files.readString(source));
      while (label.find()) {
        classes
            .computeIfAbsent(label.group(1), l -> new TreeSet<>())
            .add(source.getFileName().toString());
      }
    }
    assertThat(classes).as("labels that the pattern finds").hasSizeGreaterThan(100);
    classes.values().removeIf(some -> some.size() == 1);
    assertThat(classes).as("labels in several classes; put them into Label").isEmpty();
  }
}
