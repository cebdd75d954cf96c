package io.hbench.cli;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.driver.ProfileDriver;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.twin.Twin;
import io.hbench.twin.TwinComparison;
import io.hbench.view.TwinView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;

/** {@code profile}: takes the load of a table as a twin, or compares two twins. */
final class ProfileCommand implements Subcommand {
  private static final String EXAMPLE = "profile --table t1 --for 10m --out twin";
  private static final String COMPARISON = "profile twin/twin.json again/twin.json";
  private static final int MAX_SAMPLE = 100_000;

  private static final SettingGroup FLAGS =
      new SettingGroup("options", List.of(Settings.TABLE, Settings.QUORUM));
  private static final Setting<Duration> FOR =
      FLAGS
          .add("for", SettingType.POSITIVE_DURATION, "10m")
          .help("time for which the load is observed, 10s or more");
  private static final Setting<String> OUT =
      FLAGS
          .add("out", SettingType.TEXT, "twin")
          .help("new directory for twin.json and twin.html, on this machine or with a scheme");
  private static final Setting<Integer> SAMPLE =
      FLAGS
          .add("sample", SettingType.SMALL_COUNT)
          .help("number of rows to read for the lengths of keys and cells; default: none");
  private static final Setting<Boolean> NAMES =
      FLAGS.flag("names").help("names of the table and its families in twin.json");

  @Override
  public Usage usage() {
    return new Usage(
        "--table TABLE [--for 10m] [--out twin] [--sample 1000] [--names] | TWIN TWIN",
        "takes the load of a table without its data, or compares two such files",
        EXAMPLE,
        FLAGS.settings());
  }

  @Override
  public String details() {
    return "\nTWIN: twin.json of an original, and of the twin; exit code 1 if a figure of the twin is"
        + " outside of its bound: "
        + COMPARISON
        + "\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    if (!line.operands().isEmpty()) {
      return compare(line, console);
    }
    Configuration flags = line.flags();
    TableName table = table(line);
    Duration length = FOR.get(flags);
    if (length.compareTo(ProfileDriver.MIN) < 0) {
      throw FOR.bad(flags, "less than 10 s", "--for 10m");
    }
    int sampled = SAMPLE.find(flags).orElse(0);
    if (sampled > MAX_SAMPLE) {
      throw SAMPLE.bad(flags, "more than 100k rows", "--sample 1000");
    }
    UserFile out = UserFile.of(line.conf(), OUT.flag(), OUT.get(flags), "--out new-twin");
    if (out.fs().exists(out.path())) {
      throw OUT.bad(flags, "exists already", "--out new-twin");
    }
    Login.check();
    Twin twin =
        ProfileDriver.observe(line.merged(), console, table, length, sampled, NAMES.get(flags));
    Document document = TwinView.of(twin);
    Path directory = free(out);
    out.fs().mkdirs(directory);
    RunDirectory.create(out.fs(), new Path(directory, Twin.FILE), RunDirectory.toJson(twin));
    RunDirectory.create(out.fs(), new Path(directory, "twin.html"), PageRenderer.html(document));
    console
        .out()
        .print(
            TextRenderer.summary(
                document.more(
                    "%s and twin.html in %s"
                        .formatted(
                            Twin.FILE,
                            directory.equals(out.path())
                                ? out.name()
                                : "%s, as %s exists meanwhile".formatted(directory, out.name())))));
    return ExitCode.OK;
  }

  /** The directory, or one beside it: what was observed must not be lost. */
  static Path free(UserFile out) throws IOException {
    Path free = out.path();
    while (out.fs().exists(free)) {
      free = free.suffix("-2");
    }
    return free;
  }

  private static TableName table(CommandLine line) {
    String name = line.values().get(Settings.TABLE);
    if (name == null) {
      throw new UsageException("profile: no --table; try " + EXAMPLE);
    }
    return SettingType.tableName(Settings.TABLE, name);
  }

  private static int compare(CommandLine line, Console console) {
    if (line.operands().size() != 2 || !line.values().isEmpty()) {
      throw new UsageException(
          "profile %s: two files and no flags compare twins; try %s"
              .formatted(line.operands().get(0), COMPARISON));
    }
    TwinComparison comparison = TwinComparison.of(twin(line, 0), twin(line, 1));
    console.out().print(TextRenderer.summary(TwinView.of(comparison)));
    return comparison.outside().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Twin twin(CommandLine line, int operand) {
    return LikeTwin.read(line.conf(), "profile", line.operands().get(operand), COMPARISON);
  }
}
