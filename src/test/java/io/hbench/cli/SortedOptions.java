package io.hbench.cli;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;

/** The tables of another tool's options for the documentation, one for each fate. */
final class SortedOptions {
  private static final int WIDTH = 119;

  private SortedOptions() {}

  /**
   * The tables; the last group, whose options have no effect, is a sentence.
   *
   * @param name an option as a user types it
   */
  static String of(List<SettingGroup> groups, Function<Setting<?>, String> name) {
    StringBuilder text = new StringBuilder();
    SettingGroup unused = groups.get(groups.size() - 1);
    for (SettingGroup group : groups.subList(0, groups.size() - 1)) {
      text.append("%s:\n\n| | default | becomes |\n|---|---|---|\n".formatted(group.heading()));
      for (Setting<?> option : group.settings()) {
        String fallback = option.fallback().isEmpty() ? "" : "`" + option.fallback() + "`";
        text.append("| `%s` | %s | %s |\n".formatted(name.apply(option), fallback, option.help()));
      }
      text.append('\n');
    }
    String names =
        unused.settings().stream()
            .map(option -> "`" + name.apply(option) + "`")
            .collect(Collectors.joining(", "));
    return text + WordUtils.wrap(unused.heading() + ": " + names + ".", WIDTH, "\n", false) + "\n";
  }
}
