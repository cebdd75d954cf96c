package io.hbench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kind: a suggestion that would do something else than the word that was typed. */
class NameSuggestionTest {
  private static final List<String> NAMES =
      List.of(
          "table", "threads", "threadcount", "rows", "run", "get", "family-names", "row-budget");

  @ParameterizedTest
  @CsvSource({
    "tabel, table",
    "gte, get",
    "rn, run",
    "treads, threads",
    "threadcont, threadcount",
    "Rows, rows",
    "familiy-naems, family-names",
    "draws, row-budget"
  })
  void aTypingErrorIsPutRight(String word, String name) {
    assertThat(NameSuggestion.to(word, NAMES)).contains(name);
  }

  @ParameterizedTest
  @CsvSource({"target", "tagcount", "put", "scan", "fieldcount", "label", "cow", "keylength"})
  void anotherWordIsNot(String word) {
    assertThat(NameSuggestion.to(word, NAMES)).isEmpty();
  }

  /** Which would take hours to compare. */
  @Test
  void aWordOfAHundredThousandLettersIsNotEither() {
    assertThat(NameSuggestion.to("get".repeat(33_333), NAMES)).isEmpty();
  }
}
