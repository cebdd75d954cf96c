package io.hbench.cli;

import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.Map;

/** What the words of another tool become, as a line that can be typed. */
final class NativeLine {
  private NativeLine() {}

  /**
   * The line.
   *
   * @param settings with {@code command}, and with {@code assignments} if it takes some; those that
   *     are as they are by default need not be typed
   */
  static String of(Map<Setting<?>, String> settings) {
    StringBuilder line = new StringBuilder("hadoop jar hbench.jar ");
    line.append(settings.getOrDefault(Settings.COMMAND, Command.RUN.toString()));
    if (settings.containsKey(Settings.ASSIGNMENTS)) {
      line.append(' ').append(settings.get(Settings.ASSIGNMENTS));
    }
    settings.forEach(
        (setting, text) -> {
          if (Settings.flags().contains(setting) && !text.equals(setting.fallback())) {
            boolean plain = text.matches("[\\w.,:/%=-]+");
            line.append(' ').append(setting.flag());
            if (!(setting.isSwitch() && text.equals("true"))) {
              line.append(setting.isSwitch() ? '=' : ' ')
                  .append(plain ? text : "'" + text.replace("'", "'\\''") + "'");
            }
          }
        });
    return line.toString();
  }
}
