package io.hbench.settings;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The check that every setting has an effect on the command. */
public final class CommandSettings {
  private CommandSettings() {}

  /** Whether a setting has an effect on a command. */
  public static boolean takes(Command command, Setting<?> setting) {
    return refusedBy(command).stream().noneMatch(setting::has);
  }

  private static List<SettingRole> refusedBy(Command command) {
    return switch (command) {
      case LOAD -> List.of(SettingRole.NOT_FOR_FULL_PASS, SettingRole.FINDMAX_ONLY);
      case VERIFY ->
          List.of(SettingRole.NOT_FOR_FULL_PASS, SettingRole.FINDMAX_ONLY, SettingRole.LOAD_ONLY);
      case RUN -> List.of(SettingRole.FINDMAX_ONLY, SettingRole.LOAD_ONLY);
      case FINDMAX -> List.of(SettingRole.NOT_FOR_FINDMAX, SettingRole.LOAD_ONLY);
    };
  }

  /**
   * Refuses settings without effect on the command, unless they equal their default.
   *
   * @throws UsageException for the first setting without effect
   */
  public static void check(Command command, Configuration conf) {
    for (Setting<?> setting : Settings.all()) {
      if (!takes(command, setting) && setting.differs(conf)) {
        throw refusal(command, setting, setting.text(conf));
      }
    }
    Duration confirm = Settings.CONFIRM.get(conf);
    if (!confirm.isZero() && confirm.compareTo(Settings.STEP_TIME.get(conf)) < 0) {
      throw Settings.CONFIRM.bad(
          conf,
          "shorter than --step-time " + Settings.STEP_TIME.text(conf),
          "--confirm 5m, or --confirm 0s for none");
    }
  }

  private static UsageException refusal(Command command, Setting<?> setting, String value) {
    String given = setting.flag() + " " + value;
    if (setting.has(SettingRole.FINDMAX_ONLY)) {
      return setting.bad(value, "only findmax takes it", "findmax get " + given);
    }
    if (setting.has(SettingRole.LOAD_ONLY)) {
      return setting.bad(value, "only load takes it", "load --copy-of t1");
    }
    if (setting.equals(Settings.PROFILE)) {
      return setting.bad(
          value,
          "the steps of a search have different loads",
          "run get --rate 80% --percent-of hbench/20260131-101500-findmax --profile");
    }
    return command == Command.FINDMAX
        ? setting.bad(
            value,
            "findmax chooses the rates and measures each for --step-time",
            "--start-rate 5k --step-time 20s")
        : setting.bad(
            value,
            command + " processes every row once",
            "run " + (command == Command.LOAD ? "put " : "verify ") + given);
  }
}
