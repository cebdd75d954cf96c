package io.hbench.figure;

import java.math.BigDecimal;
import java.math.MathContext;
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

  /** A change with its sign; 0 has none. */
  public static String signed(double change, int digits) {
    return format("%+,." + digits + "f", change).replaceFirst("^[+-](0(\\.0+)?)$", "$1");
  }

  /** {@code -13.1 %}; {@code +5.00 points} of a share. */
  public static String change(double change, boolean isShare) {
    return isShare ? points(change) + " points" : format("%+,.1f %%", 100 * change);
  }

  /** A change of a share in percent, with two significant digits or more: {@code +0.012}. */
  public static String points(double change) {
    double shown = 100 * change;
    if (shown == 0 || Math.abs(shown) >= 0.1) {
      return signed(shown, 2);
    }
    BigDecimal small = BigDecimal.valueOf(shown).round(new MathContext(2));
    return (shown > 0 ? "+" : "") + small.toPlainString();
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
