package io.hbench.suite.summary;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.figure.Figure;
import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import io.hbench.suite.SuiteRecord;
import io.hbench.trend.Night;
import io.hbench.trend.NightFigure;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Strings;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The judgement on the figures of a suite by its baseline.
 *
 * @param figures of all steps; none without a baseline
 * @param steps with their runs
 * @param missing number of nights before any figure can be judged; 0 if some are, or without a
 *     history
 * @param history directory of all nights, if the suite is judged by them
 * @param problem why the baseline could not be read, or that there is none yet
 * @param failed whether that problem is an error
 * @param page details beside the suite's page, if there are any
 * @param configurations comparison of each one with the first, if the suite has configurations
 */
public record SuiteJudgement(
    List<SuiteFigure> figures,
    List<ComparedStep> steps,
    int missing,
    Optional<Path> history,
    Optional<String> problem,
    boolean failed,
    Optional<String> page,
    Optional<Comparison> configurations) {

  private static final String COMPARISON_PAGE = "compare.html";

  /** Number of the last nights whose reports are evidence. */
  private static final int NIGHTS = 5;

  /** Figures of the line about the noise of repeats. */
  private static final List<Figure> OF_NOISE = List.of(Figure.THROUGHPUT, Figure.P50, Figure.P99);

  /**
   * A step of a suite with its runs, and those of the baseline.
   *
   * @param name of the step, with the rung of its ladder
   * @param canary how much slower than usual it is if it is a canary, as a share; 0 if it is as
   *     usual, or if only its figures say; empty if it is none, or says nothing tonight
   * @param noise how much its runs differ though nothing has changed, if that is known
   * @param tonight the runs of this suite that count
   * @param before runs of the baseline, or of the last nights before; none without one
   */
  public record ComparedStep(
      String name,
      Optional<Double> canary,
      Optional<Noise> noise,
      List<RunDirectory> tonight,
      Supplier<List<RunDirectory>> before) {}

  private SuiteJudgement(
      List<SuiteFigure> figures,
      List<ComparedStep> steps,
      int missing,
      Optional<Path> history,
      Optional<String> page) {
    this(figures, steps, missing, history, Optional.empty(), false, page, Optional.empty());
  }

  public static SuiteJudgement none(RunDirectory suite, SuiteRecord record) {
    return new SuiteJudgement(
        List.of(), steps(suite, record), 0, Optional.empty(), Optional.empty());
  }

  /** That of a suite whose baseline is missing or can't be read. */
  public SuiteJudgement because(String newProblem, boolean isError) {
    return new SuiteJudgement(
        figures, steps, 0, history, Optional.of(newProblem), isError, page, configurations);
  }

  public SuiteJudgement with(Comparison ofConfigurations) {
    return new SuiteJudgement(
        figures,
        steps,
        missing,
        history,
        problem,
        failed,
        Optional.of(COMPARISON_PAGE),
        Optional.of(ofConfigurations));
  }

  public static SuiteJudgement of(
      Comparison comparison, RunDirectory suite, SuiteRecord record, Configuration conf) {
    List<SuiteFigure> figures =
        comparison.sets().stream().flatMap(SuiteJudgement::figures).toList();
    Map<String, ComparedStep> alone =
        steps(suite, record).stream().collect(Collectors.toMap(ComparedStep::name, step -> step));
    boolean isUpgrade =
        comparison.differences().stream().anyMatch(one -> one.what().equals(Difference.HBASE));
    List<ComparedStep> steps =
        comparison.sets().stream()
            .map(
                set ->
                    new ComparedStep(
                        set.name(),
                        Optional.ofNullable(alone.get(set.name()))
                            .flatMap(ComparedStep::canary)
                            .filter(slower -> !isUpgrade), // it is slower or faster for that
                        Optional.ofNullable(alone.get(set.name())).flatMap(ComparedStep::noise),
                        directories(conf, set.candidate()),
                        () -> directories(conf, set.baseline())))
            .toList();
    return new SuiteJudgement(figures, steps, 0, Optional.empty(), Optional.of(COMPARISON_PAGE));
  }

  /** The figures of the operations, and those of servers that have changed. */
  private static Stream<SuiteFigure> figures(RunSetComparison set) {
    List<SuiteFigure> figures = new ArrayList<>();
    for (OperationComparison operation : set.operations()) {
      String name = set.operations().size() == 1 ? "" : operation.operation();
      operation.figures().forEach(one -> figures.add(SuiteFigure.of(set.name(), name, one)));
    }
    if (set.servers() != null) {
      for (ServerComparison server : set.servers().list()) {
        String name = server.operation() + " @" + server.server();
        server.figures().stream()
            .filter(FigureComparison::isChanged)
            .forEach(one -> figures.add(SuiteFigure.of(set.name(), name, one)));
      }
    }
    return figures.stream();
  }

  private static List<RunDirectory> directories(Configuration conf, List<RunLine> runs) {
    return runs.stream().flatMap(run -> directory(conf, run)).toList();
  }

  private static Stream<RunDirectory> directory(Configuration conf, RunLine run) {
    try {
      return Stream.of(new RunDirectory(conf, new Path(run.directory())));
    } catch (IOException e) { // its file system is gone, and it is no evidence
      return Stream.of();
    }
  }

  public static SuiteJudgement of(
      Night night, RunDirectory suite, SuiteRecord record, Configuration conf) {
    Path nights = suite.path().getParent();
    Map<Group, List<NightFigure>> groups =
        night.figures().stream()
            .collect(
                Collectors.groupingBy(NightFigure::group, LinkedHashMap::new, Collectors.toList()));
    List<SuiteFigure> figures = new ArrayList<>();
    List<ComparedStep> steps = new ArrayList<>();
    groups.forEach(
        (group, ofGroup) -> {
          String name = Strings.CS.removeStart(group.name(), record.name() + " ");
          boolean isOnly =
              ofGroup.stream()
                      .map(NightFigure::series)
                      .filter(TrendSeries::isOfOperation)
                      .map(TrendSeries::operation)
                      .distinct()
                      .count()
                  < 2;
          ofGroup.forEach(figure -> figures.add(SuiteFigure.of(name, isOnly, figure)));
          List<SuiteRecord.Run> tonight =
              complete(record)
                  .filter(
                      one ->
                          group
                              .last()
                              .directories()
                              .contains(suite.path().getName() + "/" + one.directory()))
                  .toList();
          int changed =
              ofGroup.stream()
                  .filter(figure -> figure.state() == State.REGRESSION)
                  .mapToInt(NightFigure::nights)
                  .max()
                  .orElse(1);
          steps.add(
              new ComparedStep(
                  name,
                  Night.slower(group).stream().boxed().findFirst(),
                  group.noise().or(() -> noise(tonight)),
                  directories(suite, tonight),
                  () -> before(group.measurements(), changed, nights, conf)));
        });
    boolean isKnown = figures.stream().anyMatch(f -> f.state() != State.NOT_ENOUGH_DATA);
    int missing = // before the first one: others, such as a hit ratio, are not of every night
        night.figures().stream()
            .mapToInt(f -> f.series().latest().missing())
            .filter(more -> more > 0)
            .min()
            .orElse(0);
    return new SuiteJudgement(
        figures, steps, isKnown ? 0 : missing, Optional.of(nights), Optional.of("trend.html"));
  }

  /** The runs of the last nights before something has changed. */
  private static List<RunDirectory> before(
      List<Measurement> measurements, int changed, Path nights, Configuration conf) {
    int end = Math.max(0, measurements.size() - changed);
    return measurements.subList(Math.max(0, end - NIGHTS), end).stream()
        .flatMap(measurement -> runs(nights, measurement.run(), conf).stream())
        .toList();
  }

  /** The run in a directory, or those directly below it that count. */
  private static List<RunDirectory> runs(Path nights, String directory, Configuration conf) {
    try {
      RunDirectory run = new RunDirectory(conf, new Path(nights, directory));
      if (run.has(RunDirectory.REPORT_JSON)) {
        return List.of(run);
      }
      Path night = new Path(nights, StringUtils.substringBefore(directory, Path.SEPARATOR));
      Set<String> counted = // not cold ones, for example, nor those that were tried again
          SuiteRecord.read(new RunDirectory(conf, night)).stream()
              .flatMap(record -> complete(record))
              .map(one -> new Path(night, one.directory()).toUri().getPath())
              .collect(Collectors.toSet());
      return run.directories().stream()
          .filter(one -> counted.isEmpty() || counted.contains(one.path().toUri().getPath()))
          .toList();
    } catch (IOException | UsageException e) { // a night that can't be read is no evidence
      return List.of();
    }
  }

  private static List<ComparedStep> steps(RunDirectory suite, SuiteRecord record) {
    return SuiteRecord.byName(complete(record)).entrySet().stream()
        .map(
            step ->
                new ComparedStep(
                    step.getKey(),
                    step.getValue().get(0).canary() ? Optional.of(0.0) : Optional.empty(),
                    noise(step.getValue()),
                    directories(suite, step.getValue()),
                    List::of))
        .toList();
  }

  /** How much the repeats of a step in one night differ; empty without repeats. */
  private static Optional<Noise> noise(List<SuiteRecord.Run> repeats) {
    if (repeats.size() < 2) {
      return Optional.empty();
    }
    List<Noise.Figure> figures = new ArrayList<>();
    for (String operation : repeats.get(0).figures().keySet()) {
      for (Figure column : OF_NOISE) {
        SummaryStatistics values = new SummaryStatistics();
        repeats.stream()
            .map(run -> run.figures().get(operation))
            .filter(Objects::nonNull)
            .map(figure -> figure.get(column.toString()))
            .filter(Objects::nonNull)
            .forEach(values::addValue);
        if (values.getN() == repeats.size() && values.getMean() > 0) {
          double scatter = values.getStandardDeviation() / values.getMean();
          figures.add(new Noise.Figure(operation, column, scatter));
        }
      }
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(new Noise(Noise.Of.RUNS, repeats.size(), figures));
  }

  private static Stream<SuiteRecord.Run> complete(SuiteRecord record) {
    return record.runs().stream()
        .filter(run -> run.counted() && run.complete() && !run.figures().isEmpty());
  }

  private static List<RunDirectory> directories(RunDirectory suite, List<SuiteRecord.Run> runs) {
    return runs.stream().map(run -> suite.directory(run.directory())).toList();
  }

  /** The regressions: the worst of each step, and then all others, the worst first. */
  public List<SuiteFigure> regressions() {
    List<SuiteFigure> all = of(State.REGRESSION).sorted(SuiteFigure.WORST_FIRST).toList();
    Map<String, SuiteFigure> worst = new LinkedHashMap<>();
    all.forEach(figure -> worst.putIfAbsent(figure.step(), figure));
    return Stream.concat(worst.values().stream(), all.stream()).distinct().toList();
  }

  public Stream<SuiteFigure> of(State state) {
    return figures.stream().filter(figure -> figure.state() == state);
  }

  /**
   * Writes what is known of the noise of the steps into the directories of their runs.
   *
   * @return these directories, whose reports are to be written anew
   */
  public List<RunDirectory> writeNoise() throws IOException {
    List<RunDirectory> written = new ArrayList<>();
    for (ComparedStep step : steps) {
      if (step.noise().isPresent()) {
        for (RunDirectory run : step.tonight()) {
          if (run.has(RunDirectory.REPORT_JSON)) { // a search has none
            run.writeJson(Noise.FILE, step.noise().get());
            written.add(run);
          }
        }
      }
    }
    return written;
  }

  public boolean isRegression() {
    return of(State.REGRESSION).findAny().isPresent();
  }
}
