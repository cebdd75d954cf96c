package io.hbench.cli;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.ActionType;
import io.hbench.doc.TextRenderer;
import io.hbench.driver.ActionChecks;
import io.hbench.driver.Console;
import io.hbench.driver.EarlierRun;
import io.hbench.driver.ExitCode;
import io.hbench.driver.PendingUndos;
import io.hbench.driver.RunDriver;
import io.hbench.driver.SuiteDriver;
import io.hbench.figure.Figure;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.SitePolicy;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.Suite;
import io.hbench.suite.Suite.Hook;
import io.hbench.suite.Suite.Step;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteFile;
import io.hbench.suite.SuiteKey;
import io.hbench.suite.SuitePlan;
import io.hbench.suite.SuiteRecord;
import io.hbench.view.SummaryView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code suite}: drives the steps of a suite file, and reports them in one table. */
record SuiteCommand(Map<String, Subcommand> commands) implements Subcommand {
  /** Copy of the suite file in the suite's directory, for {@code --resume}. */
  private static final Pattern FIRST_LINE =
      Pattern.compile("hbench \\S.* \\d{4}-\\d{2}-\\d{2}: .*");

  private static final SettingGroup FLAGS = new SettingGroup("options", List.of(EarlierRun.TRUST));
  private static final Setting<Integer> REPEAT =
      FLAGS
          .add("repeat", SettingType.SMALL_COUNT)
          .help("number of rounds; overrides repeat of the file");
  private static final Setting<String> UNDO =
      FLAGS
          .add("undo", SettingType.TEXT.withExample("hbench/20260131-101500-1-cache"))
          .help("directory of a suite whose undos are pending, to perform them");
  private static final Logger LOG = LoggerFactory.getLogger(SuiteCommand.class);

  private static final Setting<String> SUMMARY =
      FLAGS
          .add("summary", SettingType.TEXT.withExample("/var/tmp/nightly.txt"))
          .help(
              "file for the verdict as a mail, its subject first; that of the last suite is"
                  + " replaced");

  @Override
  public Usage usage() {
    return new Usage(
        "FILE [--repeat N] [--summary FILE] [--trust USER] [--setting VALUE]… | --resume DIR [--trust USER]"
            + " | --undo DIR [--trust USER]",
        "drives the steps of a suite file and reports them in one table",
        "suite job-conf/reference/1-cache.yaml --rows 20k --for 2s --warmup 0s --tasks 1",
        FLAGS.settings());
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public boolean mayChangeACluster(List<String> words) {
    return true;
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder();
    text.append(Help.line("--resume", "directory of an incomplete suite to continue", ""));
    text.append("\nkeys of the file, and of each step:\n");
    for (SuiteKey key : SuiteKey.values()) {
      text.append(Help.line("  ".repeat(key.part().depth()) + key, key.help(), ""));
    }
    text.append("\nactions:\n");
    for (ActionType action : ActionType.values()) {
      text.append(Help.line(action.usage(), action.help(), ""));
    }
    text.append("\ncolumns:\n");
    Arrays.stream(Figure.values())
        .filter(Figure::isOfRun)
        .map(figure -> Help.line(figure.toString(), figure.help(), ""))
        .forEach(text::append);
    return text.toString();
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    if (line.values().containsKey(Settings.RESUME)) {
      return resume(line, console);
    }
    if (line.values().containsKey(UNDO)) {
      return undo(line, console);
    }
    if (line.operands().size() != 1) {
      throw new UsageException(
          line.operands().isEmpty()
              ? "suite: no file; try suite job-conf/reference/1-cache.yaml"
              : "suite " + line.operands().get(1) + ": a second file; leave it out");
    }
    String file = line.operands().get(0);
    String text = read(file, line, console);
    Suite suite = suite(file, text, line);
    List<PlannedRun> plan = plan(suite, line, console);
    Configuration conf = line.merged();
    if (line.values().containsKey(Settings.FORMAT)) {
      RunCommand.checkFormat(conf, false);
    }
    boolean isDry = Settings.DRY_RUN.get(conf);
    if (!isDry && plan.stream().anyMatch(run -> Settings.DRY_RUN.get(run.conf()))) {
      throw new UsageException(
          Settings.DRY_RUN.property() + ": of a part of a suite; leave it out");
    }
    Optional<UserFile> mail = isDry ? Optional.empty() : mail(conf, suite.name());
    var unused = new SitePolicy(line.conf()).left("suite", console.time().instant());
    if (isDry) {
      console.out().print(dryRun(suite, plan));
      return ExitCode.OK;
    }
    Set<String> consented = new ActionChecks(console).check(plan);
    RunDirectory directory = RunDriver.newDirectory(conf, suite.name().replaceAll("[^\\w.-]", "-"));
    if (plan.stream().anyMatch(run -> Settings.PRIVATE.get(run.conf()))) {
      Settings.PRIVATE.set(conf, "true"); // by the settings of the file
    }
    SuiteDriver driver = new SuiteDriver(suite, directory, plan, conf, console, mail);
    driver.checkBaseline();
    driver.checkUndosBeside();
    RunDriver.take(directory, conf, console.time());
    directory.write(SuiteExecution.COPY, text);
    if (Settings.PRIVATE.get(conf)) {
      directory
          .fileSystem()
          .setPermission(
              new Path(directory.path(), SuiteExecution.COPY), new FsPermission((short) 0600));
    }
    SuiteRecord record =
        SuiteRecord.of(
            suite.name(), Version.hbench(), RunCommand.shown(line.values()), suite.columns());
    return driver.run(record, consented);
  }

  /**
   * What a suite would do: {@code --dry-run}. What its runs would do is not in it, because they
   * depend on the steps before.
   */
  private static String dryRun(Suite suite, List<PlannedRun> plan) {
    StringBuilder text = new StringBuilder();
    for (Suite.Configuration configuration : suite.configurations()) {
      text.append("configuration %s:".formatted(configuration.name()));
      configuration
          .settings()
          .forEach(
              (setting, value) ->
                  text.append(" " + setting.flag() + " " + CommandLineText.quoted(value)));
      configuration.make().ifPresent(line -> text.append(" do: " + quoted(line)));
      configuration.undo().ifPresent(line -> text.append("; undo: " + quoted(line)));
      text.append('\n');
    }
    if (!suite.configurations().isEmpty()) {
      text.append("order: %s\n".formatted(configurations(plan)));
    }
    for (Step step : suite.steps()) {
      List<PlannedRun> runs = plan.stream().filter(run -> run.step().equals(step)).toList();
      text.append("%s: %s; runs: %d".formatted(step.name(), work(step), runs.size()));
      if (step.once() && !suite.configurations().isEmpty()) {
        text.append("; once in ").append(configurations(runs));
      }
      text.append('\n');
      for (Hook hook : step.during()) {
        String work = hook.shell().map(SuiteCommand::quoted).orElseGet(hook::toString);
        text.append("  after %s: %s".formatted(hook.after(), work));
        undo(hook).ifPresent(undo -> text.append("; undo: ").append(undo));
        text.append('\n');
      }
      step.undo().ifPresent(line -> text.append("  undo: " + quoted(line) + "\n"));
    }
    return text.append("dry run: nothing was started\n").toString();
  }

  private static String configurations(List<PlannedRun> runs) {
    return runs.stream()
        .map(PlannedRun::visit)
        .distinct()
        .map(PlannedRun.Visit::configuration)
        .collect(Collectors.joining(", "));
  }

  private static String work(Step step) {
    return step.shell()
        .map(SuiteCommand::quoted)
        .orElseGet(
            () ->
                step.words().stream()
                    .map(CommandLineText::quoted)
                    .collect(Collectors.joining(" ")));
  }

  private static Optional<String> undo(Hook hook) {
    return hook.action()
        .map(action -> action.type().undo().replace("`", ""))
        .or(() -> hook.undo().map(SuiteCommand::quoted));
  }

  private static String quoted(String line) {
    return "`" + line + "`";
  }

  /** Performs the undos that a suite has left, from any machine. */
  private static int undo(CommandLine line, Console console)
      throws IOException, InterruptedException {
    Configuration flags = line.flags();
    RunDirectory directory =
        started(UNDO, line, SuiteExecution.COPY, "performs what the suite's start has chosen");
    int undone = new PendingUndos(directory, line.conf(), console).perform(UNDO, flags);
    console.say(undone == 0 ? "nothing to undo" : "undone: " + undone);
    return ExitCode.OK;
  }

  /**
   * The directory of a suite that was started.
   *
   * @param needed file that is needed of it, besides that of the suite
   * @param does what the flag does, for messages
   */
  private static RunDirectory started(Setting<?> flag, CommandLine line, String needed, String does)
      throws IOException {
    String name = line.values().get(flag);
    line.values().remove(EarlierRun.TRUST);
    if (line.values().size() > 1 || !line.operands().isEmpty()) {
      throw new UsageException(
          "%s: %s; leave out all words but --trust, -D and -conf".formatted(flag.flag(), does));
    }
    RunDirectory directory = new RunDirectory(line.conf(), SettingType.path(flag.flag(), name));
    if (!directory.has(SuiteExecution.COPY) || !directory.has(needed)) {
      throw flag.bad(
          name,
          "not the directory of a suite",
          flag.equals(UNDO)
              ? "suite --undo hbench/20260131-101500-1-cache"
              : "suite --resume hbench/20260131-101500-1-cache");
    }
    return directory;
  }

  /** Continues a suite with the file and flags of its start, so that its runs stay comparable. */
  private int resume(CommandLine line, Console console) throws IOException, InterruptedException {
    Configuration flags = line.flags();
    String does = "continues with the file and flags of the suite's start";
    RunDirectory directory = started(Settings.RESUME, line, SuiteExecution.RECORD, does);
    SuiteRecord record = SuiteRecord.read(directory).orElseThrow();
    EarlierRun.checkTrust(
        directory,
        Settings.RESUME.flag(),
        flags,
        console,
        SuiteExecution.COPY,
        SuiteExecution.RECORD);
    new PendingUndos(directory, line.conf(), console).perform(Settings.RESUME, flags);
    List<String> words = new ArrayList<>();
    record
        .flags()
        .forEach(
            (flag, value) -> {
              Setting<?> setting = Settings.named(flag).orElse(null);
              if (value.isBlank()) {
                return; // of an earlier hbench, which took it for none
              }
              if (setting == null || !Secrets.isRedacted(setting, value)) {
                words.add("--" + flag + "=" + value);
              } else if (!setting.isSet(line.conf())) {
                throw setting.bad(
                    value,
                    SuiteExecution.RECORD + " holds no secrets",
                    "-D " + setting.property() + "= with all properties and their values");
              }
            });
    CommandLine started = parse(line.conf(), words);
    String copy = directory.path() + "/" + SuiteExecution.COPY;
    String text = RunDirectory.read(directory.fileSystem(), new Path(copy));
    Suite suite = suite(copy, text, started).named(record.name()); // by the file of its start
    Configuration conf = started.merged();
    List<PlannedRun> plan = plan(suite, started, console);
    Optional<UserFile> mail = mail(conf, suite.name());
    var unused = new SitePolicy(conf).left("suite", console.time().instant());
    // these come from the directory, to which others may be allowed to write
    SUMMARY
        .find(conf)
        .ifPresent(
            summary -> console.say("from " + directory.path() + ": --summary " + shown(summary)));
    suite
        .shellLines()
        .forEach(shell -> console.say("runs on this machine: `" + shown(shell) + "`"));
    suite
        .actions()
        .forEach(action -> console.say("acts on the cluster: " + shown(action.toString())));
    Set<String> consented = new ActionChecks(console).check(plan);
    SuiteDriver driver = new SuiteDriver(suite, directory, plan, conf, console, mail);
    driver.checkUndosBeside();
    return driver.run(record, consented);
  }

  /**
   * The file with the verdict of the last suite as a mail: the first line is its subject. From now
   * on, the file says that there is no verdict: after a suite that could not start or was killed,
   * the verdict of the night before is not mailed again.
   *
   * @throws UsageException if it can't be written, or if hbench did not write the existing file
   */
  private static Optional<UserFile> mail(Configuration conf, String suite) throws IOException {
    Optional<UserFile> mail =
        UserFile.of(
            SUMMARY, conf, "/var/tmp/nightly.txt", text -> FIRST_LINE.matcher(text).lookingAt());
    if (mail.isPresent()) {
      mail.get().check();
      String day = LocalDate.now(ZoneId.systemDefault()).toString();
      mail.get().replace(TextRenderer.summary(SummaryView.starting(suite, day)));
    }
    return mail;
  }

  /** The mail says so before anything can fail that the command needs, such as a login. */
  @Override
  public void announce(Configuration conf, List<String> words) {
    String flag = SUMMARY.flag();
    Optional<String> summary =
        IntStream.range(0, words.size())
            .filter(
                i ->
                    words.get(i).startsWith(flag + "=") || (i > 0 && words.get(i - 1).equals(flag)))
            .mapToObj(i -> words.get(i).replaceFirst("^" + flag + "=", ""))
            .reduce((first, last) -> last);
    boolean startsNone = words.stream().anyMatch(w -> w.matches("--(dry-run|resume|undo)(=.*)?"));
    if (summary.isEmpty() || startsNone) {
      return;
    }
    Configuration own = new Configuration(conf);
    SUMMARY.set(own, summary.get());
    String name =
        words.stream()
            .filter(w -> w.matches(".*\\.ya?ml"))
            .findFirst()
            .map(SuiteFile::stem)
            .orElse("suite");
    try {
      var unused = mail(own, name);
    } catch (IOException | UsageException e) {
      LOG.debug("the command says so", e);
    }
  }

  /** A shell line without characters that would hide a part of it on a terminal. */
  private static String shown(String shell) {
    return Pattern.compile("\\p{C}")
        .matcher(shell)
        .replaceAll(hidden -> format("\\\\u%04x", hidden.group().codePointAt(0)));
  }

  private static Suite suite(String file, String text, CommandLine line) {
    Suite suite = SuiteFile.parse(file, text);
    Suite repeated = REPEAT.find(line.flags()).map(suite::repeated).orElse(suite);
    List<String> sizes = sizes(line);
    return sizes.size() > 1 ? repeated.sized(sizes) : repeated;
  }

  /** The numbers of rows for all steps; none without the flag. */
  private static List<String> sizes(CommandLine line) {
    return Optional.ofNullable(line.values().get(Settings.ROWS))
        .map(Settings.ROWS.kind()::values)
        .orElse(List.of());
  }

  private List<PlannedRun> plan(Suite suite, CommandLine line, Console console) throws IOException {
    Map<Setting<?>, String> flags = new LinkedHashMap<>(line.values());
    flags.keySet().removeAll(FLAGS.settings());
    flags.remove(Settings.OUT);
    if (sizes(line).size() > 1) {
      flags.remove(Settings.ROWS);
    }
    return SuitePlan.of(suite, flags, words -> words(line.conf(), words, console));
  }

  private SuitePlan.Words words(Configuration given, List<String> words, Console console)
      throws IOException {
    String name = words.isEmpty() ? "" : words.get(0);
    if (!(commands.get(name) instanceof LoadCommand command)) {
      throw drivesNoLoad(name);
    }
    LoadRequest request = command.request(given, words.subList(1, words.size()), console);
    if (request.settings().containsKey(Settings.OUT)) {
      throw new UsageException(
          "--out: not allowed in a step, whose directory is below that of the suite; leave it out");
    }
    return new SuitePlan.Words(request.conf(), request.settings());
  }

  private UsageException drivesNoLoad(String name) {
    List<String> driving =
        commands.keySet().stream().filter(c -> commands.get(c) instanceof LoadCommand).toList();
    String hint = NameSuggestion.hint(name, driving, "");
    return new UsageException(
        "command '%s': not a command that drives load%s"
            .formatted(
                name,
                hint.isEmpty()
                    ? " (" + String.join(", ", driving) + "); try command: run get"
                    : hint));
  }

  /** The text of a suite file; that of another file system may be somebody else's. */
  private static String read(String name, CommandLine line, Console console) throws IOException {
    UserFile file =
        UserFile.of(line.conf(), "suite", name, "suite job-conf/reference/1-cache.yaml");
    String text = file.read(StandardCharsets.UTF_8);
    if (!file.isLocal()) {
      EarlierRun.checkTrust(
          new RunDirectory(line.conf(), file.path()), "suite", line.flags(), console, Path.CUR_DIR);
    }
    return text;
  }
}
