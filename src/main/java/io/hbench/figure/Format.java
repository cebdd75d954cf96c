package io.hbench.figure;

import java.util.Locale;

/** Text with numbers, which are the same on machines of all languages. */
public final class Format {
  private Format() {}

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }

  /** {@code 1 request}, {@code 2,000 requests}. */
  public static String counted(long count, String noun) {
    return format("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
