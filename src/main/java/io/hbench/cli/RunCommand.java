package io.hbench.cli;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.HandOver;
import io.hbench.cluster.Tables;
import io.hbench.data.RowSet;
import io.hbench.job.Submission;
import io.hbench.report.ReportFiles;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.TextReport;
import io.hbench.run.Command;
import io.hbench.run.RunSpec;
import io.hbench.run.Setting;
import io.hbench.run.Settings;
import io.hbench.run.UsageException;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import java.io.IOException;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Drives load and reports: {@code load} and {@code run}. */
final class RunCommand implements Subcommand {
  private final Command command;

  RunCommand(Command command) {
    this.command = command;
  }

  @Override
  public String operands() {
    return switch (command) {
      case LOAD -> "[--setting VALUE]…";
      case RUN -> "OPERATION[:WEIGHT],…[@TASKS]… [--setting VALUE]…";
      case VERIFY -> "[DIR] [--setting VALUE]…";
    };
  }

  @Override
  public String help() {
    return switch (command) {
      case LOAD -> "fills a table: every row from 0 to --rows, once";
      case RUN -> "drives operations, measures them, and reports";
      case VERIFY ->
          "holds every row against what load (of DIR) has written; exit code 5 if not so";
    };
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = CommandLine.parse(given, words);
    Configuration conf = line.conf();
    boolean planned = command == Command.RUN && line.operands().isEmpty();
    if (!planned || !Settings.COMMAND.isSet(conf)) {
      Settings.COMMAND.set(conf, command.toString()); // else the plan of a load says load itself
    }
    if (command == Command.VERIFY) {
      expectWhatWasLoaded(conf, line.operands());
    } else if (!line.operands().isEmpty()) {
      Settings.ASSIGNMENTS.set(conf, String.join(" ", line.operands()));
    }
    if (Settings.RESUME.isSet(conf)) {
      resume(conf, console);
    }
    return drive(conf, console, report -> "");
  }

  private static void expectWhatWasLoaded(Configuration conf, List<String> operands)
      throws IOException {
    if (operands.size() > 1) {
      throw new UsageException("verify: one run directory at most, not '" + operands.get(1) + "'");
    }
    if (!operands.isEmpty()) {
      EarlierRun load = new EarlierRun(conf, "verify", operands.get(0));
      load.fill(conf, Settings.ofRows());
      Settings.ACKNOWLEDGED.set(conf, load.acknowledged().toString());
    }
  }

  private void resume(Configuration conf, Console console) throws IOException {
    String earlier = Settings.RESUME.get(conf);
    if (command != Command.LOAD) {
      throw new UsageException("--resume: only a load can go on; try load --resume " + earlier);
    }
    EarlierRun load = new EarlierRun(conf, "--resume", earlier);
    // the table is there by now, and must stay
    load.fill(
        conf,
        Settings.all().stream()
            .filter(s -> !s.equals(Settings.RECREATE) && !s.equals(Settings.RESUME))
            .toList());
    RowSet acknowledged = load.acknowledged();
    Settings.ACKNOWLEDGED.set(conf, acknowledged.toString());
    console.err().println("hbench: %,d rows were written before".formatted(acknowledged.size()));
    if (load.isBulk()) {
      Settings.HFILES.set(
          conf, load.hfiles().stream().map(Path::toString).collect(Collectors.joining(",")));
    }
  }

  /**
   * Drives what the configuration says, and prints the report.
   *
   * @param epilogue what to print after it
   * @return the exit code
   */
  static int drive(Configuration conf, Console console, Function<RunReport, String> epilogue)
      throws IOException, InterruptedException {
    RunSpec spec = RunSpec.from(conf);
    RunDirectory directory = newDirectory(conf, spec.command());
    if (!spec.needsTable()) {
      return execute(spec, conf, directory, () -> null, console, epilogue);
    }
    Configuration hbase = HBaseConf.find(conf, console.environment());
    try (Cluster cluster = Cluster.connect(hbase)) {
      new Tables(cluster, spec, hbase).prepare(Version.hbench(), console::confirm);
      Submission.Servers servers =
          new Submission.Servers() {
            @Override
            public ServerFacts facts() {
              return RunCommand.facts(cluster, spec, console);
            }

            @Override
            public JobFacts take(JobFacts job) throws IOException {
              return spec.bulk() ? job.with(handOver(spec, hbase, directory)) : job;
            }
          };
      return execute(spec, hbase, directory, servers, console, epilogue);
    }
  }

  private static int execute(
      RunSpec spec,
      Configuration conf,
      RunDirectory directory,
      Submission.Servers servers,
      Console console,
      Function<RunReport, String> epilogue)
      throws IOException, InterruptedException {
    JobFacts job;
    try (ProgressDisplay progress = ProgressDisplay.of(spec, Settings.QUIET.get(conf), console)) {
      job =
          new Submission(spec, conf, directory)
              .execute(plan(conf), Version.hbench(), servers, progress::show);
    }
    RunReport report = ReportReader.read(directory);
    ReportFiles.write(directory, report);
    if (!report.operations().isEmpty()) {
      console.out().print(TextReport.of(report) + epilogue.apply(report));
    }
    if (!job.succeeded()) {
      throw new IOException(
          "the job "
              + job.state().toLowerCase(Locale.ROOT)
              + " ("
              + job.id()
              + "): "
              + job.failure());
    }
    if (report.proof() != null && report.proof().flawed() > 0) {
      return ExitCode.WRONG_DATA;
    }
    if (Settings.STRICT.get(conf) && !report.verdict().isValid()) {
      return ExitCode.NOT_TRUSTED;
    }
    return report.verdict().isInvalid() ? ExitCode.FAILED : ExitCode.FINE;
  }

  private static JobFacts.HandOver handOver(
      RunSpec spec, Configuration conf, RunDirectory directory) throws IOException {
    List<Path> roots = new ArrayList<>();
    roots.add(new Path(directory.path(), RunDirectory.HFILES));
    Settings.HFILES.find(conf).stream().flatMap(List::stream).map(Path::new).forEach(roots::add);
    return new HandOver(conf, spec.table(), roots).take(spec.range());
  }

  /** A directory of this run's own, which does not exist yet. */
  private static RunDirectory newDirectory(Configuration conf, Command command) throws IOException {
    String id =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                .format(LocalDateTime.now(ZoneId.systemDefault()))
            + "-"
            + command
            + "-"
            + Long.toString(System.nanoTime() & 0xFFFF, 36);
    String out = Settings.OUT.find(conf).orElse("hbench/" + id);
    RunDirectory directory = new RunDirectory(conf, CommandLine.path("--out", out));
    if (directory.exists()) {
      throw UsageException.badValue("--out", out, "exists already", "--out " + out + "-2");
    }
    return directory;
  }

  /** What the run would need to be run again, and nothing that is the cluster's own. */
  private static String plan(Configuration conf) throws IOException {
    Configuration plan = new Configuration(false);
    for (Setting<?> setting : Settings.all()) {
      if (!setting.equals(Settings.OUT) && !setting.text(conf).isEmpty()) {
        setting.set(plan, setting.text(conf));
      }
    }
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    return xml.toString();
  }

  /** The run is worth more than what the servers say about it. */
  private static ServerFacts facts(Cluster cluster, RunSpec spec, Console console) {
    try {
      return cluster.facts(spec.target());
    } catch (IOException e) {
      console.err().println("hbench: the servers don't tell how they are: " + e.getMessage());
      return null;
    }
  }

  @Override
  public String example() {
    return switch (command) {
      case LOAD -> "load --table t1 --rows 10M --tasks 8 --presplit 16";
      case RUN -> "run get:95,put:5@8 --table t1 --rows 10M --for 5m";
      case VERIFY -> "verify --table t1 --rows 10M --tasks 8";
    };
  }
}
