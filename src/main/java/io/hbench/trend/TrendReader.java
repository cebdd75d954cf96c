package io.hbench.trend;

import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.trend.ChangeWatch.Value;
import io.hbench.trend.ChangeWatch.Watched;
import io.hbench.trend.LevelSeries.Found;
import io.hbench.trend.LevelSeries.Usual;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.Point;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reader of the runs below a directory, which finds the changes of their figures. */
public final class TrendReader {
  /** Relative precision of HdrHistogram's latencies, and of a controlled rate. */
  private static final double PRECISION = 0.001;

  /** More than any figure of a run; squares of larger ones would not be numbers. */
  private static final double MAX_FIGURE = 1e100;

  private final double margin;
  private final double errorsMargin;
  private final Instant since;
  private final Instant accepted;

  /**
   * @param since regressions that began before it are accepted
   * @param accepted regressions that were seen before it are accepted
   */
  private TrendReader(double margin, double errorsMargin, Instant since, Instant accepted) {
    this.margin = margin;
    this.errorsMargin = errorsMargin;
    this.since = since;
    this.accepted = accepted;
  }

  /** The key of a group: step or command, and the settings of the load. */
  private record GroupKey(String what, Map<String, String> load) {}

  /** A measurement with its runs. */
  private record MeasurementRuns(Measurement measurement, List<PastRun> runs) {
    /** The mean of the runs, as in a suite's table. */
    OptionalDouble mean(String operation, TrendFigure figure) {
      OptionalDouble mean =
          operations(operation)
              .map(figure::of)
              .filter(Objects::nonNull)
              .mapToDouble(value -> value)
              .average();
      boolean possible = Math.abs(mean.orElse(0)) < MAX_FIGURE;
      return possible ? mean : OptionalDouble.empty();
    }

    /** The smallest difference that is no noise: for a share, one request. */
    double resolution(String operation, TrendFigure figure) {
      return figure.isShare()
          ? operations(operation)
              .mapToDouble(o -> 1.0 / Math.max(1, figure.requests(o)))
              .max()
              .orElse(1)
          : PRECISION;
    }

    Stream<OperationReport> operations(String name) {
      return runs.stream()
          .flatMap(run -> run.operations().stream())
          .filter(operation -> operation.operation().equals(name));
    }
  }

  /**
   * Reads all runs below a directory.
   *
   * @param margin smallest change that matters, as a share
   * @param errorsMargin smallest difference that matters of shares of requests
   * @param since regressions that began before this instant are accepted, beside those that the
   *     directory's own file accepts; null if none are
   * @throws IOException if the directory cannot be listed, or that file is damaged
   */
  public static Trend read(
      Configuration conf, Path directory, double margin, double errorsMargin, Instant since)
      throws IOException {
    AcceptedChanges accepted = AcceptedChanges.read(new RunDirectory(conf, directory));
    TrendReader reader =
        new TrendReader(
            margin,
            errorsMargin,
            Optional.ofNullable(since).orElse(Instant.MIN),
            accepted.before().orElse(Instant.MIN));
    PastRuns past = PastRuns.below(conf, directory);
    List<PastRun> valid =
        past.runs().stream().filter(run -> run.verdict() != Verdict.Status.INVALID).toList();
    return new Trend(
        Trend.SCHEMA,
        directory.getFileSystem(conf).makeQualified(directory).toString(),
        margin,
        errorsMargin,
        since == null ? null : since.toString(),
        accepted.accepted(),
        valid.size(),
        past.runs().size() - valid.size(),
        past.notCounted(),
        past.warnings(),
        reader.groups(valid));
  }

  /** A group whose changes are not known yet. */
  private record Draft(
      String name, List<PastRun> runs, List<MeasurementRuns> measurements, List<Line> lines) {}

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

  private ChangeWatch.Figure watched(Line line) {
    boolean isShare = line.figure().isShare();
    return new ChangeWatch.Figure(line.values(), isShare, isShare ? errorsMargin : margin);
  }

  private List<Group> groups(List<PastRun> runs) {
    Map<GroupKey, List<PastRun>> runsByKey =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> new GroupKey(run.what(), run.load()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Draft> drafts = new ArrayList<>();
    runsByKey.forEach((key, ofGroup) -> drafts.add(draft(name(key, runsByKey.keySet()), ofGroup)));
    Iterator<Watched> watched =
        ChangeWatch.of(
                drafts.stream()
                    .flatMap(draft -> draft.lines().stream())
                    .map(this::watched)
                    .toList())
            .iterator();
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
    List<MeasurementRuns> measurements =
        runs.stream()
            .collect(Collectors.groupingBy(PastRun::suite, LinkedHashMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(TrendReader::measurement)
            .toList();
    List<Line> lines = new ArrayList<>();
    runs.stream()
        .flatMap(run -> run.operations().stream())
        .map(OperationReport::operation)
        .distinct()
        .sorted(Comparator.comparing(operation -> operation.equals("total")))
        .forEach(
            operation -> {
              for (TrendFigure figure : TrendFigure.values()) {
                lines.add(line(operation, figure, measurements));
              }
            });
    return new Draft(name, runs, measurements, lines);
  }

  /**
   * A group with its changes.
   *
   * @param watched what the group's figures have shown is next
   */
  private Group group(Draft draft, Iterator<Watched> watched) {
    PastRun last = draft.runs().get(draft.runs().size() - 1);
    return new Group(
        draft.name(),
        last.command(),
        last.load().get(Settings.TABLE.name()),
        draft.measurements().stream().map(MeasurementRuns::measurement).toList(),
        draft.lines().stream().map(line -> series(draft.name(), line, watched.next())).toList());
  }

  private static MeasurementRuns measurement(List<PastRun> runs) {
    PastRun first = runs.get(0);
    String path = first.path();
    return new MeasurementRuns(
        new Measurement(
            first.started().toString(),
            runs.size() == 1 ? path : StringUtils.substringBeforeLast(path, "/"),
            runs.size(),
            first.version(),
            runs.stream().map(PastRun::verdict).max(Comparator.naturalOrder()).orElseThrow()),
        runs);
  }

  private static Line line(
      String operation, TrendFigure figure, List<MeasurementRuns> measurements) {
    List<Point> points = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (MeasurementRuns runs : measurements) {
      Measurement measurement = runs.measurement();
      OptionalDouble mean = runs.mean(operation, figure);
      if (mean.isPresent()) {
        double value = mean.getAsDouble();
        points.add(new Point(measurement.time(), value, measurement.run(), measurement.verdict()));
        values.add(
            new Value(
                Instant.parse(measurement.time()), value, runs.resolution(operation, figure)));
      }
    }
    return new Line(operation, figure, points, values);
  }

  private TrendSeries series(String group, Line line, Watched watched) {
    List<Change> changes = watched.changes().stream().map(change -> change(change, line)).toList();
    return new TrendSeries(
        group,
        line.operation(),
        line.figure().toString(),
        line.figure().unit(),
        line.figure().moreIsBetter(),
        state(line.points().size(), changes),
        line.points(),
        changes,
        latest(line, watched.usual()));
  }

  private Latest latest(Line line, Usual usual) {
    if (line.points().isEmpty() || usual.missing() > 0) {
      return new Latest(null, null, usual.missing(), State.NOT_ENOUGH_DATA);
    }
    return new Latest(usual.low(), usual.high(), 0, latestState(line, usual));
  }

  private State latestState(Line line, Usual usual) {
    if (usual.seen() < 0) {
      return State.STEADY;
    }
    boolean isMore = line.points().get(line.points().size() - 1).value() > usual.high();
    if (isMore == line.figure().moreIsBetter()) {
      return State.IMPROVEMENT;
    }
    Instant seen = line.time(usual.seen());
    return seen.isBefore(accepted) || seen.isBefore(since) ? State.ACCEPTED : State.REGRESSION;
  }

  private static Change change(Found found, Line line) {
    Point first = line.points().get(found.index());
    return new Change(
        first.time(),
        first.run(),
        found.index(),
        found.before(),
        found.after(),
        found.before() == 0 ? null : found.after() / found.before() - 1,
        found.p(),
        line.points().get(found.seen()).time(),
        found.after() > found.before() != line.figure().moreIsBetter());
  }

  private State state(int points, List<Change> changes) {
    if (changes.isEmpty()) {
      return points < Trend.MIN_NIGHTS ? State.NOT_ENOUGH_DATA : State.STEADY;
    }
    Change last = changes.get(changes.size() - 1);
    if (!last.isRegression()) {
      return State.IMPROVEMENT;
    }
    boolean isAccepted =
        Instant.parse(last.time()).isBefore(since) || Instant.parse(last.seen()).isBefore(accepted);
    return isAccepted ? State.ACCEPTED : State.REGRESSION;
  }
}
