package io.hbench.figure;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text with numbers, which are the same on machines of all languages. */
public final class Format {
  private Format() {}

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }

  /** The parts that are not empty. */
  public static String joined(String separator, String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(separator));
  }

  /** The first names, and how many more there are. */
  public static String some(Collection<String> names, int most, String separator) {
    int more = names.size() - most;
    return names.stream().limit(most).collect(Collectors.joining(separator))
        + (more > 0 ? format(" and %,d more", more) : "");
  }

  /** {@code 1 request}, {@code 2,000 requests}. */
  public static String counted(long count, String noun) {
    return format("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
