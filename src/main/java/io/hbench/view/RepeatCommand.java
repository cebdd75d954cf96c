package io.hbench.view;

import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;

/** The command line that repeats a run. */
final class RepeatCommand {
  private RepeatCommand() {}

  /**
   * Renders the command line, without {@code --out}: a run directory cannot be used twice.
   *
   * @param settings of the run, by name
   */
  static String command(Map<String, String> settings) {
    Map<Setting<?>, String> given = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      if (settings.containsKey(setting.name()) && !setting.equals(Settings.OUT)) {
        given.put(setting, settings.get(setting.name()));
      }
    }
    if (!Command.RUN.toString().equals(given.getOrDefault(Settings.COMMAND, "run"))) {
      given.remove(Settings.ASSIGNMENTS);
    }
    return CommandLineText.of(given);
  }
}
