package io.hbench.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.Strings;

/**
 * Register of the keys of a suite file: of the suite, its configurations, steps and hooks. The name
 * of a constant is that of the key, after that of its part.
 */
public enum SuiteKey {
  NAME("name of the suite; default: the name of the file"),
  SETTINGS("settings of all steps, by name; a step's own settings win"),
  REPEAT("passes through all steps [1]"),
  COUNT_LAST("number of last passes that count in the result [all]"),
  COLUMNS("columns of the result table, as a list"),
  STEPS("steps, as a list"),
  CONFIGURATIONS("configurations by name, each compared with the first one [none]"),
  ORDER(
      "of configurations: `interleaved`: all in each pass; `blocks`: one after the other"
          + " [interleaved]"),
  BASELINE(
      "directory of the baseline; `previous`: the last complete and valid suite of this name;"
          + " `history`: all"),
  MARGIN("margin: smallest relevant change from the baseline [5%]"),
  ERRORS_MARGIN("smallest relevant difference of the shares of failed or dropped requests [0.1%]"),
  KEEP("number of suites of this name to keep, this one included; older ones are deleted [all]"),
  DEADLINE(
      "time limit of the suite: the run in progress is stopped, and no other one starts [none]"),
  CONFIGURATION_DO("bash command on this machine that makes it, before its steps"),
  CONFIGURATION_UNDO("bash command that takes it back, after its steps, whatever their outcome"),
  CONFIGURATION_SETTINGS("settings of its steps, by name; they win over those of suite and step"),
  STEP_NAME("name of the step and of its directory"),
  STEP_COMMAND("command line of hbench: `run get --threads 2,4`"),
  STEP_ONCE("`true`: in the first pass only; in `blocks`, in that of each configuration [false]"),
  STEP_REPEAT("consecutive runs in each pass [1]"),
  STEP_CANARY("`true`: a small load that never changes, which shows how slow a night is [false]"),
  STEP_SHELL(
      "bash command on this machine, in place of `command`: `ssh rs1 systemctl restart hbase`"),
  STEP_DURING("hooks during each run of the step, as a list"),
  STEP_MUST("`true`: the suite ends if the step fails [true for `load` and `shell`, else false]"),
  STEP_UNDO("bash command on this machine after each run of the step, whatever its outcome"),
  STEP_DEADLINE(
      "time limit of each run of the step, which then fails [1h for `shell`, else the run's own]"),
  STEP_YES(
      "consent: `true` for changes of the step's table, or a list of tables, `servers`, `size` [none]"),
  HOOK_AFTER("time from the start of the load, warm-up included: `90s`, or its share: `30%`"),
  HOOK_SHELL("bash command on this machine, marked on the timeline"),
  HOOK_ACTION(
      "action on the cluster, in place of `shell`, with an undo of its own: `move-regions 5`"),
  HOOK_UNDO("bash command that repairs what `shell` did, at the end of the load, however it ends");

  /** Part of the file that has a key. */
  public enum Part {
    SUITE(0),
    CONFIGURATION(1),
    STEP(1),
    HOOK(2);

    private final int depth;

    Part(int depth) {
      this.depth = depth;
    }

    /** Depth of the list that holds the part; 0 for none. */
    public int depth() {
      return depth;
    }
  }

  private final String help;

  SuiteKey(String help) {
    this.help = help;
  }

  static List<SuiteKey> all(Part part) {
    return Arrays.stream(values()).filter(key -> key.part() == part).toList();
  }

  public Part part() {
    return Arrays.stream(Part.values())
        .filter(part -> name().startsWith(part + "_"))
        .findFirst()
        .orElse(Part.SUITE);
  }

  public String help() {
    return help;
  }

  /** The key, as the file has it. */
  @Override
  public String toString() {
    return Strings.CS.removeStart(name(), part() + "_").toLowerCase(Locale.ROOT);
  }
}
