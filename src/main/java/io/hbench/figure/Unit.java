package io.hbench.figure;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The unit of a figure, and the only format of its values for people. Numbers have three
 * significant digits, as many as the histograms carry, or all digits before the decimal point.
 */
public enum Unit {
  COUNT("number", new Prefix("", 1)),
  MICROS("us", new Prefix("µs", 1), new Prefix("ms", 1e3), new Prefix("s", 1e6)),
  SECONDS("s", new Prefix("s", 1)),
  BYTES(
      "bytes",
      new Prefix("B", 1),
      new Prefix("kB", 1e3),
      new Prefix("MB", 1e6),
      new Prefix("GB", 1e9),
      new Prefix("TB", 1e12)),
  PER_SECOND("1/s", new Prefix("/s", 1)),
  BYTES_PER_SECOND("bytes/s", new Prefix("MB/s", 1e6)),
  /** 0 to 1, written in percent. */
  SHARE("share", new Prefix("%", 0.01)),
  MULTIPLE("x", new Prefix("×", 1));

  private static final MathContext DIGITS = new MathContext(3);
  private static final int MAX_DIGITS_OF_SHARE = 9;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list of records
  private final List<Prefix> prefixes;

  private final String label;

  Unit(String label, Prefix... prefixes) {
    this.label = label;
    this.prefixes = List.of(prefixes);
  }

  /**
   * The unit of a name in files.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public static Unit named(String name) {
    return Arrays.stream(values()).filter(u -> u.label.equals(name)).findFirst().orElseThrow();
  }

  /** Its name in files: {@code us}, {@code 1/s}. */
  @Override
  public String toString() {
    return label;
  }

  /**
   * A unit with its prefix, such as ms.
   *
   * @param sign empty for counts
   * @param size in the base unit: 1,000 for ms, whose base is the microsecond
   */
  public record Prefix(String sign, double size) {}

  /** The size of each prefix by its sign in lower case, for limits that users write. */
  public Map<String, Long> sizes() {
    return prefixes.stream()
        .collect(Collectors.toMap(p -> p.sign.toLowerCase(Locale.ROOT), p -> Math.round(p.size)));
  }

  /**
   * The prefix for values that stand in one column or axis: the smallest of them is at least 0.1.
   */
  public Prefix common(DoubleStream values) {
    double smallest = values.map(Math::abs).filter(value -> value > 0).min().orElse(1);
    Prefix best = prefixes.get(0);
    for (Prefix prefix : prefixes) {
      if (smallest >= 0.1 * prefix.size) {
        best = prefix;
      }
    }
    return best;
  }

  /** The number for a value, in the unit with a prefix, without its sign. */
  public String number(double value, Prefix prefix) {
    double scaled = value / prefix.size;
    return switch (this) {
      case SECONDS -> format(Math.abs(scaled) < 1 ? "%.2f" : "%,.1f", scaled);
      case SHARE -> share(value);
      case MULTIPLE -> format("%.2f", scaled);
      case COUNT, PER_SECOND ->
          scaled == Math.rint(scaled) ? format("%,.0f", scaled) : digits(scaled);
      case MICROS, BYTES, BYTES_PER_SECOND -> digits(scaled);
    };
  }

  /** A value with its unit: 8.47 ms, 559/s, 99.97 %. */
  public String text(double value) {
    if (this == SECONDS && Math.abs(value) >= 120) {
      return length(Math.round(value));
    }
    double rounded = Math.abs(new BigDecimal(value).round(DIGITS).doubleValue());
    Prefix prefix = prefixes.get(0);
    for (Prefix larger : prefixes) {
      prefix = rounded >= larger.size ? larger : prefix;
    }
    String number = number(value, this == SHARE || prefixes.size() == 1 ? prefixes.get(0) : prefix);
    return this == COUNT || this == PER_SECOND
        ? number + prefixes.get(0).sign
        : number + " " + prefix.sign;
  }

  /** A value beside a limit: it does not look like it if it is another one. */
  public String text(double value, double limit) {
    boolean looksEqual = value != limit && text(value).equals(text(limit));
    return text(value) + (looksEqual ? value < limit ? " (just below)" : " (just above)" : "");
  }

  /** A pattern with a value and its unit; empty for null. */
  public String text(String pattern, Double value) {
    return value == null ? "" : format(pattern, text(value.doubleValue()));
  }

  /** 15 min, 1 h 30 min. */
  private static String length(long seconds) {
    return joined(
        " ", part(seconds / 3_600, "h"), part(seconds / 60 % 60, "min"), part(seconds % 60, "s"));
  }

  private static String part(long count, String sign) {
    return count == 0 ? "" : format("%,d %s", count, sign);
  }

  /** In percent: nines never round up to 100, and a share above 0 never looks like 0. */
  private static String share(double share) {
    if (share > 0.9 && share < 1) {
      int digits = (int) Math.max(1, Math.ceil(-Math.log10(100 * (1 - share))) + 1);
      BigDecimal floor =
          percent(share).setScale(Math.min(digits, MAX_DIGITS_OF_SHARE), RoundingMode.FLOOR);
      return floor.stripTrailingZeros().scale() < 1
          ? floor.setScale(1, RoundingMode.FLOOR).toPlainString()
          : floor.stripTrailingZeros().toPlainString();
    }
    return share == 0 || Math.abs(share) >= 0.01
        ? format(share == Math.rint(share) ? "%.0f" : "%.1f", 100 * share)
        : percent(share).round(new MathContext(2)).toPlainString();
  }

  private static BigDecimal percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2);
  }

  private static String digits(double value) {
    if (Math.abs(value) >= 100 || value == 0) {
      return format("%,.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    int whole = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, DIGITS.getPrecision() - whole)).toPlainString();
  }
}
