package io.hbench.suite;

import java.util.Arrays;
import java.util.List;

/** The register of what a suite's file can say, of all of it and of each step. */
public enum SuiteKey {
  NAME(false, "name", "what to call it; the name of the file by default"),
  SETTINGS(false, "settings", "settings of all steps, by name; what a step says itself wins"),
  REPEAT(false, "repeat", "how often to go through all steps [1]"),
  COUNT_LAST(
      false, "count_last", "how many of these times, the last ones, are in the result [all]"),
  COLUMNS(false, "columns", "a list of what the table at the end shows"),
  STEPS(false, "steps", "a list of steps"),
  STEP_NAME(true, "name", "what to call it, and its directory"),
  STEP_COMMAND(true, "command", "a command line, as behind `hbench.jar`: `run get --threads 2,4`"),
  STEP_ONCE(true, "once", "`true`: not again when the steps are repeated [false]"),
  STEP_REPEAT(true, "repeat", "how often in a row [1]"),
  STEP_MUST(true, "must", "`true`: the suite ends if it fails [true for `load`, else false]");

  private final boolean ofStep;
  private final String label;
  private final String help;

  SuiteKey(boolean ofStep, String label, String help) {
    this.ofStep = ofStep;
    this.label = label;
    this.help = help;
  }

  /** Those of a step, or those of all of it. */
  static List<SuiteKey> all(boolean ofStep) {
    return Arrays.stream(values()).filter(key -> key.ofStep == ofStep).toList();
  }

  public boolean isOfStep() {
    return ofStep;
  }

  public String help() {
    return help;
  }

  /** As it stands in the file. */
  @Override
  public String toString() {
    return label;
  }
}
