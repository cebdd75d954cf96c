package io.hbench.suite.summary;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.trend.Trend.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the reports of tonight's runs and of those before say beside their figures. */
final class Evidence {
  private final SuiteJudgement judgement;
  private final List<LikelySide.Step> steps = new ArrayList<>();

  Evidence(SuiteJudgement judgement, List<StepProblem> problems) {
    this.judgement = judgement;
    Map<String, List<SuiteFigure>> figures =
        judgement.figures().stream().collect(Collectors.groupingBy(SuiteFigure::step));
    boolean isFirst = true;
    for (ComparedStep step : judgement.steps()) {
      List<SuiteFigure> ofStep = figures.getOrDefault(step.name(), List.of());
      List<SuiteFigure> worse =
          ofStep.stream().filter(figure -> figure.state() == State.REGRESSION).toList();
      boolean isWorse = !worse.isEmpty() || hasMissed(step, problems);
      List<RunDirectory> before = isWorse || isFirst ? step.before().get() : List.of();
      isFirst = false;
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
              worse.stream().anyMatch(SuiteFigure::isShare),
              RunEvidence.of(step.tonight()),
              RunEvidence.of(before)));
    }
  }

  /** Whether a run of a step has missed an objective. */
  private static boolean hasMissed(ComparedStep step, List<StepProblem> problems) {
    return problems.stream()
        .filter(problem -> problem.kind() == StepProblem.Kind.MISSED)
        .anyMatch(
            problem ->
                step.tonight().stream()
                    .anyMatch(run -> run.path().toString().endsWith("/" + problem.directory())));
  }

  /** The likely side; empty if nothing is worse, and nothing would be without a canary. */
  Optional<LikelySide> side() {
    return steps.stream().anyMatch(step -> step.isWorse() || !step.clusterNoise().isEmpty())
        ? Optional.of(LikelySide.of(steps))
        : Optional.empty();
  }

  /**
   * The versions that are others than in the last run before: {@code HBase 2.6.2, before 2.6.1}.
   */
  Optional<String> versions() {
    String changed =
        Stream.concat(
                changed("hbench", run -> Optional.ofNullable(run.run()).map(r -> r.version())),
                changed("HBase", run -> run.state().map(ServerFacts::version)))
            .collect(Collectors.joining("; "));
    return changed.isEmpty() || judgement.figures().isEmpty()
        ? Optional.empty()
        : Optional.of(changed);
  }

  private Stream<String> changed(String what, Function<RunEvidence, Optional<String>> version) {
    Set<String> before = new TreeSet<>();
    Set<String> now = new TreeSet<>();
    for (LikelySide.Step step : steps) {
      if (!step.before().isEmpty()) {
        version.apply(step.before().get(step.before().size() - 1)).ifPresent(before::add);
        step.tonight().forEach(run -> version.apply(run).ifPresent(now::add));
      }
    }
    return before.isEmpty() || now.isEmpty() || before.equals(now)
        ? Stream.of()
        : Stream.of(
            "%s %s, before %s"
                .formatted(what, String.join(" and ", now), String.join(" and ", before)));
  }
}
