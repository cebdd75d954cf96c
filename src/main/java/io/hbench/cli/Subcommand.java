package io.hbench.cli;

import io.hbench.driver.Console;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** One command of the program. */
interface Subcommand {
  /** What may stand behind it. */
  String operands();

  /** One line. */
  String help();

  /** Whether it takes the settings as options. */
  boolean takesSettings();

  /**
   * Does it.
   *
   * @return the exit code
   */
  int run(Configuration conf, List<String> words, Console console)
      throws IOException, InterruptedException;

  /** What its help says besides. */
  default String details() {
    return "";
  }

  /** Something to copy. */
  String example();
}
