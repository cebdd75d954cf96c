package io.hbench.cli;

import io.hbench.doc.Document;
import io.hbench.driver.Console;
import io.hbench.export.TrendCsv;
import io.hbench.html.PageRenderer;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.trend.Trend;
import io.hbench.trend.TrendReader;
import io.hbench.view.TrendView;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** {@code trend}: prints the changes of figures over a series of runs. */
final class TrendCommand implements Subcommand {
  private static final String EXAMPLE = "trend hbench";
  static final SettingType<Instant> INSTANT =
      new SettingType<>(
          "a day or an instant", "2026-01-31 or 2026-01-31T10:15:00Z", s -> instant(s));
  private static final SettingGroup FLAGS = new SettingGroup("options", ComparisonFlags.all());
  private static final Setting<Instant> SINCE =
      FLAGS
          .add("since", INSTANT)
          .help(
              "start of the days whose changes count for the exit code; earlier ones are only shown");
  private static final Setting<String> CSV =
      FLAGS
          .add("csv", SettingType.TEXT.withExample("trend.csv"))
          .help("file for Apache Otava; an older one is replaced");
  private static final Setting<String> HTML =
      FLAGS
          .add("html", SettingType.TEXT.withExample("trend.html"))
          .help("file for an HTML page with charts; an older one is replaced");

  @Override
  public Usage usage() {
    return new Usage(
        "DIR [--margin 5%] [--since DAY] [--details] [--csv FILE] [--html FILE]"
            + " [--format text|json]",
        "prints the changes of figures over all runs below a directory",
        "trend hbench --margin 5% --csv trend.csv",
        FLAGS.settings());
  }

  @Override
  public String details() {
    return "\nexit code 6 if the last change of a figure is a regression, not before --since and not"
        + " accepted\n";
  }

  @Override
  public int run(Configuration given, List<String> words, Console console) throws IOException {
    CommandLine line = parse(given, words);
    Configuration conf = line.flags();
    ComparisonFlags flags = ComparisonFlags.of(conf);
    Instant since = SINCE.find(conf).orElse(null);
    Trend trend =
        TrendReader.read(line.conf(), directory(line, "trend", EXAMPLE), flags.margins(), since);
    trend.warnings().forEach(warning -> console.say("trend: " + warning));
    checkRuns(trend, "trend", EXAMPLE);
    Optional<UserFile> csv =
        ComparisonFlags.file(CSV, line.merged(), "new-trend.csv", TrendCsv.START);
    Optional<UserFile> html =
        ComparisonFlags.file(
            HTML, line.merged(), "new-trend.html", PageRenderer.start(TrendView.KIND));
    if (csv.isPresent() && csv.map(UserFile::path).equals(html.map(UserFile::path))) {
      throw HTML.bad(conf, "same file as --csv", "--html trend.html");
    }
    Document document =
        TrendView.of(
            trend,
            "hbench trend … --details, or "
                + html.map(UserFile::name).orElse("--html FILE, a page"));
    if (csv.isPresent()) {
      csv.get().replace(TrendCsv.of(trend));
    }
    if (html.isPresent()) {
      html.get().replace(PageRenderer.html(document));
    }
    return flags.print(document, trend, trend.isRegression(), console);
  }

  /** The only operand of a command, a directory that exists. */
  static Path directory(CommandLine line, String command, String example) throws IOException {
    if (line.operands().size() != 1) {
      throw new UsageException(
          line.operands().isEmpty()
              ? "%s: no directory; try %s".formatted(command, example)
              : "%s %s: a second directory; try %s"
                  .formatted(command, line.operands().get(1), example));
    }
    Path path = SettingType.path(command, line.operands().get(0));
    if (!path.getFileSystem(line.conf()).exists(path)) {
      throw new UsageException("%s %s: does not exist; try %s".formatted(command, path, example));
    }
    return path;
  }

  /** Refuses a directory without runs below it. */
  static void checkRuns(Trend trend, String command, String example) {
    if (trend.runs() + trend.invalid() + trend.notCounted() == 0) {
      throw new UsageException(
          "%s %s: no runs below it; try %s".formatted(command, trend.directory(), example));
    }
  }

  private static Instant instant(String text) {
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
