package io.hbench.cli;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.ycsb.YcsbCommandLine;
import io.hbench.compat.ycsb.YcsbProperty;
import io.hbench.compat.ycsb.YcsbTranslation;
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
 * {@code ycsb}: runs a command line of YCSB, {@code load|run [binding] -P FILE -p name=value},
 * translated into settings of hbench.
 */
final class YcsbCommand implements Subcommand {
  private static final List<String> PHASES = List.of("load", "run");

  @Override
  public String operands() {
    return "load|run [hbase2] [-P FILE]… [-p name=value]… [-threads N] [-target N] [--setting"
        + " VALUE]…";
  }

  @Override
  public String help() {
    return "runs a command line of YCSB with its property files";
  }

  @Override
  public boolean takesSettings() {
    return false;
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder("\nproperties of YCSB, and their translation:\n");
    for (YcsbProperty<?> property : YcsbProperty.all()) {
      String fallback = property.fallback().isEmpty() ? "" : " [" + property.fallback() + "]";
      text.append(
          String.format(
              Locale.ROOT,
              "  %-40s%s%s\n",
              property.name(),
              property.help().replace("`", ""),
              fallback));
    }
    return text.append("\n--print prints hbench's own command line and runs nothing;")
        .append(" hbench's settings (see 'settings') override properties\n")
        .toString();
  }

  @Override
  public Optional<LoadRequest.Reader> loadReader() {
    return Optional.of(this::request);
  }

  private LoadRequest request(Configuration given, List<String> words, Console console)
      throws IOException {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    Configuration conf = translate(given, words, console, settings);
    if (isPrint(settings)) {
      throw new UsageException(
          "--print: not allowed in a step, because it runs nothing; leave it out");
    }
    return request(conf, settings);
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    Configuration conf = translate(given, words, console, settings);
    if (isPrint(settings)) {
      console.out().println(CommandLineText.of(settings));
      return ExitCode.FINE;
    }
    return RunCommand.run(request(conf, settings), "ycsb", console);
  }

  private static LoadRequest request(Configuration conf, Map<Setting<?>, String> settings) {
    Configuration merged = new LoadRequest(conf, settings).merged();
    NamedFiles.readHistogram(merged);
    if (Settings.VALUE_HISTOGRAM.isSet(merged)) {
      settings.put(Settings.VALUE_HISTOGRAM, Settings.VALUE_HISTOGRAM.text(merged));
    }
    return new LoadRequest(conf, settings);
  }

  /**
   * Adds the translation to the settings, and prints its notes.
   *
   * @return the configuration with Hadoop's own options
   */
  private static Configuration translate(
      Configuration given, List<String> words, Console console, Map<Setting<?>, String> settings)
      throws IOException {
    YcsbCommandLine ycsb = YcsbCommandLine.parse(words);
    CommandLine line = CommandLine.parse(given, ycsb.rest(), flags());
    boolean load = isLoad(line.operands());
    YcsbTranslation translation =
        new YcsbTranslation(load, ycsb.properties(), line.values(), ycsb.errors());
    translation.translation().notes().forEach(note -> console.err().println("hbench: " + note));
    settings.putAll(translation.translation().settings());
    return line.conf();
  }

  private static boolean isLoad(List<String> operands) {
    if (operands.isEmpty() || !PHASES.contains(operands.get(0))) {
      String phase =
          operands.isEmpty() ? ": no phase" : " " + operands.get(0) + ": not load or run";
      throw new UsageException("ycsb" + phase + "; try ycsb load -P job-conf/ycsb/workloada");
    }
    if (operands.size() > 1 && !operands.get(1).matches("hbase\\d*")) {
      throw UsageException.badValue(
          "ycsb",
          operands.get(1),
          "not a binding for HBase",
          "ycsb " + operands.get(0) + " hbase2");
    }
    if (operands.size() > 2) {
      throw new UsageException(
          "ycsb " + operands.get(2) + ": unexpected word after the binding; leave it out");
    }
    return operands.get(0).equals("load");
  }

  private static boolean isPrint(Map<Setting<?>, String> settings) {
    return Boolean.parseBoolean(settings.remove(PeOptions.PRINT));
  }

  private static List<Setting<?>> flags() {
    List<Setting<?>> flags = new ArrayList<>(Settings.flags());
    flags.add(PeOptions.PRINT);
    return flags;
  }

  @Override
  public String example() {
    return "ycsb run hbase2 -P job-conf/ycsb/workloada -p recordcount=1000000 --tasks 4 --for 5m";
  }
}
