package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Form of the documentation: length of pages and lines, links, names of classes. */
class PagesTest {
  private static final int MAX_README_LINES = 200;
  private static final int MAX_LINE = 120;
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CLASS_NAME =
      Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)`");

  /** Classes of others that the documentation names. */
  private static final Set<String> FOREIGN =
      Set.of("TestingHBaseCluster", "CoreWorkload", "PerformanceEvaluation", "TestTable");

  static List<Path> pages() {
    return Pages.all();
  }

  @Test
  void theReadmeIsOnePage() {
    assertThat(Pages.text(Pages.README).lines()).hasSizeLessThanOrEqualTo(MAX_README_LINES);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noLineIsLongerThanAScreen(Path page) {
    boolean measured = page.endsWith("faults.md"); // the rows of its table can't be broken
    assertThat(Pages.text(page).lines())
        .filteredOn(line -> !(measured && line.startsWith("| ")))
        .allSatisfy(
            line ->
                assertThat(line.codePointCount(0, line.length()))
                    .as(line)
                    .isLessThanOrEqualTo(MAX_LINE));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyRelativeLinkLeadsToAFileAndAHeading(Path page) {
    Matcher link = LINK.matcher(Pages.prose(page));
    while (link.find()) {
      String target = link.group(1);
      if (target.matches("[a-z]+:.*")) {
        continue;
      }
      String file = target.replaceFirst("#.*", "");
      Path path = file.isEmpty() ? page : page.resolveSibling(file).normalize();
      assertThat(path).as("link %s", target).exists();
      if (target.contains("#")) {
        assertThat(anchors(path)).as(target).contains(target.replaceFirst(".*#", ""));
      }
    }
  }

  @Test
  void everyPageIsLinkedFromAnother() {
    List<Path> linked = new ArrayList<>();
    for (Path page : Pages.all()) {
      Matcher link = LINK.matcher(Pages.prose(page));
      while (link.find()) {
        linked.add(page.resolveSibling(link.group(1).replaceFirst("#.*", "")).normalize());
      }
    }
    assertThat(linked)
        .containsAll(Pages.all().stream().filter(page -> !page.equals(Pages.README)).toList());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyClassThatAPageNamesExists(Path page) throws IOException {
    Set<String> classes;
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      classes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replace(".java", ""))
              .collect(Collectors.toSet());
    }
    Matcher name = CLASS_NAME.matcher(Pages.text(page));
    while (name.find()) {
      if (!FOREIGN.contains(name.group(1))) {
        assertThat(classes.contains(name.group(1))).as(name.group(1)).isTrue();
      }
    }
  }

  /** As GitHub makes them of headings. */
  private static List<String> anchors(Path page) {
    return HEADING
        .matcher(Pages.text(page).replaceAll("(?s)```.*?```", ""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
