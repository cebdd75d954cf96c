package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** One command of the program: {@code load}, {@code report}, … */
interface Subcommand {
  /**
   * The first lines of the command's help.
   *
   * @param operands synopsis of what follows the command's name
   * @param purpose one line, also for the list of commands
   * @param example a complete command line, without the program
   * @param flags that belong to this command alone, or that it shares with some others
   */
  record Usage(String operands, String purpose, String example, List<Setting<?>> flags) {
    Usage(String operands, String purpose, String example) {
      this(operands, purpose, example, List.of());
    }
  }

  Usage usage();

  default boolean takesSettings() {
    return false;
  }

  /** Whether the command can do nothing without a cluster, and so without a login to it. */
  default boolean needsCluster() {
    return takesSettings();
  }

  /** Whether the command may change a cluster, or drive load against it: it is recorded then. */
  default boolean mayChangeACluster(List<String> words) {
    return false;
  }

  /** Does what must be done even if the command can't begin. */
  default void announce(Configuration conf, List<String> words) {}

  default CommandLine parse(Configuration conf, List<String> words) throws IOException {
    List<Setting<?>> all = new ArrayList<>(usage().flags());
    if (takesSettings()) {
      all.addAll(Settings.flags());
    }
    return CommandLine.parse(conf, words, all);
  }

  /**
   * Executes the command.
   *
   * @param conf configuration of the process; not modified
   * @return the exit code
   */
  int run(Configuration conf, List<String> words, Console console)
      throws IOException, InterruptedException;

  /** Further paragraphs of the command's help; empty or with a line feed at the end. */
  default String details() {
    return "";
  }
}
