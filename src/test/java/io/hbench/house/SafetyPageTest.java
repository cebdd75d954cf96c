package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each sentence of the page about safety names a test that there is. */
class SafetyPageTest {
  private static final Pattern SENTENCE = Pattern.compile("(?m)^\\* [^*]*");
  private static final Pattern END = Pattern.compile("`\\)\\s*$");
  private static final Pattern SHOWN = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");

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
      assertThat(sentence).containsPattern(END);
      List<MatchResult> shown = SHOWN.matcher(sentence).results().toList();
      assertThat(shown).as(sentence).isNotEmpty();
      for (MatchResult test : shown) {
        try (Stream<Path> sources = Files.walk(Path.of("src/test/java"))) {
          Path source =
              sources.filter(f -> f.endsWith(test.group(1) + ".java")).findAny().orElseThrow();
          assertThat(Files.readString(source).split("\n\n"))
              .anySatisfy(
                  part ->
                      assertThat(part)
                          .contains("void " + test.group(2) + "(")
                          .containsPattern(
                              "@(Test|ParameterizedTest|Property|SecondParty|Fault)\\b"));
        }
      }
    }
  }
}
