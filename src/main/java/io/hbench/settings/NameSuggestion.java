package io.hbench.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The name that somebody meant. */
public final class NameSuggestion {
  private NameSuggestion() {}

  /**
   * The candidate that is fewest edits away, unless more than half of the word (or two letters)
   * would change.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    String lower = word.toLowerCase(Locale.ROOT);
    Comparator<String> byEdits =
        Comparator.comparingInt(c -> edits(lower, c.toLowerCase(Locale.ROOT)));
    return candidates.stream()
        .min(byEdits)
        .filter(c -> edits(lower, c.toLowerCase(Locale.ROOT)) <= Math.max(2, word.length() / 2));
  }

  /** A question to put behind an error, or nothing. */
  public static String hint(String word, Collection<String> candidates, String prefix) {
    return to(word, candidates).map(c -> "; did you mean " + prefix + c + "?").orElse("");
  }

  private static int edits(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }
}
