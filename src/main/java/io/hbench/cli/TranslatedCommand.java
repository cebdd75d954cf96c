package io.hbench.cli;

import io.hbench.compat.Translation;
import io.hbench.compat.pe.PeOptions;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.report.RunReport;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** A command of another tool, whose command line is translated into settings of hbench. */
abstract class TranslatedCommand implements LoadCommand {
  private final String name;

  TranslatedCommand(String name) {
    this.name = name;
  }

  /**
   * A translated command line.
   *
   * @param epilogue text to print after the report
   */
  record Translated(
      CommandLine line, Translation translation, Function<RunReport, String> epilogue) {

    private boolean isPrintOnly() {
      return PeOptions.PRINT.get(line.flags());
    }

    /** The settings without the defaults of the other tool that the configuration overrides. */
    private Map<Setting<?>, String> settings() {
      Map<Setting<?>, String> settings = new LinkedHashMap<>(translation.settings());
      settings
          .keySet()
          .removeIf(one -> translation.defaults().contains(one) && one.isSet(line.conf()));
      settings.entrySet().removeAll(line.properties().entrySet()); // the configuration has them
      return settings;
    }

    /** The request, with what named files hold, and with defaults that a suite overrides. */
    private LoadRequest request() throws IOException {
      Map<Setting<?>, String> settings = settings();
      Configuration conf = new Configuration(line.conf());
      translation.defaults().stream()
          .filter(settings::containsKey)
          .forEach(setting -> setting.set(conf, settings.remove(setting)));
      LoadRequest request = new LoadRequest(conf, settings, epilogue);
      Configuration merged = request.merged();
      NamedFiles.read(merged);
      request.take(merged);
      return request;
    }
  }

  abstract Translated translate(Configuration given, List<String> words) throws IOException;

  @Override
  public LoadRequest request(Configuration given, List<String> words, Console console)
      throws IOException {
    Translated translated = translate(given, words, console);
    if (translated.isPrintOnly()) {
      throw new UsageException(
          "--print: not allowed in a step, because it runs nothing; leave it out");
    }
    return translated.request();
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    Translated translated = translate(given, words, console);
    if (translated.isPrintOnly()) {
      console
          .out()
          .println(CommandLineText.of(translated.settings()) + translated.line.hadoopText());
      return ExitCode.OK;
    }
    return RunCommand.run(translated.request(), 1, name, console);
  }

  private Translated translate(Configuration given, List<String> words, Console console)
      throws IOException {
    Translated translated = translate(given, words);
    translated.translation.notes().forEach(console::say);
    return translated;
  }
}
