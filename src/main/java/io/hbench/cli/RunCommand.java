package io.hbench.cli;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.client.ClientType;
import io.hbench.data.LengthHistogram;
import io.hbench.data.RowSet;
import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.EarlierRun;
import io.hbench.driver.ExitCode;
import io.hbench.driver.FindmaxSteps;
import io.hbench.driver.ManyRuns;
import io.hbench.driver.RunDriver;
import io.hbench.replay.RecordedLoad;
import io.hbench.replay.RecordedLoad.RowKeys;
import io.hbench.report.RunReport;
import io.hbench.report.format.CsvText;
import io.hbench.report.format.YcsbText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Consent;
import io.hbench.settings.Objective;
import io.hbench.settings.OutputFormat;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.suite.Ladder;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.Suite;
import io.hbench.suite.SuitePlan;
import io.hbench.suite.SuiteRecord;
import io.hbench.view.RunView;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@code load}, {@code run}, {@code verify}, {@code replay} and {@code findmax}: drive load and
 * print a report.
 */
record RunCommand(Command command) implements LoadCommand {
  private static final SettingGroup FLAGS = new SettingGroup("options", List.of(EarlierRun.TRUST));
  private static final Setting<Integer> REPEAT =
      FLAGS
          .add("repeat", SettingType.SMALL_COUNT, "1")
          .help("number of equal runs, one after the other, in directories 1, 2, … below --out");

  /** Takes the place of {@code --rows}, which a replay has no use for. */
  private static final SettingGroup REPLAY_FLAGS = new SettingGroup("options", FLAGS.settings());

  static final Setting<RowKeys> ROW_KEYS =
      REPLAY_FLAGS
          .oneOf("rows", RowKeys.class, "as-they-are")
          .help("row keys: as-they-are; or hashed, 32 hex digits of their SHA-256");

  @Override
  public Usage usage() {
    return switch (command) {
      case LOAD ->
          new Usage(
              "[--setting VALUE]…",
              "writes every row from 0 to --rows once",
              "load --table t1 --rows 10M --tasks 8 --presplit 16",
              flags());
      case RUN ->
          new Usage(
              "OPERATION[:WEIGHT],…[@TASKS]… [--setting VALUE]…",
              "drives operations and reports their latencies",
              "run get:95,put:5@8 --table t1 --rows 10M --for 5m",
              flags());
      case VERIFY ->
          new Usage(
              "[DIR] [--setting VALUE]…",
              "reads every row and compares it with its expected values; exit code 5 if they differ",
              "verify --table t1 --rows 10M --tasks 8",
              flags());
      case REPLAY ->
          new Usage(
              "FILE [--setting VALUE]…",
              "sends the recorded requests of a file at their times",
              "replay requests.csv --table t1 --speed 10x",
              REPLAY_FLAGS.settings());
      case FINDMAX ->
          new Usage(
              "OPERATION[:WEIGHT],…[@TASKS]… [--setting VALUE]…",
              "finds the highest sustainable rate for --objective; exit code 3 if there is none",
              "findmax get:95,put:5@8 --table t1 --rows 10M --client async --objective 'p99 < 20ms'",
              flags());
    };
  }

  private List<Setting<?>> flags() {
    return Stream.of(FLAGS.settings(), TenantsFile.flags(command), LikeTwin.flags(command))
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public String details() {
    return command.isEveryRowOnce() || command == Command.REPLAY
        ? ""
        : Objective.EXAMPLES.stream()
            .map(example -> "  '" + example + "'\n")
            .collect(Collectors.joining("", "\nobjectives:\n", ""));
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public LoadRequest request(Configuration given, List<String> words, Console console)
      throws IOException {
    CommandLine line = parse(given, words);
    if (line.values().containsKey(TenantsFile.TENANTS)) {
      throw TenantsFile.TENANTS.bad(
          line.values().get(TenantsFile.TENANTS), "a step is one run", TenantsFile.EXAMPLE);
    }
    if (line.values().containsKey(REPEAT)) {
      String times = line.values().get(REPEAT);
      throw new UsageException(
          "--repeat %s: a step has a key for it; try repeat: %s".formatted(times, times));
    }
    return request(line, console);
  }

  /** The request of a command line whose flags are settings. */
  LoadRequest request(CommandLine line, Console console) throws IOException {
    Map<Setting<?>, String> settings = new LinkedHashMap<>(line.values());
    if (command == Command.FINDMAX) {
      line.leaveOutOfSites();
    }
    TenantsFile.checkNone(settings);
    settings.keySet().removeAll(usage().flags());
    boolean planned = command == Command.RUN && line.operands().isEmpty();
    if (!planned || !Settings.COMMAND.isSet(line.conf())) {
      settings.put(Settings.COMMAND, command.toString()); // the plan of a load has its own command
    }
    if (Settings.TENANT.isSet(line.conf())) { // of a plan: the run is alone now
      if (Settings.CANDIDATE.isSet(line.conf())) {
        settings.putIfAbsent(Settings.INTERVAL, ""); // it was that of --alternate
      }
      for (Setting<?> of :
          List.of(
              Settings.TENANT,
              Settings.NEIGHBOURS,
              Settings.CONTAINERS,
              Settings.NEIGHBOUR_OF,
              Settings.CANDIDATE)) {
        settings.putIfAbsent(of, "");
      }
    }
    if (command != Command.VERIFY && command != Command.REPLAY && !line.operands().isEmpty()) {
      settings.put(Settings.ASSIGNMENTS, String.join(" ", line.operands()));
    }
    settings = LikeTwin.settings(command, line, settings, console);
    LoadRequest request = new LoadRequest(line.conf(), settings);
    Configuration conf = request.merged();
    if (line.values().containsKey(Settings.TASKS)) {
      CommandSettings.checkTasks(conf);
    }
    if (command == Command.VERIFY) {
      fillFromLoad(conf, line, console);
    }
    if (Settings.COMMAND.get(conf) == Command.REPLAY) {
      readRequests(conf, line);
    }
    if (command == Command.REPLAY && !Settings.CLIENT.isSet(conf)) {
      Settings.CLIENT.set(conf, ClientType.ASYNC.toString());
    }
    if (Settings.RESUME.isSet(conf)) {
      resume(conf, line.flags(), console);
    }
    if (Settings.CANDIDATE.isSet(line.conf()) && Settings.CANDIDATE.isSet(conf)) {
      // a side out of a file: consent to the table of the command is none to that of this side
      Consent given = Settings.YES.get(conf).named(List.of(Settings.TABLE.text(conf)));
      Settings.YES.set(conf, given.toString());
    }
    NamedFiles.read(conf);
    checkSecrets(conf);
    request.take(conf);
    boolean resumes = Settings.RESUME.isSet(conf);
    if (resumes || (command == Command.VERIFY && !line.operands().isEmpty())) {
      Settings.with(SettingRole.ROW_CONTENT).stream() // those with the default, too: not a suite's
          .filter(setting -> !setting.has(SettingRole.LOAD_ONLY))
          .forEach(setting -> request.settings().put(setting, setting.text(conf)));
    }
    if (resumes) {
      request.settings().put(Settings.BULK, Settings.BULK.text(conf));
    }
    return request;
  }

  /** Refuses properties whose secrets {@code plan.xml} does not hold. */
  private static void checkSecrets(Configuration conf) {
    Setting<?> properties = Settings.OPERATION_PROPERTIES;
    if (Secrets.isRedacted(properties, properties.text(conf))) {
      throw properties.bad(
          conf,
          RunDirectory.PLAN + " holds no secrets",
          properties.flag() + " with all properties and their values");
    }
  }

  private static void fillFromLoad(Configuration conf, CommandLine line, Console console)
      throws IOException {
    List<String> operands = line.operands();
    if (operands.size() > 1) {
      throw new UsageException(
          "verify " + operands.get(1) + ": a second run directory; leave it out");
    }
    if (!operands.isEmpty()) {
      EarlierRun load = new EarlierRun(conf, "verify", operands.get(0));
      load.forgetRows(conf, line.flags(), console);
      boolean isNamed = Settings.VALUE_HISTOGRAM.isSet(conf);
      load.fill(conf, Settings.with(SettingRole.ROW_CONTENT));
      String histogram = Settings.VALUE_HISTOGRAM.text(conf);
      if (!isNamed && !histogram.isEmpty() && !LengthHistogram.isIn(histogram)) {
        throw Settings.VALUE_HISTOGRAM.bad(
            histogram,
            "a file that " + RunDirectory.PLAN + " names, which may be of another user",
            "--value-lengths histogram --value-histogram hist.txt");
      }
      load.fillPlace(conf, console);
      Settings.ACKNOWLEDGED.set(conf, load.acknowledged().toString());
      if (load.mayWaitForHandOver()) {
        console.say(
            "its HFiles may not be in the table: rows are missing until load --resume "
                + quoted(operands.get(0)));
      }
    }
  }

  /** Reads what is sent, also that of a plan: its file may be another one since. */
  private void readRequests(Configuration conf, CommandLine line) throws IOException {
    List<String> operands = line.operands();
    if (command == Command.RUN) {
      Optional<RecordedLoad> load = Settings.RECORDED.find(conf);
      if (load.isPresent()) {
        NamedFiles.readRequests(conf, load.get().file(), load.get().rows());
      }
      return;
    }
    if (operands.size() != 1) {
      throw new UsageException(
          operands.isEmpty()
              ? "replay: the file of requests is missing; try replay requests.csv"
              : "replay %s: a second file; leave it out".formatted(operands.get(1)));
    }
    NamedFiles.readRequests(conf, operands.get(0), ROW_KEYS.get(line.flags()));
  }

  private void resume(Configuration conf, Configuration flags, Console console) throws IOException {
    String earlier = Settings.RESUME.get(conf);
    if (command != Command.LOAD) {
      throw new UsageException(
          "--resume: only a load can be resumed; try load --resume " + quoted(earlier));
    }
    EarlierRun load = new EarlierRun(conf, "--resume", earlier);
    load.checkTrust(flags, console);
    boolean typed =
        Settings.RECREATE.isSet(flags) || Settings.isTyped(conf, Settings.RECREATE.property());
    if (typed && Settings.RECREATE.differs(conf)) {
      throw Settings.RECREATE.bad(
          conf, "drops the rows of the load", "load --resume " + quoted(earlier));
    }
    conf.unset(Settings.RECREATE.property()); // of a file or the site
    load.forgetRows(conf, flags, console);
    // the table exists, with regions that may have split; --detach is chosen anew
    List<Setting<?>> own =
        List.of(Settings.RECREATE, Settings.PRESPLIT, Settings.RESUME, Settings.DETACH);
    Consent given = Settings.YES.get(conf);
    if (!given.names().isEmpty()) {
      conf.unset(Settings.YES.property()); // it adds to that of the load
    }
    load.fill(conf, Settings.all().stream().filter(s -> !own.contains(s)).toList());
    if (!given.names().isEmpty()) {
      Settings.YES.set(conf, given.and(Settings.YES.get(conf)).toString());
    }
    NamedFiles.read(conf, Settings.VALUE_HISTOGRAM);
    load.checkSame(conf);
    RowSet acknowledged = load.acknowledged();
    Settings.ACKNOWLEDGED.set(conf, acknowledged.toString());
    console.say(format("%,d rows were written by earlier loads", acknowledged.size()));
    if (load.isBulk()) {
      load.checkHFiles(conf);
      Settings.HFILES.set(
          conf, load.hfiles().stream().map(Path::toString).collect(Collectors.joining(",")));
    }
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    if (line.values().containsKey(TenantsFile.TENANTS)) {
      return new TenantsFile(command, line, console).run();
    }
    return run(request(line, console), REPEAT.get(line.flags()), command.toString(), console);
  }

  /**
   * Drives one run, or all runs of a ladder.
   *
   * @param repeats number of equal runs
   * @param name of the ladder's directory
   */
  static int run(LoadRequest request, int repeats, String name, Console console)
      throws IOException, InterruptedException {
    Configuration conf = request.merged();
    Ladder ladder = Ladder.of(conf, request.settings().keySet());
    boolean isOne = ladder.isEmpty() && repeats == 1;
    if (request.settings().containsKey(Settings.FORMAT)) { // a site's is for what has it
      checkFormat(conf, isOne);
    }
    if (isOne) {
      return drive(conf, console, request.epilogue());
    }
    if (Settings.DRY_RUN.get(conf)) {
      throw new UsageException(
          ladder.isEmpty()
              ? "--dry-run: takes one run; leave out --repeat"
              : "--dry-run: takes one value of each setting; try --threads 8");
    }
    List<PlannedRun> plan = SuitePlan.of(conf, ladder, repeats);
    var unused = new SitePolicy(conf).left(name, console.time().instant());
    RunDirectory directory = RunDriver.newDirectory(conf, name);
    RunDriver.take(directory, conf, console.time());
    SuiteRecord record =
        SuiteRecord.of(name, Version.hbench(), shown(request.settings()), Suite.COLUMNS);
    return ManyRuns.ladder(directory, plan, record, conf, console);
  }

  static void checkFormat(Configuration conf, boolean isOne) {
    OutputFormat format = Settings.FORMAT.get(conf);
    if (format != OutputFormat.TEXT && !isOne) {
      throw Settings.FORMAT.bad(
          conf,
          "prints one run, and these are several",
          "report hbench/20260131-101500-run/1 --format json");
    }
    if (Settings.COMMAND.get(conf) == Command.FINDMAX) {
      checkSearchFormat(conf);
    }
  }

  static void checkSearchFormat(Configuration conf) {
    OutputFormat format = Settings.FORMAT.get(conf);
    if (format != OutputFormat.TEXT && format != OutputFormat.JSON) {
      throw Settings.FORMAT.bad(conf, "a search is printed as text or json", "--format json");
    }
  }

  /** The settings without secrets. */
  static Map<Setting<?>, String> shown(Map<Setting<?>, String> settings) {
    Configuration patterns = new Configuration();
    Map<Setting<?>, String> shown = new LinkedHashMap<>();
    settings.forEach(
        (setting, text) -> shown.put(setting, Secrets.redacted(patterns, setting, text)));
    return shown;
  }

  /**
   * Drives one run, and prints its report.
   *
   * @param epilogue text to print after the report
   */
  static int drive(Configuration conf, Console console, Function<RunReport, String> epilogue)
      throws IOException, InterruptedException {
    if (Settings.COMMAND.get(conf) == Command.FINDMAX) {
      return findmax(conf, console);
    }
    RunOutcome outcome = new RunDriver(console).run(conf);
    return outcome.report() == null
        ? outcome.exitCode()
        : conclude(outcome, Settings.FORMAT.get(conf), console, epilogue);
  }

  /**
   * Prints the report of a run that has ended.
   *
   * @param epilogue text to print after the report
   * @throws IOException if the job failed, or a step after it
   */
  static int conclude(
      RunOutcome outcome,
      OutputFormat format,
      Console console,
      Function<RunReport, String> epilogue)
      throws IOException {
    RunReport report = outcome.report();
    if (!report.operations().isEmpty() || outcome.failure() == null) { // else that says why
      print(List.of(report), format, RunView::summary, console);
      (format == OutputFormat.TEXT ? console.out() : console.err()).print(epilogue.apply(report));
    }
    return exitCode(outcome, console);
  }

  private static int findmax(Configuration given, Console console)
      throws IOException, InterruptedException {
    var unused = RunSpec.from(given); // or says what is wrong, before it looks at the directory
    RunDirectory directory = RunDriver.newDirectory(given, Command.FINDMAX.toString());
    Configuration conf = new Configuration(given);
    Settings.OUT.set(conf, directory.path().toString());
    RunOutcome outcome = new RunDriver(console).run(conf);
    return concludeSearch(outcome, directory, Settings.FORMAT.get(conf), console);
  }

  /** The same for a search, whose result is printed. */
  static int concludeSearch(
      RunOutcome outcome, RunDirectory directory, OutputFormat format, Console console)
      throws IOException {
    FindmaxSteps.print(directory, format, TextRenderer::summary, console);
    return exitCode(outcome, console);
  }

  private static int exitCode(RunOutcome outcome, Console console) throws IOException {
    if (outcome.failure() != null && outcome.exitCode() == ExitCode.FAILED) {
      throw new IOException(outcome.failure());
    }
    if (outcome.failure() != null) {
      console.say(outcome.failure());
    }
    return outcome.exitCode();
  }

  /**
   * Prints reports in a format; a verdict that is not valid goes to standard error, too.
   *
   * @param text of a report for people
   */
  static void print(
      List<RunReport> reports,
      OutputFormat format,
      Function<RunReport, String> text,
      Console console) {
    console.out().print(text(reports, format, text));
    reports.stream()
        .filter(report -> format != OutputFormat.TEXT && !report.verdict().isValid())
        .forEach(report -> console.say(report.verdict().text()));
  }

  private static String text(
      List<RunReport> reports, OutputFormat format, Function<RunReport, String> text) {
    return switch (format) {
      case TEXT -> reports.stream().map(text).collect(Collectors.joining());
      case YCSB -> reports.stream().map(YcsbText::of).collect(Collectors.joining());
      case JSON -> reports.stream().map(RunDirectory::toJson).collect(Collectors.joining());
      case CSV -> CsvText.operations(reports);
      case CSV_TIMELINE -> CsvText.timeline(reports);
      case CSV_SERVERS -> CsvText.servers(reports);
      case CSV_OUTAGES -> CsvText.outages(reports);
      case CSV_PHASES -> CsvText.phases(reports);
      case CSV_RECOVERIES -> CsvText.recoveries(reports);
      case CSV_STAGES -> CsvText.stages(reports);
      case CSV_COSTS -> CsvText.costs(reports);
      case CSV_SLOWEST -> CsvText.slowest(reports);
    };
  }
}
