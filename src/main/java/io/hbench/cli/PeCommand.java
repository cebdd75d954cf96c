package io.hbench.cli;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.pe.PeTranslation;
import io.hbench.compat.pe.PeWorkload;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * {@code pe}: runs a command line of PerformanceEvaluation, {@code [options] <command> <nclients>},
 * translated into settings of hbench.
 */
final class PeCommand implements Subcommand {
  @Override
  public String operands() {
    return "[--option=VALUE]… COMMAND NCLIENTS";
  }

  @Override
  public String help() {
    return "runs a command line of HBase's PerformanceEvaluation";
  }

  @Override
  public boolean takesSettings() {
    return false;
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder("\ncommands:\n");
    PeWorkload.labels().forEach(label -> text.append("  ").append(label).append('\n'));
    text.append("\noptions of PerformanceEvaluation, and their translation:\n");
    for (Setting<?> option : PeOptions.all()) {
      String fallback = option.fallback().isEmpty() ? "" : " [" + option.fallback() + "]";
      text.append(
          String.format(
              Locale.ROOT,
              "  %-25s%s%s\n",
              option.flag(),
              option.help().replace("`", ""),
              fallback));
    }
    return text.append("\nand hbench's settings with other names (see 'settings')\n").toString();
  }

  @Override
  public Optional<LoadRequest.Reader> loadReader() {
    return Optional.of(this::request);
  }

  private LoadRequest request(Configuration given, List<String> words, Console console)
      throws IOException {
    CommandLine line = CommandLine.parse(given, words, flags());
    PeTranslation translation = translation(line, console);
    if (translation.printOnly()) {
      throw new UsageException(
          "--print: not allowed in a step, because it runs nothing; leave it out");
    }
    return request(line, translation);
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = CommandLine.parse(given, words, flags());
    PeTranslation translation = translation(line, console);
    if (translation.printOnly()) {
      console.out().println(CommandLineText.of(translation.translation().settings()));
      return ExitCode.FINE;
    }
    LoadRequest request = request(line, translation);
    return RunCommand.drive(request.merged(), console, request.epilogue());
  }

  private static LoadRequest request(CommandLine line, PeTranslation translation) {
    return new LoadRequest(
        line.conf(), translation.translation().settings(), translation.summary()::of);
  }

  private static PeTranslation translation(CommandLine line, Console console) {
    List<String> operands = line.operands();
    if (operands.isEmpty()) {
      throw new UsageException("pe: no command; try pe randomRead 10 (see 'help pe')");
    }
    if (operands.size() != 2) {
      throw new UsageException(
          operands.size() < 2
              ? "pe: no number of clients; try pe " + operands.get(0) + " 10"
              : "pe "
                  + operands.get(2)
                  + ": unexpected word after the number of clients; leave it out");
    }
    Map<Setting<?>, String> values = new LinkedHashMap<>(); // in the order of the option lists
    flags().stream()
        .filter(line.values()::containsKey)
        .forEach(flag -> values.put(flag, line.values().get(flag)));
    PeTranslation translation = new PeTranslation(values, operands.get(0), operands.get(1));
    translation.translation().notes().forEach(note -> console.err().println("hbench: " + note));
    return translation;
  }

  /** All flags; a name that both tools have is PerformanceEvaluation's. */
  private static List<Setting<?>> flags() {
    List<Setting<?>> flags = new ArrayList<>(PeOptions.all());
    List<String> taken = flags.stream().map(Setting::name).toList();
    Settings.flags().stream().filter(s -> !taken.contains(s.name())).forEach(flags::add);
    return flags;
  }

  @Override
  public String example() {
    return "pe --rows=100000 randomRead 10";
  }
}
