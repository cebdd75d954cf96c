package io.hbench.trend;

import io.hbench.settings.Settings;
import io.hbench.trend.ChangeWatch.Value;
import io.hbench.trend.ChangeWatch.Watched;
import io.hbench.trend.LevelSeries.Found;
import io.hbench.trend.LevelSeries.Usual;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.Point;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The histories of many runs, with the changes of their figures.
 *
 * @param margin smallest change that matters, as a share
 * @param errorsMargin smallest difference that matters of shares of requests
 * @param since regressions that began before it are accepted
 * @param accepted regressions that were seen before it are accepted
 */
record TrendGroups(double margin, double errorsMargin, Instant since, Instant accepted) {
  /** What stands behind the operations, in this order. */
  private static final List<String> LAST = List.of("total", PastFigure.SERVERS);

  /** The key of a group: step or command, and the settings of the load. */
  private record GroupKey(String what, Map<String, String> load) {}

  /** A group whose changes are not known yet. */
  private record Draft(
      String name, PastRun last, List<MeasurementRuns> measurements, List<Line> lines) {}

  /**
   * A figure of a group.
   *
   * @param values those of the points, with their resolution
   */
  private record Line(
      String operation, TrendFigure figure, List<Point> points, List<Value> values) {
    Instant time(int point) {
      return values.get(point).time();
    }
  }

  /**
   * Makes the groups.
   *
   * @param runs oldest first
   */
  List<Group> of(List<PastRun> runs) {
    Map<GroupKey, List<PastRun>> runsByKey =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> new GroupKey(run.what(), run.load()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Draft> drafts = new ArrayList<>();
    runsByKey.forEach((key, ofGroup) -> drafts.add(draft(name(key, runsByKey.keySet()), ofGroup)));
    IdentityHashMap<Line, Watched> watched = watched(drafts);
    return drafts.stream().map(draft -> group(draft, watched)).toList();
  }

  /** The name of a group, with the settings in which groups of the same step or command differ. */
  private static String name(GroupKey key, Collection<GroupKey> all) {
    return key.load().entrySet().stream()
        .filter(setting -> !setting.getKey().equals(Settings.ASSIGNMENTS.name()))
        .filter(setting -> !setting.getValue().isEmpty())
        .filter(
            setting ->
                all.stream()
                    .filter(other -> other.what().equals(key.what()))
                    .anyMatch(
                        other -> !setting.getValue().equals(other.load().get(setting.getKey()))))
        .map(setting -> " --" + setting.getKey() + " " + setting.getValue())
        .collect(Collectors.joining("", key.what(), ""));
  }

  private static Draft draft(String name, List<PastRun> runs) {
    List<MeasurementRuns> measurements = MeasurementRuns.of(runs);
    List<Line> lines = new ArrayList<>();
    runs.stream()
        .flatMap(run -> run.figures().stream())
        .map(PastFigure::operation)
        .distinct()
        .sorted(Comparator.comparing(LAST::indexOf))
        .forEach(
            operation -> {
              for (TrendFigure figure : TrendFigure.values()) {
                Line line = line(operation, figure, measurements);
                if (!line.points().isEmpty()) {
                  lines.add(line);
                }
              }
            });
    return new Draft(name, runs.get(runs.size() - 1), measurements, lines);
  }

  private static Line line(
      String operation, TrendFigure figure, List<MeasurementRuns> measurements) {
    List<Point> points = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (MeasurementRuns runs : measurements) {
      Trend.Measurement measurement = runs.measurement();
      OptionalDouble mean = runs.mean(operation, figure);
      if (mean.isPresent()) {
        double value = mean.getAsDouble();
        points.add(new Point(measurement.time(), value, measurement.run(), measurement.verdict()));
        values.add(new Value(runs.time(), value, runs.resolution(operation, figure)));
      }
    }
    return new Line(operation, figure, points, values);
  }

  /**
   * Finds the changes. Figures that are only shown are watched by themselves: the more figures are
   * watched together, the less is found.
   */
  private IdentityHashMap<Line, Watched> watched(List<Draft> drafts) {
    IdentityHashMap<Line, Watched> watched = new IdentityHashMap<>();
    drafts.stream()
        .flatMap(draft -> draft.lines().stream())
        .collect(Collectors.partitioningBy(line -> line.figure().isJudged()))
        .values()
        .forEach(
            lines -> {
              List<Watched> each = ChangeWatch.of(lines.stream().map(this::figure).toList());
              for (int i = 0; i < each.size(); i++) {
                watched.put(lines.get(i), each.get(i));
              }
            });
    return watched;
  }

  private ChangeWatch.Figure figure(Line line) {
    return new ChangeWatch.Figure(
        line.values(),
        line.figure().isDifference(),
        line.figure().isShare() ? errorsMargin : margin);
  }

  private Group group(Draft draft, IdentityHashMap<Line, Watched> watched) {
    return new Group(
        draft.name(),
        draft.last().command(),
        draft.last().load().get(Settings.TABLE.name()),
        draft.measurements().stream().map(MeasurementRuns::measurement).toList(),
        draft.lines().stream().map(line -> series(draft.name(), line, watched.get(line))).toList());
  }

  private TrendSeries series(String group, Line line, Watched watched) {
    List<Change> changes = watched.changes().stream().map(change -> change(change, line)).toList();
    return new TrendSeries(
        group,
        line.operation(),
        line.figure().toString(),
        line.figure().unit(),
        line.figure().moreIsBetter(),
        state(line, changes),
        line.points(),
        changes,
        latest(line, watched.usual()));
  }

  private Latest latest(Line line, Usual usual) {
    if (usual.missing() > 0) {
      return new Latest(null, null, usual.missing(), State.NOT_ENOUGH_DATA);
    }
    return new Latest(usual.low(), usual.high(), 0, latestState(line, usual));
  }

  private State latestState(Line line, Usual usual) {
    if (usual.seen() < 0) {
      return State.STEADY;
    }
    if (!line.figure().isJudged()) {
      return State.CHANGED;
    }
    boolean isMore = line.points().get(line.points().size() - 1).value() > usual.high();
    if (isMore == line.figure().moreIsBetter()) {
      return State.IMPROVEMENT;
    }
    Instant seen = line.time(usual.seen());
    return seen.isBefore(accepted) || seen.isBefore(since) ? State.ACCEPTED : State.REGRESSION;
  }

  private Change change(Found found, Line line) {
    Point first = line.points().get(found.index());
    Instant seen = line.time(found.seen());
    boolean isMore = found.after() > found.before();
    return new Change(
        first.time(),
        first.run(),
        found.index(),
        found.before(),
        found.after(),
        found.before() == 0 ? null : found.after() / found.before() - 1,
        found.p(),
        seen.toString(),
        line.figure().isJudged() && isMore != line.figure().moreIsBetter(),
        seen.isBefore(accepted) || line.time(found.index()).isBefore(since));
  }

  private static State state(Line line, List<Change> changes) {
    if (changes.isEmpty()) {
      return line.points().size() < Trend.MIN_NIGHTS ? State.NOT_ENOUGH_DATA : State.STEADY;
    }
    if (!line.figure().isJudged()) {
      return State.CHANGED;
    }
    Change last = changes.get(changes.size() - 1);
    if (!last.isRegression()) {
      return State.IMPROVEMENT;
    }
    return last.isAccepted() ? State.ACCEPTED : State.REGRESSION;
  }
}
