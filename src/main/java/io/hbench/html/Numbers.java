package io.hbench.html;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Number formats of pages. */
public final class Numbers {
  private static final double KILO = 1_000;
  private static final double MEGABYTE = 1 << 20;

  /** A figure and its unit. */
  public record Quantity(String figure, String unit) {
    @Override
    public String toString() {
      return figure + " " + unit;
    }
  }

  private Numbers() {}

  public static String count(long count) {
    return format("%,d", count);
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  /** A rate with at least three digits. */
  public static String rate(double rate) {
    return rate >= 100 || rate == Math.rint(rate) ? whole(rate) : digits(rate);
  }

  /** Microseconds in the format of the text report; empty for null. */
  public static String micros(Double micros) {
    return micros == null ? "" : micros < 100 ? format("%.2f", micros) : whole(micros);
  }

  /** A time with three digits, in microseconds, milliseconds or seconds. */
  public static Quantity time(double micros) {
    if (micros < KILO) {
      return new Quantity(digits(micros), "µs");
    }
    return micros < KILO * KILO
        ? new Quantity(digits(micros / KILO), "ms")
        : new Quantity(digits(micros / KILO / KILO), "s");
  }

  /** A length of time: 20 s, 15 min, 1 h 30 min. */
  public static String seconds(double seconds) {
    if (seconds < 120) {
      return format(seconds == Math.rint(seconds) ? "%.0f s" : "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return Stream.of(part(whole / 3_600, "h"), part(whole / 60 % 60, "min"), part(whole % 60, "s"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String part(long count, String unit) {
    return count == 0 ? "" : format("%,d %s", count, unit);
  }

  public static String share(double share) {
    return format("%.1f %%", 100 * share);
  }

  public static String megabytes(long bytes) {
    return whole(bytes / MEGABYTE) + " MB";
  }

  /** Three significant digits, or all digits before the decimal point. */
  private static String digits(double value) {
    if (value >= 100) {
      return whole(value);
    }
    return new BigDecimal(value).round(new MathContext(3)).toPlainString();
  }

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
