package io.hbench.report;

import io.hbench.report.outage.AvailabilityText;
import java.util.Locale;
import java.util.stream.Collectors;

/** Objectives and their results as text. */
public final class ObjectiveText {
  private ObjectiveText() {}

  /** A line for each objective; empty if there are none. */
  public static String of(RunReport report) {
    return report.objectives().stream()
        .map(o -> "objective " + (o.met() ? "met:    " : "missed: ") + o.objective() + value(o))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** The value of an objective, in short. */
  private static String value(ObjectiveReport objective) {
    if (objective.value() == null) {
      return "; not enough requests to evaluate it";
    }
    String value = "; value " + text(objective.value(), objective.unit());
    if (objective.server() != null) {
      return value + " of " + objective.server();
    }
    return objective.worst() == null
        ? value
        : value
            + String.format(
                Locale.ROOT,
                "; worst interval: %s at %.1f s",
                text(objective.worst().value(), objective.unit()),
                objective.worst().t());
  }

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
    return AvailabilityText.share(share).replace(" ", "");
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
