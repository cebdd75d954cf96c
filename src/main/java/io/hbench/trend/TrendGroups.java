package io.hbench.trend;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import io.hbench.settings.Settings;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Latest;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import io.hbench.trend.level.Canary;
import io.hbench.trend.level.ChangeWatch;
import io.hbench.trend.level.ChangeWatch.Watched;
import io.hbench.trend.level.Found;
import io.hbench.trend.level.LevelSeries;
import io.hbench.trend.level.Usual;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The histories of many runs, with the changes of their figures.
 *
 * @param since regressions that began before it are accepted
 * @param accepted regressions that were seen before it are accepted
 */
record TrendGroups(Margins margins, Instant since, Instant accepted) {
  /** What stands behind the operations, in this order. */
  private static final List<String> LAST =
      List.of(FigureKey.TOTAL, FigureKey.TABLE, FigureKey.SERVERS);

  /** Of a figure whose changes are not looked for. */
  private static final Watched NOT_WATCHED = new Watched(List.of(), null, Double.NaN);

  /** A group whose changes are not known yet. */
  private record Draft(
      String name, PastRun last, List<MeasurementRuns> measurements, List<Line> lines) {
    boolean isCanary() {
      return last.place().canary();
    }

    /** The figure by which a canary is watched: the median, of all operations together. */
    Optional<Line> ofCanary() {
      return lines.stream()
          .filter(line -> isCanary() && line.figure() == Figure.P50)
          .reduce((a, b) -> b); // total is the last one
    }
  }

  /**
   * A figure of a group.
   *
   * @param isJudged whether it may be a regression
   * @param runs of each night that has the figure
   */
  private record Line(FigureKey key, boolean isJudged, List<MeasurementRuns> runs) {
    Figure figure() {
      return key.figure();
    }

    Instant time(int night) {
      return runs.get(night).time();
    }

    double value(int night) {
      return runs.get(night).mean(key).orElseThrow();
    }

    boolean isWorse(Usual usual) {
      double last = value(runs.size() - 1);
      return usual.seen() >= 0 && last > usual.high() != figure().moreIsBetter();
    }

    List<Canary.Night> nights() {
      return runs.stream().map(one -> new Canary.Night(one.suite(), one.time())).toList();
    }
  }

  /** A level that is so many deviations of single nights beyond accepted ones is another one. */
  private static final double DEVIATIONS = 3;

  /** The same of figures that are usually 0, whose nights do not tell how others differ. */
  private static final double MUCH = 0.25;

  /**
   * What a figure has shown.
   *
   * @param alone without the canary; the same if there is none
   */
  private record Shown(Watched watched, Watched alone) {}

  /**
   * @param runs oldest first
   */
  List<Group> of(List<PastRun> runs) {
    Collection<List<PastRun>> histories =
        runs.stream()
            .collect(
                Collectors.groupingBy(PastRun::history, LinkedHashMap::new, Collectors.toList()))
            .values();
    List<PastRun> last = histories.stream().map(TrendGroups::last).toList();
    List<Draft> drafts =
        histories.stream().map(history -> draft(name(last(history), last), history)).toList();
    IdentityHashMap<Line, Shown> shown = shown(drafts);
    return drafts.stream().map(draft -> group(draft, shown)).toList();
  }

  private static PastRun last(List<PastRun> history) {
    return history.get(history.size() - 1);
  }

  /** The name of a group, with the settings in which groups of the same step or command differ. */
  private static String name(PastRun run, List<PastRun> all) {
    boolean hasOperands = run.place().step().isEmpty(); // a command
    return run.load().entrySet().stream()
        .filter(setting -> !(hasOperands && setting.getKey().equals(Settings.ASSIGNMENTS)))
        .filter(setting -> !setting.getValue().isEmpty())
        .filter(
            setting ->
                all.stream()
                    .filter(other -> other.what().equals(run.what()))
                    .anyMatch(
                        other -> !setting.getValue().equals(other.load().get(setting.getKey()))))
        .map(
            setting ->
                (setting.getKey().equals(Settings.ASSIGNMENTS)
                        ? " "
                        : " " + setting.getKey().flag() + " ")
                    + setting.getValue())
        .collect(Collectors.joining("", run.what(), ""));
  }

  private static Draft draft(String name, List<PastRun> runs) {
    List<MeasurementRuns> measurements = MeasurementRuns.of(runs);
    PastRun last = last(runs);
    List<Line> lines =
        runs.stream()
            .flatMap(run -> run.figures().keySet().stream())
            .distinct()
            .sorted(
                Comparator.comparing((FigureKey key) -> !key.figure().isFollowed())
                    .thenComparing(key -> LAST.indexOf(key.of()))
                    .thenComparing(FigureKey::of)
                    .thenComparing(FigureKey::figure))
            .map(
                key ->
                    new Line(
                        key,
                        key.figure().role() == Figure.Role.JUDGED && !last.place().canary(),
                        measurements.stream().filter(one -> one.mean(key).isPresent()).toList()))
            .filter(line -> !line.runs().isEmpty())
            .toList();
    return new Draft(name, last, measurements, lines);
  }

  /**
   * Finds the changes. Figures that are not judged are watched by themselves, each kind alone: the
   * more figures are watched together, the less is found.
   */
  private IdentityHashMap<Line, Shown> shown(List<Draft> drafts) {
    List<Canary> canaries =
        drafts.stream().flatMap(draft -> draft.ofCanary().stream()).map(this::canary).toList();
    IdentityHashMap<Line, Shown> shown = new IdentityHashMap<>();
    Map<Object, List<Line>> together =
        drafts.stream()
            .flatMap(draft -> draft.lines().stream())
            .filter(line -> line.figure().isFollowed())
            .collect(Collectors.groupingBy(TrendGroups::watchedTogether));
    for (List<Line> lines : together.values()) {
      List<Watched> alone = ChangeWatch.of(lines.stream().map(this::figure).toList());
      List<Watched> each =
          lines.get(0).isJudged() && !canaries.isEmpty()
              ? ChangeWatch.of(lines.stream().map(line -> figure(line, canaries)).toList())
              : alone;
      for (int i = 0; i < each.size(); i++) {
        shown.put(lines.get(i), new Shown(each.get(i), alone.get(i)));
      }
    }
    return shown;
  }

  private static Object watchedTogether(Line line) {
    boolean ofCanary = !line.isJudged() && line.figure().role() == Figure.Role.JUDGED;
    return line.isJudged() || ofCanary ? line.isJudged() : line.figure();
  }

  private Canary canary(Line line) {
    List<Integer> upgrades = new ArrayList<>();
    String before = null;
    for (int i = 0; i < line.runs().size(); i++) {
      String hbase = line.runs().get(i).measurement().hbase();
      if (hbase != null && before != null && !hbase.equals(before)) {
        upgrades.add(i);
      }
      before = hbase == null ? before : hbase;
    }
    return new Canary(line.nights(), figure(line), upgrades);
  }

  private ChangeWatch.Figure figure(Line line, List<Canary> canaries) {
    ChangeWatch.Figure alone = figure(line);
    return line.figure().isDifference()
        ? alone
        : new ChangeWatch.Figure(
            alone.values(), alone.isShare(), alone.margin(), Canary.mean(canaries, line.nights()));
  }

  private ChangeWatch.Figure figure(Line line) {
    return new ChangeWatch.Figure(
        line.runs().stream().map(one -> one.value(line.key())).toList(),
        line.figure().isDifference(),
        line.figure().margin(margins));
  }

  private Group group(Draft draft, IdentityHashMap<Line, Shown> shown) {
    return new Group(
        draft.name(),
        draft.last().command(),
        draft.last().load().get(Settings.TABLE),
        draft.measurements().stream().map(MeasurementRuns::measurement).toList(),
        draft.isCanary(),
        draft.lines().stream().map(line -> series(draft.name(), line, shown.get(line))).toList());
  }

  /**
   * @param shown null of a figure whose changes are not looked for
   */
  private TrendSeries series(String group, Line line, Shown shown) {
    Watched watched = shown == null ? NOT_WATCHED : shown.watched();
    double scatter = // accepted nights are as they were, whatever a canary explains
        Stream.of(watched, shown == null ? watched : shown.alone())
            .mapToDouble(Watched::scatter)
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    List<Change> changes =
        watched.changes().stream().map(found -> change(found, line, scatter)).toList();
    return new TrendSeries(
        group,
        line.key().of(),
        line.figure().toString(),
        unit(line.figure()),
        line.isJudged() ? (Boolean) line.figure().moreIsBetter() : null,
        state(line, changes),
        line.runs().stream().map(one -> one.point(line.key())).toList(),
        changes,
        latest(line, shown),
        Double.isNaN(watched.scatter()) ? null : watched.scatter());
  }

  /** The unit in the file, which tells requests that went wrong from other shares. */
  private static String unit(Figure figure) {
    return figure.unit() == Unit.SHARE && !figure.isShare() ? "ratio" : figure.unit().toString();
  }

  private Latest latest(Line line, Shown shown) {
    if (shown == null) {
      return new Latest(null, null, 0, State.NOT_JUDGED, null);
    }
    Usual usual = shown.watched().usual();
    if (usual.missing() > 0) {
      return new Latest(null, null, usual.missing(), State.NOT_ENOUGH_DATA, null);
    }
    return new Latest(
        usual.low(),
        line.figure().unit() == Unit.SHARE ? Math.min(1, usual.high()) : usual.high(),
        0,
        latestState(line, usual, shown.alone().usual()),
        usual.seen() < 0 ? null : line.time(usual.seen()).toString());
  }

  private State latestState(Line line, Usual usual, Usual alone) {
    if (usual.seen() < 0) {
      return line.isJudged() && line.isWorse(alone) ? State.CLUSTER_NOISE : State.STEADY;
    }
    Instant seen = line.time(usual.seen());
    boolean isAccepted =
        seen.isBefore(since) || (seen.isBefore(accepted) && !isWorseThanAccepted(line, usual));
    return ofChange(line, line.isWorse(usual), isAccepted);
  }

  /** Whether the last night is worse than all that were accepted, by more than nights differ. */
  private boolean isWorseThanAccepted(Line line, Usual usual) {
    int last = line.runs().size() - 1;
    double tonight = line.value(last);
    boolean isUp = tonight > usual.high();
    double worst = worstAccepted(line, usual.seen(), isUp);
    boolean isDifference = line.figure().isDifference();
    double half = // usual nights without failures do not tell how much those with many differ
        isDifference
            ? Math.max((usual.high() - usual.low()) / 2, MUCH * Math.abs(worst))
            : Math.sqrt(usual.high() / usual.low());
    double most = isDifference ? worst + (isUp ? half : -half) : isUp ? worst * half : worst / half;
    return !line.time(last).isBefore(accepted) && (isUp ? tonight > most : tonight < most);
  }

  /** The worst night of those from one on that were seen before the acceptance. */
  private double worstAccepted(Line line, int from, boolean isUp) {
    return IntStream.range(from, line.runs().size())
        .filter(night -> line.time(night).isBefore(accepted))
        .mapToDouble(line::value)
        .reduce(
            isUp ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY,
            isUp ? Math::max : Math::min);
  }

  /**
   * Whether a change was accepted. A level that is worse than the nights that were seen of it, by
   * more than matters and than nights differ, was not.
   */
  private boolean isAccepted(Found found, Line line, boolean isMore, double scatter) {
    double worst = worstAccepted(line, found.index(), isMore);
    double margin = line.figure().margin(margins);
    double more = Math.max(margin, Math.max(DEVIATIONS * scatter, MUCH * Math.abs(worst)));
    double factor = Math.max(1 + margin, Math.pow(1 + scatter, DEVIATIONS));
    double most =
        line.figure().isDifference()
            ? worst + (isMore ? more : -more)
            : isMore ? worst * factor : worst / factor;
    return line.time(found.index()).isBefore(since)
        || (line.time(found.seen()).isBefore(accepted)
            && (isMore ? found.after() <= most : found.after() >= most));
  }

  /** What a change of a figure is called. */
  private static State ofChange(Line line, boolean isWorse, boolean isAccepted) {
    if (!line.isJudged()) {
      return State.CHANGED;
    }
    if (!isWorse) {
      return State.IMPROVEMENT;
    }
    return isAccepted ? State.ACCEPTED : State.REGRESSION;
  }

  private Change change(Found found, Line line, double scatter) {
    Measurement first = line.runs().get(found.index()).measurement();
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
        line.isJudged() && isMore != line.figure().moreIsBetter(),
        isAccepted(found, line, isMore, scatter));
  }

  private static State state(Line line, List<Change> changes) {
    if (!line.figure().isFollowed()) {
      return State.NOT_JUDGED;
    }
    if (changes.isEmpty()) {
      return line.runs().size() < LevelSeries.MIN_NIGHTS ? State.NOT_ENOUGH_DATA : State.STEADY;
    }
    Change last = changes.get(changes.size() - 1);
    return ofChange(line, last.isRegression(), last.isAccepted());
  }
}
