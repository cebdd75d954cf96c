package io.hbench.cli;

import io.hbench.report.RunReport;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/**
 * The load that a command line asks for, as settings.
 *
 * @param conf the configuration of the process, with Hadoop's own options
 * @param settings settings of the command line, in its order; they override {@code conf}
 * @param epilogue text to print after the report of a single run
 */
record LoadRequest(
    Configuration conf, Map<Setting<?>, String> settings, Function<RunReport, String> epilogue) {

  LoadRequest(Configuration conf, Map<Setting<?>, String> settings) {
    this(conf, settings, report -> "");
  }

  Configuration merged() {
    Configuration merged = new Configuration(conf);
    settings.forEach((setting, text) -> setting.set(merged, text));
    return merged;
  }

  /**
   * Takes over what differs from the configuration of the process.
   *
   * @param merged with what an earlier run or a file says
   */
  void take(Configuration merged) {
    for (Setting<?> setting : Settings.all()) {
      if (!setting.text(merged).equals(setting.text(conf))) {
        settings.put(setting, setting.text(merged));
      }
    }
  }
}
