package io.hbench.trend;

import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The last night of a trend: what it says beside the nights before it.
 *
 * @param name directory of the night, in the trend's
 */
public record Night(Trend trend, String name) {
  private static final String INDENT = "  ";

  /** The groups with a measurement of this night. */
  private List<Group> groups() {
    return trend.groups().stream().filter(this::isOfTonight).toList();
  }

  private boolean isOfTonight(Group group) {
    String run = group.measurements().get(group.measurements().size() - 1).run();
    return run.equals(name) || run.startsWith(name + "/");
  }

  private Stream<TrendSeries> series() {
    return groups().stream().flatMap(group -> group.series().stream());
  }

  /** Whether a figure surprises tonight, for the worse, or has a regression that stays. */
  public boolean isRegression() {
    return series().anyMatch(Night::isRegression);
  }

  private static boolean isRegression(TrendSeries series) {
    return series.state() == State.REGRESSION || series.latest().state() == State.REGRESSION;
  }

  /** The text of this night for a terminal; it ends with a line feed. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "tonight, %s, beside the nights before it in %s: %s\n"
            .formatted(name, trend.directory(), TrendText.changes(trend)));
    groups().forEach(group -> text.append(text(group)));
    TrendText.accepted(trend).forEach(line -> text.append("\n").append(line).append("\n"));
    List<TrendSeries> regressions = series().filter(Night::isRegression).toList();
    if (regressions.isEmpty()) {
      boolean isKnown = series().anyMatch(series -> series.latest().low() != null);
      text.append("\nverdict: %s\n".formatted(isKnown ? TrendText.NO_REGRESSION : "inconclusive"));
      return text.toString();
    }
    text.append("\nverdict: %s\n".formatted(TrendText.REGRESSION));
    for (TrendSeries series : regressions) {
      text.append(
          "  %s %s of %s: %s\n"
              .formatted(series.operation(), series.figure(), series.group(), why(series)));
    }
    return text + TrendText.toAccept(trend);
  }

  private static String why(TrendSeries series) {
    if (series.state() != State.REGRESSION) {
      return TrendText.last(series) + ", " + usual(series);
    }
    Change change = series.changes().get(series.changes().size() - 1);
    return TrendText.fromTo(series, change) + " since " + TrendText.day(change.time());
  }

  private static String text(Group group) {
    String head =
        "\n%s%s, %d nights\n"
            .formatted(
                group.name(),
                group.name().startsWith(group.command()) ? "" : ": " + group.command(),
                group.measurements().size());
    List<TrendSeries> shown = group.series().stream().filter(TrendText::isShown).toList();
    int missing = shown.stream().mapToInt(series -> series.latest().missing()).max().orElse(0);
    if (shown.stream().allMatch(series -> series.latest().low() == null)) {
      return head + INDENT + more(missing) + "\n";
    }
    String row =
        INDENT
            + Stream.<Function<TrendSeries, String>>of(
                    TrendSeries::operation, TrendSeries::figure, TrendText::last, Night::usual)
                .map(cell -> "%-" + TrendText.width(shown, cell) + "s" + INDENT)
                .reduce("", String::concat)
            + "%s\n";
    StringBuilder text = new StringBuilder(head);
    for (TrendSeries series : shown) {
      text.append(
          String.format(
              Locale.ROOT,
              row,
              series.operation(),
              series.figure(),
              TrendText.last(series),
              usual(series),
              state(series)));
    }
    return text.toString();
  }

  private static String more(int nights) {
    return "inconclusive: %d more night%s".formatted(nights, nights == 1 ? "" : "s");
  }

  /** {@code usual 44,102 to 49,207}; empty if nothing is expected yet. */
  private static String usual(TrendSeries series) {
    return series.latest().low() == null
        ? ""
        : "usual %s to %s"
            .formatted(
                TrendText.value(series, series.latest().low()),
                TrendText.value(series, series.latest().high()));
  }

  private static String state(TrendSeries series) {
    return switch (series.latest().state()) {
      case REGRESSION, IMPROVEMENT ->
          series.latest().state().toString().toLowerCase(Locale.ROOT) + " tonight";
      case NOT_ENOUGH_DATA -> more(series.latest().missing());
      case STEADY, ACCEPTED ->
          series.state() == State.STEADY || series.state() == State.NOT_ENOUGH_DATA
              ? "as usual"
              : TrendText.state(series);
    };
  }
}
