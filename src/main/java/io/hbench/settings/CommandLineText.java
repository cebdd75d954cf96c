package io.hbench.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Renders settings as a command line of hbench, quoted for a shell. */
public final class CommandLineText {
  private static final String PREFIX = "hadoop jar hbench.jar ";
  private static final String SAFE = "[\\w@%+=:,./-]+";

  private CommandLineText() {}

  /**
   * Renders {@code hadoop jar hbench.jar COMMAND [ASSIGNMENT…] [--setting VALUE]…}, without
   * secrets.
   *
   * @param settings with {@code command} ({@code run} by default); settings at their default are
   *     left out, the others keep their order
   */
  public static String of(Map<Setting<?>, String> settings) {
    List<String> words = new ArrayList<>();
    boolean live =
        !settings.getOrDefault(Settings.CANDIDATE, "").isEmpty()
            && settings.getOrDefault(Settings.TENANT, "").isEmpty(); // whose sides are its own
    if (live) {
      words.addAll(List.of("compare", "--live"));
    }
    words.add(settings.getOrDefault(Settings.COMMAND, Command.RUN.toString()));
    String assignments = settings.getOrDefault(Settings.ASSIGNMENTS, "").trim();
    if (!assignments.isEmpty()) {
      words.addAll(List.of(assignments.split("\\s+")));
    }
    Settings.RECORDED
        .kind()
        .find(settings.getOrDefault(Settings.RECORDED, ""))
        .ifPresent(load -> words.addAll(List.of(load.file(), "--rows", load.rows().toString())));
    Configuration patterns = new Configuration(false);
    settings.forEach(
        (setting, text) -> {
          String value = Secrets.redacted(patterns, setting, text);
          boolean flag = setting.isFlag() || (live && setting.equals(Settings.CANDIDATE));
          if (flag && !value.equals(setting.fallback())) {
            words.addAll(words(setting, value));
          }
        });
    return PREFIX + String.join(" ", words.stream().map(CommandLineText::quoted).toList());
  }

  /** The command that loads the rows of a run. */
  public static String load(Configuration conf) {
    if (Settings.LOADER.isSet(conf)) {
      return Settings.LOADER.get(conf);
    }
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    settings.put(Settings.COMMAND, Command.LOAD.toString());
    Settings.with(SettingRole.ROW_CONTENT)
        .forEach(s -> settings.put(s, ofFile(s.text(conf)) ? s.kind().example() : s.text(conf)));
    List.of(Settings.QUORUM, Settings.USER).forEach(s -> settings.put(s, s.text(conf)));
    return of(settings).substring(PREFIX.length());
  }

  /** Whether a value is what a file holds, whose name is not known any more. */
  private static boolean ofFile(String text) {
    return text.contains("\n");
  }

  /** The words of a run from which its load follows, with the table that it goes to. */
  public static String ofLoad(Configuration conf) {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    Settings.all().stream()
        .filter(s -> !s.has(SettingRole.NO_LOAD_EFFECT) || s.equals(Settings.TABLE))
        .forEach(s -> settings.put(s, s.text(conf)));
    return of(settings).substring(PREFIX.length());
  }

  private static List<String> words(Setting<?> setting, String value) {
    if (!setting.isSwitch()) {
      return List.of(setting.flag(), value);
    }
    return List.of(value.equals("true") ? setting.flag() : setting.flag() + "=" + value);
  }

  /** One word of a shell's command line, e.g. a path, quoted where necessary. */
  public static String quoted(Object text) {
    String word = text.toString();
    return word.matches(SAFE) ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
