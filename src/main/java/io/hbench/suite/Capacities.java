package io.hbench.suite;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Objective;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Capacities of clusters of several sizes: what searches of findmax found, and the most that
 * ladders of clients reached on their way. All are of the same load and met the same objectives.
 */
public final class Capacities {
  /** The flag that names the directories. */
  public static final String FLAG = "--of";

  private static final String EXAMPLE = FLAG + " hbench/3-servers hbench/6-servers";

  /** Settings that follow the size of a cluster, or how its rate is searched for. */
  private static final Set<Setting<?>> FREE =
      Set.of(
          Settings.QUORUM,
          Settings.PLACE,
          Settings.TASKS,
          Settings.THREADS,
          Settings.IN_FLIGHT,
          Settings.PRESPLIT,
          Settings.WARMUP,
          Settings.FOR);

  private final List<Capacity> measured = new ArrayList<>();
  private List<String> objectives;
  private Map<String, String> load;
  private String first;

  private Capacities() {}

  /**
   * Reads what was measured.
   *
   * @param names of directories: of a findmax, of a suite or ladder, or of several searches
   * @param wanted objectives that must be among those of each
   * @throws UsageException if one of them does not tell the capacity of its servers, or two differ
   *     by their loads or objectives
   */
  public static Capacities read(Configuration conf, List<String> names, List<Objective> wanted)
      throws IOException {
    Capacities all = new Capacities();
    for (String name : names) {
      int before = all.measured.size();
      all.add(new RunDirectory(conf, SettingType.path(FLAG, name)));
      if (all.measured.size() == before) {
        throw bad(name, "no findmax, and no ladder of clients without a rate");
      }
    }
    for (Objective objective : wanted) {
      if (all.objectives.stream().noneMatch(met -> bare(met).equals(bare(objective.text())))) {
        throw Settings.OBJECTIVE.bad(
            objective.text(),
            all.objectives.isEmpty()
                ? "the rates were measured without one"
                : "the rates were measured for %s".formatted(all.objectives),
            all.objectives.isEmpty()
                ? "several runs in a suite"
                : "--objective '" + all.objectives.get(0) + "'");
      }
    }
    return all;
  }

  private static String bare(String objective) {
    return objective.replace(" ", "");
  }

  public List<Capacity> measured() {
    return List.copyOf(measured);
  }

  /** Objectives that all have met. */
  public List<String> objectives() {
    return objectives;
  }

  private static UsageException bad(Object directory, String reason) {
    return UsageException.badValue(FLAG, directory.toString(), reason, EXAMPLE);
  }

  private void add(RunDirectory directory) throws IOException {
    if (!directory.exists()) {
      throw bad(directory.path(), "does not exist");
    }
    Optional<SuiteRecord> suite = SuiteRecord.read(directory);
    if (directory.has(RunDirectory.FINDMAX)) {
      addSearch(directory);
    } else if (suite.isPresent()) {
      addSuite(directory, suite.get());
    } else {
      for (RunDirectory one : directory.directories()) {
        if (one.has(RunDirectory.FINDMAX)) {
          addSearch(one);
        }
      }
    }
  }

  private void addSearch(RunDirectory directory) throws IOException {
    FindmaxRecord search;
    try {
      search = FindmaxRecord.read(directory);
    } catch (IOException e) {
      throw bad(directory.path(), FailureText.of(e));
    }
    if (search.result().rate() == null) {
      throw bad(directory.path(), "has found no sustainable rate");
    }
    if (search.result().limit() != Limit.SERVERS) {
      throw bad(
          directory.path(),
          "its limit is not the servers (%s), so their capacity is unknown"
              .formatted(search.result().limit()));
    }
    double rate = search.result().rate();
    double resolution = search.result().failing() / rate - 1;
    add(directory, rate, resolution, search.result().slots(), search.objectives());
  }

  /** Adds the searches of a suite, and its ladders, each repeat by itself. */
  private void addSuite(RunDirectory directory, SuiteRecord suite) throws IOException {
    Map<String, List<Run>> ladders = new LinkedHashMap<>();
    for (Run run : suite.runs()) {
      if (!run.counted() || !run.complete() || run.isShell()) {
        continue;
      }
      RunDirectory own = directory.directory(run.directory());
      if (own.has(RunDirectory.FINDMAX)) {
        addSearch(own);
      } else {
        Scaling.load(run)
            .ifPresent(
                name ->
                    ladders
                        .computeIfAbsent(name + " " + run.repeat(), n -> new ArrayList<>())
                        .add(run));
      }
    }
    for (List<Run> ladder : ladders.values()) {
      addLadder(directory, ladder);
    }
  }

  /** Adds the most that a ladder reached, if more clients get no more or miss the objectives. */
  private void addLadder(RunDirectory directory, List<Run> ladder) throws IOException {
    Run last = Collections.max(ladder, Comparator.comparing(Scaling::clients));
    Run best =
        ladder.stream()
            .filter(Run::meetsObjectives)
            .max(Comparator.comparing(Scaling::throughput))
            .orElseThrow(
                () -> bad(directory.path(), "a ladder in it has met its objectives nowhere"));
    boolean grows =
        ladder.stream()
            .filter(run -> !run.equals(last))
            .allMatch(
                run -> Scaling.throughput(last) >= (1 + Scaling.GAIN) * Scaling.throughput(run));
    if (best.equals(last) && grows) {
      throw bad(
          directory.directory(last.directory()).path(),
          "the ladder ends while its throughput grows, so the capacity of the servers is unknown");
    }
    RunDirectory own = directory.directory(best.directory());
    RunSpec spec = RunSpec.from(own.plan());
    add(
        own,
        Scaling.throughput(best),
        0,
        spec.totalThreads() * spec.load().inFlight(),
        spec.policies().objectives().stream().map(Objective::text).toList());
  }

  private void add(
      RunDirectory directory, double rate, double resolution, long slots, List<String> met)
      throws IOException {
    JobFacts job = JobFacts.read(directory);
    ServerFacts before = job.servers().before();
    ServerFacts after = job.servers().after();
    if (before == null || after == null) {
      throw bad(directory.path(), "its number of region servers is unknown");
    }
    if (before.regionServers().size() != after.regionServers().size()) {
      throw bad(directory.path(), "its number of region servers changed while it ran");
    }
    String name = directory.path().toString();
    if (measured.stream().anyMatch(one -> one.directory().equals(name))) {
      throw bad(name, "is named twice, which is no second result");
    }
    Map<String, String> own = load(directory.plan());
    if (load == null) {
      first = name;
      load = own;
      objectives = met;
    }
    if (!Set.copyOf(met).equals(Set.copyOf(objectives))) {
      throw bad(name, "its objectives are %s, those of %s %s".formatted(met, first, objectives));
    }
    for (Map.Entry<String, String> setting : own.entrySet()) {
      if (!setting.getValue().equals(load.get(setting.getKey()))) {
        throw bad(
            name,
            "its load differs from that of %s: %s is %s, not %s"
                .formatted(
                    first, setting.getKey(), setting.getValue(), load.get(setting.getKey())));
      }
    }
    measured.add(
        new Capacity(
            name, before.regionServers().size(), rate, resolution, job.job().tasks(), slots));
  }

  /** The settings that make the load, by name. */
  private static Map<String, String> load(Configuration plan) {
    Map<String, String> settings = Secrets.redacted(plan);
    Map<String, String> load = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      if (!setting.has(SettingRole.NO_LOAD_EFFECT)
          && !setting.has(SettingRole.FINDMAX_ONLY)
          && !FREE.contains(setting)) {
        load.put(setting.name(), settings.getOrDefault(setting.name(), setting.fallback()));
      }
    }
    return load;
  }
}
