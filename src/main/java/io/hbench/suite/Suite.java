package io.hbench.suite;

import io.hbench.cluster.action.Action;
import io.hbench.figure.Figure;
import io.hbench.figure.Margins;
import io.hbench.settings.Consent;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A suite: a list of steps, performed in one or several passes.
 *
 * @param settings settings of all steps; a step's own settings override them
 * @param repeat number of passes through all steps
 * @param countLast number of last passes that count in the result
 * @param columns columns of the result table
 * @param baseline directory of the baseline, {@link #PREVIOUS} or {@link #HISTORY}
 * @param margins smallest changes from the baseline that matter
 * @param keep number of suites of this name to keep, this one included; 0 for all
 * @param deadline time limit of the suite
 * @param configurations all are compared with the first one; none, or two and more
 * @param blocks whether all passes of a configuration are consecutive; else each pass has all
 */
public record Suite(
    String name,
    Map<Setting<?>, String> settings,
    int repeat,
    int countLast,
    List<Figure> columns,
    Optional<String> baseline,
    Margins margins,
    int keep,
    Optional<Duration> deadline,
    List<Step> steps,
    List<Configuration> configurations,
    boolean blocks) {

  /** Name of the step that makes a configuration. */
  public static final String DO = "do";

  /** The columns of a table for which none are chosen. */
  public static final List<Figure> COLUMNS =
      List.of(
          Figure.REQUESTS,
          Figure.THROUGHPUT,
          Figure.ROWS_PER_SECOND,
          Figure.BYTES_PER_SECOND,
          Figure.MEAN,
          Figure.P95,
          Figure.P99,
          Figure.P999,
          Figure.MAX,
          Figure.FAILED);

  /** Baseline: the last suite of the same name in the same directory. */
  public static final String PREVIOUS = "previous";

  /** Baseline: all suites and runs in the same directory, as a trend. */
  public static final String HISTORY = "history";

  /**
   * A configuration of the cluster or of the load, in which all steps are performed.
   *
   * @param where file and line, for messages
   * @param name empty for the only one of a suite without configurations
   * @param make shell command that makes it
   * @param undo shell command that takes it back
   * @param settings of all its steps; they override those of suite and step
   */
  public record Configuration(
      String where,
      String name,
      Optional<String> make,
      Optional<String> undo,
      Map<Setting<?>, String> settings) {
    static final Configuration ONLY =
        new Configuration("", "", Optional.empty(), Optional.empty(), Map.of());

    /** What makes it as a step, which is undone at the end of the configuration's other steps. */
    Optional<Step> step() {
      return make.map(line -> Step.of(where, DO, List.of(), make, 1, undo));
    }
  }

  /**
   * One step.
   *
   * @param where file and line, for messages
   * @param words command line of hbench without the program; empty for a shell command
   * @param shell shell command, if the step is one
   * @param during hooks to run during each run of the step
   * @param once whether it runs in the first pass only
   * @param canary whether its figures show how slow a night was
   * @param repeat number of consecutive runs in each pass
   * @param must whether the suite ends if it fails; by default true for loads and shell commands
   * @param undo shell command to run after each run of the step, whatever its outcome
   * @param deadline time limit of each run of the step
   * @param consent of the step alone
   */
  public record Step(
      String where,
      String name,
      List<String> words,
      Optional<String> shell,
      List<Hook> during,
      boolean once,
      boolean canary,
      int repeat,
      Optional<Boolean> must,
      Optional<String> undo,
      Optional<Duration> deadline,
      Consent consent) {

    /** A step that says nothing but what it does. */
    static Step of(
        String where,
        String name,
        List<String> words,
        Optional<String> shell,
        int repeat,
        Optional<String> undo) {
      return new Step(
          where,
          name,
          words,
          shell,
          List.of(),
          false,
          false,
          repeat,
          Optional.empty(),
          undo,
          Optional.empty(),
          new Consent(List.of()));
    }
  }

  /**
   * A shell command or an action that starts during a run.
   *
   * @param shell shell command; empty for an action
   * @param action action on the cluster, which has an undo of its own
   * @param undo shell command to run at the end of the load if the shell command has started
   */
  public record Hook(
      HookTime after, Optional<String> shell, Optional<Action> action, Optional<String> undo) {

    /** The shell command or the action. */
    @Override
    public String toString() {
      return action.map(Action::toString).or(() -> shell).orElseThrow();
    }
  }

  /**
   * The same suite with another number of passes; all count if all did, and no more than before.
   */
  public Suite repeated(int times) {
    int counted = countLast == repeat ? times : Math.min(countLast, times);
    return copy(name, times, counted, configurations, blocks);
  }

  /** The same suite with another name. */
  public Suite named(String other) {
    return copy(other, repeat, countLast, configurations, blocks);
  }

  /** The same suite once for each number of rows, one after the other. */
  public Suite sized(List<String> rows) {
    Ladder.checkDistinct(Settings.ROWS, rows);
    if (!configurations.isEmpty() || baseline.isPresent()) {
      throw Settings.ROWS.bad(
          String.join(",", rows),
          "the suite has configurations or a baseline",
          "--rows " + rows.get(0));
    }
    List<Configuration> sizes =
        rows.stream()
            .map(
                size ->
                    new Configuration(
                        "",
                        Settings.ROWS.name() + "=" + size,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(Settings.ROWS, size)))
            .toList();
    return copy(name, repeat, countLast, sizes, true);
  }

  private Suite copy(
      String newName, int times, int counted, List<Configuration> all, boolean inBlocks) {
    return new Suite(
        newName, settings, times, counted, columns, baseline, margins, keep, deadline, steps, all,
        inBlocks);
  }

  /** The shell commands of all configurations, steps and hooks, and those that undo them. */
  public List<String> shellLines() {
    return Stream.concat(configurations.stream().flatMap(c -> c.step().stream()), steps.stream())
        .flatMap(
            step ->
                Stream.concat(
                    Stream.of(step.shell(), step.undo()),
                    step.during().stream().flatMap(hook -> Stream.of(hook.shell(), hook.undo()))))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  public List<Action> actions() {
    return steps.stream()
        .flatMap(step -> step.during().stream())
        .flatMap(hook -> hook.action().stream())
        .distinct()
        .toList();
  }
}
