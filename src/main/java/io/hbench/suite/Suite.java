package io.hbench.suite;

import io.hbench.settings.Setting;
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
 * @param baseline directory of the baseline, or {@link #PREVIOUS}
 * @param margin smallest change that matters, as a share
 * @param keep number of suites of this name to keep, this one included; 0 for all
 */
public record Suite(
    String name,
    Map<Setting<?>, String> settings,
    int repeat,
    int countLast,
    List<Column> columns,
    Optional<String> baseline,
    double margin,
    int keep,
    List<Step> steps) {

  /** Baseline: the last suite of the same name in the same directory. */
  public static final String PREVIOUS = "previous";

  /**
   * One step.
   *
   * @param where file and line, for messages
   * @param words command line of hbench without the program; empty for a shell command
   * @param shell shell command, if the step is one
   * @param during hooks to run during each run of the step
   * @param once whether it runs in the first pass only
   * @param repeat number of consecutive runs in each pass
   * @param must whether the suite ends if it fails; by default true for loads and shell commands
   */
  public record Step(
      String where,
      String name,
      List<String> words,
      Optional<String> shell,
      List<Hook> during,
      boolean once,
      int repeat,
      Optional<Boolean> must) {}

  /**
   * A shell command that starts during a run.
   *
   * @param after time after the start of the load
   */
  public record Hook(Duration after, String shell) {}

  /** The same suite with another number of passes; no more than these count. */
  public Suite repeated(int times) {
    return new Suite(
        name, settings, times, Math.min(countLast, times), columns, baseline, margin, keep, steps);
  }

  /** The shell commands of all steps and hooks. */
  public List<String> shellLines() {
    return steps.stream()
        .flatMap(
            step ->
                Stream.concat(step.shell().stream(), step.during().stream().map(Hook::shell)))
        .distinct()
        .toList();
  }
}
