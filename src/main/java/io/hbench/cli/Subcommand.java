package io.hbench.cli;

import io.hbench.driver.Console;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** One command of the program: {@code load}, {@code report}, … */
interface Subcommand {
  /** Synopsis of what follows the command's name. */
  String operands();

  /** One line for the list of commands. */
  String help();

  /** Whether every setting is an option of the command. */
  boolean takesSettings();

  /** Whether the command can do nothing without a cluster, and so without a login to it. */
  default boolean needsCluster() {
    return takesSettings() || loadReader().isPresent();
  }

  /**
   * Executes the command.
   *
   * @param conf configuration of the process; not modified
   * @param words the words after the command's name
   * @return the exit code
   */
  int run(Configuration conf, List<String> words, Console console)
      throws IOException, InterruptedException;

  /** Reader of the load that the words ask for; empty if the command drives no load. */
  default Optional<LoadRequest.Reader> loadReader() {
    return Optional.empty();
  }

  /** Further paragraphs of the command's help; empty or with a line feed at the end. */
  default String details() {
    return "";
  }

  /** A complete command line, without the program. */
  String example();
}
