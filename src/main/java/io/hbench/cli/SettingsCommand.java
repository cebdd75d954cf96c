package io.hbench.cli;

import io.hbench.run.UsageException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Lists the register of settings. */
final class SettingsCommand implements Subcommand {
  @Override
  public String operands() {
    return "";
  }

  @Override
  public String help() {
    return "lists the settings";
  }

  @Override
  public boolean takesSettings() {
    return false;
  }

  @Override
  public int run(Configuration conf, List<String> words, Console console) {
    if (!words.isEmpty()) {
      throw new UsageException("settings: takes nothing, not '" + words.get(0) + "'");
    }
    console.out().print(Help.settings());
    return ExitCode.FINE;
  }

  @Override
  public String example() {
    return "settings";
  }
}
