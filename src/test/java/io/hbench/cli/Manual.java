package io.hbench.cli;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.pe.PeWorkload;
import io.hbench.op.Operations;
import io.hbench.rundir.Version;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.StringSubstitutor;

/**
 * {@code bin/dev dist}: the manual page of hbench, and completion for bash and zsh, from the
 * registers of commands, settings and operations. Not in the jar: a cluster needs none of it.
 */
public final class Manual {
  private static final Path TEMPLATES = Path.of("src/dist");
  private static final Path EXIT_CODES = Path.of("src/docs/reference/exit-codes.md");
  private static final Pattern EXIT_CODE = Pattern.compile("\\| (\\d) \\| (.*) \\| .* \\|");
  private static final String CHOICES = "one of ";

  private Manual() {}

  /**
   * Writes {@code hbench.1}, {@code hbench.bash} and {@code hbench.zsh}.
   *
   * @param args the directory for them
   */
  public static void main(String[] args) throws IOException {
    Path to = Files.createDirectories(Path.of(args[0]));
    for (String file : List.of("hbench.1", "hbench.bash", "hbench.zsh")) {
      Files.writeString(to.resolve(file), text(file));
    }
  }

  /** The content of one of the files. */
  static String text(String file) throws IOException {
    String template = Files.readString(TEMPLATES.resolve(file));
    return new StringSubstitutor(file.endsWith(".1") ? manual() : completion(), "@{", "}")
        .setEnableUndefinedVariableException(true)
        .replace(template);
  }

  private static Map<String, String> completion() {
    Map<String, String> values = new TreeMap<>();
    Map<String, String> helps = new TreeMap<>();
    Map<String, String> flags = new LinkedHashMap<>();
    Main.COMMANDS.forEach(
        (name, command) -> {
          List<Setting<?>> all = flags(name, command);
          flags.put(
              name,
              Stream.concat(
                      all.stream().map(Setting::flag),
                      Stream.of("--help", Login.PRINCIPAL, Login.KEYTAB))
                  .collect(Collectors.joining(" ")));
          for (Setting<?> flag : all) {
            helps.putIfAbsent(flag.flag(), flag.help().replace("`", ""));
            String noun = flag.kind().noun();
            if (noun.startsWith(CHOICES)) {
              values.put(
                  name + " " + flag.flag(), noun.substring(CHOICES.length()).replace(", ", " "));
            }
          }
        });
    Map<String, String> operands = new LinkedHashMap<>();
    String operations =
        Arrays.stream(Operations.values())
            .map(Operations::toString)
            .collect(Collectors.joining(" "));
    operands.put("run", operations);
    operands.put("findmax", operations);
    operands.put("pe", String.join(" ", PeWorkload.labels()));
    operands.put("ycsb", "load run");
    operands.put("help", String.join(" ", Main.COMMANDS.keySet()));
    Map<String, String> purposes = new LinkedHashMap<>();
    Main.COMMANDS.forEach((name, command) -> purposes.put(name, command.usage().purpose()));
    purposes.put("help", "help of a command");
    purposes.put("--version", "version of hbench and of the HBase client");
    return Map.of(
        "bash.commands", quoted(String.join(" ", purposes.keySet())),
        "bash.flags", entries(flags, "  [%s]=%s\n"),
        "bash.values", entries(values, "  [%s]=%s\n"),
        "bash.operands", entries(operands, "  [%s]=%s\n"),
        "zsh.commands", entries(purposes, "  %s %s\n"),
        "zsh.flags", entries(flags, "  %s %s\n"),
        "zsh.helps", entries(helps, "  %s %s\n"),
        "zsh.values", entries(values, "  %s %s\n"),
        "zsh.operands", entries(operands, "  %s %s\n"));
  }

  /** What a command takes, of its own and of the settings. */
  private static List<Setting<?>> flags(String name, Subcommand command) {
    List<Setting<?>> flags = new ArrayList<>(command.usage().flags());
    if (command instanceof PeCommand) {
      flags.addAll(PeOptions.all());
    }
    if (command.takesSettings() || command instanceof TranslatedCommand) {
      List<String> own = flags.stream().map(Setting::name).toList();
      Help.taken(name, command).stream()
          .filter(setting -> !own.contains(setting.name()))
          .forEach(flags::add);
    }
    return flags;
  }

  private static String entries(Map<String, String> map, String format) {
    return map.entrySet().stream()
        .map(e -> format.formatted(quoted(e.getKey()), quoted(e.getValue())))
        .collect(Collectors.joining());
  }

  /** A word of both shells. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static Map<String, String> manual() throws IOException {
    StringBuilder commands = new StringBuilder();
    Main.COMMANDS.forEach(
        (name, command) -> {
          commands
              .append(".SS \"")
              .append(roff(name + " " + command.usage().operands()).strip())
              .append("\"\n")
              .append(roff(command.usage().purpose()))
              .append(".\n.PP\n.EX\n")
              .append(roff("hbench " + command.usage().example()))
              .append("\n.EE\n")
              .append(items(command.usage().flags()));
        });
    StringBuilder operations = new StringBuilder();
    for (Operations operation : Operations.values()) {
      operations.append(item(operation.toString(), operation.help()));
    }
    StringBuilder settings = new StringBuilder();
    for (SettingGroup group : Settings.groups()) {
      if (!group.flags().isEmpty()) {
        settings.append(".SS ").append(roff(group.heading())).append('\n');
        settings.append(items(group.flags()));
      }
    }
    StringBuilder codes = new StringBuilder();
    for (String line : Files.readAllLines(EXIT_CODES)) {
      Matcher row = EXIT_CODE.matcher(line);
      if (row.matches()) {
        codes.append(item(row.group(1), row.group(2)));
      }
    }
    return Map.of(
        "version", roff(Version.describe()),
        "codes", codes.toString(),
        "commands", commands.toString(),
        "operations", operations.toString(),
        "settings", settings.toString());
  }

  private static String items(List<Setting<?>> flags) {
    return flags.stream()
        .map(
            flag ->
                item(
                    flag.flag(),
                    flag.help()
                        + (flag.fallback().isEmpty() || flag.isSwitch()
                            ? ""
                            : " [" + flag.fallback() + "]")))
        .collect(Collectors.joining());
  }

  private static String item(String name, String help) {
    return ".TP\n.B %s\n%s\n".formatted(roff(name), roff(help));
  }

  /** Text that roff prints as it is: hyphens that can be copied, no escapes, no requests. */
  private static String roff(String text) {
    return text.replace("`", "")
        .replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("\"", "\\(dq")
        .replaceAll("(?m)^(?=[.'])", "\\\\&");
  }
}
