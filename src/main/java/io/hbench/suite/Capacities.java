package io.hbench.suite;

import static io.hbench.figure.Format.format;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.settings.Objective;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Capacities of clusters of several sizes, as searches of findmax found them. All are of the same
 * load, by steps of the same length, and met the same objectives.
 */
public final class Capacities {
  /** The flag that names the directories. */
  private static final String FLAG = "--of";

  static final String EXAMPLE = FLAG + " hbench/3-servers hbench/6-servers hbench/9-servers";

  /** Settings that follow the size of a cluster, or say which rates are tried. */
  private static final Set<Setting<?>> FREE =
      Set.of(
          Settings.QUORUM,
          Settings.PLACE,
          Settings.TASKS,
          Settings.THREADS,
          Settings.IN_FLIGHT,
          Settings.PRESPLIT,
          Settings.START_RATE,
          Settings.PRECISION,
          Settings.MAX_STEPS);

  /** Regions of the busiest server by their mean: with more, it alone may be the limit. */
  private static final double MAX_SHARE = 1.2;

  private final List<Capacity> measured = new ArrayList<>();
  private List<String> objectives;
  private Map<Setting<?>, String> load;
  private String first;

  private Capacities() {}

  /**
   * Reads what was measured.
   *
   * @param names of directories, each of a findmax
   * @param wanted objectives that must be among those of each
   * @throws UsageException if one of them does not tell the capacity of its servers, or two differ
   *     by their loads or objectives
   */
  public static Capacities read(Configuration conf, List<String> names, List<Objective> wanted)
      throws IOException {
    Capacities all = new Capacities();
    for (String name : names) {
      all.add(new RunDirectory(conf, SettingType.path(FLAG, name)));
    }
    for (Objective objective : wanted) {
      if (!Objective.meaning(all.objectives)
          .containsAll(Objective.meaning(List.of(objective.text())))) {
        throw Settings.OBJECTIVE.bad(
            objective.text(),
            "the rates were measured for %s".formatted(all.objectives),
            all.objectives.stream()
                .findFirst()
                .map(met -> "--objective '" + met + "'")
                .orElse(FLAG + " " + all.first + " without it"));
      }
    }
    return all;
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
    if (!directory.has(RunDirectory.FINDMAX)) {
      throw bad(directory.path(), "no findmax; those of a suite are named one by one");
    }
    FindmaxRecord search;
    try {
      search = FindmaxRecord.read(directory);
    } catch (IOException e) {
      throw bad(directory.path(), FailureText.of(e));
    }
    JobFacts job = JobFacts.read(directory);
    if (!job.succeeded()) {
      throw bad(directory.path(), "has not come to its end: " + job.describeFailure());
    }
    Result found = search.result();
    if (found.rate() == null) {
      throw bad(directory.path(), "has found no sustainable rate");
    }
    if (found.limit() != Limit.SERVERS || found.limitingStep() == null) {
      throw bad(
          directory.path(),
          "its limit is not the servers (%s), so their capacity is unknown"
              .formatted(found.limit()));
    }
    if (found.isUnconfirmed()) {
      throw bad(directory.path(), "its rate is confirmed by no longer step, as it was asked for");
    }
    double next = search.steps().get(found.limitingStep() - 1).rate();
    add(directory, job, found, next / found.rate() - 1, search.objectives());
  }

  private void add(
      RunDirectory directory, JobFacts job, Result found, double resolution, List<String> met)
      throws IOException {
    String name = directory.path().toString();
    if (measured.stream().anyMatch(one -> one.directory().equals(name))) {
      throw bad(name, "is named twice, which is no second result");
    }
    Map<Setting<?>, String> own = load(directory.plan());
    if (load == null) {
      first = name;
      load = own;
      objectives = met;
    }
    if (!Objective.meaning(met).equals(Objective.meaning(objectives))) {
      throw bad(name, "its objectives are %s, those of %s %s".formatted(met, first, objectives));
    }
    own.forEach(
        (setting, text) -> {
          String other = load.getOrDefault(setting, ""); // the rows of sampled keys
          if (!value(setting, text).equals(value(setting, other))) {
            throw bad(
                name,
                "its load differs from that of %s: %s is %s, not %s"
                    .formatted(first, setting.name(), text, other));
          }
        });
    measured.add(
        new Capacity(
            name,
            servers(directory, job),
            found.rate(),
            resolution,
            job.job().tasks(),
            found.slots()));
  }

  /** The number of region servers, all of which carried the table. */
  private static int servers(RunDirectory directory, JobFacts job) {
    ServerFacts before = job.servers().before();
    ServerFacts after = job.servers().after();
    if (before == null || after == null) {
      throw bad(directory.path(), "its number of region servers is unknown");
    }
    if (!before.regionServers().keySet().equals(after.regionServers().keySet())) {
      throw bad(directory.path(), "its region servers changed while it ran");
    }
    for (ServerFacts facts : List.of(before, after)) {
      IntSummaryStatistics regions =
          facts.regionServers().values().stream()
              .mapToInt(RegionServer::regions)
              .summaryStatistics();
      if (regions.getMin() == 0 || regions.getMax() > MAX_SHARE * regions.getAverage()) {
        throw bad(
            directory.path(),
            format(
                "its servers carried from %,d to %,d regions of the table, so not all gave what they"
                    + " can",
                regions.getMin(), regions.getMax()));
      }
    }
    return before.regionServers().size();
  }

  /** What makes the load: of a single assignment, not the number of its tasks. */
  private static Object value(Setting<?> setting, String text) {
    return setting.comparable(
        setting.equals(Settings.ASSIGNMENTS) ? text.replaceFirst("^([^@\\s]+)@\\S+$", "$1") : text);
  }

  /** The settings that make the load. */
  private static Map<Setting<?>, String> load(Configuration plan) {
    Map<Setting<?>, String> load = Settings.ofLoad(Secrets.redacted(plan));
    load.keySet().removeAll(FREE);
    return load;
  }
}
