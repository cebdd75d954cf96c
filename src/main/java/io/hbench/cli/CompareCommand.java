package io.hbench.cli;

import io.hbench.compare.Comparer;
import io.hbench.compare.Comparison;
import io.hbench.doc.Document;
import io.hbench.driver.ComparisonReader;
import io.hbench.driver.Console;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.view.ComparisonView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** {@code compare}: prints the differences between two runs or suites and their significance. */
final class CompareCommand implements Subcommand {
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
      FLAGS.add("out", SettingType.TEXT).help("new file for the comparison as JSON");
  private static final Setting<String> HTML =
      FLAGS
          .add("html", SettingType.TEXT)
          .help("new file for the comparison as an HTML page with charts");
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
  public String details() {
    return "\nBASELINE and CANDIDATE: a run's directory, that of a suite or a ladder, or one of"
        + " repeated runs; alone, that of a live comparison\n\n"
        + "live: "
        + LiveComparison.EXAMPLE
        + ": a setting with two values has one of each side\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    if (words.stream().anyMatch(word -> word.equals(LIVE.flag()))) {
      return runLive(given, words, console);
    }
    CommandLine line = parse(given, words);
    Configuration conf = line.merged();
    if (line.operands().isEmpty() || line.operands().size() > 2) {
      throw new UsageException(
          "compare: %d directories, not 2; try compare hbench/before hbench/after"
              .formatted(line.operands().size()));
    }
    Path out = newFile(OUT, conf);
    Path html = newFile(HTML, conf);
    if (out != null && out.equals(html)) {
      throw HTML.bad(HTML.get(conf), "same file as --out", "--html compare.html");
    }
    ComparisonFlags flags = ComparisonFlags.of(conf);
    double confidence = confidence(conf);
    Comparison comparison = comparer(line, conf).compare(flags.margins(), confidence);
    Document document =
        ComparisonView.of(
            comparison,
            "hbench compare … --details, or " + (html == null ? "--html FILE, a page" : html));
    if (out != null) {
      RunDirectory.create(out.getFileSystem(conf), out, RunDirectory.toJson(comparison));
    }
    if (html != null) {
      RunDirectory.create(html.getFileSystem(conf), html, PageRenderer.html(document));
    }
    return flags.print(document, comparison, comparison.isRegression(), console);
  }

  /** Drives one run with both sides, and compares them. */
  private static int runLive(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    List<Setting<?>> flags = new ArrayList<>(Settings.flags());
    flags.remove(Settings.FORMAT);
    flags.addAll(LIVE_FLAGS);
    CommandLine line = CommandLine.parse(given, words, flags);
    ComparisonFlags own = ComparisonFlags.of(line.flags());
    double confidence = confidence(line.flags());
    Map<Setting<?>, String> settings = new LinkedHashMap<>(line.values());
    LIVE_FLAGS.stream().filter(flag -> !flag.equals(Settings.CANDIDATE)).forEach(settings::remove);
    Login.check();
    LiveComparison live = LiveComparison.of(line.conf(), line.operands(), settings, console);
    return live.run(own, confidence);
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

  /** The file that a flag names; null without the flag. */
  private static Path newFile(Setting<String> flag, Configuration conf) throws IOException {
    if (flag.find(conf).isEmpty()) {
      return null;
    }
    String name = flag.get(conf);
    Path file = SettingType.path(flag.flag(), name);
    FileSystem fs = file.getFileSystem(conf);
    if (fs.exists(file)) {
      throw flag.bad(name, "exists already", flag.flag() + " " + name + "-2");
    }
    return file;
  }
}
