package io.hbench.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggestion of the nearest name for a misspelt one. */
public final class NameSuggestion {
  private NameSuggestion() {}

  /**
   * The candidate with the smallest edit distance, at most two edits or half of the word. A name of
   * hbench 0.1.0 gives the name that replaced it.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    String lower = word.toLowerCase(Locale.ROOT);
    Comparator<String> byEdits =
        Comparator.comparingInt(c -> edits(lower, c.toLowerCase(Locale.ROOT)));
    return candidates.stream()
        .min(byEdits)
        .filter(c -> edits(lower, c.toLowerCase(Locale.ROOT)) <= Math.max(2, word.length() / 2));
  }

  /** A question to append to an error message; empty without a suggestion. */
  public static String hint(String word, Collection<String> candidates, String prefix) {
    return to(word, candidates).map(c -> "; did you mean " + prefix + c + "?").orElse("");
  }

  private static int edits(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }
}
