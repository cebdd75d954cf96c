package io.hbench.cli;

import io.hbench.data.LengthHistogram;
import io.hbench.data.RegionWeights;
import io.hbench.figure.Figure;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.latency.Timing;
import io.hbench.replay.RecordedLoad;
import io.hbench.replay.RecordedLoad.RowKeys;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Objective;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Settings that name a file: replaced by what it holds, because tasks cannot read it, and because a
 * run can be repeated without it.
 */
final class NamedFiles {
  private NamedFiles() {}

  /** Whether a value is what a file holds, and not its name. */
  static boolean isText(Setting<?> setting, String text) {
    return setting.equals(Settings.VALUE_HISTOGRAM)
        ? LengthHistogram.isIn(text)
        : setting.equals(Settings.REGION_WEIGHTS) && RegionWeights.isIn(text);
  }

  static void read(Configuration conf) throws IOException {
    read(conf, Settings.VALUE_HISTOGRAM);
    read(conf, Settings.REGION_WEIGHTS);
    readSearch(conf);
  }

  /** Replaces the name of a file by its text. */
  static void read(Configuration conf, Setting<?> setting) {
    String text = setting.text(conf);
    if (!text.isEmpty() && !isText(setting, text)) {
      String flag = setting.flag();
      String example = flag + " " + setting.kind().example();
      setting.set(conf, UserFile.of(conf, flag, text, example).read(StandardCharsets.UTF_8));
    }
  }

  /** Reads a file of requests: its summary is {@link Settings#RECORDED}. */
  static void readRequests(Configuration conf, String name, RowKeys rows) throws IOException {
    String command = Command.REPLAY.toString();
    String example = "replay /tmp/requests.csv";
    Path path = SettingType.path(command, name);
    FileSystem fs = path.getFileSystem(conf);
    Path file = fs.makeQualified(path);
    try {
      Settings.RECORDED.set(conf, RecordedLoad.of(conf, file, rows).toString());
    } catch (FileNotFoundException e) { // also for a directory, or without the right to read
      String reason = fs.exists(file) ? FailureText.of(e) : "does not exist at " + file;
      throw UsageException.badValue(command, name, reason, example);
    } catch (IllegalArgumentException e) {
      throw UsageException.badValue(command, name, e.getMessage(), example);
    }
  }

  /**
   * Replaces the directory of a findmax by the rate that it has found; its objective on latencies
   * becomes the latency threshold, up to which answers count in the goodput.
   */
  private static void readSearch(Configuration conf) throws IOException {
    String text = Settings.PERCENT_OF.text(conf);
    if (text.isEmpty() || SettingType.PER_SECOND.find(text).isPresent()) {
      return;
    }
    RunDirectory directory =
        new RunDirectory(conf, SettingType.path(Settings.PERCENT_OF.flag(), text));
    if (!directory.has(RunDirectory.FINDMAX)) {
      throw bad(text, "not the directory of a findmax");
    }
    FindmaxRecord search;
    JobFacts job;
    try {
      search = FindmaxRecord.read(directory);
      job = JobFacts.read(directory);
    } catch (IOException e) {
      throw bad(text, FailureText.of(e));
    }
    if (!job.succeeded()) {
      throw bad(
          text,
          "has not come to its end: "
              + (job.hasEnded() ? job.describeFailure() : "its job may still be running"));
    }
    if (search.result().rate() == null) {
      throw bad(text, "has found no sustainable rate");
    }
    BigDecimal rate = BigDecimal.valueOf(search.result().rate()).stripTrailingZeros();
    Settings.PERCENT_OF.set(conf, rate.toPlainString());
    if (!Settings.LATENCY_THRESHOLD.isSet(conf)) {
      List<Objective> objectives = search.objectives().stream().map(Objective::parse).toList();
      limit(objectives, operations(conf))
          .ifPresent(limit -> Settings.LATENCY_THRESHOLD.set(conf, SettingType.text(limit)));
    }
  }

  private static UsageException bad(String directory, String reason) {
    return Settings.PERCENT_OF.bad(
        directory,
        reason,
        Settings.PERCENT_OF.flag() + " hbench/20260131-101500-findmax, or --percent-of 12k");
  }

  /** The names in the assignments; the other settings are no run yet, as those of a ladder. */
  private static List<String> operations(Configuration conf) {
    return Arrays.stream(Settings.ASSIGNMENTS.text(conf).split("[\\s,]+"))
        .map(word -> word.replaceFirst("[:@].*", ""))
        .toList();
  }

  /**
   * The limit of the objective on the highest percentile, or the maximum, of the response times of
   * all requests, in whole microseconds; empty without such an objective.
   *
   * @param operations names of all operations of the run
   */
  static Optional<Duration> limit(List<Objective> objectives, List<String> operations) {
    return objectives.stream()
        .filter(o -> o.percentile() > 0 || o.figure() == Figure.MAX)
        .filter(o -> operations.stream().allMatch(o::counts))
        .filter(o -> !o.timing().equals(Optional.of(Timing.SERVICE)))
        .filter(o -> Math.round(o.limit()) > 0)
        .max(Comparator.comparingDouble(o -> o.figure() == Figure.MAX ? 100 : o.percentile()))
        .map(o -> Duration.of(Math.round(o.limit()), ChronoUnit.MICROS));
  }
}
