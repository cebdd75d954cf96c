package io.hbench.spec;

import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;

/** A mix and the number of map tasks that drive it: {@code get:95,put:5@40}. */
public record Assignment(Mix mix, int tasks) {

  /**
   * Reads {@code MIX[@TASKS]}.
   *
   * @param defaultTasks where the text has none
   */
  public static Assignment parse(String text, int defaultTasks) {
    int at = text.indexOf('@');
    if (at < 0) {
      return new Assignment(Mix.parse(text), defaultTasks);
    }
    String tasks = text.substring(at + 1);
    try {
      return new Assignment(Mix.parse(text.substring(0, at)), SettingType.SMALL_COUNT.read().apply(tasks));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw UsageException.badValue(
          "'" + text + "'", tasks, "is not a number of tasks", "get:95,put:5@40");
    }
  }

  @Override
  public String toString() {
    return mix + "@" + tasks;
  }
}
