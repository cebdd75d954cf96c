package io.hbench.suite;

import io.hbench.cluster.action.Action;
import io.hbench.settings.Setting;
import io.hbench.suite.Suite.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A planned run of a suite or a ladder.
 *
 * @param step its step; without a name for a ladder on the command line
 * @param makes whether it makes its configuration, for the runs of this visit after it
 * @param rung the ladder's settings with their values for this run
 * @param repeat number of the repeat of this step and rung, from 1
 * @param counted whether its figures count in the result
 * @param must whether the suite ends if it fails
 * @param directory path below the directory of the suite
 * @param conf configuration of the run, without the run directory
 */
public record PlannedRun(
    Step step,
    Visit visit,
    boolean makes,
    Map<Setting<?>, String> rung,
    int repeat,
    boolean counted,
    boolean must,
    String directory,
    Configuration conf) {

  /** Ladder's name of a configuration. */
  static final String CONFIGURATION = "configuration";

  /**
   * Consecutive runs in one configuration.
   *
   * @param configuration its name; empty in a suite without configurations
   * @param number of the visit in the suite
   */
  public record Visit(String configuration, int number) {
    static final Visit ONLY = new Visit("", 1);
  }

  /**
   * Whether the later runs of its visit rest on it, and another configuration may have replaced
   * what it has made: the configuration, or a table.
   */
  public boolean prepares() {
    return makes
        || (!visit.configuration().isEmpty()
            && (step.once() || (step.shell().isEmpty() && SuitePlan.isLoad(conf))));
  }

  /** Whether no run may start after an outcome of this one. */
  public boolean endsAll(RunOutcome outcome) {
    return outcome.last() || (must && !outcome.isComplete());
  }

  public List<Action> actions() {
    return step.during().stream().flatMap(hook -> hook.action().stream()).toList();
  }

  /** The configuration, and the rung by names of settings, for the record. */
  Map<String, String> ladder() {
    Map<String, String> ladder = new LinkedHashMap<>();
    if (!visit.configuration().isEmpty()) {
      ladder.put(CONFIGURATION, visit.configuration());
    }
    rung.forEach((setting, text) -> ladder.put(setting.name(), text));
    return ladder;
  }
}
