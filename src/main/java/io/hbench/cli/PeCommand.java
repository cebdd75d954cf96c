package io.hbench.cli;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.pe.PeTranslation;
import io.hbench.compat.pe.PeWorkload;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * {@code pe}: runs a command line of PerformanceEvaluation, {@code [options] <command> <nclients>},
 * translated into settings of hbench.
 */
final class PeCommand extends TranslatedCommand {
  PeCommand() {
    super("pe");
  }

  @Override
  public Usage usage() {
    return new Usage(
        "[--option=VALUE]… COMMAND NCLIENTS",
        "runs a command line of HBase's PerformanceEvaluation",
        "pe --rows=100000 randomRead 10");
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder("\ncommands:\n");
    PeWorkload.labels().forEach(label -> text.append("  ").append(label).append('\n'));
    text.append("\noptions of PerformanceEvaluation, and their translation:\n");
    text.append(Help.lines(PeOptions.all()));
    return text.append("\nand hbench's settings with other names (see 'settings')\n").toString();
  }

  @Override
  Translated translate(Configuration given, List<String> words) throws IOException {
    List<Setting<?>> flags = flagsOfBoth();
    CommandLine line = CommandLine.parse(given, words, flags);
    List<String> operands = line.operands();
    if (operands.isEmpty()) {
      throw new UsageException("pe: no command; try pe randomRead 10 (see 'help pe')");
    }
    if (operands.size() != 2) {
      throw new UsageException(
          operands.size() < 2
              ? "pe: no number of clients; try pe " + operands.get(0) + " 10"
              : "pe %s: unexpected word after the number of clients; leave it out"
                  .formatted(operands.get(2)));
    }
    Map<Setting<?>, String> values = new LinkedHashMap<>(); // in the order of the option lists
    flags.stream()
        .filter(line.values()::containsKey)
        .forEach(flag -> values.put(flag, line.values().get(flag)));
    Set<String> typed = values.keySet().stream().map(Setting::name).collect(Collectors.toSet());
    line.properties()
        .forEach(
            (setting, text) -> {
              if (!typed.contains(setting.name())) { // by an option of the same name
                values.put(setting, text);
              }
            });
    PeTranslation translation =
        new PeTranslation(line.conf(), values, operands.get(0), operands.get(1));
    return new Translated(line, translation, translation.summary()::of);
  }

  /** All flags; a name that both tools have is PerformanceEvaluation's. */
  private static List<Setting<?>> flagsOfBoth() {
    List<Setting<?>> flags = new ArrayList<>(PeOptions.all());
    List<String> taken = flags.stream().map(Setting::name).toList();
    Settings.flags().stream().filter(s -> !taken.contains(s.name())).forEach(flags::add);
    return flags;
  }
}
