package io.hbench.cli;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.EarlierRun;
import io.hbench.driver.ExitCode;
import io.hbench.driver.FindmaxSteps;
import io.hbench.driver.RunConclusion;
import io.hbench.driver.RunFollower;
import io.hbench.report.FormatVersion;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.format.PrometheusText;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.SuiteExecution;
import io.hbench.view.RunView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** {@code report}: prints reports from run directories, and writes missing report files. */
final class ReportCommand implements Subcommand {
  private static final SettingGroup FLAGS =
      new SettingGroup("options", List.of(Settings.FORMAT, Settings.PROMETHEUS, Settings.QUIET));
  private static final Setting<Boolean> DETAILS =
      FLAGS.flag("details").help("every figure as text, in sections, instead of the screen");
  private static final Setting<Boolean> AUDIT =
      FLAGS
          .flag("audit")
          .help("compare all counts with the tasks' own files, record by record; see the verdict");
  private static final Setting<Boolean> FOLLOW =
      FLAGS
          .flag("follow")
          .help("wait for the end of a run, and exit with its exit code; Ctrl-C leaves the run be");
  private static final Setting<Boolean> SCHEMA =
      FLAGS.flag("schema").help("print the JSON Schema of report.json");

  @Override
  public Usage usage() {
    return new Usage(
        "DIR… [--details] [--format FORMAT] [--prometheus FILE] [--audit] | --follow DIR | --schema",
        "prints the report of a run from its directory",
        "report hbench/20260131-101500-run",
        FLAGS.settings());
  }

  @Override
  public String details() {
    return "\n--format: " + Settings.FORMAT.kind().noun() + "\n";
  }

  @Override
  public int run(Configuration conf, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(conf, words);
    line.values().forEach((setting, text) -> setting.set(line.conf(), text));
    line.leaveOutOfSites();
    if (SCHEMA.get(line.conf())) {
      console.out().print(schema());
      return ExitCode.OK;
    }
    List<RunDirectory> directories = directories(line);
    if (FOLLOW.get(line.conf())) {
      for (Setting<?> flag : List.of(DETAILS, AUDIT)) {
        if (flag.isSet(line.conf())) {
          throw new UsageException(flag.flag() + ": not with --follow; leave it out");
        }
      }
      RunDirectory one = only(directories, "--follow");
      checkPrometheus(one, line);
      return follow(one, line, console);
    }
    if (Settings.PROMETHEUS.isSet(line.conf())) {
      checkPrometheus(only(directories, Settings.PROMETHEUS.flag()), line);
    }
    List<RunReport> reports = new ArrayList<>();
    int code = ExitCode.OK;
    for (RunDirectory directory : directories) {
      try {
        Optional<RunReport> report = read(directory, line, console);
        report.ifPresent(reports::add);
        code = directories.size() == 1 ? RunConclusion.exitCode(directory, report) : code;
      } catch (IOException e) {
        if (directories.size() == 1) {
          throw e;
        }
        console.say(FailureText.of(e));
        code = ExitCode.FAILED;
      }
    }
    if (!reports.isEmpty()) {
      RunCommand.print(
          reports,
          Settings.FORMAT.get(line.conf()),
          DETAILS.get(line.conf()) ? RunView::details : RunView::summary,
          console);
    }
    if (Settings.PROMETHEUS.isSet(line.conf())) {
      RunConclusion.prometheus(line.conf())
          .orElseThrow()
          .replace(PrometheusText.of(reports.get(0)));
    }
    return code;
  }

  private static void checkPrometheus(RunDirectory run, CommandLine line) throws IOException {
    if (!Settings.PROMETHEUS.isSet(line.conf())) {
      return;
    }
    if (run.has(RunDirectory.FINDMAX)) {
      throw new UsageException(
          "%s: takes one run, not a findmax search; try report %s"
              .formatted(
                  Settings.PROMETHEUS.flag(), quoted(run.path() + "/" + RunDirectory.step(1))));
    }
    RunConclusion.prometheus(line.conf()).orElseThrow().check();
  }

  /** Reads a run and writes its missing files; empty for a search, whose result is printed. */
  private static Optional<RunReport> read(RunDirectory directory, CommandLine line, Console console)
      throws IOException {
    if (directory.has(RunDirectory.FINDMAX)) {
      if (line.values().containsKey(Settings.FORMAT)) {
        RunCommand.checkSearchFormat(line.conf());
      }
      FindmaxSteps.print(
          directory,
          Settings.FORMAT.get(line.conf()),
          DETAILS.get(line.conf()) ? TextRenderer::whole : TextRenderer::summary,
          console);
      return Optional.empty();
    }
    RunReport report = ReportReader.read(directory, AUDIT.get(line.conf()));
    writeMissing(directory, report, console);
    return Optional.of(report);
  }

  private static String schema() throws IOException {
    try (InputStream in =
        ReportCommand.class.getResourceAsStream("/io/hbench/report.schema.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<RunDirectory> directories(CommandLine line) throws IOException {
    if (line.operands().isEmpty()) {
      throw new UsageException("report: no run directory; try report hbench/20260131-101500-run");
    }
    List<RunDirectory> directories = new ArrayList<>();
    for (String operand : line.operands()) {
      RunDirectory directory = new RunDirectory(line.conf(), SettingType.path("report", operand));
      if (!directory.exists()) {
        throw new UsageException(
            "report %s: does not exist; try report hbench/20260131-101500-run"
                .formatted(directory.path()));
      }
      if (directory.has(SuiteExecution.RECORD)) {
        throw new UsageException(
            "report %1$s: has several runs, whose figures are in suite.txt in it; try trend %1$s"
                .formatted(quoted(directory.path())));
      }
      directories.add(directory);
    }
    return directories;
  }

  private static RunDirectory only(List<RunDirectory> directories, String flag) {
    if (directories.size() > 1) {
      throw new UsageException(
          flag + ": takes one run directory; leave out " + directories.get(1).path());
    }
    return directories.get(0);
  }

  /** Follows a run, with its settings; those given here override them. */
  private static int follow(RunDirectory directory, CommandLine line, Console console)
      throws IOException, InterruptedException {
    FormatVersion.check(directory);
    Configuration plan = directory.plan();
    Configuration conf = new Configuration(line.conf());
    RunConclusion.prometheus(conf) // another file than that of the same name elsewhere
        .ifPresent(file -> Settings.PROMETHEUS.set(conf, file.path().toString()));
    EarlierRun.keepOwn(
        directory,
        plan,
        conf,
        List.of(
            Settings.QUORUM,
            Settings.USER,
            Settings.CANDIDATE,
            Settings.PROMETHEUS,
            Settings.METRICS_PORT),
        console);
    EarlierRun.fill(
        conf,
        plan,
        Settings.all().stream()
            .filter(setting -> !setting.equals(Settings.QUIET)) // it concerned the submission
            .toList());
    conf.unset(FOLLOW.property());
    RunOutcome outcome = new RunFollower(console).run(directory, conf);
    if (Settings.COMMAND.get(conf) == Command.FINDMAX) {
      return RunCommand.concludeSearch(outcome, directory, Settings.FORMAT.get(conf), console);
    }
    return RunCommand.conclude(outcome, Settings.FORMAT.get(conf), console, report -> "");
  }

  /** Writes report files that a lost submitter or an older hbench left out. */
  private static void writeMissing(RunDirectory directory, RunReport report, Console console)
      throws IOException {
    boolean over = report.run().finished() != null || directory.has(RunDirectory.SUCCESS);
    String missing = RunDirectory.REPORT_JSON;
    try {
      if (over && !directory.has(missing)) {
        RunConclusion.writeFiles(directory, report);
      }
      missing = RunDirectory.REPORT_PAGE;
      if (over && !directory.has(missing)) {
        RunView.writePage(directory, report);
      }
    } catch (IOException e) { // a reader may lack the permission to write
      console.say("no " + missing + ": " + FailureText.of(e));
    }
  }
}
