package io.hbench.trend;

import io.hbench.rundir.Noise;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
    return isOfTonight(group.measurements().get(group.measurements().size() - 1).run());
  }

  private boolean isOfTonight(String run) {
    return run.equals(name) || run.startsWith(name + "/");
  }

  /** The series of this night that are worse than usual, or have a regression that stays. */
  List<TrendSeries> regressions() {
    return groups().stream()
        .flatMap(group -> group.series().stream())
        .filter(series -> series.state() == State.REGRESSION || state(series) == State.REGRESSION)
        .toList();
  }

  /** What the canaries say, in a line each. */
  List<String> canaries() {
    return CanaryText.of(trend.groups().stream().filter(Group::canary).toList(), groups());
  }

  /**
   * By how much a canary of the last night is slower than usual, as a share; less than 0 if it is
   * faster. Empty if the group is no canary, if nothing is usual yet, and in the first night after
   * an upgrade of HBase: then the canary may be slower for that.
   */
  public static OptionalDouble slower(Group canary) {
    List<String> versions =
        canary.measurements().stream()
            .map(Trend.Measurement::hbase)
            .filter(Objects::nonNull)
            .toList();
    int last = versions.size() - 1;
    return !canary.canary() || (last > 0 && !versions.get(last).equals(versions.get(last - 1)))
        ? OptionalDouble.empty()
        : CanaryText.deviation(canary);
  }

  /** Differences of the cluster from the night before, and events. */
  private List<String> marks() {
    return groups().stream()
        .flatMap(
            group -> group.measurements().get(group.measurements().size() - 1).marks().stream())
        .distinct()
        .toList();
  }

  /** The figures of this night that are shown, in the order of their groups. */
  public List<NightFigure> figures() {
    return groups().stream()
        .flatMap(
            group ->
                group.series().stream()
                    .filter(TrendText::isShown)
                    .map(series -> NightFigure.of(group, series, isOfTonight(series))))
        .toList();
  }

  /** How much the nights of a group differ; empty if that is not known yet. */
  public static Optional<Noise> noise(Group group) {
    List<Noise.Figure> figures =
        group.series().stream()
            .filter(series -> series.scatter() != null && TrendText.isShown(series))
            .map(
                series ->
                    new Noise.Figure(
                        series.operation(), series.figure(), series.unit(), series.scatter()))
            .toList();
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(new Noise(Noise.Of.NIGHTS, group.measurements().size(), figures));
  }

  /** Whether there is any. */
  public boolean isRegression() {
    return !regressions().isEmpty();
  }

  /** What tonight says by itself; an older value is none of tonight. */
  private State state(TrendSeries series) {
    return isOfTonight(series) ? series.latest().state() : State.NOT_ENOUGH_DATA;
  }

  private boolean isOfTonight(TrendSeries series) {
    return !series.points().isEmpty()
        && isOfTonight(series.points().get(series.points().size() - 1).run());
  }

  /** The text of this night for a terminal; it ends with a line feed. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "tonight, %s, beside the nights before it in %s: %s\n"
            .formatted(name, trend.directory(), TrendText.changes(trend)));
    marks().forEach(mark -> text.append("different tonight: ").append(mark).append("\n"));
    canaries().forEach(line -> text.append(line).append("\n"));
    groups().forEach(group -> text.append(text(group)));
    if (groups().isEmpty()) {
      text.append("\nno run of this night is the last one of its history\n");
    }
    TrendText.accepted(trend).forEach(line -> text.append("\n").append(line).append("\n"));
    text.append("\nverdict: %s\n".formatted(verdict()));
    regressions()
        .forEach(
            series ->
                text.append(
                    "  %s %s of %s: %s\n"
                        .formatted(
                            series.operation(), series.figure(), series.group(), why(series))));
    return text + (isRegression() ? TrendText.toAccept(trend) : "");
  }

  /** {@code regression}, {@code no regression}, or {@code inconclusive} if nothing is usual yet. */
  String verdict() {
    if (isRegression()) {
      return TrendText.REGRESSION;
    }
    boolean isKnown =
        groups().stream()
            .flatMap(group -> group.series().stream())
            .anyMatch(series -> series.latest().low() != null);
    return isKnown ? TrendText.NO_REGRESSION : "inconclusive";
  }

  /** {@code 2,783 µs, usual 2,100 µs to 2,500 µs}, or the change since it began. */
  static String why(TrendSeries series) {
    if (series.state() != State.REGRESSION) {
      return TrendText.last(series) + ", " + usual(series);
    }
    Change change = series.changes().get(series.changes().size() - 1);
    return TrendText.fromTo(series, change) + " since " + TrendText.day(change.time());
  }

  private String text(Group group) {
    String head =
        "\n%s%s, %s\n"
            .formatted(
                group.name(),
                group.name().startsWith(group.command()) ? "" : ": " + group.command(),
                nights(group.measurements().size()));
    List<TrendSeries> shown = group.series().stream().filter(TrendText::isShown).toList();
    int missing = shown.stream().mapToInt(series -> series.latest().missing()).max().orElse(0);
    boolean isNothingKnown =
        shown.stream()
            .allMatch(series -> series.latest().low() == null && series.changes().isEmpty());
    if (isNothingKnown) {
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
              says(series)));
    }
    noise(group).ifPresent(noise -> text.append(INDENT + noise.text("this step")).append("\n"));
    return text.toString();
  }

  static String more(int nights) {
    return "inconclusive: " + nights(nights).replace(" ", " more ");
  }

  private static String nights(int nights) {
    return nights + (nights == 1 ? " night" : " nights");
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

  private String says(TrendSeries series) {
    String since = series.changes().isEmpty() ? "as usual" : TrendText.state(series);
    return switch (state(series)) {
      case REGRESSION -> "regression tonight";
      case IMPROVEMENT -> "improvement tonight";
      case CHANGED -> "changed tonight";
      case CLUSTER_NOISE -> "cluster noise";
      case ACCEPTED -> "accepted";
      case STEADY -> since;
      case NOT_ENOUGH_DATA ->
          !series.changes().isEmpty()
              ? since
              : series.latest().missing() > 0
                  ? more(series.latest().missing())
                  : "no figure tonight";
    };
  }
}
