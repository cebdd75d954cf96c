package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each sentence of the page about safety names a test that there is. */
class SafetyPageTest {
  private static final Pattern SENTENCE = Pattern.compile("(?m)^\\* [^*]*");
  private static final Pattern SHOWN = Pattern.compile("\\(`(\\w+)\\.(\\w+)`\\)\\s*$");

  @Test
  void everySentenceNamesATest() throws IOException {
    List<String> sentences =
        SENTENCE
            .matcher(Files.readString(Path.of("src/docs/safety.md")))
            .results()
            .map(MatchResult::group)
            .map(text -> text.split("\n\n", 2)[0])
            .toList();
    assertThat(sentences).hasSizeGreaterThan(10);
    for (String sentence : sentences) {
      Matcher shown = SHOWN.matcher(sentence);
      assertThat(shown.find()).as(sentence).isTrue();
      try (Stream<Path> sources = Files.walk(Path.of("src/test/java"))) {
        Path test =
            sources.filter(f -> f.endsWith(shown.group(1) + ".java")).findAny().orElseThrow();
        assertThat(test).content().contains("void " + shown.group(2) + "(");
      }
    }
  }
}
