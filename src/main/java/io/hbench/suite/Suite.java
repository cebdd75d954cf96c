package io.hbench.suite;

import io.hbench.settings.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A list of steps, to be gone through once or several times.
 *
 * @param settings of all steps that don't say otherwise
 * @param repeat how often to go through all of them
 * @param countLast how many of these times, the last ones, are in the result
 * @param columns of the table at the end
 * @param baseline the directory of the suite to compare with, or {@link #PREVIOUS}
 * @param margin the smallest change that matters
 * @param keep how many suites of this name there may be beside it; 0 for any number
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

  /** For the last one of this name, wherever it is. */
  public static final String PREVIOUS = "previous";

  /**
   * One step.
   *
   * @param where file and line, for messages
   * @param words a command line of hbench, without the program; empty if it is a line for the shell
   * @param shell the line for the shell, if it is one
   * @param during what happens while each of its runs goes on
   * @param once whether it is left out when the others are repeated
   * @param repeat how often in a row
   * @param must whether the suite ends if it fails; by default if it is a load, or for the shell
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
   * A line for the shell that goes off during a run.
   *
   * @param after the start of the load
   */
  public record Hook(Duration after, String shell) {}

  /** The same, gone through another number of times; all of them count if they are that few. */
  public Suite repeated(int times) {
    return new Suite(
        name, settings, times, Math.min(countLast, times), columns, baseline, margin, keep, steps);
  }
}
