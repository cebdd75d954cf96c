package io.hbench.spec;

import io.hbench.client.ClientType;
import io.hbench.client.HBaseUser;
import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Operations;
import io.hbench.row.CellLayout;
import io.hbench.row.ReadOptions;
import io.hbench.row.ScanOptions;
import io.hbench.row.WriteOptions;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Place;
import io.hbench.settings.Rate;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.verify.ExpectedRows;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Reads a run's specification from the settings in a configuration. */
final class RunSpecReader {
  /** Share of the requests of all steps so far: an overload in the last step stays below it. */
  private static final double FINDMAX_ABORT_ABOVE = 0.5;

  private static final List<Setting<?>> NOT_OF_COPIES =
      List.of(
          Settings.FIRST_ROW,
          Settings.FAMILIES,
          Settings.COLUMNS,
          Settings.COLUMN_PREFIX,
          Settings.KEYS,
          Settings.KEY_SCOPE,
          Settings.KEY_FORMAT,
          Settings.REGION_WEIGHTS,
          Settings.VALUE_SIZE,
          Settings.MIN_VALUE_SIZE,
          Settings.VALUE_LENGTHS,
          Settings.VALUE_HISTOGRAM,
          Settings.VALUE_BYTES,
          Settings.COMPRESSIBLE_TO,
          Settings.TAGS,
          Settings.VALUE_VERSION,
          Settings.BULK,
          Settings.ACKNOWLEDGED,
          Settings.RESUME);

  private final Configuration conf;
  private final Command command;

  /** Present for {@link Command#REPLAY}. */
  private final Optional<ReplaySpec> replay;

  /**
   * @throws UsageException for the first setting that is unknown, wrong, or without effect
   */
  RunSpecReader(Configuration conf) {
    this.conf = conf;
    new SitePolicy(conf).check();
    Settings.all().forEach(setting -> setting.find(conf)); // also settings that the spec lacks
    command = Settings.COMMAND.get(conf);
    CommandSettings.check(command, conf);
    if (command == Command.REPLAY && !Settings.RECORDED.isSet(conf)) {
      throw new UsageException("replay: the file of requests is missing; try replay requests.csv");
    }
    replay =
        Settings.RECORDED.find(conf).map(load -> new ReplaySpec(load, Settings.SPEED.get(conf)));
  }

  /**
   * @throws UsageException for the first value that contradicts another one, or that the site does
   *     not allow
   */
  RunSpec read() {
    RunSpec spec = spec(Optional.empty());
    new RunSpecChecks(spec).check();
    if (conf.getRaw(Tenants.PROPERTY) == null) { // each of them has been checked by itself
      new SitePolicy(conf).check(spec);
    }
    return spec;
  }

  /**
   * Reads the specification, and leaves the checks of several parts out.
   *
   * @param candidate the other side of a duet
   */
  RunSpec spec(Optional<RunSpec> candidate) {
    LimitReader limits = new LimitReader(conf, command, replay);
    Limit limit = limits.limit();
    KeySpec keys = keys();
    return new RunSpec(
        command,
        table(),
        assignments(),
        loadModel(),
        keys,
        data(keys),
        limit,
        new Measurement(
            Settings.WARMUP.find(conf).orElseGet(this::defaultWarmup),
            Settings.WARMUP_ROWS.get(conf),
            Settings.INTERVAL.find(conf).orElseGet(() -> limits.interval(limit)),
            Settings.LATENCY_THRESHOLD.find(conf),
            Settings.OUTAGE_AFTER.find(conf).filter(after -> !after.isZero()),
            !Settings.NO_BY_SERVER.get(conf) && Settings.REPLICA.find(conf).orElse(0) <= 0,
            Settings.PROFILE.get(conf)),
        new RunPolicies(
            Settings.PLACE.find(conf),
            Settings.START_TIMEOUT.get(conf),
            Settings.ALLOW_WAVES.get(conf),
            Settings.LOST_TASKS.get(conf),
            Settings.ABORT_ABOVE.find(conf).or(() -> defaultAbortAbove(command)),
            Settings.OBJECTIVE.find(conf).orElse(List.of()),
            Settings.ABORT_ON_BREACH.get(conf),
            Settings.DETACH.get(conf),
            Settings.SUBMITTER_TIMEOUT.get(conf),
            Settings.DEADLINE.find(conf),
            Settings.JDK.find(conf)),
        preparation(keys),
        Settings.BULK.get(conf),
        Settings.LOCAL.get(conf),
        replay,
        candidate,
        Settings.TENANT.find(conf),
        Settings.NEIGHBOUR_OF.find(conf));
  }

  private TableSpec table() {
    return new TableSpec(
        new HBaseUser(Settings.USER.find(conf)),
        Settings.TABLE.get(conf),
        Settings.PRESPLIT.find(conf),
        new NewTableReader(conf).read(families()),
        Settings.RECREATE.get(conf),
        Settings.YES.get(conf),
        Settings.WRITES_TO_META.get(conf));
  }

  private LoadModel loadModel() {
    boolean async = Settings.CLIENT.get(conf) == ClientType.ASYNC;
    if (replay.isPresent() && !async) {
      throw Settings.CLIENT.bad(
          conf, "a request would wait for those of other rows", "--client async");
    }
    return new LoadModel(
        Settings.THREADS.find(conf).orElse(async || Settings.BULK.get(conf) ? 1 : 8),
        Settings.CLIENT.get(conf),
        Settings.CONNECTIONS.get(conf),
        Settings.IN_FLIGHT.find(conf).orElse(async && command != Command.VERIFY ? 64 : 1),
        Settings.IN_FLIGHT_PER_SERVER.find(conf).orElse(0),
        rate(),
        Settings.ARRIVAL.get(conf),
        Settings.CATCHUP.get(conf),
        Settings.THINK_TIME.get(conf));
  }

  private KeySpec keys() {
    KeyDistribution keys = Settings.KEYS.get(conf);
    KeyRange range = range();
    long sliceOf = Settings.SLICE_OF.find(conf).orElse(0L);
    boolean isWeighted = Settings.REGION_WEIGHTS.isSet(conf) && !command.isEveryRowOnce();
    return new KeySpec(
        range,
        keys,
        Settings.KEY_SCOPE.find(conf).orElse(isWeighted ? KeyScope.TABLE_WIDE : KeyScope.of(keys)),
        Settings.STRIDE.get(conf),
        Settings.KEY_FORMAT.get(conf),
        Settings.FIRST_INSERT
            .find(conf)
            .orElse(sliceOf == 0 ? range.end() : range.first() + sliceOf),
        sliceOf,
        Settings.REGION_WEIGHTS.find(conf));
  }

  private DataSpec data(KeySpec keys) {
    if (Settings.VERIFY_READS.get(conf) > 0 && Settings.FILTER_ALL.get(conf)) {
      throw Settings.VERIFY_READS.bad(
          conf, "--filter-all returns no row to verify", "--verify-reads 0%");
    }
    if (Settings.BULK.get(conf)
        && Settings.ACKNOWLEDGED.isSet(conf)
        && !Settings.HFILES.isSet(conf)) { // --resume sets both
      throw Settings.ACKNOWLEDGED.bad(
          conf, "--bulk hands over all rows, or none", "load without --bulk");
    }
    return new DataSpec(
        cells(),
        reads(keys.distribution().type() == KeyDistributionType.SAMPLED),
        scans(),
        new WriteOptions(
            Settings.DURABILITY.get(conf),
            Settings.WRITE_BUFFER.get(conf),
            Settings.WRITE_COLUMNS.get(conf)),
        Settings.BATCH.find(conf).orElse(command == Command.LOAD ? 100 : 1),
        Settings.OPERATION_PROPERTIES.find(conf).orElse(Map.of()),
        new ExpectedRows(
            keys.range(),
            Settings.ACKNOWLEDGED.find(conf).orElseGet(() -> RowSet.of(keys.range())),
            Settings.VALUE_VERSION.get(conf),
            Settings.VERIFY_READS.get(conf)),
        copy(),
        Settings.ACKNOWLEDGED.find(conf),
        Settings.SEED.get(conf),
        Settings.DRAW_SEED.find(conf).orElse(0L));
  }

  private Optional<CopySpec> copy() {
    Optional<String> source = Settings.COPY_OF.find(conf);
    boolean replaces = Settings.REPLACE_VALUES.get(conf);
    if (source.isEmpty()) {
      if (replaces) {
        throw Settings.REPLACE_VALUES.bad(
            true, "needs a table whose values are replaced", "--copy-of t1 --replace-values");
      }
      return Optional.empty();
    }
    String table = Settings.TABLE.get(conf);
    if (SettingType.tableName(Settings.COPY_OF, source.get())
        .equals(SettingType.tableName(Settings.TABLE, table))) {
      throw Settings.TABLE.bad(
          table, "the table that is copied", Settings.TABLE.flag() + " " + table + "2");
    }
    for (Setting<?> setting : NOT_OF_COPIES) {
      if (setting.differs(conf)) {
        throw setting.bad(
            conf,
            "contradicts --copy-of, which takes rows from a table",
            "--copy-of " + source.get() + " without " + setting.flag());
      }
    }
    return Optional.of(
        new CopySpec(source.get(), Settings.FAMILY_NAMES.find(conf).orElse(List.of()), replaces));
  }

  private PreparationSpec preparation(KeySpec keys) {
    boolean searches =
        command != Command.LOAD
            && !Settings.FIRST_INSERT.isSet(conf)
            && assignments().stream()
                .flatMap(assignment -> assignment.mix().shares().stream())
                .anyMatch(share -> share.operation().rows() == Rows.NEW);
    return new PreparationSpec(
        Settings.FLUSH.get(conf),
        Settings.MAJOR_COMPACT.get(conf),
        Settings.SETTLE.find(conf),
        Settings.CLEAR_CACHE.get(conf),
        Settings.WARM.get(conf)
            ? Settings.REPLICA.find(conf).or(() -> Optional.of(0))
            : Optional.empty(),
        keys.isSampled() ? Optional.of(Math.toIntExact(keys.range().size())) : Optional.empty(),
        Settings.SEED.get(conf),
        searches ? Optional.of(keys) : Optional.empty());
  }

  private KeyRange range() {
    long first = Settings.FIRST_ROW.get(conf);
    long rows = Settings.ROWS.get(conf);
    if (rows > Long.MAX_VALUE - first) {
      throw Settings.FIRST_ROW.bad(first, "leaves no room for " + rows + " rows", "--rows 10M");
    }
    return new KeyRange(first, first + rows);
  }

  private CellLayout cells() {
    return new CellLayout(
        families(),
        Settings.COLUMNS.get(conf),
        Settings.COLUMN_PREFIX.find(conf).orElse(""),
        replay.map(r -> r.load().largestCell()).orElseGet(() -> Settings.VALUE_SIZE.get(conf)),
        Settings.MIN_VALUE_SIZE.get(conf),
        Settings.VALUE_LENGTHS.get(conf),
        Settings.VALUE_HISTOGRAM.find(conf),
        Settings.VALUE_BYTES.get(conf),
        Settings.COMPRESSIBLE_TO.get(conf),
        Settings.TAGS.get(conf),
        Settings.VALUE_VERSION.get(conf));
  }

  private List<String> families() {
    if (replay.isPresent()) {
      return replay.get().load().families();
    }
    int count = Settings.FAMILIES.get(conf);
    Optional<List<String>> names = Settings.FAMILY_NAMES.find(conf);
    if (names.isPresent() && Settings.FAMILIES.differs(conf) && names.get().size() != count) {
      throw Settings.FAMILY_NAMES.bad(
          conf,
          "not one name for each of --families " + count,
          "--family-names " + Settings.FAMILY_NAMES.text(conf) + " alone");
    }
    return names.orElseGet(() -> CellLayout.familyNames(count));
  }

  /**
   * @param foreign whether other programs may have written the rows; reads without column names
   *     then get whole rows
   */
  private ReadOptions reads(boolean foreign) {
    boolean families = Settings.FAMILIES.differs(conf) || Settings.FAMILY_NAMES.differs(conf);
    boolean columns =
        Settings.COLUMNS.differs(conf)
            || Settings.COLUMN_PREFIX.differs(conf)
            || Settings.READ_COLUMNS.differs(conf);
    boolean wholeFamilies = Settings.WHOLE_FAMILIES.get(conf);
    return new ReadOptions(
        foreign && !families && !columns && !wholeFamilies,
        wholeFamilies || (foreign && families && !columns),
        Settings.READ_COLUMNS.get(conf),
        Settings.FILTER_ALL.get(conf),
        Settings.CONSISTENCY.get(conf),
        Settings.REPLICA.find(conf).orElse(-1));
  }

  private ScanOptions scans() {
    int rows = Settings.SCAN_ROWS.get(conf);
    return new ScanOptions(
        rows,
        Settings.SCAN_LENGTHS.get(conf),
        Settings.CACHING.find(conf).orElse(rows),
        Settings.PREFETCH.get(conf),
        Settings.CACHE_BLOCKS.get(conf),
        Settings.READ_TYPE.get(conf));
  }

  private List<Assignment> assignments() {
    int tasks = Place.tasks(conf);
    if (replay.isPresent()) {
      return List.of(new Assignment(replay.get().mix(), tasks));
    }
    if (command.isEveryRowOnce()) {
      if (Settings.ASSIGNMENTS.isSet(conf)) {
        String words = Settings.ASSIGNMENTS.text(conf);
        throw UsageException.badValue(
            command.toString(),
            words,
            "takes no operands",
            Operations.builtIn(words).isPresent() ? "run " + words : command + " --table " + words);
      }
      return List.of(
          new Assignment(
              Mix.of(command == Command.LOAD ? Operations.PUT : Operations.VERIFY), tasks));
    }
    if (!Settings.ASSIGNMENTS.isSet(conf)) {
      throw new UsageException(
          "%1$s: the assignment is missing; try %1$s get:95,put:5@4".formatted(command));
    }
    return Arrays.stream(Settings.ASSIGNMENTS.get(conf).split("\\s+"))
        .map(text -> new AssignmentReader(command, text).read(tasks))
        .toList();
  }

  /** The rate; for findmax the rate of the first step. */
  private Optional<Rate> rate() {
    if (command == Command.FINDMAX) {
      return Optional.of(new Rate(List.of(Settings.START_RATE.get(conf)), false, false));
    }
    if (replay.isPresent()) {
      return replay.map(ReplaySpec::rate);
    }
    Optional<Rate> rate = Settings.RATE.find(conf);
    Optional<BigDecimal> base = Settings.PERCENT_OF.find(conf);
    boolean relative = rate.isPresent() && rate.get().relative();
    if (relative != base.isPresent()) {
      throw relative
          ? Settings.RATE.bad(
              conf,
              "in percent of an unknown rate",
              "--rate 80%..200% --percent-of hbench/20260131-101500-findmax")
          : Settings.PERCENT_OF.bad(
              conf, "needs a rate in percent", "--rate 80%..200% --percent-of 12k");
    }
    return relative ? rate.map(r -> r.of(base.get())) : rate;
  }

  private Duration defaultWarmup() {
    return Duration.ofSeconds(
        switch (command) {
          case LOAD, VERIFY, REPLAY -> 0;
          case FINDMAX -> 5;
          case RUN -> Settings.ROW_BUDGET.isSet(conf) ? 0 : 10; // which a warm-up would use up
        });
  }

  private static Optional<Double> defaultAbortAbove(Command command) {
    return command == Command.FINDMAX ? Optional.of(FINDMAX_ABORT_ABOVE) : Optional.empty();
  }
}
