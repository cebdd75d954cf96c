package io.hbench.suite;

import io.hbench.settings.UsageException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Range of numbers in the name of a tenant and in its words, much as in bash: {@code t{0..99}} is
 * t0 to t99, and {@code t{00..99}} is t00 to t99.
 */
final class NumberRange {
  private static final int MAX = 1_000;
  private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,9})\\.\\.(\\d{1,9})}");

  private NumberRange() {}

  /**
   * What each number of the range in a name makes of a text; the text itself without a range. They
   * throw a {@link UsageException} for a text with another range.
   *
   * @throws UsageException if the range has no numbers, or too many
   */
  static List<UnaryOperator<String>> of(String name) {
    Matcher range = RANGE.matcher(name);
    if (!range.find()) {
      return List.of(NumberRange::checked);
    }
    int from = Integer.parseInt(range.group(1));
    int to = Integer.parseInt(range.group(2));
    if (to < from || to - from >= MAX) {
      String why = to < from ? "no numbers" : "more than 1,000 numbers";
      throw new UsageException("%s: %s; a range is {0..99}".formatted(range.group(), why));
    }
    String digits = "%0" + (range.group(1).startsWith("0") ? range.group(1).length() : 1) + "d";
    return IntStream.rangeClosed(from, to)
        .mapToObj(digits::formatted)
        .<UnaryOperator<String>>map(number -> text -> checked(text.replace(range.group(), number)))
        .toList();
  }

  private static String checked(String text) {
    Matcher other = RANGE.matcher(text);
    if (other.find()) {
      throw new UsageException(
          "%1$s: not the range of the name; a tenant is t%1$s: get --table t%1$s"
              .formatted(other.group()));
    }
    return text;
  }
}
