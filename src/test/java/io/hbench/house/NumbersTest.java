package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Texts have the same numbers on machines of all languages: {@code String.formatted} would write
 * 1,000 as 1.000 on a German one, and {@code Format.format} does not.
 */
class NumbersTest {
  private static final Path MAIN = Path.of("src/main/java");
  private static final String LITERAL = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";

  /** A literal, or several, with a separator of thousands or decimals, before such a call. */
  private static final Pattern OF_THE_MACHINE =
      Pattern.compile(
          "(?:%1$s\\s*\\+\\s*)*\"(?:[^\"\\\\\\n]|\\\\.)*%%[-\\d$]*[,.](?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*%1$s)*\\)?\\s*\\.formatted\\("
              .formatted(LITERAL));

  @Test
  void noTextHasNumbersInTheLanguageOfTheMachine() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Sources.below(MAIN)) {
      in(Files.readString(file)).forEach(text -> found.add(file + ": " + text));
    }
    assertThat(found).as("texts with numbers that Format.format does not make").isEmpty();
  }

  @Test
  void suchTextsAreFound() {
    assertThat(in("\"%,d GB\".formatted(1)")).hasSize(1);
    assertThat(in("\"%.1f %%\".formatted(1)")).hasSize(1);
    assertThat(in("\"%-6,d of \"\n    + \"%d\"\n  .formatted(1)")).hasSize(1);
    assertThat(in("(\"%s: \" + \"%,d\").formatted(1)")).hasSize(1);
    assertThat(in("\"%d GB, %s.\".formatted(1), format(\"%,d GB\", 1)")).isEmpty();
  }

  private static Stream<String> in(String source) {
    return OF_THE_MACHINE.matcher(source).results().map(match -> match.group());
  }
}
