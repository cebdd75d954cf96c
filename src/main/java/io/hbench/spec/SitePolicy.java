package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.settings.Command;
import io.hbench.settings.DailyWindow;
import io.hbench.settings.Rate;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.TablePatterns;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What the configuration of a site allows everybody who uses it. A command line can't change it:
 * see {@code CommandLine}. It is a guard rail, not a protection against people who choose their own
 * configuration directory.
 *
 * @param conf of a run, with the properties of the site
 */
public record SitePolicy(Configuration conf) {
  /** The file of a site that is for hbench alone, on the class path. */
  public static final String FILE = "hbench-site.xml";

  /**
   * @throws UsageException for the first thing that the site does not allow; it names the property
   */
  void check(RunSpec spec) {
    checkLimits(spec);
    if (Settings.YES.differs(conf) && !Settings.YES.text(conf).equalsIgnoreCase("false")) {
      allow(Settings.SITE_YES, Settings.YES.flag());
    }
    String recreate = spec.tableSpec().recreate();
    if (!List.of("true", "false").contains(recreate) && !Settings.SITE_YES.get(conf)) {
      throw Settings.RECREATE.bad(
          recreate,
          "consent in words is not allowed at this site (%s)".formatted(origin(Settings.SITE_YES)),
          Settings.RECREATE.flag());
    }
    if (Settings.METRICS_PORT.isSet(conf)) {
      allow(Settings.SITE_METRICS_PORT, Settings.METRICS_PORT.flag());
    }
    checkTables(spec);
    if (spec.writesMeta()) {
      allow(Settings.SITE_META_WRITES, spec.commandText());
    }
    if (spec.preparation().majorCompact()) {
      allow(Settings.SITE_MAJOR_COMPACT, Settings.MAJOR_COMPACT.flag());
    }
    if (spec.preparation().warm().isPresent()) {
      allow(Settings.SITE_WARM, Settings.WARM.flag());
    }
  }

  /**
   * Checks the properties themselves: one with a wrong name forbids nothing, and one without a
   * value or with a wrong one allows nothing.
   *
   * @throws UsageException for the first one
   */
  public void check() {
    Settings.checkNames(conf);
    for (Setting<?> setting : Settings.with(SettingRole.SITE)) {
      String text = conf.get(setting.property());
      if (text != null && text.isBlank()) {
        throw new UsageException(
            "%s: no value; set it, such as to %s, or leave it out"
                .formatted(origin(setting), setting.kind().example()));
      }
      var unused = setting.find(conf);
    }
  }

  private void checkTables(RunSpec spec) {
    if (!spec.needsTable()) {
      return;
    }
    PreparationSpec preparation = spec.preparation();
    if (spec.operations().anyMatch(OperationType::readsCells)
        || spec.operations().anyMatch(operation -> operation.effect() == Effect.READS)
        || preparation.warm().isPresent()
        || preparation.sample().isPresent()
        || preparation.insertsBehind().isPresent()) {
      checkTable(Settings.SITE_READ, spec.target(), "read");
    }
    spec.data()
        .copy()
        .ifPresent(copy -> checkTable(Settings.COPY_OF, Settings.SITE_READ, copy.table(), "read"));
    if (spec.writesMeta() || spec.operations().anyMatch(o -> o.effect().changesTheTable())) {
      checkTable(Settings.SITE_WRITE, spec.target(), "written");
    }
    if (!spec.tableSpec().recreate().equals("false")) {
      checkTable(Settings.SITE_DROP, spec.table(), "dropped");
    }
    if (preparation.flush() || preparation.majorCompact() || preparation.clearCache()) {
      checkTable(Settings.SITE_ACT, spec.table(), "flushed, compacted or cleared from caches");
    }
  }

  /**
   * Checks that a table is in a list of the site.
   *
   * @param done what would be done to it, as a participle
   */
  public void checkTable(Setting<TablePatterns> list, String table, String done) {
    checkTable(Settings.TABLE, list, table, done);
  }

  private void checkTable(
      Setting<String> named, Setting<TablePatterns> list, String table, String done) {
    Optional<TablePatterns> allowed = list.find(conf);
    if (allowed.isEmpty() || allowed.get().contains(table)) {
      return;
    }
    if (allowed.get().patterns().isEmpty()) {
      throw new UsageException(
          "%s %s: at this site no table may be %s (%s); leave it out"
              .formatted(named.flag(), table, done, origin(list)));
    }
    throw named.bad(
        table,
        "at this site only %s may be %s (%s)".formatted(allowed.get(), done, origin(list)),
        named.flag() + " " + allowed.get().example());
  }

  /**
   * Checks a switch of the site.
   *
   * @param what the words that ask for it
   */
  public void allow(Setting<Boolean> allowed, String what) {
    if (!allowed.get(conf)) {
      throw new UsageException(
          "%s: not allowed at this site (%s); leave it out".formatted(what, origin(allowed)));
    }
  }

  /** A property with the file that sets it: {@code hbench.max.rate in core-site.xml}. */
  public String origin(Setting<?> setting) {
    return setting.property() + source(setting).map(file -> " in " + file).orElse("");
  }

  /** The file that sets a property; empty if it is not set, or by no file. */
  public Optional<String> source(Setting<?> setting) {
    String[] sources = conf.getPropertySources(setting.property());
    return Optional.ofNullable(sources)
        .map(names -> names[names.length - 1])
        .filter(name -> name.endsWith(".xml"));
  }

  /**
   * Time that is left to a run in the hours of the site, at whose end it is to end; empty if the
   * site has no hours.
   *
   * @throws UsageException if a run may not start now, or would go on for longer
   */
  public Optional<Duration> left(RunSpec spec, Instant now) {
    Optional<Duration> left = left(spec.command().toString(), now);
    if (left.isEmpty()) {
      return left;
    }
    DailyWindow hours = Settings.SITE_WINDOW.get(conf);
    Optional<Duration> window =
        spec.command() == Command.FINDMAX ? Optional.empty() : spec.limit().time();
    Optional<Duration> length = window.map(spec.measurement().warmup()::plus);
    if (length.isPresent() && length.get().compareTo(left.get()) > 0) {
      throw new UsageException(
          "%s: would end at %s, after the hours of this site, %s (%s); try --for %s"
              .formatted(
                  spec.commandText(),
                  hours.timeOfDay(now.plus(length.get())),
                  hours,
                  origin(Settings.SITE_WINDOW),
                  SettingType.text(fits(left.get().minus(spec.measurement().warmup())))));
    }
    if (length.isEmpty() && spec.policies().detach()) {
      throw new UsageException(
          "%s: of unknown length, and nothing would end it with the hours of this site, %s (%s); leave it out"
              .formatted(Settings.DETACH.flag(), hours, origin(Settings.SITE_WINDOW)));
    }
    return left;
  }

  private static Duration fits(Duration left) {
    return Duration.ofSeconds(Math.max(1, left.toSeconds()));
  }

  /**
   * The same for what has no specification.
   *
   * @param what the command, for the message
   */
  public Optional<Duration> left(String what, Instant now) {
    Optional<DailyWindow> hours = Settings.SITE_WINDOW.find(conf);
    if (hours.isEmpty()) {
      return Optional.empty();
    }
    Optional<Duration> left = hours.get().left(now);
    if (left.isEmpty()) {
      throw new UsageException(
          "%s: at %s, outside of the hours of this site, %s (%s); try again at %s"
              .formatted(
                  what,
                  hours.get().timeOfDay(now),
                  hours.get(),
                  origin(Settings.SITE_WINDOW),
                  hours.get().from()));
    }
    return left;
  }

  /** Why a run ends with the hours of the site. */
  public String endOfHours() {
    return "end of the hours of this site (" + origin(Settings.SITE_WINDOW) + ")";
  }

  private void checkLimits(RunSpec spec) {
    Optional<Integer> tasks = Settings.SITE_TASKS.find(conf).filter(max -> spec.tasks() > max);
    if (tasks.isPresent()) {
      throw exceeds(Settings.TASKS, spec.tasks(), Settings.SITE_TASKS, tasks.get());
    }
    Settings.SITE_RATE.find(conf).ifPresent(max -> checkRate(spec, max));
    Settings.SITE_WRITE_BYTES.find(conf).ifPresent(max -> checkBytes(spec, max));
  }

  /** A configuration without a site's limits of runs, for what is or was no run of this process. */
  public static Configuration lifted(Configuration conf, Setting<?>... except) {
    Configuration lifted = new Configuration(conf);
    Settings.with(SettingRole.SITE).stream()
        .filter(limit -> !List.of(except).contains(limit))
        .forEach(limit -> lifted.unset(limit.property()));
    return lifted;
  }

  /**
   * Checks runs that share a job: the site's limits are for all of them together. Tasks are those
   * of YARN, which are containers.
   *
   * @param tasks number of containers that the job gets
   * @throws UsageException for the first thing of which the site allows less
   */
  public void checkTogether(List<RunSpec> tenants, int tasks) {
    checkSum(Settings.SITE_TASKS, "tasks", tasks, "give some fewer");
    double rate =
        tenants.stream()
            .flatMap(spec -> spec.load().rate().stream())
            .mapToDouble(own -> Collections.max(own.levels()).doubleValue())
            .sum();
    checkSum(Settings.SITE_RATE, "requests in a second", rate, "give some a lower --rate");
    double bytes =
        tenants.stream()
            .map(LoadEstimate::of)
            .filter(one -> one.bytesWritten().isPresent())
            .mapToDouble(LoadEstimate::maxBytesWritten)
            .sum();
    checkSum(Settings.SITE_WRITE_BYTES, "bytes written", bytes, "shorten --for");
  }

  private void checkSum(Setting<? extends Number> limit, String unit, double sum, String instead) {
    double max = limit.find(conf).map(Number::doubleValue).orElse(Double.POSITIVE_INFINITY);
    if (sum > max) {
      throw new UsageException(
          format(
              "--tenants: %,.0f %s of all tenants together, and this site allows %,.0f (%s); %s",
              sum, unit, max, origin(limit), instead));
    }
  }

  /**
   * Refuses a higher rate, and a closed loop, which has none. A search ends at the limit; a bulk
   * load sends no requests.
   */
  private void checkRate(RunSpec spec, BigDecimal max) {
    if (spec.replay().isPresent()) {
      ReplaySpec replay = spec.replay().get();
      if (replay.peak() <= max.doubleValue()) {
        return;
      }
      throw Settings.SPEED.bad(
          Settings.SPEED.text(conf),
          format(
              "up to %,.0f requests in a second, and this site allows at most %s (%s)",
              replay.peak(), max.toPlainString(), origin(Settings.SITE_RATE)),
          Settings.SPEED.flag()
              + " "
              + replay.speedOf(max).stripTrailingZeros().toPlainString()
              + "x");
    }
    Optional<Rate> rate = spec.load().rate();
    boolean fits = rate.filter(r -> Collections.max(r.levels()).compareTo(max) <= 0).isPresent();
    if (!fits && spec.command() != Command.FINDMAX && !spec.bulk()) {
      String given = rate.map(Rate::toString).orElse("none");
      throw exceeds(Settings.RATE, given, Settings.SITE_RATE, max.toPlainString());
    }
  }

  private void checkBytes(RunSpec spec, long max) {
    if (spec.command() == Command.FINDMAX) {
      checkBytesOfSearch(spec, max);
      return;
    }
    if (spec.data().copy().isPresent()) {
      return; // their bytes are checked when they are known
    }
    LoadEstimate estimate = LoadEstimate.of(spec);
    Optional<Long> bytes = estimate.bytesWritten();
    if (bytes.isEmpty()) {
      throw new UsageException(
          format(
              "%s: the run may write any number of bytes, and this site allows %,d (%s); try --ops"
                  + " 1M",
              spec.assignments().get(0).mix(), max, origin(Settings.SITE_WRITE_BYTES)));
    }
    if (bytes.get() > max && spec.replay().isPresent()) {
      throw spec.replay()
          .get()
          .bad(
              format(
                  "writes %,d bytes, and this site allows %,d (%s)",
                  bytes.get(), max, origin(Settings.SITE_WRITE_BYTES)),
              "replay requests.csv with fewer writes");
    }
    if (spec.command().isEveryRowOnce()) {
      checkBytes(spec.rows(), bytes.get());
    } else if (bytes.get() > max) {
      throw exceedsBytes(spec, estimate.requests().orElseThrow(), bytes.get(), max);
    }
    if (estimate.maxBytesWritten() > max) {
      throw Settings.WARMUP.bad(
          SettingType.text(spec.measurement().warmup()),
          format(
              "without a rate, the run may write %,d bytes with it, and this site allows %,d (%s)",
              estimate.maxBytesWritten(), max, origin(Settings.SITE_WRITE_BYTES)),
          Settings.WARMUP.flag() + " 0s");
    }
  }

  /**
   * Checks how much is written.
   *
   * @param bytes of all rows
   * @throws UsageException if the site allows less
   */
  public void checkBytes(long rows, long bytes) {
    long max = Settings.SITE_WRITE_BYTES.find(conf).orElse(Long.MAX_VALUE);
    if (bytes > max) {
      throw new UsageException(
          format(
              "--rows %d: the run writes %,d bytes, and this site allows %,d (%s); try --rows %d",
              rows,
              bytes,
              max,
              origin(Settings.SITE_WRITE_BYTES),
              Math.max(1, (long) ((double) max / bytes * rows))));
    }
  }

  /**
   * A run that writes too much: its rows are those of the table, and its length is too long.
   *
   * @param requests with those of the warm-up
   */
  private UsageException exceedsBytes(RunSpec spec, long requests, long bytes, long max) {
    Limit limit = spec.limit();
    long fits = Math.max(1, (long) ((double) max / bytes * requests));
    String reason =
        format(
            "the run writes %,d bytes, and this site allows %,d (%s)",
            bytes, max, origin(Settings.SITE_WRITE_BYTES));
    if (limit.rows().isPresent()) {
      return Settings.ROW_BUDGET.bad(
          limit.rows().get(),
          reason,
          Settings.ROW_BUDGET.flag() + " " + fits * spec.data().batch());
    }
    Measurement measurement = spec.measurement();
    String cold =
        (measurement.warmup().isZero() ? "" : " " + Settings.WARMUP.flag() + " 0s")
            + (measurement.warmupRows() == 0 ? "" : " " + Settings.WARMUP_ROWS.flag() + " 0");
    if (limit.requests().isPresent()) {
      return Settings.OPS.bad(
          limit.requests().get(), reason, Settings.OPS.flag() + " " + fits + cold);
    }
    double warmup = measurement.warmup().toMillis() / 1e3;
    double ofWindow = requests - spec.load().rate().get().levels().get(0).doubleValue() * warmup;
    Duration window = limit.time().get();
    Duration shorter = Duration.ofMillis((long) (window.toMillis() * Math.min(1, fits / ofWindow)));
    return Settings.FOR.bad(
        SettingType.text(window),
        reason,
        Settings.FOR.flag() + " " + SettingType.text(shorter) + cold);
  }

  /** Bytes that a search may write in all its steps, at no more than the rate of the site. */
  public long maxBytesOfSearch(RunSpec spec) {
    return LoadEstimate.maxBytesOfSearch(
        spec,
        Settings.MAX_STEPS.get(conf),
        Settings.CONFIRM.get(conf),
        Settings.SITE_RATE.find(conf));
  }

  private void checkBytesOfSearch(RunSpec spec, long max) {
    long bytes = maxBytesOfSearch(spec);
    if (bytes > max) {
      int steps = Settings.MAX_STEPS.get(conf);
      long fits = (long) ((double) max / bytes * steps);
      throw Settings.MAX_STEPS.bad(
          steps,
          format(
              "the search may write %,d bytes, and this site allows %,d (%s)",
              bytes, max, origin(Settings.SITE_WRITE_BYTES)),
          fits > 0
              ? Settings.MAX_STEPS.flag() + " " + fits
              : Settings.THREADS.flag() + " 1 " + Settings.STEP_TIME.flag() + " 1s");
    }
  }

  private UsageException exceeds(Setting<?> setting, Object value, Setting<?> limit, Object max) {
    return setting.bad(
        value,
        "this site allows at most " + max + " (" + origin(limit) + ")",
        setting.flag() + " " + max);
  }
}
