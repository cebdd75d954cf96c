package io.hbench.settings;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** The check that every setting has an effect on the command. */
public final class CommandSettings {
  /** What goes over every row once has its own idea of which rows, and how often. */
  private static final List<Setting<?>> NOT_FOR_EVERY_ROW =
      List.of(
          Settings.FOR,
          Settings.OPS,
          Settings.DRAWS,
          Settings.WARMUP,
          Settings.WARMUP_DRAWS,
          Settings.STRIDE,
          Settings.WRITE_COLUMNS);

  /** Its steps have a rate and an end of their own. */
  private static final List<Setting<?>> NOT_FOR_FINDMAX =
      List.of(
          Settings.RATE,
          Settings.FOR,
          Settings.OPS,
          Settings.DRAWS,
          Settings.WARMUP_DRAWS,
          Settings.THINK_TIME,
          Settings.ABORT_ON_BREACH,
          Settings.DETACH,
          Settings.PROMETHEUS);

  private static final List<Setting<?>> FOR_FINDMAX_ALONE =
      List.of(Settings.START_RATE, Settings.STEP_TIME, Settings.PRECISION, Settings.MOST_STEPS);

  private CommandSettings() {}

  /** Whether a setting has an effect on a command. */
  public static boolean takes(Command command, Setting<?> setting) {
    return !refused(command).contains(setting);
  }

  private static List<Setting<?>> refused(Command command) {
    return switch (command) {
      case LOAD, VERIFY ->
          Stream.concat(NOT_FOR_EVERY_ROW.stream(), FOR_FINDMAX_ALONE.stream()).toList();
      case RUN -> FOR_FINDMAX_ALONE;
      case FINDMAX -> NOT_FOR_FINDMAX;
    };
  }

  /**
   * Refuses settings without effect on the command, unless they equal their default.
   *
   * @throws UsageException for the first setting without effect
   */
  public static void check(Command command, Configuration conf) {
    for (Setting<?> setting : refused(command)) {
      if (setting.differs(conf)) {
        throw new UsageException(setting.flag() + ": " + refusal(command, setting));
      }
    }
  }

  private static String refusal(Command command, Setting<?> setting) {
    if (FOR_FINDMAX_ALONE.contains(setting)) {
      return "belongs to findmax, which goes in steps; try findmax get " + setting.flag() + " …";
    }
    return command == Command.FINDMAX
        ? "findmax goes in steps, and chooses their rates; try --start-rate 5k --step-time 20s"
        : command
            + " goes over every row once; try run "
            + (command == Command.LOAD ? "put " : "verify ")
            + setting.flag()
            + " …";
  }
}
