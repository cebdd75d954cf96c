package io.hbench.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** The check that every setting has an effect on the command, and that those of a search agree. */
public final class CommandSettings {
  /** Longer steps at most that confirm the result of a search. */
  public static final int MAX_CONFIRMATIONS = 10;

  /** Of a step, so that what grows or varies in it shows. */
  private static final int MIN_INTERVALS = 10;

  /** What the file of requests determines, or what no request of it has. */
  private static final List<Setting<?>> IN_THE_FILE =
      Stream.of(
              Stream.<Setting<?>>of(
                  Settings.ASSIGNMENTS,
                  Settings.IN_FLIGHT_PER_SERVER,
                  Settings.RATE,
                  Settings.PERCENT_OF,
                  Settings.ARRIVAL,
                  Settings.CATCHUP,
                  Settings.THINK_TIME,
                  Settings.UNTIL,
                  Settings.OPS,
                  Settings.ROW_BUDGET,
                  Settings.WARMUP_ROWS,
                  Settings.BATCH,
                  Settings.WRITE_COLUMNS,
                  Settings.WRITE_BUFFER,
                  Settings.BULK,
                  Settings.HFILES,
                  Settings.RESUME,
                  Settings.OPERATION_PROPERTIES,
                  Settings.WRITES_TO_META,
                  Settings.PRESPLIT,
                  Settings.ROWS,
                  Settings.FIRST_ROW,
                  Settings.FAMILIES,
                  Settings.FAMILY_NAMES,
                  Settings.COLUMNS,
                  Settings.COLUMN_PREFIX,
                  Settings.VALUE_SIZE,
                  Settings.MIN_VALUE_SIZE,
                  Settings.VALUE_LENGTHS,
                  Settings.VALUE_HISTOGRAM,
                  Settings.VALUE_VERSION),
              Settings.KEYS_GROUP.settings().stream().filter(s -> !s.has(SettingRole.PER_RUN)),
              Settings.READS_GROUP.settings().stream())
          .<Setting<?>>flatMap(settings -> settings)
          .toList();

  private CommandSettings() {}

  public static boolean takes(Command command, Setting<?> setting) {
    return refusedBy(command).stream().noneMatch(setting::has)
        && !(command == Command.REPLAY ? IN_THE_FILE.contains(setting) : isOfReplay(setting));
  }

  private static boolean isOfReplay(Setting<?> setting) {
    return setting.equals(Settings.SPEED) || setting.equals(Settings.RECORDED);
  }

  private static List<SettingRole> refusedBy(Command command) {
    return switch (command) {
      case LOAD -> List.of(SettingRole.NOT_FOR_FULL_PASS, SettingRole.FINDMAX_ONLY);
      case VERIFY ->
          List.of(SettingRole.NOT_FOR_FULL_PASS, SettingRole.FINDMAX_ONLY, SettingRole.LOAD_ONLY);
      case RUN, REPLAY -> List.of(SettingRole.FINDMAX_ONLY, SettingRole.LOAD_ONLY);
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
    if (!confirm.isZero() && Settings.MAX_STEPS.get(conf) <= MAX_CONFIRMATIONS) {
      throw Settings.MAX_STEPS.bad(
          conf,
          MAX_CONFIRMATIONS + " of them are for --confirm, and none is left to find a rate",
          "--max-steps 40, or --confirm 0s");
    }
    Optional<Duration> interval =
        command == Command.FINDMAX ? Settings.INTERVAL.find(conf) : Optional.empty();
    Duration step = Settings.STEP_TIME.get(conf);
    if (interval.filter(i -> i.multipliedBy(MIN_INTERVALS).compareTo(step) > 0).isPresent()) {
      throw Settings.INTERVAL.bad(
          conf,
          "a step of %s has fewer than %d, too few to judge it"
              .formatted(SettingType.text(step), MIN_INTERVALS),
          "--interval "
              + SettingType.text(
                  Duration.ofMillis(Math.max(1, step.toMillis() / (2L * MIN_INTERVALS)))));
    }
  }

  /**
   * Refuses a number of tasks of the command line or of a ladder that no assignment takes.
   *
   * @throws UsageException if each of them has a number of its own
   */
  public static void checkTasks(Configuration conf) {
    if (haveTasks(conf)) {
      Command command =
          Settings.COMMAND.get(conf) == Command.FINDMAX ? Command.FINDMAX : Command.RUN;
      throw Settings.TASKS.bad(
          conf,
          "has no effect on " + Settings.ASSIGNMENTS.text(conf),
          command + " get " + Settings.TASKS.flag() + " " + Settings.TASKS.text(conf));
    }
  }

  /** Whether each assignment has a number of tasks of its own. */
  public static boolean haveTasks(Configuration conf) {
    return Arrays.stream(Settings.ASSIGNMENTS.text(conf).split("\\s+"))
        .allMatch(word -> word.contains("@"));
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
    if (isOfReplay(setting)) {
      return setting.bad(value, "only replay takes it", "replay requests.csv " + given);
    }
    if (command == Command.REPLAY) {
      return setting.bad(
          value, "replay sends the requests of its file", "replay requests.csv --speed 10x");
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
