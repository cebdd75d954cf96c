package io.hbench.suite;

import java.util.Arrays;
import java.util.List;

/** Register of the keys of a suite file: of the suite, its steps and their hooks. */
public enum SuiteKey {
  NAME(Part.SUITE, "name", "what to call it; the name of the file by default"),
  SETTINGS(Part.SUITE, "settings", "settings of all steps, by name; what a step says itself wins"),
  REPEAT(Part.SUITE, "repeat", "how often to go through all steps [1]"),
  COUNT_LAST(
      Part.SUITE, "count_last", "how many of these times, the last ones, are in the result [all]"),
  COLUMNS(Part.SUITE, "columns", "a list of what the table at the end shows"),
  STEPS(Part.SUITE, "steps", "a list of steps"),
  BASELINE(
      Part.SUITE,
      "baseline",
      "the directory of an earlier one to compare with: `previous` for the last of this name beside"
          + " this one"),
  MARGIN(Part.SUITE, "margin", "the smallest change from the baseline that matters [5%]"),
  KEEP(
      Part.SUITE,
      "keep",
      "how many suites of this name to keep beside this one, the newest; older ones are deleted [all]"),
  STEP_NAME(Part.STEP, "name", "what to call it, and its directory"),
  STEP_COMMAND(
      Part.STEP, "command", "a command line, as behind `hbench.jar`: `run get --threads 2,4`"),
  STEP_ONCE(Part.STEP, "once", "`true`: not again when the steps are repeated [false]"),
  STEP_REPEAT(Part.STEP, "repeat", "how often in a row [1]"),
  STEP_SHELL(
      Part.STEP,
      "shell",
      "a line for bash on this machine, in place of a command: `ssh rs1 systemctl restart hbase`"),
  STEP_DURING(Part.STEP, "during", "a list of hooks that go off while each run of it goes on"),
  STEP_MUST(
      Part.STEP,
      "must",
      "`true`: the suite ends if it fails [true for `load` and `shell`, else false]"),
  HOOK_AFTER(Part.HOOK, "after", "how long after the start of the load, warm-up included: `90s`"),
  HOOK_SHELL(Part.HOOK, "shell", "a line for bash on this machine; it is marked on the timeline");

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
