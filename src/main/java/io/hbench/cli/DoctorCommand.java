package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.driver.Doctor;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** {@code doctor}: says before the first run on a cluster what a load would lack. */
final class DoctorCommand implements Subcommand {
  private static final SettingGroup FLAGS = new SettingGroup("options");
  private static final Setting<Boolean> CONTAINERS =
      FLAGS
          .flag("containers")
          .help("checks of the nodes, by a job of --tasks map tasks that sends no request");

  @Override
  public Usage usage() {
    return new Usage(
        "[--containers] [--setting VALUE]…",
        "checks what a load with these settings needs; exit code 1 if there is a problem",
        "doctor --containers --table t1 --rows 10M --tasks 8",
        FLAGS.settings());
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public boolean needsCluster() {
    return false; // a missing login is one of its findings
  }

  @Override
  public boolean mayChangeACluster(List<String> words) {
    return words.stream().anyMatch(word -> word.matches("--?" + CONTAINERS.name() + "(=.*)?"));
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    if (!line.operands().isEmpty()) {
      throw new UsageException(
          "doctor " + line.operands().get(0) + ": takes no operands; leave it out");
    }
    Configuration conf = line.merged();
    conf.unset(CONTAINERS.property()); // no setting of a load
    Settings.COMMAND.set(conf, Command.LOAD.toString());
    NamedFiles.read(conf);
    return new Doctor(console, conf, CONTAINERS.get(line.flags()), Login::check).examine();
  }
}
