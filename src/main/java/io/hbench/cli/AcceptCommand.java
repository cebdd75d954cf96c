package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.figure.Margins;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.trend.AcceptedChanges;
import io.hbench.trend.Trend;
import io.hbench.trend.TrendReader;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** {@code accept}: the regressions that a trend has found so far are no longer ones. */
final class AcceptCommand implements Subcommand {
  private static final String EXAMPLE = "accept nightly --because 'new disks'";
  private static final SettingGroup FLAGS = new SettingGroup("options");
  private static final Setting<String> BECAUSE =
      FLAGS
          .add("because", SettingType.TEXT.withExample("'new disks'"))
          .help("the reason, for those who read the trend");
  private static final Setting<Instant> BEFORE =
      FLAGS
          .add("before", TrendCommand.INSTANT)
          .help("what was seen from this day on is not accepted; now, if not given");

  @Override
  public Usage usage() {
    return new Usage(
        "DIR --because TEXT [--before DAY]",
        "accepts the regressions that trend has found so far",
        EXAMPLE,
        FLAGS.settings());
  }

  @Override
  public String details() {
    return "\nwrites accepted.json into DIR, the directory of the nights\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console) throws IOException {
    CommandLine line = parse(given, words);
    Configuration conf = line.flags();
    Path directory = TrendCommand.directory(line, "accept", EXAMPLE);
    String because =
        BECAUSE
            .find(conf)
            .orElseThrow(() -> new UsageException("--because: no reason; try " + EXAMPLE));
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant before = BEFORE.find(conf).orElse(now);
    if (before.isAfter(now)) {
      throw BEFORE.bad(conf, "not in the past", BEFORE.flag() + " 2026-01-31");
    }
    RunDirectory nights = new RunDirectory(line.conf(), directory);
    if (nights.has(RunDirectory.PLAN) || nights.has(SuiteExecution.RECORD)) {
      throw new UsageException(
          "accept %s: one night; name the directory of all of them; try %s"
              .formatted(directory, EXAMPLE));
    }
    Trend trend = TrendReader.read(line.conf(), directory, Margins.USUAL, null);
    TrendCommand.checkRuns(trend, "accept", EXAMPLE);
    Optional<Instant> running =
        BEFORE.find(conf).isPresent() ? Optional.empty() : begin(trend, nights, line.conf());
    if (running.isPresent()) {
      console.say("not accepted: what a suite measures that has not ended");
      before = running.get();
    }
    AcceptedChanges.add(
        nights,
        new AcceptedChanges.Accepted(
            before.toString(),
            because,
            UserGroupInformation.getCurrentUser().getShortUserName(),
            now.toString()));
    console.out().printf("accepted: what was seen before %s in %s%n", before, directory);
    return ExitCode.OK;
  }

  /**
   * When a suite that has not ended began to measure, after all that have: nobody has seen it. One
   * that was killed, and others ended since, has been seen.
   */
  private static Optional<Instant> begin(Trend trend, RunDirectory nights, Configuration conf) {
    Map<Path, Boolean> running = new HashMap<>();
    List<Instant> times = new ArrayList<>();
    Instant ended = Instant.MIN;
    for (Trend.Group group : trend.groups()) {
      for (Trend.Measurement measured : group.measurements()) {
        boolean isRunning =
            running.computeIfAbsent(
                new Path(nights.path(), measured.run()).getParent(),
                run -> isRunning(run, nights, conf));
        Instant time = Instant.parse(measured.time());
        if (isRunning) {
          times.add(time);
        } else {
          ended = ObjectUtils.max(ended, time);
        }
      }
    }
    Instant last = ended;
    return times.stream().filter(last::isBefore).min(Comparator.naturalOrder());
  }

  /** Whether the suite that a directory is in has not ended; what can't be read has. */
  private static boolean isRunning(Path run, RunDirectory nights, Configuration conf) {
    try {
      for (Path path = run;
          path != null && path.depth() > nights.path().depth();
          path = path.getParent()) {
        Optional<SuiteRecord> record = SuiteRecord.read(new RunDirectory(conf, path));
        if (record.isPresent()) {
          return record.get().running();
        }
      }
      return false;
    } catch (IOException | UsageException e) { // which trend names
      return false;
    }
  }
}
