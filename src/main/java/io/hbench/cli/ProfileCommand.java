package io.hbench.cli;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.driver.ProfileDriver;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.SitePolicy;
import io.hbench.twin.Twin;
import io.hbench.twin.TwinComparison;
import io.hbench.twin.TwinSum;
import io.hbench.view.TwinView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;

/** {@code profile}: takes the load of a table as a twin, compares two twins, or joins some. */
final class ProfileCommand implements Subcommand {
  private static final String EXAMPLE = "profile --table t1 --for 10m --out twin";
  private static final String COMPARISON = "profile twin/twin.json again/twin.json";
  private static final String JOIN = "profile --add monday tuesday --out both";
  private static final String HTML = "twin.html";
  private static final int MAX_SAMPLE = 100_000;

  /** Of a long profile: what a killed process loses, and the calls where a server ends. */
  private static final Duration PART = Duration.ofMinutes(10);

  private static final SettingGroup FLAGS =
      new SettingGroup("options", List.of(Settings.TABLE, Settings.QUORUM));
  private static final Setting<Duration> FOR =
      FLAGS
          .add("for", SettingType.POSITIVE_DURATION, "10m")
          .help("time for which the load is observed, 10s or more; twin.json is written every 10m");
  private static final Setting<String> OUT =
      FLAGS
          .add("out", SettingType.TEXT.withExample("twin2"), "twin")
          .help("new directory for twin.json and twin.html, on this machine or with a scheme");
  private static final Setting<Integer> SAMPLE =
      FLAGS
          .add("sample", SettingType.SMALL_COUNT)
          .help("number of rows to read for the lengths of keys and cells; default: none");
  private static final Setting<Boolean> NAMES =
      FLAGS.flag("names").help("names of the table and its families in twin.json");
  private static final Setting<Boolean> ADD =
      FLAGS.flag("add").help("one twin of several profiles of a table, with their times together");

  @Override
  public Usage usage() {
    return new Usage(
        "--table TABLE [--for 10m] [--out twin] [--sample 1000] [--names] | TWIN TWIN | --add TWIN…",
        "takes the load of a table without its data; compares or joins such files",
        EXAMPLE,
        FLAGS.settings());
  }

  @Override
  public String details() {
    return "\nTWIN: twin.json or its directory. Two: of an original, and of the twin; exit code 1 if a"
        + " figure of the twin is outside of its bound: "
        + COMPARISON
        + "\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    if (words.contains("--detach")) {
      throw new UsageException(
          "--detach: no job observes a table, but this process; try nohup hadoop jar hbench.jar"
              + " profile --table t1 --for 24h &");
    }
    CommandLine line = parse(given, words);
    Configuration flags = line.flags();
    boolean joins = ADD.get(flags);
    if (!line.operands().isEmpty() && !joins) {
      return compare(line, console);
    }
    Optional<ProfileDriver.Request> request = joins ? Optional.empty() : Optional.of(request(line));
    UserFile out = UserFile.of(line.conf(), OUT.flag(), OUT.get(flags), "--out new-twin");
    if (out.fs().exists(out.path())) {
      throw OUT.bad(flags, "exists already", "--out new-twin");
    }
    Twin twin = joins ? sum(line) : observed(request.orElseThrow(), line, out, console);
    if (joins) {
      take(out, flags);
    }
    Document document = TwinView.of(twin);
    write(out, Twin.FILE, RunDirectory.toJson(twin));
    write(out, HTML, PageRenderer.html(document));
    console
        .out()
        .print(
            TextRenderer.summary(
                document.more("%s and %s in %s".formatted(Twin.FILE, HTML, out.name()))));
    return ExitCode.OK;
  }

  private static Twin observed(
      ProfileDriver.Request request, CommandLine line, UserFile out, Console console)
      throws IOException, InterruptedException {
    SitePolicy site = new SitePolicy(line.conf());
    site.check();
    if (request.sampled() > 0) {
      site.checkTable(Settings.SITE_READ, request.table().getNameAsString(), "read");
    }
    Login.check();
    take(out, line.flags());
    try {
      return ProfileDriver.observe(
          line.merged(), console, request, PART, soFar -> keep(out, soFar, console::say));
    } catch (IOException | InterruptedException | RuntimeException e) {
      Path file = new Path(out.path(), Twin.FILE);
      if (out.fs().exists(file) && out.fs().getFileStatus(file).getLen() == 0) {
        new RunDirectory(line.conf(), out.path()).delete(Twin.FILE);
      }
      throw e;
    }
  }

  /**
   * Makes the directory with an empty file, which the files of this process replace.
   *
   * @throws UsageException if it has one: of two processes at once, one has the directory
   */
  static void take(UserFile out, Configuration flags) throws IOException {
    out.fs().mkdirs(out.path());
    try {
      RunDirectory.create(out.fs(), new Path(out.path(), Twin.FILE), "");
    } catch (FileAlreadyExistsException e) {
      throw OUT.bad(flags, "exists already", "--out new-twin");
    }
  }

  /** Writes what was observed so far; what can't be written now may be at the end. */
  static void keep(UserFile out, Twin twin, Consumer<String> say) {
    try {
      write(out, Twin.FILE, RunDirectory.toJson(twin));
    } catch (IOException | UsageException e) {
      say.accept("%s not written, goes on: %s".formatted(Twin.FILE, FailureText.of(e)));
    }
  }

  private static void write(UserFile out, String name, String text) throws IOException {
    out.fs().mkdirs(out.path());
    Path file = new Path(out.path(), name);
    new UserFile(out.fs(), file, out.flag(), out.name(), out.example(), ours -> true).replace(text);
  }

  private static ProfileDriver.Request request(CommandLine line) {
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
    return new ProfileDriver.Request(table, length, sampled, NAMES.get(flags));
  }

  private static Twin sum(CommandLine line) {
    for (Setting<?> flag : line.values().keySet()) {
      if (!List.of(ADD, OUT).contains(flag)) {
        throw flag.bad(line.flags(), "contradicts --add, which observes nothing", JOIN);
      }
    }
    if (line.operands().isEmpty()) {
      throw new UsageException("--add: no profiles; try " + JOIN);
    }
    List<Twin> twins =
        IntStream.range(0, line.operands().size()).mapToObj(i -> twin(line, i, JOIN)).toList();
    for (int i = 1; i < twins.size(); i++) {
      for (int j = 0; j < i; j++) {
        Optional<String> problem = TwinSum.problem(twins.get(j), twins.get(i));
        if (problem.isPresent()) {
          String of = problem.get() + " " + line.operands().get(j);
          throw UsageException.badValue("profile", line.operands().get(i), of, JOIN);
        }
      }
    }
    return TwinSum.of(twins);
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
    TwinComparison comparison =
        TwinComparison.of(twin(line, 0, COMPARISON), twin(line, 1, COMPARISON));
    console.out().print(TextRenderer.summary(TwinView.of(comparison)));
    return comparison.outside().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Twin twin(CommandLine line, int operand, String example) {
    return LikeTwin.read(line.conf(), "profile", line.operands().get(operand), example);
  }
}
