package io.hbench.trend;

import io.hbench.rundir.RunDirectory;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The last night of a trend: what it says beside the nights before it.
 *
 * @param name directory of the night, in the trend's
 */
public record Night(Trend trend, String name) {

  /** The groups with a measurement of this night. */
  public List<Group> groups() {
    return trend.groups().stream()
        .filter(group -> RunDirectory.isIn(group.last().run(), name))
        .toList();
  }

  /** Whether a group has the run of a directory below the night's. */
  public boolean hasRun(String directory) {
    return groups().stream()
        .anyMatch(group -> group.last().directories().contains(name + "/" + directory));
  }

  /** The figures of this night that say something, in the order of their groups. */
  public List<NightFigure> figures() {
    return groups().stream()
        .flatMap(group -> group.shown().stream().map(series -> NightFigure.of(group, series)))
        .toList();
  }

  /** Whether a figure of this night is worse than usual, or has a regression that stays. */
  public boolean isRegression() {
    return figures().stream().anyMatch(figure -> figure.state() == State.REGRESSION);
  }

  /** Whether enough nights have gone before to judge any figure of this one. */
  public boolean isKnown() {
    return figures().stream()
        .filter(figure -> figure.group().isUpToDate(figure.series()))
        .anyMatch(figure -> figure.series().latest().low() != null);
  }

  /** Differences of the cluster from the night before, and events. */
  public List<String> marks() {
    return groups().stream().flatMap(group -> group.last().marks().stream()).distinct().toList();
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
    return last > 0 && !versions.get(last).equals(versions.get(last - 1))
        ? OptionalDouble.empty()
        : canary.ofCanary().stream()
            .filter(series -> series.latest().low() != null && canary.isUpToDate(series))
            .mapToDouble(Night::slower)
            .findFirst();
  }

  /** By how much the last night of a canary is slower, as a share; 0 if it is as usual. */
  public static double slower(TrendSeries canary) {
    Latest latest = canary.latest();
    return latest.state() == State.CHANGED
        ? canary.last().value() / Math.sqrt(latest.low() * latest.high()) - 1
        : 0;
  }
}
