package io.hbench.report;

import io.hbench.figure.Unit;
import java.util.Locale;

/** Values of objectives as text. */
public final class ObjectiveText {
  private ObjectiveText() {}

  /** A figure with its unit, in the notation of objectives. */
  public static String text(double value, String unit) {
    return switch (unit) {
      case "us" ->
          value < 1_000
              ? format("%.0fus", value)
              : value < 1_000_000
                  ? format("%.1fms", value / 1_000)
                  : format("%.2fs", value / 1_000_000);
      case "share" -> value > 0.9 && value < 1 ? nines(value) : format("%.3g%%", 100 * value);
      default -> format("%,.0f/s", value);
    };
  }

  /** A share near 1, which must not look like 1: {@code 99.97%}. */
  private static String nines(double share) {
    return Unit.SHARE.text(share).replace(" ", "");
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
