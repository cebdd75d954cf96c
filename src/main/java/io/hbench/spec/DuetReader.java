package io.hbench.spec;

import io.hbench.client.Quorum;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.Seeds;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Rows;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads the two sides of a duet from its settings: those of the candidate override the others. */
public final class DuetReader {
  private static final String EXAMPLE = "compare --live run get --table t1,t2 --for 5m";
  private static final String NONE = "none";

  /** Example of tenants whose neighbours drive every other interval. */
  public static final String TENANTS_EXAMPLE =
      "run --tenants job-conf/neighbour.yaml --alternate 30s --for 20m";

  /** Distinguishes the draws of the candidate from those of the baseline. */
  private static final long CANDIDATE = Long.MIN_VALUE + 1;

  private DuetReader() {}

  /** Reads a run, which is a duet if a candidate is set. */
  static RunSpec read(Configuration conf) {
    if (!Settings.CANDIDATE.isSet(conf)) {
      return new RunSpecReader(conf).read();
    }
    Configuration shared = new Configuration(conf);
    if (!Settings.INTERVAL.isSet(conf)) {
      Settings.INTERVAL.set(shared, "1s"); // also of long runs: the sides are compared in pairs
    }
    RunSpecReader reader = new RunSpecReader(shared);
    RunSpec baseline = reader.read();
    RunSpec candidate = new RunSpecReader(candidate(shared)).read();
    check(baseline, candidate);
    return reader.spec(Optional.of(candidate));
  }

  /**
   * The settings in which the sides of a duet differ: flag, value of the baseline, and the other;
   * none if a table is compared with itself. Of a tenant, its neighbours.
   */
  public static Map<String, List<String>> differences(Configuration conf) {
    Map<String, List<String>> differences = new TreeMap<>();
    Settings.NEIGHBOURS
        .find(conf)
        .ifPresent(all -> differences.put(Settings.NEIGHBOURS.name(), List.of(NONE, all)));
    Settings.CANDIDATE
        .get(conf)
        .forEach(
            (name, value) -> {
              Setting<?> setting = ofSide(name, value);
              String other = setting.text(conf);
              if (!other.equals(value)) {
                differences.put(setting.flag(), List.of(other.isEmpty() ? "none" : other, value));
              }
            });
    return differences;
  }

  /**
   * The configuration of the candidate of a duet, with its cluster.
   *
   * @throws UsageException if one of them is not of a side
   */
  public static Configuration candidate(Configuration conf) {
    Configuration candidate = new Configuration(conf);
    for (Map.Entry<String, String> value : Settings.CANDIDATE.get(conf).entrySet()) {
      ofSide(value.getKey(), value.getValue()).set(candidate, value.getValue());
    }
    Settings.CANDIDATE.set(candidate, "");
    Settings.QUORUM.find(candidate).ifPresent(quorum -> Quorum.set(candidate, quorum));
    // or both would ask for the same rows, and the one that is ahead would warm the other's cache
    long seed = Settings.DRAW_SEED.find(conf).orElse(0L);
    Settings.DRAW_SEED.set(candidate, Long.toString(Seeds.derive(seed, CANDIDATE)));
    return candidate;
  }

  private static Setting<?> ofSide(String name, String value) {
    Optional<Setting<?>> setting = Settings.named(name);
    if (setting.isEmpty()) {
      throw Settings.CANDIDATE.bad(name + "=" + value, "no such setting", "--candidate table=t2");
    }
    checkOfSide(setting.get(), value);
    return setting.get();
  }

  /**
   * Checks that the sides may differ in a setting.
   *
   * @throws UsageException if they share it
   */
  public static void checkOfSide(Setting<?> setting, String text) {
    if (!setting.has(SettingRole.PER_SIDE)) {
      throw setting.bad(
          text, "both sides of compare --live share it", "one value, or two runs and compare");
    }
  }

  private static void check(RunSpec baseline, RunSpec candidate) {
    if (baseline.command() != Command.RUN) {
      throw refused(baseline, baseline.command().toString(), "only run has two sides");
    }
    checkLength(baseline);
    refuse(baseline, Settings.OBJECTIVE, !baseline.policies().objectives().isEmpty());
    refuse(baseline, Settings.WARMUP_ROWS, baseline.measurement().warmupRows() > 0);
    refuse(baseline, Settings.RECREATE, !baseline.tableSpec().recreate().equals("false"));
    if (baseline.neighbourOf().isPresent()) {
      return; // one side drives it
    }
    Optional<OperationType> inserts =
        baseline.operations().filter(o -> o.rows() == Rows.NEW).findFirst();
    if (inserts.isPresent()) {
      throw refused(
          baseline, "run " + inserts.get(), "the sides would not insert the same new rows");
    }
    if (baseline.writesMeta()) {
      throw refused(baseline, "run metaWrite", "hbase:meta has no other side");
    }
    if (baseline.keys().distribution().type() == KeyDistributionType.SEQUENTIAL
        && baseline.target().equals(candidate.target())) {
      throw refused(
          baseline,
          "--keys sequential",
          "one side would find the rows of the other one in the caches of the same table",
          "--keys uniform");
    }
  }

  private static void checkLength(RunSpec spec) {
    if (spec.limit().precision().isPresent()) {
      throw refused(
          spec, Settings.UNTIL.flag(), "the sides take turns for a fixed time", "--for 5m");
    }
    if (spec.limit().time().isEmpty()) {
      throw refused(
          spec,
          spec.limit().requests().isPresent() ? Settings.OPS.flag() : Settings.ROW_BUDGET.flag(),
          "the sides take turns by time",
          "--for 5m");
    }
    Duration length = spec.limit().time().get();
    Duration pair = spec.measurement().interval().multipliedBy(2);
    if (!length.equals(pair.multipliedBy(length.dividedBy(pair)))) {
      throw Settings.FOR.bad(
          SettingType.text(length),
          "not a whole number of pairs of intervals of "
              + SettingType.text(spec.measurement().interval()),
          "--for " + SettingType.text(pair.multipliedBy(1 + length.dividedBy(pair))));
    }
  }

  private static void refuse(RunSpec spec, Setting<?> setting, boolean given) {
    if (given) {
      throw refused(spec, setting.flag(), "not for the two sides of a run");
    }
  }

  private static UsageException refused(RunSpec spec, String what, String why) {
    return refused(spec, what, why, spec.tenant().isPresent() ? TENANTS_EXAMPLE : EXAMPLE);
  }

  private static UsageException refused(RunSpec spec, String what, String why, String example) {
    return new UsageException(
        "%s: %s: %s; try %s"
            .formatted(
                spec.tenant().isPresent() ? "--alternate" : "compare --live", what, why, example));
  }
}
