package io.hbench.suite;

import io.hbench.settings.Setting;
import io.hbench.suite.Suite.Hook;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * One of many runs.
 *
 * @param step its name; empty for a ladder on the command line
 * @param rung the ladder's settings with their values for this run
 * @param repeat of this step and rung, from 1 on
 * @param counted whether its figures are in the result
 * @param must whether the rest makes no sense if it fails
 * @param directory below that of all runs
 * @param conf everything it needs, but for the run directory
 * @param shell a line for the shell, in place of a run
 * @param during what happens while it goes on
 */
public record PlannedRun(
    String step,
    Map<Setting<?>, String> rung,
    int repeat,
    boolean counted,
    boolean must,
    String directory,
    Configuration conf,
    Optional<String> shell,
    List<Hook> during) {

  /** The rung as it is kept in a file. */
  Map<String, String> ladder() {
    Map<String, String> ladder = new LinkedHashMap<>();
    rung.forEach((setting, text) -> ladder.put(setting.name(), text));
    return ladder;
  }
}
