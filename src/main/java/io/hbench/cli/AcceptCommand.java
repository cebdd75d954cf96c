package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.trend.AcceptedChanges;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** {@code accept}: the regressions that a trend has found so far are no longer ones. */
final class AcceptCommand implements Subcommand {
  private static final String EXAMPLE = "accept nightly --because 'new disks'";
  private static final Setting<String> BECAUSE =
      new Setting<>("because", "", SettingType.TEXT, "the reason, for those who read the trend");
  private static final Setting<Instant> BEFORE =
      new Setting<>(
          "before",
          "",
          TrendCommand.INSTANT,
          "end of the days whose changes are accepted; now, if not given");
  private static final List<Setting<?>> FLAGS = List.of(BECAUSE, BEFORE);

  @Override
  public String operands() {
    return "DIR --because TEXT [--before DAY]";
  }

  @Override
  public String help() {
    return "accepts the regressions that trend has found so far";
  }

  @Override
  public boolean takesSettings() {
    return false;
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder("\noptions:\n");
    for (Setting<?> flag : FLAGS) {
      text.append(String.format(Locale.ROOT, "  %-18s%s\n", flag.flag(), flag.help()));
    }
    return text + "\nwrites accepted.json into DIR, the directory of the nights\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console) throws IOException {
    CommandLine line = CommandLine.parse(given, words, FLAGS);
    Configuration conf = new Configuration(false); // of these flags alone
    line.values().forEach((setting, text) -> setting.set(conf, text));
    Path directory = TrendCommand.directory(line, "accept", EXAMPLE);
    String because =
        BECAUSE
            .find(conf)
            .orElseThrow(() -> new UsageException("--because: no reason; try " + EXAMPLE));
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant before = BEFORE.find(conf).orElse(now);
    AcceptedChanges.add(
        new RunDirectory(line.conf(), directory),
        new AcceptedChanges.Accepted(
            before.toString(),
            because,
            UserGroupInformation.getCurrentUser().getShortUserName(),
            now.toString()));
    console.out().printf("accepted: changes before %s in %s%n", before, directory);
    return ExitCode.FINE;
  }

  @Override
  public String example() {
    return EXAMPLE;
  }
}
