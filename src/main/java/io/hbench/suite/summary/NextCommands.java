package io.hbench.suite.summary;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.CommandLineText;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** One or two commands that show more, or that end an alarm. */
record NextCommands(RunDirectory suite, SuiteJudgement judgement, List<StepProblem> problems) {
  private static final String PROGRAM = "hadoop jar hbench.jar ";

  /** The commands, to be typed as they are; none if there is nothing to do. */
  List<String> lines() {
    List<String> commands = new ArrayList<>();
    if (problems.stream().anyMatch(p -> p.kind() == StepProblem.Kind.FAILED)) {
      commands.add("suite --resume " + shown(suite.path()));
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
        .map(problem -> suite.directory(problem.directory()));
  }

  /** The path as short as it can be typed, quoted for a shell. */
  private String shown(Path path) {
    URI home = FileSystem.getDefaultUri(suite.fileSystem().getConf());
    URI uri = path.toUri();
    boolean isDefault =
        home.getScheme().equals(uri.getScheme())
            && (home.getAuthority() == null
                ? uri.getAuthority() == null
                : home.getAuthority().equals(uri.getAuthority()));
    return CommandLineText.quoted(isDefault ? uri.getPath() : path.toString());
  }
}
