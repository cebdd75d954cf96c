package io.hbench.suite;

import java.util.Arrays;
import java.util.List;

/** Register of the keys of a suite file: of the suite, its steps and their hooks. */
public enum SuiteKey {
  NAME(Part.SUITE, "name", "name of the suite; default: the name of the file"),
  SETTINGS(Part.SUITE, "settings", "settings of all steps, by name; a step's own settings win"),
  REPEAT(Part.SUITE, "repeat", "passes through all steps [1]"),
  COUNT_LAST(Part.SUITE, "count_last", "number of last passes that count in the result [all]"),
  COLUMNS(Part.SUITE, "columns", "columns of the result table, as a list"),
  STEPS(Part.SUITE, "steps", "steps, as a list"),
  BASELINE(
      Part.SUITE,
      "baseline",
      "directory of the baseline; `previous`: the last complete and valid suite of this name;"
          + " `history`: all"),
  MARGIN(Part.SUITE, "margin", "margin: smallest relevant change from the baseline [5%]"),
  ERRORS_MARGIN(
      Part.SUITE,
      "errors_margin",
      "smallest relevant difference of the shares of failed or dropped requests [0.1%]"),
  KEEP(
      Part.SUITE,
      "keep",
      "number of suites of this name to keep, this one included; older ones are deleted [all]"),
  DEADLINE(
      Part.SUITE,
      "deadline",
      "time limit of the suite: the run in progress is stopped, and no other one starts [none]"),
  STEP_NAME(Part.STEP, "name", "name of the step and of its directory"),
  STEP_COMMAND(Part.STEP, "command", "command line of hbench: `run get --threads 2,4`"),
  STEP_ONCE(Part.STEP, "once", "`true`: in the first pass only [false]"),
  STEP_REPEAT(Part.STEP, "repeat", "consecutive runs in each pass [1]"),
  STEP_CANARY(
      Part.STEP,
      "canary",
      "`true`: a small load that never changes, which shows how slow a night is [false]"),
  STEP_SHELL(
      Part.STEP,
      "shell",
      "bash command on this machine, in place of `command`: `ssh rs1 systemctl restart hbase`"),
  STEP_DURING(Part.STEP, "during", "hooks during each run of the step, as a list"),
  STEP_MUST(
      Part.STEP,
      "must",
      "`true`: the suite ends if the step fails [true for `load` and `shell`, else false]"),
  STEP_UNDO(
      Part.STEP,
      "undo",
      "bash command on this machine after each run of the step, whatever its outcome"),
  STEP_DEADLINE(
      Part.STEP,
      "deadline",
      "time limit of each run of the step, which is stopped then and fails [1h for `shell`]"),
  HOOK_AFTER(
      Part.HOOK,
      "after",
      "time from the start of the load, warm-up included: `90s`, or its share: `30%`"),
  HOOK_SHELL(Part.HOOK, "shell", "bash command on this machine, marked on the timeline"),
  HOOK_ACTION(
      Part.HOOK,
      "action",
      "action on the cluster, in place of `shell`, with an undo of its own: `move-regions 5`"),
  HOOK_UNDO(
      Part.HOOK,
      "undo",
      "bash command that repairs what `shell` did, at the end of the load, however it ends");

  /** Part of the file that has a key. */
  public enum Part {
    SUITE("", 0),
    STEP("a step's ", 1),
    HOOK("a hook's ", 2);

    private final String owner;
    private final int depth;

    Part(String owner, int depth) {
      this.owner = owner;
      this.depth = depth;
    }

    /** Prefix of a key in the documentation; empty for the suite. */
    public String owner() {
      return owner;
    }

    /** Depth of the list that holds the part; 0 for none. */
    public int depth() {
      return depth;
    }
  }

  private final Part part;
  private final String label;
  private final String help;

  SuiteKey(Part part, String label, String help) {
    this.part = part;
    this.label = label;
    this.help = help;
  }

  static List<SuiteKey> all(Part part) {
    return Arrays.stream(values()).filter(key -> key.part == part).toList();
  }

  public Part part() {
    return part;
  }

  public String help() {
    return help;
  }

  /** The key, as the file has it. */
  @Override
  public String toString() {
    return label;
  }
}
