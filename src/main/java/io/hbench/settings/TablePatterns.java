package io.hbench.settings;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.lang3.Validate;

/**
 * A list of tables by patterns, such as {@code bench*,test:*}: {@code *} is any text. A pattern
 * without a namespace is of the namespace {@code default}; {@code *:*} is every table.
 *
 * @param patterns as they are written; none for no table
 */
public record TablePatterns(List<String> patterns) {
  /** The list of no table. */
  static final String NONE = "none";

  /** Letters of HBase's names, and the star. */
  private static final Pattern PATTERN =
      Pattern.compile("([\\w.*-]+:)?[\\w.*-]+", Pattern.UNICODE_CHARACTER_CLASS);

  public TablePatterns {
    patterns = List.copyOf(patterns);
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException if it is none
   */
  static TablePatterns parse(String text) {
    List<String> patterns =
        text.equals(NONE)
            ? List.of()
            : Arrays.stream(text.split(",", -1)).map(String::trim).toList();
    patterns.forEach(pattern -> Validate.isTrue(PATTERN.matcher(pattern).matches()));
    return new TablePatterns(patterns);
  }

  /**
   * Whether a table is one of them.
   *
   * @param table with or without a namespace
   */
  public boolean contains(String table) {
    return patterns.stream().anyMatch(pattern -> regex(pattern).matcher(full(table)).matches());
  }

  /** The name of a table that is one of them, for messages. */
  public String example() {
    return patterns.isEmpty() ? NONE : patterns.get(0).replace("*", "1");
  }

  private static Pattern regex(String pattern) {
    return Pattern.compile(
        Arrays.stream(full(pattern).split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("[^:]*")));
  }

  private static String full(String name) {
    return name.contains(":") ? name : "default:" + name;
  }

  @Override
  public String toString() {
    return patterns.isEmpty() ? NONE : String.join(", ", patterns);
  }
}
