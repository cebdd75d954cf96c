package io.hbench.cli;

import io.hbench.driver.Console;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A command that drives load, by itself or as a step of a suite. */
interface LoadCommand extends Subcommand {
  @Override
  default boolean needsCluster() {
    return true;
  }

  @Override
  default boolean mayChangeACluster(List<String> words) {
    return true;
  }

  /**
   * Reads the words of a step after the command's name; submits nothing.
   *
   * @param given configuration of the process; not modified
   */
  LoadRequest request(Configuration given, List<String> words, Console console) throws IOException;
}
