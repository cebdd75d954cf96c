package io.hbench.cli;

import io.hbench.compare.Comparer;
import io.hbench.compare.Comparison;
import io.hbench.doc.Document;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.driver.RunDriver;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.DuetReader;
import io.hbench.suite.Ladder;
import io.hbench.suite.Retention;
import io.hbench.suite.RunOutcome;
import io.hbench.view.ComparisonView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@code compare --live}: a duet, which is one run that drives two sides in turn, and the
 * comparison of its sides.
 *
 * @param conf of the run, with the settings of the candidate
 */
record LiveComparison(Configuration conf, Console console) {
  static final String EXAMPLE = "compare --live run get@4 --table t1,t2 --rows 10M --for 5m";

  private static final String PAGE = "compare.html";

  /**
   * Reads a command line: of a setting with two values, the candidate has the second one.
   *
   * @param operands {@code run} and its assignments
   * @param settings of the run
   */
  static LiveComparison of(
      Configuration given, List<String> operands, Map<Setting<?>, String> settings, Console console)
      throws IOException {
    if (operands.isEmpty() || !operands.get(0).equals(Command.RUN.toString())) {
      throw new UsageException(
          "compare --live%s: not followed by run; try %s"
              .formatted(operands.isEmpty() ? "" : " " + operands.get(0), EXAMPLE));
    }
    CommandLine line = new CommandLine(given, operands.subList(1, operands.size()), settings);
    LoadRequest request = new RunCommand(Command.RUN).request(line, console);
    Configuration conf = request.merged();
    Ladder ladder = Ladder.of(conf, request.settings().keySet());
    Map<String, String> candidate = new TreeMap<>(Settings.CANDIDATE.find(conf).orElse(Map.of()));
    ladder.values().forEach((setting, values) -> split(setting, values, conf, candidate));
    if (candidate.isEmpty()) {
      throw new UsageException(
          "compare --live: no setting has two values, one of each side; try " + EXAMPLE);
    }
    Settings.CANDIDATE.set(
        conf,
        candidate.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue().replace("\\", "\\\\"))
            .collect(Collectors.joining("\n")));
    return new LiveComparison(conf, console);
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

  /**
   * Drives the run, and leaves the comparison in its directory.
   *
   * @param flags margins of the comparison, and how it is printed
   * @param confidence joint confidence of its intervals
   * @return the worse of the exit codes of the run and of the comparison
   * @throws IOException if the job failed, or a step after it
   */
  int run(ComparisonFlags flags, double confidence) throws IOException, InterruptedException {
    RunOutcome outcome = new RunDriver(console).run(conf);
    if (outcome.report() == null) { // detached, or dry
      return outcome.exitCode();
    }
    if (outcome.failure() != null || outcome.report().verdict().isInvalid()) {
      return RunCommand.conclude(outcome, Settings.FORMAT.get(conf), console, report -> "");
    }
    if (!outcome.report().verdict().isValid()) {
      console.say(outcome.report().verdict().text());
    }
    RunDirectory directory = new RunDirectory(conf, new Path(outcome.report().run().out()));
    Comparison comparison = Comparer.live(directory).compare(flags.margins(), confidence);
    directory.writeJson(Retention.COMPARISON, comparison);
    Document document =
        ComparisonView.of(
            comparison,
            "hbench compare %s --details, or %s in it".formatted(directory.path(), PAGE));
    directory.write(PAGE, PageRenderer.html(document));
    return ExitCode.worst(
        List.of(
            outcome.exitCode(),
            flags.print(document, comparison, comparison.isRegression(), console)));
  }
}
