package io.hbench.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggestion of the nearest name for a misspelt one. */
public final class NameSuggestion {
  /** Present names of flags and figures by their names before. */
  private static final Map<String, String> FORMER =
      Map.of(
          "least-value-size", "min-value-size",
          "most-steps", "max-steps",
          "draws", "row-budget",
          "warmup-draws", "warmup-rows",
          "slow", "latency-threshold",
          "check", "verify-reads",
          "of", "percent-of",
          "MB/s", "bytes/s",
          "MB/s/host", "bytes/s/host",
          "MB/s/thread", "bytes/s/thread");

  private NameSuggestion() {}

  /**
   * The candidate with the smallest edit distance, at most one edit or a third of the word: more is
   * no typing error. A former name gives the name that replaced it.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    Optional<String> renamed = Optional.ofNullable(FORMER.get(word)).filter(candidates::contains);
    if (renamed.isPresent()) {
      return renamed;
    }
    String lower = word.toLowerCase(Locale.ROOT);
    int most = Math.max(1, word.length() / 3);
    Comparator<String> byEdits =
        Comparator.comparingInt(c -> edits(lower, c.toLowerCase(Locale.ROOT)));
    return candidates.stream()
        .filter(c -> Math.abs(c.length() - lower.length()) <= most) // edits take cubic time
        .min(byEdits)
        .filter(c -> edits(lower, c.toLowerCase(Locale.ROOT)) <= most);
  }

  /** A question to append to an error message; empty without a suggestion. */
  public static String hint(String word, Collection<String> candidates, String prefix) {
    return to(word, candidates).map(c -> "; did you mean " + prefix + c + "?").orElse("");
  }

  /** Edits from one word to another; swapping two neighbours is one. */
  private static int edits(String a, String b) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    int edits = distance.apply(a, b);
    for (int i = 1; i < a.length(); i++) {
      String swapped = a.substring(0, i - 1) + a.charAt(i) + a.charAt(i - 1) + a.substring(i + 1);
      edits = Math.min(edits, 1 + distance.apply(swapped, b));
    }
    return edits;
  }
}
