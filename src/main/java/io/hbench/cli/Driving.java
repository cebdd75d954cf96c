package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.report.RunReport;
import io.hbench.settings.Setting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** A command that drives load: its words become settings, and may be a step of a suite. */
interface Driving extends Subcommand {
  /**
   * What the words ask for.
   *
   * @param conf what was given, and what Hadoop's own options say
   * @param settings to put over it, in the order of the words
   * @param epilogue what to print after the report of a single run
   */
  record Request(
      Configuration conf, Map<Setting<?>, String> settings, Function<RunReport, String> epilogue) {

    /** All of it in one. */
    Configuration merged() {
      Configuration merged = new Configuration(conf);
      settings.forEach((setting, text) -> setting.set(merged, text));
      return merged;
    }
  }

  /**
   * Reads the words, and does nothing yet.
   *
   * @param given left as it is
   */
  Request request(Configuration given, List<String> words, Console console) throws IOException;
}
