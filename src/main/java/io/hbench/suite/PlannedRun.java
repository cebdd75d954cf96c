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
 * @param rung the ladder's settings with their values for this run
 * @param repeat number of the repeat of this step and rung, from 1
 * @param counted whether its figures count in the result
 * @param must whether the suite ends if it fails
 * @param directory path below the directory of the suite
 * @param conf configuration of the run, without the run directory
 */
public record PlannedRun(
    Step step,
    Map<Setting<?>, String> rung,
    int repeat,
    boolean counted,
    boolean must,
    String directory,
    Configuration conf) {

  /** The actions of its hooks. */
  public List<Action> actions() {
    return step.during().stream().flatMap(hook -> hook.action().stream()).toList();
  }

  /** The rung by names of settings, for the record. */
  Map<String, String> ladder() {
    Map<String, String> ladder = new LinkedHashMap<>();
    rung.forEach((setting, text) -> ladder.put(setting.name(), text));
    return ladder;
  }
}
