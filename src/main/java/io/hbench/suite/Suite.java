package io.hbench.suite;

import io.hbench.run.Setting;
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
 */
public record Suite(
    String name,
    Map<Setting<?>, String> settings,
    int repeat,
    int countLast,
    List<Column> columns,
    List<Step> steps) {

  /**
   * One step.
   *
   * @param where file and line, for messages
   * @param words a command line of hbench, without the program
   * @param once whether it is left out when the others are repeated
   * @param repeat how often in a row
   * @param must whether the suite ends if it fails; by default if it is a load
   */
  public record Step(
      String where,
      String name,
      List<String> words,
      boolean once,
      int repeat,
      Optional<Boolean> must) {}

  /** The same, gone through another number of times; all of them count if they are that few. */
  public Suite repeated(int times) {
    return new Suite(name, settings, times, Math.min(countLast, times), columns, steps);
  }
}
