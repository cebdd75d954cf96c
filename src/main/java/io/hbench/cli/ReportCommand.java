package io.hbench.cli;

import io.hbench.report.ReportFiles;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.run.Settings;
import io.hbench.run.UsageException;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Prints the reports of runs from their files, and writes those that are missing. */
final class ReportCommand implements Subcommand {
  @Override
  public String operands() {
    return "DIR… [--format text|ycsb]";
  }

  @Override
  public String help() {
    return "prints a run's report again, from its files alone";
  }

  @Override
  public boolean takesSettings() {
    return false;
  }

  @Override
  public int run(Configuration conf, List<String> words, Console console) throws IOException {
    CommandLine line = CommandLine.parse(conf, words, List.of(Settings.FORMAT));
    line.values().forEach((setting, text) -> setting.set(line.conf(), text));
    if (line.operands().isEmpty()) {
      throw new UsageException(
          "report: which run directory? try report hbench/20260131-101500-run");
    }
    for (String operand : line.operands()) {
      RunDirectory directory = new RunDirectory(line.conf(), CommandLine.path("report", operand));
      if (!directory.exists()) {
        throw new UsageException("report: '" + directory.path() + "' does not exist");
      }
      RunReport report = ReportReader.read(directory);
      RunCommand.print(report, Settings.FORMAT.get(line.conf()), console);
      writeMissing(directory, report);
    }
    return ExitCode.FINE;
  }

  /** A run whose submitter died has no reports yet. */
  private static void writeMissing(RunDirectory directory, RunReport report) throws IOException {
    boolean over = report.run().finished() != null || directory.has(RunDirectory.SUCCESS);
    if (over && !directory.has(RunDirectory.REPORT_JSON)) {
      ReportFiles.write(directory, report);
    }
  }

  @Override
  public String example() {
    return "report hbench/20260131-101500-run";
  }
}
