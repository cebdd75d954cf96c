package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.some;

import io.hbench.doc.Document;
import io.hbench.trend.Night;
import io.hbench.trend.Trend;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.List;
import java.util.Optional;

/**
 * What the canaries of a night say, and the figures that are worse by no more than they explain.
 */
final class CanaryFacts {
  private static final String NOT_HBASE = ": slower clients or cluster, not HBase's figures alone";

  private static final String OTHER_VERSION = ": with another version of HBase, which it uses, too";

  private CanaryFacts() {}

  static void add(Night night, Document document) {
    List<Group> canaries = night.trend().groups().stream().filter(Group::canary).toList();
    List<Group> tonight = night.groups();
    for (Group canary : canaries) {
      document.fact(
          canaries.size() == 1 ? "canary" : "canary " + canary.name(),
          tonight.contains(canary) ? text(canary) : "no figure tonight");
    }
    List<String> figures =
        night.figures().stream()
            .filter(figure -> figure.state() == State.CLUSTER_NOISE)
            .map(figure -> FigureHistory.name(figure.series()) + " of " + figure.group().name())
            .toList();
    if (!figures.isEmpty()) {
      document.fact(
          "cluster noise",
          "worse by no more than the canary explains: " + some(figures, TrendView.MAX_NAMES, ", "));
    }
  }

  private static String text(Group canary) {
    Optional<TrendSeries> figure = canary.ofCanary();
    if (figure.isEmpty()) {
      return "no figure";
    }
    TrendSeries series = figure.get();
    if (!canary.isUpToDate(series)) {
      return "no figure tonight";
    }
    String lasting = lasting(series);
    if (series.latest().low() == null) {
      return lasting.isEmpty() ? TrendView.missing(series.latest().missing()) : lasting;
    }
    double slower = Night.slower(series);
    return slower == 0
        ? "as usual" + (lasting.isEmpty() ? "" : "; " + lasting)
        : slower(slower) + " than usual" + (slower > 0 ? why(canary) : "");
  }

  /** Of what it tells: it uses HBase, too, and is no evidence in the night of an upgrade. */
  private static String why(Group canary) {
    return Night.slower(canary).isPresent() ? NOT_HBASE : OTHER_VERSION;
  }

  /** {@code 8 % slower since 2026-02-03}; empty if there is no change. */
  private static String lasting(TrendSeries series) {
    Change last = series.lastChange();
    return last == null
        ? ""
        : slower(last.after() / last.before() - 1) + " since " + Trend.day(last.time());
  }

  private static String slower(double relative) {
    return format("%.0f %% %s", Math.abs(100 * relative), relative > 0 ? "slower" : "faster");
  }
}
