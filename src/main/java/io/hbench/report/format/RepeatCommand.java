package io.hbench.report.format;

import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line that repeats a run. */
final class RepeatCommand {
  private static final String SAFE = "[\\w@%+=:,./-]+";

  private RepeatCommand() {}

  /**
   * Renders the command line, without {@code --out}: a run directory cannot be used twice.
   *
   * @param settings of the run, by name
   */
  static String command(Map<String, String> settings) {
    List<String> given = new ArrayList<>(List.of("hadoop", "jar", "hbench.jar"));
    String command = settings.getOrDefault(Settings.COMMAND.name(), Command.RUN.toString());
    given.add(command);
    if (command.equals(Command.RUN.toString())) {
      given.addAll(
          List.of(settings.getOrDefault(Settings.ASSIGNMENTS.name(), "").trim().split(" +")));
    }
    for (Setting<?> setting : Settings.flags()) {
      String value = settings.getOrDefault(setting.name(), setting.fallback());
      if (!value.equals(setting.fallback()) && !setting.equals(Settings.OUT)) {
        given.addAll(words(setting, value));
      }
    }
    return String.join(" ", given.stream().map(RepeatCommand::quoted).toList());
  }

  private static List<String> words(Setting<?> setting, String value) {
    if (!setting.isSwitch()) {
      return List.of(setting.flag(), value);
    }
    return List.of(value.equals("true") ? setting.flag() : setting.flag() + "=" + value);
  }

  /** One word for a shell. */
  static String quoted(String word) {
    return word.matches(SAFE) ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
