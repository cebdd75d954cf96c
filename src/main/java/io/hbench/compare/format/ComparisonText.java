package io.hbench.compare.format;

import io.hbench.compare.ComparedFigure;
import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.Power;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.FigureVerdict;
import io.hbench.compare.PowerAnalysis;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text of a comparison for a terminal, about 90 columns wide except for paths. */
public final class ComparisonText {
  private static final List<String> HEADER =
      List.of("operation", "figure", "baseline", "candidate", "change", "interval", "verdict");

  /** Left-aligned columns. */
  private static final List<Integer> LEFT = List.of(0, 1, 6);

  private ComparisonText() {}

  /** The text; ends with a line feed. */
  public static String of(Comparison comparison) {
    StringBuilder text = new StringBuilder();
    text.append(format("verdict: %s%s\n", comparison.verdict(), counts(comparison)));
    comparison
        .differences()
        .forEach(d -> text.append("  different: ").append(line(d)).append('\n'));
    comparison.excluded().forEach(run -> text.append("  excluded: ").append(run).append('\n'));
    for (RunSetComparison set : comparison.sets()) {
      text.append('\n').append(of(set, comparison));
    }
    return text.append('\n')
        .append(String.join("\n", ComparisonNotes.of(comparison)))
        .append('\n')
        .toString();
  }

  /** One difference of run identity: {@code --threads: baseline 8, candidate 16}. */
  public static String line(Difference difference) {
    return format(
        "%s: baseline %s, candidate %s",
        difference.what(),
        String.join(" or ", difference.baseline()),
        String.join(" or ", difference.candidate()));
  }

  /** The number of figures by verdict: {@code (2 regressions, 5 equivalent)}. */
  static String counts(Comparison comparison) {
    List<String> counts = new ArrayList<>();
    for (FigureVerdict verdict :
        List.of(
            FigureVerdict.REGRESSION,
            FigureVerdict.IMPROVEMENT,
            FigureVerdict.EQUIVALENT,
            FigureVerdict.INCONCLUSIVE)) {
      long count =
          comparison.sets().stream()
              .flatMap(set -> counted(set, verdict))
              .filter(figure -> figure.verdict() == verdict)
              .count();
      if (count > 0) {
        counts.add(count + " " + verdict + (count > 1 && isNoun(verdict) ? "s" : ""));
      }
    }
    return counts.isEmpty() ? "" : " (" + String.join(", ", counts) + ")";
  }

  /** The figures that are counted; of servers, regressions and improvements alone. */
  private static Stream<FigureComparison> counted(RunSetComparison set, FigureVerdict verdict) {
    return isNoun(verdict)
        ? set.figures()
        : set.operations().stream().flatMap(operation -> operation.figures().stream());
  }

  private static boolean isNoun(FigureVerdict verdict) {
    return verdict == FigureVerdict.REGRESSION || verdict == FigureVerdict.IMPROVEMENT;
  }

  private static String of(RunSetComparison set, Comparison comparison) {
    StringBuilder text = new StringBuilder();
    text.append(set.name().isEmpty() ? "" : set.name() + ": ");
    text.append(format("%s on table %s\n", set.command(), set.table()));
    if (set.live() == null) {
      text.append("baseline:  ").append(runs(set.baseline()));
      text.append("candidate: ").append(runs(set.candidate()));
    } else {
      text.append("live:      ").append(runs(set.baseline()));
    }
    text.append('\n').append(table(set.operations()));
    for (OperationComparison operation : set.operations()) {
      for (FigureComparison figure : operation.figures()) {
        if (figure.reason() != null) {
          text.append(
              format("%s %s: %s\n", operation.operation(), figure.figure(), figure.reason()));
        }
      }
    }
    text.append(ServerComparisonText.of(set, comparison));
    noise(set).ifPresent(line -> text.append(line).append('\n'));
    power(set, comparison).forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** How much runs of the load differ though nothing has changed, in one line. */
  static Optional<String> noise(RunSetComparison set) {
    return Optional.ofNullable(set.noise())
        .map(noise -> "noise: " + noise.text(set.name().isEmpty() ? "this load" : set.name()));
  }

  /** What would decide the inconclusive figures, one line each; the last one is a command line. */
  static List<String> power(RunSetComparison set, Comparison comparison) {
    Power power = set.power();
    if (power == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    if (power.runs() == 0) {
      lines.add(
          format(
              "power: %d runs of each side, ten times as long, would decide no inconclusive figure;"
                  + " try a larger --margin",
              PowerAnalysis.MAX_RUNS));
      return lines;
    }
    lines.add(
        format(
            "power: %d runs of each side, %s each, would decide with a probability of %s (±%s):",
            power.runs(),
            seconds(power.seconds()),
            share(power.power()),
            share(comparison.margin())));
    lines.add("  " + String.join(", ", power.decides()));
    if (!power.undecided().isEmpty()) {
      lines.add("  and not " + String.join(", ", power.undecided()));
    }
    if (!power.runVarianceKnown()) {
      lines.add("  if runs vary no more than they do within; more runs show whether that holds");
    }
    if (power.command() != null) {
      lines.add("  " + power.command());
    }
    return lines;
  }

  private static String seconds(double seconds) {
    return format(seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  }

  static String runs(List<RunLine> runs) {
    StringBuilder text = new StringBuilder();
    text.append(
        runs.size() == 1
            ? runs.get(0).directory()
            : format("%d runs, %s …", runs.size(), runs.get(0).directory()));
    for (RunLine run : runs) {
      if (run.sibling()) {
        text.append(format("\n           sibling: %s", run.directory()));
      }
      if (!run.verdict().isValid()) {
        text.append(format("\n           %s is %s: ", run.id(), run.verdict().status()));
        text.append(
            run.verdict().reasons().stream()
                .map(reason -> reason.code().toString())
                .distinct()
                .collect(Collectors.joining(", ")));
      }
    }
    return text.append('\n').toString();
  }

  private static String table(List<OperationComparison> operations) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    for (OperationComparison operation : operations) {
      String name = operation.operation();
      for (FigureComparison figure : operation.figures()) {
        rows.add(row(name, figure));
        name = "";
      }
    }
    return text(rows);
  }

  /** A table as text; its first row is the head. */
  static String text(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(1);
        String pattern = "%" + (LEFT.contains(i) ? "-" : "") + Math.max(1, width) + "s";
        line.append(i == 0 ? "" : "  ").append(format(pattern, row.get(i)));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** A row of the table. */
  static List<String> row(String operation, FigureComparison figure) {
    return List.of(
        operation,
        figure.figure(),
        value(figure, figure.baseline()),
        value(figure, figure.candidate()),
        figure.change() == null ? "-" : change(figure),
        interval(figure),
        figure.verdict().toString());
  }

  /** {@code -9.4 to -2.1 %}; a dash without an interval. */
  public static String interval(FigureComparison figure) {
    if (figure.low() == null) {
      return "-";
    }
    if (isShare(figure)) {
      return signed(figure.low()) + " to " + signed(figure.high()) + unit(figure);
    }
    if (isTime(figure)) {
      return format("%+,.1f to %+,.1f s", figure.low(), figure.high());
    }
    int digits = figure.high() - figure.low() < 0.2 ? 1 : 0;
    return percent(figure.low(), digits) + " to " + percent(figure.high(), digits) + unit(figure);
  }

  static String change(FigureComparison figure) {
    return change(figure, figure.change());
  }

  /**
   * A change, or an end of its interval: {@code -13.1 %}; {@code +0.40 points} of a figure that is
   * a share itself; {@code +12.3 s} of seconds.
   */
  static String change(FigureComparison figure, double change) {
    return isTime(figure)
        ? format("%+,.1f s", change)
        : (isShare(figure) ? signed(change) : percent(change, 1)) + unit(figure);
  }

  private static String unit(FigureComparison figure) {
    return isShare(figure) ? " points" : " %";
  }

  /** {@code +0.40}, {@code +0.0031}: percentage points of a share. */
  private static String signed(double share) {
    return (share > 0 ? "+" : share < 0 ? "-" : "") + small(Math.abs(share));
  }

  /** A share in percent, with two digits at least. */
  private static String small(double share) {
    double percent = 100 * share;
    return percent == 0 || percent >= 0.1
        ? format("%.2f", percent)
        : BigDecimal.valueOf(percent).round(new MathContext(2)).toPlainString();
  }

  /** Whether searches of findmax are compared. */
  static boolean isSearch(RunSetComparison set) {
    return set.operations().stream().allMatch(operation -> operation.time() == null);
  }

  /** Whether any figure is a share of requests that went wrong. */
  static boolean hasShares(Comparison comparison) {
    return comparison.sets().stream()
        .flatMap(set -> set.operations().stream())
        .flatMap(operation -> operation.figures().stream())
        .anyMatch(ComparisonText::isShare);
  }

  public static boolean isShare(FigureComparison figure) {
    return figure.unit().equals(ComparedFigure.ERRORS.unit());
  }

  /** Whether a figure is a time without answers, in seconds: its changes are differences. */
  public static boolean isTime(FigureComparison figure) {
    return figure.unit().equals("s");
  }

  /** Whether changes of a figure are shares of the value before, and so have a chart. */
  static boolean isRelative(FigureComparison figure) {
    return !isShare(figure) && !isTime(figure);
  }

  static String percent(double share, int digits) {
    return format("%+,." + digits + "f", 100 * share).replaceFirst("^[+-](0(\\.0+)?)$", "$1");
  }

  /** A figure with at least three digits, as in reports. */
  public static String value(FigureComparison figure, Double value) {
    if (value == null) {
      return "-";
    }
    if (isTime(figure)) {
      return format("%,.1f s", value);
    }
    return isShare(figure) ? small(value) + " %" : format(value < 100 ? "%.2f" : "%,.0f", value);
  }

  /** {@code 5 %}, {@code 99.87 %}. */
  static String share(double share) {
    return points(share) + " %";
  }

  static String points(double share) {
    return small(share).replaceFirst("\\.?0+$", "");
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
