package io.hbench.trend;

import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The text of what canaries say of a night, and of the figures that are like them. */
final class CanaryText {
  private static final String NOT_HBASE = ": slower clients or cluster, not HBase's figures alone";

  private CanaryText() {}

  /**
   * A line for each canary, and for each group with figures that are like it.
   *
   * @param canaries of all nights
   * @param tonight the groups with a measurement of this night
   */
  static List<String> of(List<Group> canaries, List<Group> tonight) {
    List<String> lines = new ArrayList<>();
    for (Group canary : canaries) {
      String name = canaries.size() == 1 ? "canary" : "canary " + canary.name();
      lines.add(name + (tonight.contains(canary) ? says(canary) : ": no figure tonight"));
    }
    for (Group group : tonight) {
      String figures =
          group.series().stream()
              .filter(series -> series.latest().state() == State.CLUSTER_NOISE)
              .map(series -> series.operation() + " " + series.figure())
              .collect(Collectors.joining(", "));
      if (!figures.isEmpty()) {
        lines.add(
            "cluster noise, worse by no more than the canary explains: %s of %s"
                .formatted(figures, group.name()));
      }
    }
    return lines;
  }

  /** By how much a canary differs from its usual figure; empty if nothing is usual yet. */
  static OptionalDouble deviation(Group canary) {
    return figure(canary).stream()
        .filter(series -> series.latest().low() != null)
        .mapToDouble(CanaryText::deviation)
        .findFirst();
  }

  /** As a share, more is slower; 0 if the last night is as usual. */
  private static double deviation(TrendSeries series) {
    Latest latest = series.latest();
    return latest.state() == State.CHANGED
        ? series.points().get(series.points().size() - 1).value()
                / Math.sqrt(latest.low() * latest.high())
            - 1
        : 0;
  }

  private static Optional<TrendSeries> figure(Group canary) {
    return canary.series().stream()
        .filter(series -> series.figure().equals(TrendFigure.P50.toString()))
        .reduce((a, b) -> b); // total is the last one
  }

  private static String says(Group canary) {
    Optional<TrendSeries> found = figure(canary);
    if (found.isEmpty()) {
      return ": no figure";
    }
    TrendSeries series = found.get();
    Latest latest = series.latest();
    String lasting = lasting(series);
    if (latest.low() == null) {
      return lasting.isEmpty() ? ": " + Night.more(latest.missing()) : ":" + lasting;
    }
    double deviation = deviation(series);
    return deviation == 0
        ? ": as usual" + (lasting.isEmpty() ? "" : ";" + lasting)
        : slower(deviation) + " than usual" + (deviation > 0 ? NOT_HBASE : "");
  }

  /** {@code 8 % slower since 2026-02-03}; empty if there is no change. */
  private static String lasting(TrendSeries series) {
    if (series.changes().isEmpty()) {
      return "";
    }
    Change last = series.changes().get(series.changes().size() - 1);
    return slower(last.after() / last.before() - 1) + " since " + TrendText.day(last.time());
  }

  private static String slower(double relative) {
    return String.format(
        Locale.ROOT, " %.0f %% %s", Math.abs(100 * relative), relative > 0 ? "slower" : "faster");
  }
}
