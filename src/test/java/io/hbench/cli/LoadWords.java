package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.suite.Ladder;
import io.hbench.suite.SuitePlan;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * Command lines that drive load, read up to the specification of each run: nothing is submitted.
 */
public final class LoadWords {
  private LoadWords() {}

  /**
   * Reads a command line.
   *
   * @param words {@code pe} or {@code ycsb}, or a command of hbench, and what follows it
   */
  public static void read(Configuration given, Console console, List<String> words)
      throws IOException {
    LoadCommand command =
        switch (words.get(0)) {
          case "pe" -> new PeCommand();
          case "ycsb" -> new YcsbCommand();
          default -> new RunCommand(Command.valueOf(words.get(0).toUpperCase(Locale.ROOT)));
        };
    LoadRequest request = command.request(given, words.subList(1, words.size()), console);
    Configuration conf = request.merged();
    Ladder ladder = Ladder.of(conf, request.settings().keySet());
    if (ladder.isEmpty()) {
      TaskSpec.plan(RunSpec.from(conf));
    } else {
      SuitePlan.of(conf, ladder, 1);
    }
  }
}
