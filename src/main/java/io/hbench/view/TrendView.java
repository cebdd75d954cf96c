package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.joined;
import static io.hbench.figure.Format.some;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Reason;
import io.hbench.figure.Unit;
import io.hbench.report.Verdict;
import io.hbench.trend.AcceptedChanges.Accepted;
import io.hbench.trend.Night;
import io.hbench.trend.NightFigure;
import io.hbench.trend.Trend;
import io.hbench.trend.Trend.Change;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import io.hbench.trend.level.LevelSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/**
 * A trend, or its last night, as a document. The summary has the verdict and the figures that have
 * changed; a section for each history has all of its figures. Days are in this machine's time zone.
 */
public final class TrendView {
  /** Of the document; its pages begin by it. */
  public static final String KIND = "trend";

  private static final String REGRESSION = "regression";
  private static final String NO_REGRESSION = "no regression";
  private static final String INCONCLUSIVE = "inconclusive";
  private static final String TONIGHT = "tonight";
  private static final Set<State> UNCHANGED =
      EnumSet.of(State.STEADY, State.NOT_ENOUGH_DATA, State.CLUSTER_NOISE);

  private static final int MAX_REASONS = 3;
  private static final int MAX_ROWS = 6;
  private static final int FEW_ROWS = 4;
  private static final int MAX_ACCEPTED = 1;
  static final int MAX_NAMES = 4;
  private static final int MAX_NAME = 14;
  private static final int MAX_LONG_NAME = 24;
  private static final int SHORT_SPARK = 8;
  private static final int SPARK = 24;
  private static final int LONG_SPARK = 40;

  private static final Comparator<NightFigure> LATEST_FIRST =
      Comparator.comparing((NightFigure figure) -> Instant.parse(figure.since())).reversed();

  /** What users see first: shares of requests that went wrong; then the most percent. */
  private static final Comparator<NightFigure> WORST_FIRST =
      Comparator.comparing((NightFigure figure) -> !figure.series().kind().isShare())
          .thenComparing(
              figure -> figure.change() == null ? 0 : -Math.abs(Math.round(100 * figure.change())));

  private final Trend trend;
  private final Function<State, String> words;
  private final Document document;

  private TrendView(Trend trend, String title, Function<State, String> words) {
    this.trend = trend;
    this.words = words;
    this.document = new Document(KIND, title);
  }

  /**
   * A trend.
   *
   * @param more where its sections are, for those who read the summary
   */
  public static Document of(Trend trend, String more) {
    return new TrendView(trend, "trend of " + trend.directory(), FigureHistory::word)
        .all()
        .more(more);
  }

  /** The last night of a trend, as {@link #of(Trend, String)}. */
  public static Document of(Night night, String more) {
    Trend trend = night.trend();
    String title = "trend of %s, night %s".formatted(trend.directory(), night.name());
    return new TrendView(trend, title, FigureHistory::night).all(night).more(more);
  }

  private Document all() {
    List<NightFigure> levels =
        trend.groups().stream()
            .flatMap(group -> group.shown().stream().map(s -> NightFigure.ofLevel(group, s)))
            .toList();
    verdict(trend.isRegression(), trend.isKnown(), levels);
    document.fact(Label.RUNS, runs());
    figures(trend.groups(), levels);
    if (!trend.isKnown()) {
      document.fact(
          INCONCLUSIVE, "changes are looked for from %d runs of a kind on", LevelSeries.MIN_NIGHTS);
    }
    rest();
    return document;
  }

  private Document all(Night night) {
    List<NightFigure> tonight = night.figures();
    verdict(night.isRegression(), night.isKnown(), tonight);
    document.fact(Label.DIFFERENT, String.join(", ", night.marks()));
    CanaryFacts.add(night, document);
    document.fact(Label.RUNS, runs());
    figures(night.groups(), tonight);
    inconclusive(night.groups());
    rest();
    return document;
  }

  /** The verdict, and the figures that have changed; all figures if they fit. */
  private void verdict(boolean isRegression, boolean isKnown, List<NightFigure> figures) {
    String status = isRegression ? REGRESSION : isKnown ? NO_REGRESSION : INCONCLUSIVE;
    Collection<List<NightFigure>> regressions =
        figures.stream()
            .filter(TrendView::isRegression)
            .sorted(WORST_FIRST)
            .collect(
                Collectors.groupingBy(
                    figure -> List.of(since(figure), figure.group().name()),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values();
    List<Reason> reasons = reasons(regressions);
    document.verdict(
        status,
        status.equals(NO_REGRESSION) ? "no figure ends with one that is not accepted" : "",
        reasons);
    List<NightFigure> changed = new ArrayList<>();
    regressions.forEach(same -> changed.add(same.get(0)));
    regressions.forEach(same -> changed.addAll(same.subList(1, same.size())));
    figures.stream()
        .filter(figure -> isChanged(figure) && !isRegression(figure))
        .sorted(LATEST_FIRST)
        .forEach(changed::add);
    List<NightFigure> known =
        figures.stream()
            .filter(figure -> !isChanged(figure) && figure.state() != State.NOT_ENOUGH_DATA)
            .toList();
    if (changed.size() + known.size() <= MAX_ROWS) {
      changed.addAll(known);
    }
    int most = reasons.size() > MAX_REASONS ? FEW_ROWS : MAX_ROWS;
    document.table(table(changed.subList(0, Math.min(most, changed.size()))));
    regressions.stream().limit(MAX_REASONS).forEach(same -> firstRun(same.get(0)));
  }

  private static boolean isRegression(NightFigure figure) {
    return figure.state() == State.REGRESSION;
  }

  private static boolean isChanged(NightFigure figure) {
    return !UNCHANGED.contains(figure.state());
  }

  /** {@code tonight}, a day, or nothing if nothing has changed. */
  private static String since(NightFigure figure) {
    return !isChanged(figure)
        ? ""
        : figure.nights() == 1 ? TONIGHT : Trend.day(figure.since()).toString();
  }

  /**
   * A line for each day and history.
   *
   * @param regressions with the same day and history, the worst first
   */
  private static List<Reason> reasons(Collection<List<NightFigure>> regressions) {
    List<Reason> reasons = new ArrayList<>();
    regressions.stream().limit(MAX_REASONS).map(TrendView::reason).forEach(reasons::add);
    int more = regressions.stream().skip(MAX_REASONS).mapToInt(List::size).sum();
    if (more > 0) {
      reasons.add(new Reason("and", counted(more, "more figure")));
    }
    return reasons;
  }

  private static Reason reason(List<NightFigure> same) {
    NightFigure worst = same.get(0);
    String since = since(worst);
    return new Reason(
        since.equals(TONIGHT) ? TONIGHT : "since " + since,
        "%s of %s: %s%s"
            .formatted(
                FigureHistory.name(worst.series()),
                StringUtils.abbreviateMiddle(worst.group().name(), "…", MAX_LONG_NAME),
                FigureHistory.fromTo(worst),
                same.size() > 1 ? ", and " + counted(same.size() - 1, "more figure") : ""));
  }

  /** The first run of a regression, and what was different in the cluster since. */
  private void firstRun(NightFigure regression) {
    regression.group().measurements().stream()
        .filter(night -> night.time().equals(regression.since()))
        .filter(night -> !since(regression).equals(TONIGHT))
        .map(night -> Stream.concat(Stream.of(night.run()), night.marks().stream()))
        .forEach(words -> document.fact("first run", words.collect(Collectors.joining("; "))));
  }

  private DataTable<NightFigure> table(List<NightFigure> figures) {
    boolean isOne = trend.groups().size() == 1;
    DataTable<NightFigure> table = DataTable.of(figures);
    if (!isOne) {
      table.name("history", f -> StringUtils.abbreviateMiddle(f.group().name(), "…", MAX_NAME));
    }
    return table
        .name(Label.FIGURE, f -> FigureHistory.name(f.series()))
        .count(Label.BEFORE, f -> new Written(f.before(), null))
        .count("now", f -> Written.of(f.series().kind().unit(), f.value()))
        .count(
            Label.CHANGE,
            f -> new Written(FigureHistory.relative(f.series(), f.change()), f.change()))
        .name("state", f -> words.apply(f.state()))
        .name(Label.SINCE, TrendView::since)
        .name("nights", f -> spark(f.series(), isOne ? SPARK : SHORT_SPARK));
  }

  private String spark(TrendSeries series, int width) {
    return FigureHistory.spark(series, trend.margin(), width);
  }

  /** {@code 12 in 3 histories: regression 2, steady 10}. */
  private void figures(List<Group> groups, List<NightFigure> figures) {
    if (groups.isEmpty()) {
      document.fact("figures", "none: no run of this night is the last one of its history");
      return;
    }
    Map<State, Long> counts =
        figures.stream()
            .collect(
                Collectors.groupingBy(NightFigure::state, TreeMap::new, Collectors.counting()));
    document.fact(
        "figures",
        "%d in %s: %s",
        figures.size(),
        groups.size() == 1 ? groups.get(0).name() : groups.size() + " histories",
        counts.entrySet().stream()
            .map(entry -> words.apply(entry.getKey()) + " " + entry.getValue())
            .collect(Collectors.joining(", ")));
    if (trend.groups().size() == 1) {
      groups
          .get(0)
          .noise()
          .ifPresent(noise -> document.fact(Label.NOISE, noise.text("this history")));
    }
  }

  /** The histories that are too short to judge tonight, the shortest last. */
  private void inconclusive(List<Group> groups) {
    Map<Integer, List<String>> missing =
        groups.stream()
            .filter(group -> group.shown().stream().noneMatch(TrendView::isKnown))
            .filter(group -> group.shown().stream().anyMatch(s -> s.latest().missing() > 0))
            .collect(
                Collectors.groupingBy(
                    group ->
                        group.shown().stream()
                            .mapToInt(s -> s.latest().missing())
                            .filter(nights -> nights > 0)
                            .min()
                            .orElse(0),
                    TreeMap::new,
                    Collectors.mapping(Group::name, Collectors.toList())));
    missing.forEach(
        (nights, names) ->
            document.fact(INCONCLUSIVE, missing(nights) + ": " + some(names, MAX_NAMES, ", ")));
  }

  private static boolean isKnown(TrendSeries series) {
    return series.latest().low() != null || !series.changes().isEmpty();
  }

  /** What is missing before anything is usual. */
  static String missing(int nights) {
    return counted(nights, "more night");
  }

  /** What the verdict rests on, how to accept it, and the sections. */
  private void rest() {
    document.fact(
        "margin",
        Unit.SHARE.text(trend.margin())
            + "; of shares of requests "
            + Unit.SHARE.text(trend.errorsMargin()));
    List<Accepted> accepted = trend.accepted();
    accepted.stream()
        .skip(Math.max(0, accepted.size() - MAX_ACCEPTED))
        .forEach(one -> document.fact("accepted", text(one)));
    if (!trend.warnings().isEmpty()) {
      int count = trend.warnings().size();
      document.fact("not read", count == 1 ? "1 directory" : count + " directories");
    }
    if (REGRESSION.equals(document.verdict().status())) {
      document.fact("to accept", "accept " + quoted(trend.directory()) + " --because 'new disks'");
    }
    sections();
  }

  private void sections() {
    HistoryCharts charts = HistoryCharts.of(trend);
    Map<Boolean, List<Group>> groups =
        trend.groups().stream().collect(Collectors.partitioningBy(TrendView::isJudged));
    groups
        .get(true)
        .forEach(
            group -> {
              document.section(group.name()).note(about(group)).smallCharts(charts.of(group));
              document.table(levels(group)).table(changes(group));
              if (trend.groups().size() > 1) {
                group.noise().ifPresent(noise -> document.note(noise.text("this history")));
              }
              document.fold("Measurements", measurements(group));
            });
    document
        .section("Not enough measurements")
        .table(
            DataTable.of(groups.get(false))
                .name("history", Group::name)
                .name("last run", group -> group.last().run())
                .count("measurements", group -> group.measurements().size())
                .count("needed", group -> LevelSeries.MIN_NIGHTS));
    if (trend.accepted().size() > MAX_ACCEPTED) {
      document
          .section("Accepted")
          .table(DataTable.of(trend.accepted()).name("accepted", TrendView::text));
    }
    document
        .section("Not read")
        .table(DataTable.of(trend.warnings()).name(Label.DIRECTORY, warning -> warning));
  }

  private static boolean isJudged(Group group) {
    return group.isLong() || group.shown().stream().anyMatch(TrendView::isKnown);
  }

  /** {@code run get@8 on table t1, 43 measurements, 1 of them degraded}. */
  private static String about(Group group) {
    long degraded =
        group.measurements().stream().filter(n -> n.verdict() == Verdict.Status.DEGRADED).count();
    return (group.name().startsWith(group.command()) ? "" : group.command() + " ")
        + "on table %s, %d measurements".formatted(group.table(), group.measurements().size())
        + (group.canary() ? ", a canary" : "")
        + (degraded == 0 ? "" : ", " + degraded + " of them degraded");
  }

  private DataTable<TrendSeries> levels(Group group) {
    return DataTable.of(group.shown())
        .name(Label.OPERATION, TrendSeries::operation)
        .name(Label.FIGURE, TrendSeries::figure)
        .count(Label.LAST, s -> new Written(FigureHistory.last(s), s.last().value()))
        .count("usual", s -> new Written(s.usual(), null))
        .name("last night", s -> FigureHistory.night(group, s))
        .name("nights", s -> spark(s, LONG_SPARK))
        .name("level", s -> FigureHistory.word(s.state()));
  }

  private static DataTable<?> changes(Group group) {
    record Line(TrendSeries series, Change change) {
      Written value(double value) {
        return Written.of(series.kind().unit(), value);
      }

      Written relative() {
        Double relative = series.change(change.before(), change.after());
        return new Written(FigureHistory.relative(series, relative), relative);
      }
    }
    return DataTable.of(
            group.shown().stream()
                .flatMap(series -> series.changes().stream().map(c -> new Line(series, c)))
                .sorted(Comparator.comparing((Line l) -> Instant.parse(l.change.time())).reversed())
                .toList())
        .name("first day", l -> Trend.day(l.change.time()))
        .name(Label.OPERATION, l -> l.series.operation())
        .name(Label.FIGURE, l -> l.series.figure())
        .name(Label.CHANGE, l -> FigureHistory.direction(l.series, l.change))
        .name("first run", l -> l.change.run())
        .count(Label.BEFORE, l -> l.value(l.change.before()))
        .count(Label.AFTER, l -> l.value(l.change.after()))
        .count("relative", Line::relative)
        .count("p", l -> new Written(l.change.probability(), l.change.p()));
  }

  private static DataTable<Measurement> measurements(Group group) {
    return DataTable.of(group.measurements())
        .name(Label.STARTED, Measurement::time)
        .name(Label.RUN, Measurement::run)
        .name(Label.HBENCH, Measurement::version)
        .name("HBase", Measurement::hbase)
        .name(Label.VERDICT, Measurement::verdict)
        .name(Label.DIFFERENT, measurement -> String.join(", ", measurement.marks()))
        .count("repeats", Measurement::repeats)
        .count(Label.REGION_SERVERS, Measurement::regionServers)
        .count(Label.REGIONS, Measurement::regions);
  }

  /** The number of runs, their first and last day, and the number of excluded runs. */
  private String runs() {
    List<Instant> times =
        trend.groups().stream()
            .flatMap(group -> group.measurements().stream())
            .map(measurement -> Instant.parse(measurement.time()))
            .sorted()
            .toList();
    String days =
        times.isEmpty()
            ? ""
            : ", %s to %s"
                .formatted(
                    Trend.day(times.get(0).toString()),
                    Trend.day(times.get(times.size() - 1).toString()));
    String excluded =
        joined(
            ", ",
            trend.invalid() == 0 ? "" : trend.invalid() + " invalid",
            trend.notCounted() == 0 ? "" : trend.notCounted() + " not counted by their suite");
    return Unit.COUNT.text(trend.runs())
        + days
        + (excluded.isEmpty() ? "" : "; excluded: " + excluded);
  }

  /** {@code up to 2026-02-04: new disks (ann)}. */
  static String text(Accepted one) {
    Instant last = Instant.parse(one.before()).minusNanos(1); // of --before, the day before it
    return "up to %s: %s (%s)".formatted(Trend.day(last.toString()), one.because(), one.by());
  }
}
