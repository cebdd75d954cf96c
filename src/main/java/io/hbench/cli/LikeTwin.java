package io.hbench.cli;

import io.hbench.compat.twin.TwinTranslation;
import io.hbench.driver.Console;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.twin.Twin;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** {@code --like}: rows, regions and load of a command are those of a twin. */
final class LikeTwin {
  private static final SettingGroup FLAGS = new SettingGroup("like a twin");
  private static final Setting<String> LIKE =
      FLAGS
          .add("like", SettingType.TEXT.withExample("twin.json"))
          .help("twin of a table: twin.json, or its directory; sets rows, regions, mix and rate");
  private static final Setting<Double> SCALE =
      FLAGS
          .add("scale", SettingType.POSITIVE_SHARE, "100%")
          .help("size of the table, as a share of that of the twin");
  private static final Setting<BigDecimal> SPEED =
      FLAGS
          .add("speed", SettingType.FACTOR, "1x")
          .help("rate, as a multiple of that of the twin: 2x");

  private static final String EXAMPLE = "--like twin.json";

  private LikeTwin() {}

  static List<Setting<?>> flags(Command command) {
    return switch (command) {
      case LOAD -> List.of(LIKE, SCALE);
      case RUN, FINDMAX -> List.of(LIKE, SCALE, SPEED);
      case VERIFY, REPLAY -> List.of();
    };
  }

  /**
   * The settings of a command line: those that it gives, and those of the twin that it names.
   *
   * @throws UsageException if the file is not that of a twin, or a flag contradicts another one
   */
  static Map<Setting<?>, String> settings(
      Command command, CommandLine line, Map<Setting<?>, String> given, Console console) {
    Configuration flags = line.flags();
    if (LIKE.find(flags).isEmpty()) {
      for (Setting<?> flag : flags(command)) {
        if (flag.isSet(flags)) {
          throw flag.bad(
              flags, "needs a twin", "--like twin.json " + flag.flag() + " " + flag.text(flags));
        }
      }
      return given;
    }
    line.properties().forEach(given::putIfAbsent);
    if (command == Command.LOAD && given.containsKey(Settings.SPEED)) {
      throw Settings.SPEED.bad(given.get(Settings.SPEED), "a load has no rate", EXAMPLE);
    }
    checkAlone(SCALE, Settings.ROWS, given, flags);
    checkAlone(SPEED, Settings.RATE, given, flags);
    checkAlone(SPEED, Settings.START_RATE, given, flags);
    String name = LIKE.get(flags);
    TwinTranslation translation =
        new TwinTranslation(
            read(line.conf(), LIKE.flag(), name, EXAMPLE),
            new TwinTranslation.Request(
                command, name, SCALE.get(flags), SPEED.get(flags).doubleValue()),
            withTexts(line.conf(), given));
    translation.notes().forEach(console::say);
    return new LinkedHashMap<>(translation.settings());
  }

  private static void checkAlone(
      Setting<?> share, Setting<?> whole, Map<Setting<?>, String> given, Configuration flags) {
    if (share.isSet(flags) && given.containsKey(whole)) {
      throw share.bad(
          flags,
          "contradicts " + whole.flag() + " " + given.get(whole),
          "--like twin.json " + whole.flag() + " " + given.get(whole));
    }
  }

  /**
   * @param origin flag or command with the file, for messages
   * @param name of the file, or of its directory
   * @throws UsageException if there is no such file, or it is not that of a twin
   */
  static Twin read(Configuration conf, String origin, String name, String example) {
    String file = name.endsWith(".json") ? name : name + "/" + Twin.FILE;
    try {
      return Twin.parse(UserFile.of(conf, origin, file, example).read(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw UsageException.badValue(origin, file, e.getMessage(), example);
    }
  }

  /** The settings, with what a file holds in place of its name. */
  private static Map<Setting<?>, String> withTexts(
      Configuration conf, Map<Setting<?>, String> given) {
    Configuration merged = new LoadRequest(conf, given).merged();
    NamedFiles.read(merged, Settings.VALUE_HISTOGRAM);
    Map<Setting<?>, String> settings = new LinkedHashMap<>(given);
    settings.computeIfPresent(
        Settings.VALUE_HISTOGRAM, (histogram, name) -> histogram.text(merged));
    return settings;
  }
}
