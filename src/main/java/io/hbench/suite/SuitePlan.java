package io.hbench.suite;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import io.hbench.cluster.Tables;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.length.RunLength;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Consent;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.suite.PlannedRun.Visit;
import io.hbench.suite.Suite.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** Planner of the runs of a ladder or a suite; checks each run. */
public final class SuitePlan {
  /** Limits of a run, of which one replaces another. */
  private static final List<Setting<?>> LIMITS =
      List.of(Settings.FOR, Settings.OPS, Settings.ROW_BUDGET);

  /** Maximum number of runs, each of which is planned and checked before the first one starts. */
  private static final int MAX_RUNS = 10_000;

  private SuitePlan() {}

  /**
   * Request of a step's command line of hbench.
   *
   * @param conf configuration without the settings of the command line
   */
  public record Words(Configuration conf, Map<Setting<?>, String> settings) {}

  private record Prepared(
      Step step, Configuration conf, boolean must, boolean makes, Ladder ladder) {

    /** Number of runs, which may be too large for an integer. */
    double runs(int passes) {
      return ladder.size() * step.repeat() * (step.once() ? 1 : passes);
    }

    /** The settings of a configuration that have an effect on it. */
    Map<Setting<?>, String> taken(Map<Setting<?>, String> settings) {
      return step.canary() || step.shell().isPresent() ? Map.of() : only(command(conf), settings);
    }
  }

  private static Command command(Configuration conf) {
    return Settings.COMMAND.get(conf);
  }

  static boolean isSearch(Configuration conf) {
    return command(conf) == Command.FINDMAX;
  }

  static boolean isLoad(Configuration conf) {
    return command(conf) == Command.LOAD;
  }

  /**
   * Runs of a ladder, for each rung.
   *
   * @param repeats number of runs of each rung
   * @throws UsageException if a run is invalid
   */
  public static List<PlannedRun> of(Configuration conf, Ladder ladder, int repeats) {
    Step step = Step.of("", "", List.of(), Optional.empty(), repeats, Optional.empty());
    Prepared prepared = new Prepared(step, conf, false, false, ladder);
    checkNumber(prepared.runs(1));
    List<PlannedRun> runs = pass(prepared, Visit.ONLY, 1, 1, true);
    check(runs);
    return runs;
  }

  /**
   * The run of a tenant.
   *
   * @param name of the tenant, and of its directory
   * @throws UsageException if it is invalid, or a setting has several values
   */
  public static PlannedRun ofTenant(String name, Configuration conf) {
    Ladder ladder = Ladder.of(conf, List.of());
    if (!ladder.isEmpty()) {
      Map.Entry<Setting<?>, List<String>> first = ladder.values().entrySet().iterator().next();
      String values = String.join(",", first.getValue());
      String example = first.getKey().flag() + " " + first.getValue().get(0);
      throw first.getKey().bad(values, "several values for one tenant", example);
    }
    PlannedRun run = of(conf, ladder, 1).get(0);
    Map<Setting<?>, String> rung = new LinkedHashMap<>();
    rung.put(Settings.TENANT, name);
    rung.put(Settings.TABLE, Settings.TABLE.text(conf));
    return new PlannedRun(run.step(), run.visit(), false, rung, 1, true, run.must(), name, conf);
  }

  /**
   * The runs of a suite, in their order: all steps in each configuration.
   *
   * @param flags settings of the command line; they override those of the file if the command takes
   *     them
   * @throws UsageException if a run is invalid, with the line of its step
   */
  public static List<PlannedRun> of(
      Suite suite,
      Map<Setting<?>, String> flags,
      FailableFunction<List<String>, Words, IOException> reader)
      throws IOException {
    List<Suite.Configuration> configurations =
        suite.configurations().isEmpty()
            ? List.of(Suite.Configuration.ONLY)
            : suite.configurations();
    if (Stream.concat(
            Stream.of(suite.settings(), flags),
            configurations.stream().map(Suite.Configuration::settings))
        .anyMatch(settings -> settings.containsKey(Settings.RECREATE))) {
      throw new UsageException(
          "--recreate: would drop the table before every step; put it into the step that loads the"
              + " table");
    }
    Map<Suite.Configuration, List<Prepared>> steps = new LinkedHashMap<>();
    for (Suite.Configuration configuration : configurations) {
      checkFlags(configuration, flags);
      List<Prepared> own = new ArrayList<>();
      for (Step step : suite.steps()) {
        try {
          own.add(prepare(step, suite.settings(), configuration, flags, reader));
        } catch (UsageException e) {
          throw located(step, e);
        }
      }
      steps.put(configuration, own);
      checkDifference(configuration, own, steps.values().iterator().next(), suite.blocks());
    }
    checkNumber(
        steps.values().stream()
            .flatMap(List::stream)
            .mapToDouble(step -> step.runs(suite.repeat()))
            .sum());
    Ladder.checkTasks(
        flags.getOrDefault(Settings.TASKS, suite.settings().get(Settings.TASKS)),
        steps.values().stream().flatMap(List::stream).map(Prepared::ladder));
    List<PlannedRun> runs = runs(suite, steps);
    for (Step step : suite.steps().stream().filter(s -> s.shell().isEmpty()).toList()) {
      try {
        check(runs.stream().filter(run -> run.step().equals(step)).toList());
      } catch (UsageException e) {
        throw located(step, e);
      }
    }
    return runs;
  }

  private static List<PlannedRun> runs(
      Suite suite, Map<Suite.Configuration, List<Prepared>> steps) {
    List<PlannedRun> runs = new ArrayList<>();
    int passes = suite.repeat();
    int stay = suite.blocks() || steps.size() == 1 ? passes : 1;
    int visits = 0;
    for (int first = 1; first <= passes; first += stay) {
      for (Map.Entry<Suite.Configuration, List<Prepared>> one : steps.entrySet()) {
        visits++;
        Visit visit = new Visit(one.getKey().name(), visits);
        if (one.getKey().step().isPresent()) {
          Configuration none = new Configuration(false);
          Step making = one.getKey().step().get();
          Prepared prepared = new Prepared(making, none, true, true, Ladder.of(none, List.of()));
          runs.addAll(pass(prepared, visit, first, passes / stay, true));
        }
        for (int pass = first; pass < first + stay; pass++) {
          for (Prepared step : one.getValue()) {
            if (!step.step().once() || (pass == 1 && (suite.blocks() || visits == 1))) {
              boolean counted = step.step().once() || pass > passes - suite.countLast();
              runs.addAll(pass(step, visit, pass, passes, counted));
            }
          }
        }
      }
    }
    return runs;
  }

  /** Refuses a flag that would make configurations equal. */
  private static void checkFlags(Suite.Configuration configuration, Map<Setting<?>, String> flags) {
    for (Setting<?> setting : configuration.settings().keySet()) {
      for (Setting<?> flag : LIMITS.contains(setting) ? LIMITS : List.<Setting<?>>of(setting)) {
        if (flags.containsKey(flag) && !flag.equals(Settings.YES)) {
          throw new UsageException(
              "%s %s: configuration '%s' has %s of its own; leave out %1$s"
                  .formatted(
                      flag.flag(),
                      Secrets.redacted(new Configuration(), flag, flags.get(flag)),
                      configuration.name(),
                      setting.flag()));
        }
      }
    }
  }

  /**
   * Checks that the steps of a configuration can be compared with those of the first one.
   *
   * @param blocks whether a step that runs once does so in each configuration
   */
  private static void checkDifference(
      Suite.Configuration configuration, List<Prepared> own, List<Prepared> first, boolean blocks) {
    boolean isEmpty = configuration.settings().isEmpty();
    for (int i = 0; i < own.size(); i++) {
      Prepared one = own.get(i);
      Prepared other = first.get(i);
      isEmpty = isEmpty || !one.taken(configuration.settings()).isEmpty();
      for (Setting<?> setting : Settings.all()) {
        if (!setting.text(one.conf()).equals(setting.text(other.conf()))) {
          checkChange(setting, one, other, configuration.name(), blocks);
        }
      }
    }
    if (own != first && configuration.make().isEmpty() && !isEmpty) {
      throw new UsageException(
          "%sconfiguration '%s': no step takes its settings, so that it would equal the first one; leave it out"
              .formatted(
                  configuration.where().isEmpty() ? "" : configuration.where() + ": ",
                  configuration.name()));
    }
  }

  private static void checkChange(
      Setting<?> setting, Prepared one, Prepared other, String name, boolean blocks) {
    if (one.ladder().values().containsKey(setting)
        || other.ladder().values().containsKey(setting)) {
      throw located(
          one.step(),
          new UsageException(
              "%s: has several values, and configuration '%s' another one; leave out one of them"
                  .formatted(setting.flag(), name)));
    }
    if (one.step().once() && !blocks && !setting.equals(Settings.YES)) {
      throw located(
          one.step(),
          new UsageException(
              "once: runs for all configurations, which are interleaved, and '%s' changes %s; try order: blocks"
                  .formatted(name, setting.flag())));
    }
  }

  private static List<String> target(Configuration conf) {
    return List.of(Settings.QUORUM.text(conf), Settings.TABLE.text(conf));
  }

  /** Settings of the suite, overridden by the step's, the configuration's, and by flags. */
  private static Prepared prepare(
      Step step,
      Map<Setting<?>, String> ofSuite,
      Suite.Configuration configuration,
      Map<Setting<?>, String> flags,
      FailableFunction<List<String>, Words, IOException> reader)
      throws IOException {
    if (step.shell().isPresent()) {
      if (step.canary()) {
        throw new UsageException(
            "canary: a shell command has no figures; try command: run get --table hbench-canary");
      }
      Configuration none = new Configuration(false);
      return new Prepared(step, none, step.must().orElse(true), false, Ladder.of(none, List.of()));
    }
    Words words = reader.apply(step.words());
    Configuration conf = new Configuration(words.conf());
    Configuration own = new Configuration(conf);
    words.settings().forEach((setting, text) -> setting.set(own, text));
    Command command = command(own);
    if (command == Command.FINDMAX && !step.during().isEmpty()) {
      throw new UsageException(
          "during: findmax has no timeline on which a hook could start; try a step before it:"
              + " {name: fault, shell: /opt/fault.sh, undo: /opt/repair.sh}");
    }
    if (step.canary() && command != Command.RUN) {
      throw new UsageException(
          "canary: %s: not a run of a fixed load; try command: run get --table hbench-canary"
              .formatted(command));
    }
    // what shows whether the machines have changed must not change itself
    Map<Setting<?>, String> special = step.canary() ? Map.of() : configuration.settings();
    Map<Setting<?>, String> settings = new LinkedHashMap<>(ofSuite);
    settings.putAll(special);
    checkTyped(only(command, settings), words.conf());
    put(conf, only(command, settings));
    put(conf, words.settings());
    put(conf, only(command, special));
    put(conf, only(command, flags));
    Settings.YES.set(conf, consent(step, settings, flags, words, conf).toString());
    if (!words.settings().containsKey(Settings.TASKS)
        && Settings.TASKS.text(conf).contains(",")
        && CommandSettings.haveTasks(conf)) {
      Settings.TASKS.set(conf, Settings.TASKS.fallback()); // the ladder is of other steps
    }
    List<Setting<?>> order =
        Stream.of(words.settings(), settings, flags).flatMap(m -> m.keySet().stream()).toList();
    return new Prepared(
        step, conf, step.must().orElse(command == Command.LOAD), false, Ladder.of(conf, order));
  }

  /** The consents of suite, step and flags together: none takes back another one. */
  private static Consent consent(
      Step step,
      Map<Setting<?>, String> settings,
      Map<Setting<?>, String> flags,
      Words words,
      Configuration conf) {
    Configuration all = new Configuration(false);
    put(all, words.settings());
    String table = Settings.TABLE.text(conf);
    return ofAllSteps(settings, table)
        .and(ofAllSteps(flags, table))
        .and(ofAllSteps(Map.of(Settings.YES, Settings.YES.text(words.conf())), table))
        .and(Settings.YES.get(all))
        .and(step.consent());
  }

  /**
   * Consent for all steps, each of which may have a table of its own: the tables have names.
   *
   * @param table of a step, for messages
   */
  private static Consent ofAllSteps(Map<Setting<?>, String> settings, String table) {
    Configuration conf = new Configuration(false);
    put(conf, settings);
    Consent consent = Settings.YES.get(conf);
    if (consent.ofTheCommand() && !settings.containsKey(Settings.TABLE)) {
      throw Settings.YES.bad(
          consent, "names no table, and each step has its own", Consent.flagOf(table));
    }
    return consent.named(Settings.TABLE.kind().values(Settings.TABLE.text(conf)));
  }

  private static Map<Setting<?>, String> only(Command command, Map<Setting<?>, String> settings) {
    Map<Setting<?>, String> taken = new LinkedHashMap<>(settings);
    taken.keySet().removeIf(setting -> !CommandSettings.takes(command, setting));
    return taken;
  }

  /** Refuses a property that was typed with {@code -D} and that the suite's settings would undo. */
  private static void checkTyped(Map<Setting<?>, String> settings, Configuration typed) {
    settings.forEach(
        (setting, text) -> {
          for (Setting<?> other : LIMITS.contains(setting) ? LIMITS : List.of(setting)) {
            boolean isSame =
                other.equals(setting)
                    && Objects.equals(
                        setting.comparable(text), setting.comparable(setting.text(typed)));
            if (Settings.isTyped(typed, other.property())
                && !isSame
                && !other.equals(Settings.YES)) { // consents add up
              String given = Secrets.redacted(typed, other, other.text(typed));
              throw UsageException.badValue(
                  "-D " + other.property(),
                  given,
                  "the suite sets %s to %s"
                      .formatted(setting.name(), Secrets.redacted(typed, setting, text)),
                  other.flag() + " " + given);
            }
          }
        });
  }

  private static void put(Configuration conf, Map<Setting<?>, String> settings) {
    if (LIMITS.stream().anyMatch(settings::containsKey)) {
      LIMITS.forEach(limit -> conf.unset(limit.property()));
      Optional<RunLength> range =
          Optional.ofNullable(settings.get(Settings.FOR))
              .flatMap(Settings.FOR.kind()::find)
              .filter(length -> !length.isFixed());
      if (range.isEmpty()) {
        conf.unset(Settings.UNTIL.property()); // which needs one
      }
    }
    if (Boolean.parseBoolean(settings.get(Settings.LOCAL))) {
      conf.unset(Settings.PLACE.property()); // threads of this JVM have none
    }
    settings.forEach((setting, text) -> setting.set(conf, text));
  }

  private static List<PlannedRun> pass(
      Prepared prepared, Visit visit, int pass, int passes, boolean counted) {
    Step step = prepared.step();
    int times = step.repeat() * (step.once() ? 1 : passes);
    List<PlannedRun> runs = new ArrayList<>();
    for (int i = 1; i <= step.repeat(); i++) {
      int repeat = (pass - 1) * step.repeat() + i;
      for (Map<Setting<?>, String> rung : prepared.ladder().rungs()) {
        Configuration conf = new Configuration(prepared.conf());
        rung.forEach((setting, text) -> setting.set(conf, text));
        String directory =
            joined(
                "/",
                visit.configuration(),
                step.name(),
                name(rung),
                times > 1 ? Integer.toString(repeat) : "");
        runs.add(
            new PlannedRun(
                step,
                visit,
                prepared.makes(),
                rung,
                repeat,
                counted,
                prepared.must(),
                directory,
                conf));
      }
    }
    return runs;
  }

  /**
   * Name of a rung, {@code threads=2_batch=100}; a dash replaces characters that file systems
   * refuse.
   */
  private static String name(Map<Setting<?>, String> rung) {
    return rung.entrySet().stream()
        .map(e -> e.getKey().name() + "=" + e.getValue().replaceAll("[^\\w.-]", "-"))
        .collect(Collectors.joining("_"));
  }

  private static void checkNumber(double runs) {
    if (runs > MAX_RUNS) {
      throw new UsageException(
          format(
              "%,.0f runs, more than %,d; try repeat: 1, or fewer values of a setting",
              runs, MAX_RUNS));
    }
  }

  private static void check(List<PlannedRun> runs) {
    runs.forEach(run -> checkHooks(run, RunSpec.from(run.conf())));
    Configuration conf = runs.get(0).conf();
    if (Settings.DETACH.get(conf)) {
      throw new UsageException(
          "--detach: several runs need a submitter that starts each of them; leave out --detach");
    }
    long tables = runs.stream().map(run -> target(run.conf())).distinct().count();
    if (isLoad(conf) && tables < runs.size() && Settings.RECREATE.get(conf).equals("false")) {
      throw new UsageException(
          "load: %d runs would fill %s repeatedly; try --recreate, or one table for each run: --table a,b"
              .formatted(
                  runs.size(),
                  tables == 1 ? "table '" + Settings.TABLE.get(conf) + "'" : tables + " tables"));
    }
  }

  /** Checks the hooks of a run, without a cluster. */
  private static void checkHooks(PlannedRun run, RunSpec spec) {
    for (Suite.Hook hook : run.step().during()) {
      if (hook.after().in(spec).isEmpty()) {
        throw new UsageException(
            "after: %s: a share of a load whose length is unknown; try after: 30s, or --for 10m"
                .formatted(hook.after()));
      }
    }
    for (Action action : run.actions()) {
      if (!spec.needsTable()) {
        throw wrong(action, "the step has no table; try command: run get");
      }
      if (spec.candidate().isPresent()) {
        throw wrong(action, "compare --live has two sides; try command: run get");
      }
      if (spec.writesMeta() || Tables.isSystem(TableName.valueOf(spec.table()))) {
        throw wrong(action, "works on no system table of HBase; try --table t1");
      }
      ServerTemplates.check(run.conf(), action);
    }
    new ActionPolicy(run.conf()).check(run.actions());
  }

  private static UsageException wrong(Action action, String reason) {
    return new UsageException("action '%s': %s".formatted(action, reason));
  }

  private static UsageException located(Step step, UsageException e) {
    return new UsageException(step.where() + ": step '" + step.name() + "': " + e.getMessage());
  }
}
