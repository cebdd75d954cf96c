package io.hbench.cli;

import static io.hbench.figure.Format.format;

import io.hbench.op.Operations;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The help texts, generated from the registers of commands, operations and settings. */
final class Help {
  /** Commands whose words, or those of their steps, are operations. */
  private static final List<String> OF_OPERATIONS = List.of("run", "findmax", "suite");

  private Help() {}

  static String overview(Map<String, Subcommand> commands) {
    StringBuilder text = new StringBuilder();
    text.append(Version.describe()).append(": load for an HBase cluster, as a MapReduce job\n\n");
    text.append("hadoop jar hbench.jar COMMAND [-conf FILE] [-D k=v] [--setting VALUE] …\n\n");
    commands.forEach(
        (name, command) -> text.append(format("  %-12s%s\n", name, command.usage().purpose())));
    text.append(
        format(
            "  %-12s%s\n", "help", "help of a command: help COMMAND [--all], or COMMAND --help"));
    text.append(format("  %-12s%s\n", "--version", "version of hbench and of the HBase client"));
    text.append("\nevery command takes --principal NAME --keytab FILE, a login by Kerberos\n");
    text.append("\ntry:\n");
    commands.values().stream().limit(2).forEach(c -> text.append(example(c)));
    return text.toString();
  }

  /**
   * @param all whether it has every setting, not only those that a first week needs
   */
  static String of(String name, Subcommand command, boolean all) {
    StringBuilder text = new StringBuilder();
    text.append(format("hadoop jar hbench.jar %s %s\n", name, command.usage().operands()));
    text.append(format("%s\n\ntry:\n%s", command.usage().purpose(), example(command)));
    if (!command.usage().flags().isEmpty()) {
      text.append("\noptions:\n").append(lines(command.usage().flags()));
    }
    text.append(command.details());
    if (OF_OPERATIONS.contains(name)) {
      text.append("\noperations:\n").append(operations());
    }
    if (command.takesSettings()) {
      Set<Setting<?>> taken = taken(name, command);
      boolean searches = name.equals(Command.FINDMAX.toString());
      text.append(
              "\nsettings (--name VALUE, or hbench.name in a -conf file; defaults in brackets):\n\n")
          .append(
              settings(
                  setting ->
                      taken.contains(setting)
                          && (all
                              || setting.has(SettingRole.BASIC)
                              || (searches && setting.has(SettingRole.FINDMAX_ONLY)))));
      if (!all) {
        text.append(
            format(
                "\nall %,d settings: hadoop jar hbench.jar help %s --all\n", taken.size(), name));
      }
    }
    return text.toString();
  }

  /** The settings that a command takes, and has no flag of its own for. */
  static Set<Setting<?>> taken(String name, Subcommand command) {
    List<String> own = command.usage().flags().stream().map(Setting::name).toList();
    Set<Setting<?>> taken = new LinkedHashSet<>(Settings.flags());
    taken.removeIf(setting -> own.contains(setting.name()));
    Arrays.stream(Command.values())
        .filter(load -> load.toString().equals(name))
        .forEach(load -> taken.removeIf(setting -> !CommandSettings.takes(load, setting)));
    return taken;
  }

  static String operations() {
    StringBuilder text = new StringBuilder();
    for (Operations operation : Operations.values()) {
      text.append(format("  %-18s%s\n", operation, operation.help()));
    }
    return text.toString();
  }

  static String settings() {
    return settings(setting -> true);
  }

  private static String settings(Predicate<Setting<?>> which) {
    StringBuilder text = new StringBuilder();
    for (SettingGroup group : Settings.groups()) {
      List<Setting<?>> flags = group.flags().stream().filter(which).toList();
      if (!flags.isEmpty()) {
        text.append(format("%s%s:\n", text.isEmpty() ? "" : "\n", group.heading()));
        text.append(lines(flags));
      }
    }
    return text.toString();
  }

  /** A line for each flag, with its default. */
  static String lines(List<Setting<?>> flags) {
    StringBuilder text = new StringBuilder();
    flags.forEach(flag -> text.append(line(flag.flag(), flag.help(), flag.fallback())));
    return text.toString();
  }

  /** A line for a name; marks of code are left out. */
  static String line(String name, String help, String fallback) {
    String end = fallback.isEmpty() ? "" : " [" + fallback + "]";
    return format("  %-30s%s%s\n", name, help.replace("`", ""), end);
  }

  private static String example(Subcommand command) {
    return "  hadoop jar hbench.jar " + command.usage().example() + "\n";
  }
}
