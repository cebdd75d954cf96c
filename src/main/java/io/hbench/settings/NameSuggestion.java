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
   * The candidate with the smallest edit distance, at most two edits or half of the word. A former
   * name gives the name that replaced it.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    Optional<String> renamed = Optional.ofNullable(FORMER.get(word)).filter(candidates::contains);
    if (renamed.isPresent()) {
      return renamed;
    }
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
