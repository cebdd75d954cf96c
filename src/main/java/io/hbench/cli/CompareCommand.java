package io.hbench.cli;

import io.hbench.compare.Comparer;
import io.hbench.compare.Comparison;
import io.hbench.doc.Document;
import io.hbench.driver.ComparisonReader;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.driver.RunDriver;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.OutputFormat;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.DuetReader;
import io.hbench.suite.Ladder;
import io.hbench.suite.RunOutcome;
import io.hbench.view.ComparisonView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** {@code compare}: prints the differences between two runs or suites and their significance. */
final class CompareCommand implements Subcommand {
  private static final String LIVE_EXAMPLE =
      "compare --live run get@4 --table t1,t2 --rows 10M --for 5m";

  /** First characters of what {@code --out} writes. */
  private static final String JSON_START = "{\n  \"schema\": \"hbench.compare/";

  private static final SettingGroup FLAGS = new SettingGroup("options", ComparisonFlags.all());
  private static final Setting<Double> CONFIDENCE =
      FLAGS
          .add("confidence", SettingType.SHARE, ComparisonReader.CONFIDENCE)
          .help("joint confidence of all intervals");
  private static final Setting<Boolean> DIFFERENT_OK =
      FLAGS
          .flag("different-ok")
          .help("compare runs of different loads; the differences are listed");
  private static final Setting<Boolean> WITH_SIBLINGS =
      FLAGS
          .flag("with-siblings")
          .help("runs of the same settings, versions and table beside the two are repeats of them");
  private static final Setting<String> OUT =
      FLAGS
          .add("out", SettingType.TEXT.withExample("compare.json"))
          .help("file for the comparison as JSON; an older one is replaced");
  private static final Setting<String> HTML =
      FLAGS
          .add("html", SettingType.TEXT.withExample("compare.html"))
          .help("file for an HTML page with charts; an older one is replaced");
  private static final Setting<Boolean> LIVE =
      FLAGS.flag("live").help("one run that drives both sides in turn, second by second");

  /** The flags that a live comparison takes besides the settings of its run. */
  private static final List<Setting<?>> LIVE_FLAGS =
      Stream.concat(ComparisonFlags.all().stream(), Stream.of(CONFIDENCE, LIVE, Settings.CANDIDATE))
          .toList();

  @Override
  public Usage usage() {
    return new Usage(
        "BASELINE CANDIDATE [--margin 5%] [--different-ok] [--with-siblings] [--details]"
            + " [--format text|json] [--out FILE] [--html FILE]",
        "prints the differences of a candidate from a baseline and their significance",
        "compare hbench/monday hbench/tuesday --margin 3%",
        FLAGS.settings());
  }

  @Override
  public boolean mayChangeACluster(List<String> words) {
    return words.stream().anyMatch(word -> word.matches("--?" + LIVE.name() + "(=.*)?"));
  }

  @Override
  public String details() {
    return "\nBASELINE and CANDIDATE: a run's directory, that of a suite or a ladder, or one of"
        + " repeated runs; alone, that of a live comparison\n\n"
        + "live: "
        + LIVE_EXAMPLE
        + ": a setting with two values has one of each side\n"
        + Help.line(
            Settings.CANDIDATE.flag(), "setting of the other side: table=t2; repeatable", "");
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    if (mayChangeACluster(words)) {
      return runLive(given, words, console);
    }
    CommandLine line = parse(given, words);
    Configuration conf = line.merged();
    FLAGS.settings().stream() // a run's, which a site or a file sets
        .filter(flag -> !line.values().containsKey(flag))
        .forEach(flag -> conf.unset(flag.property()));
    if (line.operands().isEmpty() || line.operands().size() > 2) {
      throw new UsageException(
          "compare: %d directories, not 2; try compare hbench/before hbench/after"
              .formatted(line.operands().size()));
    }
    Optional<UserFile> out = ComparisonFlags.file(OUT, conf, "new-compare.json", JSON_START);
    Optional<UserFile> html =
        ComparisonFlags.file(
            HTML, conf, "new-compare.html", PageRenderer.start(ComparisonView.KIND));
    if (out.isPresent() && out.map(UserFile::path).equals(html.map(UserFile::path))) {
      throw HTML.bad(conf, "same file as --out", "--html compare.html");
    }
    ComparisonFlags flags = ComparisonFlags.of(conf);
    double confidence = confidence(conf);
    Comparison comparison = comparer(line, conf).compare(flags.margins(), confidence);
    Document document =
        ComparisonView.of(
            comparison,
            "hbench compare … --details, or "
                + html.map(UserFile::name).orElse("--html FILE, a page"));
    if (out.isPresent()) {
      out.get().replace(RunDirectory.toJson(comparison));
    }
    if (html.isPresent()) {
      html.get().replace(PageRenderer.html(document));
    }
    return flags.print(document, comparison, comparison.isRegression(), console);
  }

  /**
   * Drives a duet, which is one run that drives two sides in turn, and leaves the comparison of its
   * sides in its directory.
   *
   * @return the worse of the exit codes of the run and of the comparison
   * @throws IOException if the job failed, or a step after it
   */
  private static int runLive(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    List<Setting<?>> all = new ArrayList<>(Settings.flags());
    all.remove(Settings.FORMAT);
    all.addAll(LIVE_FLAGS);
    CommandLine line = CommandLine.parse(given, words, all);
    ComparisonFlags flags = ComparisonFlags.of(line.flags());
    double confidence = confidence(line.flags());
    Login.check();
    Configuration conf = duet(line, console);
    RunOutcome outcome = new RunDriver(console).run(conf);
    if (outcome.report() == null) { // detached, or dry
      return outcome.exitCode();
    }
    if (outcome.failure() != null || outcome.report().verdict().isInvalid()) {
      OutputFormat format =
          flags.form() == ComparisonFlags.Form.JSON ? OutputFormat.JSON : OutputFormat.TEXT;
      return RunCommand.conclude(outcome, format, console, report -> "");
    }
    if (!outcome.report().verdict().isValid()) {
      console.say(outcome.report().verdict().text());
    }
    RunDirectory directory = new RunDirectory(conf, new Path(outcome.report().run().out()));
    Comparison comparison = ComparisonReader.compareLive(directory, flags.margins(), confidence);
    Document document = ComparisonReader.document(comparison, directory);
    return ExitCode.worst(
        List.of(
            outcome.exitCode(),
            flags.print(document, comparison, comparison.isRegression(), console)));
  }

  /**
   * The settings of a duet: of a setting with two values, the candidate has the second one.
   *
   * @param line with {@code run} and its assignments
   */
  private static Configuration duet(CommandLine line, Console console) throws IOException {
    List<String> operands = line.operands();
    if (operands.isEmpty() || !operands.get(0).equals(Command.RUN.toString())) {
      throw new UsageException(
          "compare --live%s: not followed by run; try %s"
              .formatted(operands.isEmpty() ? "" : " " + operands.get(0), LIVE_EXAMPLE));
    }
    Map<Setting<?>, String> settings = new LinkedHashMap<>(line.values());
    LIVE_FLAGS.stream().filter(flag -> !flag.equals(Settings.CANDIDATE)).forEach(settings::remove);
    LoadRequest request =
        new RunCommand(Command.RUN)
            .request(
                new CommandLine(
                    line.conf(), List.of(), operands.subList(1, operands.size()), settings),
                console);
    Configuration conf = request.merged();
    Ladder ladder = Ladder.of(conf, request.settings().keySet());
    Map<String, String> candidate = new TreeMap<>(Settings.CANDIDATE.find(conf).orElse(Map.of()));
    for (Setting<?> setting : ladder.values().keySet()) {
      String name = setting.name();
      // else it is that of an earlier run, which words override
      if (candidate.containsKey(name) && line.values().containsKey(Settings.CANDIDATE)) {
        throw Settings.CANDIDATE.bad(
            name + "=" + candidate.get(name),
            setting.flag() + " has a value of the candidate, too",
            LIVE_EXAMPLE);
      }
    }
    ladder.values().forEach((setting, values) -> split(setting, values, conf, candidate));
    if (candidate.isEmpty()) {
      throw new UsageException(
          "compare --live: no setting has two values, one of each side; try " + LIVE_EXAMPLE);
    }
    Settings.CANDIDATE.set(
        conf,
        candidate.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue().replace("\\", "\\\\"))
            .collect(Collectors.joining("\n")));
    return conf;
  }

  private static void split(
      Setting<?> setting, List<String> values, Configuration conf, Map<String, String> candidate) {
    String text = String.join(",", values);
    DuetReader.checkOfSide(setting, text);
    if (values.size() > 2) {
      throw setting.bad(
          text,
          values.size() + " values, and compare --live has two sides",
          setting.flag() + " " + String.join(",", values.subList(0, 2)));
    }
    setting.set(conf, values.get(0));
    candidate.put(setting.name(), values.get(1));
  }

  /** Reads what is compared: two directories, or the two sides of one. */
  private static Comparer comparer(CommandLine line, Configuration conf) throws IOException {
    String baseline = line.operands().get(0);
    if (line.operands().size() == 1) {
      return ComparisonReader.live(conf, baseline);
    }
    String candidate = line.operands().get(1);
    boolean differentOk = DIFFERENT_OK.get(conf);
    return WITH_SIBLINGS.get(conf)
        ? ComparisonReader.readWithSiblings(conf, baseline, candidate, differentOk)
        : ComparisonReader.read(conf, baseline, candidate, differentOk);
  }

  private static double confidence(Configuration conf) {
    double confidence = CONFIDENCE.get(conf);
    if (confidence < 0.5 || confidence > 0.999) {
      throw CONFIDENCE.bad(conf, "not a share from 50% to 99.9%", "--confidence 98%");
    }
    return confidence;
  }
}
