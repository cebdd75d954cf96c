package io.hbench.suite.summary;

import io.hbench.figure.Figure;
import io.hbench.report.Setups.Value;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.CommandLineText;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.summary.SuiteJudgement.ComparedStep;
import io.hbench.trend.Trend.State;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The verdict of a suite that has ended: what is wrong, what has changed, the likely side, and what
 * to type next.
 *
 * @param day on which it has started, {@code 2026-11-24}
 * @param planned number of its runs
 * @param problems of steps by themselves, the worst first
 * @param side empty if nothing is worse
 * @param versions and settings that are others than before
 */
public record Summary(
    String day,
    RunDirectory directory,
    SuiteRecord record,
    int planned,
    SuiteJudgement judgement,
    List<StepProblem> problems,
    Optional<LikelySide> side,
    Optional<String> versions) {

  private static final String PROGRAM = "hadoop jar hbench.jar ";

  public static Summary of(
      String day,
      RunDirectory directory,
      SuiteRecord record,
      int planned,
      SuiteJudgement judgement) {
    List<StepProblem> problems = StepProblem.of(directory, record);
    List<LikelySide.Step> steps = evidence(judgement, problems);
    return new Summary(
        day,
        directory,
        record,
        planned,
        judgement,
        problems,
        steps.stream().anyMatch(step -> step.isWorse() || !step.clusterNoise().isEmpty())
            ? Optional.of(LikelySide.of(steps))
            : Optional.empty(),
        judgement.figures().isEmpty() ? Optional.empty() : versions(steps));
  }

  /** What the reports of tonight's runs and of those before say beside their figures. */
  private static List<LikelySide.Step> evidence(
      SuiteJudgement judgement, List<StepProblem> problems) {
    Map<String, List<SuiteFigure>> figures =
        judgement.figures().stream().collect(Collectors.groupingBy(SuiteFigure::step));
    List<LikelySide.Step> steps = new ArrayList<>();
    for (ComparedStep step : judgement.steps()) {
      List<SuiteFigure> ofStep = figures.getOrDefault(step.name(), List.of());
      List<SuiteFigure> worse =
          ofStep.stream().filter(figure -> figure.state() == State.REGRESSION).toList();
      boolean isWorse = !worse.isEmpty() || hasMissed(step, problems);
      boolean isFirst = steps.isEmpty(); // its runs before tell the former versions
      steps.add(
          new LikelySide.Step(
              step.name(),
              isWorse,
              ofStep.stream().anyMatch(figure -> figure.state() != State.NOT_ENOUGH_DATA),
              step.canary(),
              ofStep.stream()
                  .filter(figure -> figure.state() == State.CLUSTER_NOISE)
                  .map(figure -> step.name() + " " + figure.name())
                  .toList(),
              worse.stream().anyMatch(f -> f.figure().equals(Figure.ERRORS.toString())),
              RunEvidence.of(step.tonight()),
              RunEvidence.of(isWorse || isFirst ? step.before().get() : List.of())));
    }
    return steps;
  }

  private static boolean hasMissed(ComparedStep step, List<StepProblem> problems) {
    return problems.stream()
        .filter(problem -> problem.kind() == StepProblem.Kind.MISSED)
        .anyMatch(
            problem ->
                step.tonight().stream()
                    .anyMatch(run -> run.path().toString().endsWith("/" + problem.directory())));
  }

  /**
   * The versions and settings that are others than in the last run before: {@code HBase 2.6.2,
   * before 2.6.1}.
   */
  private static Optional<String> versions(List<LikelySide.Step> steps) {
    String changed =
        Stream.of(
                changed(
                    steps, "hbench", run -> Optional.ofNullable(run.run()).map(r -> r.version())),
                changed(steps, "HBase", run -> run.state().map(ServerFacts::version)),
                setup(steps))
            .flatMap(lines -> lines)
            .collect(Collectors.joining("; "));
    return changed.isEmpty() ? Optional.empty() : Optional.of(changed);
  }

  private static Stream<String> setup(List<LikelySide.Step> steps) {
    Map<String, Value> tonight = new LinkedHashMap<>();
    steps.forEach(step -> step.tonight().forEach(run -> tonight.putAll(run.setup())));
    return tonight.entrySet().stream()
        .flatMap(
            now ->
                changed(
                        steps,
                        now.getKey(),
                        run -> Optional.ofNullable(run.setup().get(now.getKey())).map(Value::value))
                    .map(line -> line + now.getValue().extent()));
  }

  /** By the steps of which both nights know it. */
  private static Stream<String> changed(
      List<LikelySide.Step> steps, String what, Function<RunEvidence, Optional<String>> version) {
    Set<String> before = new TreeSet<>();
    Set<String> now = new TreeSet<>();
    for (LikelySide.Step step : steps) {
      int last = step.before().size() - 1;
      Set<String> former =
          last < 0
              ? Set.of()
              : version.apply(step.before().get(last)).map(Set::of).orElse(Set.of());
      Set<String> own =
          step.tonight().stream()
              .flatMap(run -> version.apply(run).stream())
              .collect(Collectors.toSet());
      if (!former.isEmpty() && !own.isEmpty() && !former.equals(own)) {
        before.addAll(former);
        now.addAll(own);
      }
    }
    return now.isEmpty()
        ? Stream.of()
        : Stream.of(
            "%s %s, before %s"
                .formatted(what, String.join(" and ", now), String.join(" and ", before)));
  }

  /** One word or two: what is worst. */
  public String verdict() {
    if (!problems.isEmpty() && problems.get(0).kind().isError()) {
      return problems.get(0).kind().toString();
    }
    if (judgement.failed()) {
      return "failed";
    }
    if (judgement.isRegression()) {
      return "regression";
    }
    if (!problems.isEmpty()) {
      return problems.get(0).kind().toString();
    }
    long figures = judgement.figures().size();
    if (judgement.missing() > 0
        || (figures > 0 && judgement.of(State.NOT_ENOUGH_DATA).count() == figures)) {
      return "inconclusive";
    }
    return judgement.figures().isEmpty() ? "passed" : "no regression";
  }

  /**
   * One or two commands that show more, or that end an alarm, to be typed as they are; none if
   * there is nothing to do.
   */
  public List<String> next() {
    List<String> commands = new ArrayList<>();
    if (problems.stream().anyMatch(p -> p.kind() == StepProblem.Kind.FAILED)) {
      commands.add("suite --resume " + shown(directory.path()));
    }
    worst().ifPresent(run -> commands.add("report " + shown(run.path())));
    if (judgement.isRegression() && judgement.history().isPresent()) {
      commands.add("accept " + shown(judgement.history().get()) + " --because '…'");
    }
    if (commands.isEmpty() && judgement.failed() && judgement.history().isPresent()) {
      commands.add("trend " + shown(judgement.history().get()));
    }
    return commands.stream().limit(2).map(PROGRAM::concat).toList();
  }

  /** A run with the worst that happened: in the order of the verdicts. */
  private Optional<RunDirectory> worst() {
    Stream<RunDirectory> ofFigures =
        judgement.regressions().stream()
            .flatMap(
                figure ->
                    judgement.steps().stream().filter(step -> step.name().equals(figure.step())))
            .flatMap(step -> step.tonight().stream());
    return Stream.of(ofProblems(true), ofFigures, ofProblems(false))
        .flatMap(runs -> runs)
        .findFirst();
  }

  private Stream<RunDirectory> ofProblems(boolean isError) {
    return problems.stream()
        .filter(problem -> problem.kind() != StepProblem.Kind.FAILED)
        .filter(problem -> problem.kind().isError() == isError)
        .map(problem -> directory.directory(problem.directory()));
  }

  /** The path as short as it can be typed, quoted for a shell. */
  private String shown(Path path) {
    URI home = FileSystem.getDefaultUri(directory.fileSystem().getConf());
    URI uri = path.toUri();
    boolean isDefault =
        home.getScheme().equals(uri.getScheme())
            && (home.getAuthority() == null
                ? uri.getAuthority() == null
                : home.getAuthority().equals(uri.getAuthority()));
    return CommandLineText.quoted(isDefault ? uri.getPath() : path.toString());
  }
}
