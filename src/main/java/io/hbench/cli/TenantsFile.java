package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.driver.DetachedRun;
import io.hbench.driver.ExitCode;
import io.hbench.driver.ManyRuns;
import io.hbench.driver.RunDriver;
import io.hbench.driver.TenantsDriver;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Consent;
import io.hbench.settings.OutputFormat;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.DuetReader;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.spec.Tenants;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteFile;
import io.hbench.suite.SuitePlan;
import io.hbench.suite.SuiteRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * The file of {@code --tenants}: the words of {@code run} for each tenant. {@code run} drives all
 * of them at once, in one job; {@code load} and {@code verify} do their work for one table after
 * the other. Settings of the command line are the defaults of all tenants.
 */
record TenantsFile(Command command, CommandLine line, Console console) {
  private static final SettingGroup FLAGS =
      new SettingGroup("options", List.of(Settings.CONTAINERS));

  static final Setting<String> TENANTS =
      FLAGS
          .add("tenants", SettingType.TEXT.withExample("job-conf/tenants.yaml"))
          .help("file of several runs at once: the name of each, and its words: web: get@8");

  static final Setting<Duration> ALTERNATE =
      FLAGS
          .add("alternate", SettingType.POSITIVE_DURATION)
          .help(
              "length of the intervals of --tenants: after the first tenant, they drive every other"
                  + " one");

  static final String EXAMPLE = "run --tenants job-conf/tenants.yaml";
  private static final String ONE_WINDOW = "all tenants have one window";

  private static final List<Setting<?>> OF_NEW_TABLES =
      List.of(Settings.REGION_WEIGHTS, Settings.TAGS);

  /** What tenants of one job can't have. */
  private static final Map<Setting<?>, String> REFUSED = refused();

  private static Map<Setting<?>, String> refused() {
    Map<Setting<?>, String> refused = new LinkedHashMap<>();
    refused.put(Settings.DETACH, "the submitter makes the tenants' reports");
    refused.put(Settings.OPS, ONE_WINDOW);
    refused.put(Settings.ROW_BUDGET, ONE_WINDOW);
    refused.put(Settings.UNTIL, ONE_WINDOW);
    refused.put(Settings.WARMUP_ROWS, ONE_WINDOW);
    refused.put(Settings.ABORT_ON_BREACH, "the tenants' objectives are judged at the end");
    refused.put(Settings.RECREATE, "tenants create no table");
    for (Setting<?> setting :
        List.of(Settings.PROFILE, Settings.PLACE, Settings.PROMETHEUS, Settings.METRICS_PORT)) {
      refused.put(setting, "takes one run, and tenants are several");
    }
    return refused;
  }

  static List<Setting<?>> flags(Command command) {
    return switch (command) {
      case RUN -> FLAGS.settings();
      case FINDMAX -> List.of();
      default -> List.of(TENANTS);
    };
  }

  /** Refuses a flag of tenants for one run. */
  static void checkNone(Map<Setting<?>, String> settings) {
    if (settings.containsKey(ALTERNATE)) {
      throw ALTERNATE.bad(
          settings.get(ALTERNATE), "needs tenants that are neighbours", DuetReader.TENANTS_EXAMPLE);
    }
    if (settings.containsKey(Settings.CONTAINERS)) {
      throw Settings.CONTAINERS.bad(
          settings.get(Settings.CONTAINERS),
          "needs tenants, whose tasks share them",
          "run --tenants job-conf/tables.yaml --containers 4");
    }
  }

  /** Drives the tenants, and prints their figures. */
  int run() throws IOException, InterruptedException {
    if (!line.operands().isEmpty()) {
      throw new UsageException(
          "%s %s: the file of --tenants has the words of each tenant; leave it out"
              .formatted(command, String.join(" ", line.operands())));
    }
    line.values().keySet().stream()
        .filter(flag -> !flags(command).contains(flag))
        .filter(flag -> !Settings.flags().contains(flag) || flag.equals(Settings.RESUME))
        .findFirst()
        .ifPresent(
            flag -> {
              throw new UsageException(
                  "%s: takes one run, and tenants are several; leave it out"
                      .formatted(flag.flag()));
            });
    List<PlannedRun> plan = plan();
    Configuration shared = line.merged();
    if (command != Command.RUN) {
      return oneAfterTheOther(plan, shared);
    }
    if (Settings.FORMAT.get(shared) != OutputFormat.TEXT) {
      throw Settings.FORMAT.bad(
          shared,
          "prints one run, and tenants are several",
          "report hbench/20260131-101500-tenants/web --format json");
    }
    return new TenantsDriver(plan, record(Settings.TENANT.name() + "s"), shared, console).drive();
  }

  private int oneAfterTheOther(List<PlannedRun> plan, Configuration shared)
      throws IOException, InterruptedException {
    if (Settings.DRY_RUN.get(shared)) {
      for (PlannedRun run : plan) {
        console.out().println("tenant: " + run.directory());
        var unused = new RunDriver(console).run(run.conf());
      }
      return ExitCode.OK;
    }
    String name = command.toString();
    var unused = new SitePolicy(shared).left(name, console.time().instant());
    RunDirectory directory = RunDriver.newDirectory(shared, name);
    RunDriver.take(directory, shared, console.time());
    return ManyRuns.ladder(directory, plan, record(name), shared, console);
  }

  private SuiteRecord record(String name) {
    Map<Setting<?>, String> flags = RunCommand.shown(line.values());
    return SuiteRecord.of(name, Version.hbench(), flags, Suite.COLUMNS);
  }

  private List<PlannedRun> plan() throws IOException {
    String name = line.values().get(TENANTS);
    UserFile file = UserFile.of(line.conf(), TENANTS.flag(), name, EXAMPLE);
    if (!file.isLocal()) { // it brings in consent
      throw TENANTS.bad(name, "not a file of this machine", EXAMPLE);
    }
    List<PlannedRun> plan = new ArrayList<>();
    Map<String, List<PlannedRun>> lines = new LinkedHashMap<>();
    Map<TableName, String> tables = new LinkedHashMap<>();
    for (Suite.Step step : SuiteFile.tenants(name, file.read(StandardCharsets.UTF_8))) {
      try {
        PlannedRun run = SuitePlan.ofTenant(step.name(), conf(step, plan.size()));
        RunSpec spec = RunSpec.from(run.conf());
        if (command == Command.RUN) {
          check(spec, run.conf());
        }
        if (spec.needsTable()) {
          String other = tables.putIfAbsent(TableName.valueOf(spec.table()), step.name());
          if (other != null) {
            throw Settings.TABLE.bad(
                spec.table(),
                "tenant '%s' has that table; each needs one of its own".formatted(other),
                Settings.TABLE.flag() + " " + step.name());
          }
        }
        plan.add(run);
        String like = step.where() + " " + step.name().replaceAll("[0-9]+", "#");
        lines.computeIfAbsent(like, key -> new ArrayList<>()).add(run);
      } catch (UsageException e) {
        throw new UsageException(
            step.where() + ": tenant '" + step.name() + "': " + e.getMessage());
      }
    }
    if (plan.size() == 1) {
      checkNone(line.values());
    }
    checkContainers(plan);
    String every =
        line.values().containsKey(ALTERNATE)
            ? "; alternating every " + SettingType.text(ALTERNATE.get(line.flags()))
            : "";
    for (PlannedRun run : plan) {
      String others =
          lines.values().stream()
              .map(like -> like.stream().filter(one -> !one.equals(run)).toList())
              .filter(like -> command == Command.RUN && !like.isEmpty())
              .map(TenantsFile::load)
              .collect(Collectors.joining("; ", "", every));
      Settings.NEIGHBOURS.set(run.conf(), others);
    }
    return plan;
  }

  /**
   * The load of some tenants of one line.
   *
   * @param like tenants that differ in numbers of name and words
   */
  private static String load(List<PlannedRun> like) {
    PlannedRun first = like.get(0);
    String more = like.size() > 1 ? ", and %d more like it".formatted(like.size() - 1) : "";
    return first.directory() + ": " + CommandLineText.ofLoad(first.conf()) + more;
  }

  private void checkContainers(List<PlannedRun> plan) {
    if (line.values().containsKey(Settings.CONTAINERS)) {
      int containers = Settings.CONTAINERS.get(line.flags());
      if (line.values().containsKey(ALTERNATE)) {
        throw Settings.CONTAINERS.bad(
            containers,
            "the neighbours of --alternate would use the client of the tenant, too",
            DuetReader.TENANTS_EXAMPLE);
      }
      int tasks = plan.stream().mapToInt(run -> RunSpec.from(run.conf()).tasks()).sum();
      if (containers >= tasks) {
        throw new UsageException(
            "--containers %d: the tenants have %d tasks, which would share none; leave it out"
                .formatted(containers, tasks));
      }
    }
  }

  /**
   * The settings of a tenant.
   *
   * @param number of the tenant, from 0
   */
  private Configuration conf(Suite.Step tenant, int number) throws IOException {
    Configuration defaults = line.merged();
    FLAGS.settings().stream()
        .filter(flag -> !flag.equals(ALTERNATE) || line.values().containsKey(flag))
        .forEach(flag -> defaults.unset(flag.property()));
    CommandLine own = new RunCommand(Command.RUN).parse(defaults, tenant.words());
    check(own);
    Map<Setting<?>, String> values = new LinkedHashMap<>(own.values());
    List<String> operands = own.operands();
    if (command != Command.RUN) { // for which the table matters alone
      if (Settings.KEYS.text(own.merged()).equalsIgnoreCase("sampled")) {
        throw Settings.KEYS.bad(
            own.merged(), "only rows that hbench has written are known", "--keys uniform");
      }
      values.keySet().removeIf(setting -> !isOfTheTable(setting));
      operands = List.of();
    } else if (Settings.DRAW_SEED.isSet(defaults)) { // else the tenants' arrivals are the same
      long seed = Settings.DRAW_SEED.get(defaults) + number;
      values.putIfAbsent(Settings.DRAW_SEED, Long.toString(seed));
    }
    Consent common = Settings.YES.get(defaults);
    if (common.ofTheCommand()) {
      throw Settings.YES.bad(
          common,
          "names no table, and each tenant has its own",
          Consent.flagOf(Settings.TABLE.text(own.merged())));
    }
    CommandLine words = new CommandLine(own.conf(), List.of(), operands, values);
    Configuration conf = new RunCommand(command).request(words, console).merged();
    Settings.YES.set(conf, common.and(Settings.YES.get(words.flags())).toString());
    if (command == Command.RUN) {
      Settings.TENANT.set(conf, tenant.name());
      Settings.CONTAINERS.set(conf, Settings.CONTAINERS.text(line.flags()));
      if (line.values().containsKey(ALTERNATE)) {
        alternate(conf, own, number == 0);
      }
      CommandLine.OF_SITES.stream()
          .filter(one -> !isAsked(one, own))
          .forEach(one -> one.set(conf, ""));
      REFUSED.forEach((setting, reason) -> refuse(setting, reason, conf));
    }
    return conf;
  }

  /**
   * Makes a tenant the side of a duet that drives load with the neighbours; the victim is the other
   * side, too.
   */
  private void alternate(Configuration conf, CommandLine own, boolean victim) {
    String length = line.values().get(ALTERNATE);
    if (Settings.INTERVAL.isSet(conf) && isAsked(Settings.INTERVAL, own)) {
      throw Settings.INTERVAL.bad(
          conf, "--alternate is the length of the intervals", ALTERNATE.flag() + " " + length);
    }
    Settings.INTERVAL.set(conf, SettingType.text(ALTERNATE.get(line.flags())));
    Settings.CANDIDATE.set(conf, Settings.TABLE.name() + "=" + Settings.TABLE.text(conf));
    if (!victim) {
      Settings.NEIGHBOUR_OF.set(conf, "0"); // until its draw seed is known
    }
  }

  /** Whether the command line or the words of a tenant have a setting; else it is of the site. */
  private boolean isAsked(Setting<?> setting, CommandLine own) {
    return line.isTyped(setting) || own.values().containsKey(setting);
  }

  /** Whether {@code load} or {@code verify} takes a setting from the words of a run. */
  private boolean isOfTheTable(Setting<?> setting) {
    return setting.has(SettingRole.ROW_CONTENT)
        || setting.equals(Settings.YES)
        || setting.equals(Settings.USER)
        || (command == Command.LOAD
            && (OF_NEW_TABLES.contains(setting)
                || Settings.NEW_TABLES_GROUP.flags().contains(setting)));
  }

  /** Refuses words that are not of one tenant. */
  private static void check(CommandLine own) {
    if (!own.hadoop().isEmpty()) {
      throw new UsageException(
          "%s: the same for all tenants; put it on the command line"
              .formatted(String.join(" ", own.hadoop())));
    }
    own.values()
        .forEach(
            (setting, text) -> {
              if (Tenants.SHARED.contains(setting) || !Settings.flags().contains(setting)) {
                throw new UsageException(
                    "%s %s: %s"
                        .formatted(
                            setting.flag(),
                            text,
                            Tenants.SHARED.contains(setting) || FLAGS.settings().contains(setting)
                                ? "the same for all tenants; put it on the command line"
                                : "takes one run, and tenants are several; leave it out"));
              }
            });
  }

  private static void refuse(Setting<?> setting, String reason, Configuration conf) {
    if (setting.differs(conf)) {
      throw new UsageException(
          "%s %s: %s; leave it out".formatted(setting.flag(), setting.text(conf), reason));
    }
  }

  private void check(RunSpec spec, Configuration conf) {
    if (spec.command() != Command.RUN
        || spec.replay().isPresent()
        || (spec.candidate().isPresent() && !line.values().containsKey(ALTERNATE))) {
      throw new UsageException(
          "%s: of another run's plan (-conf), and tenants are runs; try run get@8"
              .formatted(spec.commandText().trim()));
    }
    DetachedRun.checkErrorsEndTheRun(spec, conf);
    if (spec.limit().precision().isPresent()) {
      throw new UsageException(
          "%s: %s, whatever its precision; try --for 5m"
              .formatted(Settings.FOR.flag(), ONE_WINDOW));
    }
    if (spec.writesMeta()) {
      throw new UsageException(
          "%s: hbase:meta is no tenant's table; leave it out".formatted(spec.commandText()));
    }
  }
}
