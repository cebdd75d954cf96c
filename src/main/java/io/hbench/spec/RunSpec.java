package io.hbench.spec;

import io.hbench.client.ClientType;
import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.data.Seeds;
import io.hbench.engine.Pacer;
import io.hbench.engine.RatePlan;
import io.hbench.engine.Schedule;
import io.hbench.engine.ThinkTime;
import io.hbench.latency.Window;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import io.hbench.row.CellLayout;
import io.hbench.row.ReadOptions;
import io.hbench.row.RowRequests;
import io.hbench.row.ScanOptions;
import io.hbench.row.WriteOptions;
import io.hbench.settings.Arrival;
import io.hbench.settings.CatchUp;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Objective;
import io.hbench.settings.Rate;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.verify.ExpectedRows;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * The specification of a run, valid by construction: each part checks itself, and this record's
 * constructor checks the combinations of parts.
 *
 * @param bulk whether a load writes HFiles instead of sending puts
 * @param local whether tasks are threads of the submitter's JVM
 */
public record RunSpec(
    Command command,
    String table,
    KeyRange range,
    List<Assignment> assignments,
    int threads,
    ClientType client,
    int connections,
    int inFlight,
    Optional<Rate> rate,
    Arrival arrival,
    CatchUp catchUp,
    Duration thinkTime,
    KeyDistribution keys,
    KeyScope keyScope,
    int stride,
    KeyFormat keyFormat,
    CellLayout cells,
    ReadOptions reads,
    ScanOptions scans,
    WriteOptions writes,
    int batch,
    Map<String, String> properties,
    ExpectedRows expected,
    Optional<RowSet> acknowledged,
    boolean bulk,
    Limit limit,
    Duration warmup,
    long warmupDraws,
    Duration interval,
    Duration startTimeout,
    boolean allowWaves,
    Optional<Double> abortAbove,
    List<Objective> objectives,
    boolean abortOnBreach,
    Optional<Duration> slow,
    boolean local,
    long seed,
    long drawSeed) {

  private static final int MOST_INTERVALS = 600;

  /** So many say how much the figures of a step vary. */
  private static final int INTERVALS_OF_A_STEP = 20;

  /**
   * Reads the settings.
   *
   * @throws UsageException for the first setting that is wrong, or contradicts another one
   */
  public static RunSpec from(Configuration conf) {
    Settings.checkNames(conf);
    Settings.all().forEach(setting -> setting.find(conf)); // those that are read later, too
    Command command = Settings.COMMAND.get(conf);
    boolean load = command == Command.LOAD;
    boolean bulk = Settings.BULK.get(conf);
    boolean async = Settings.CLIENT.get(conf) == ClientType.ASYNC;
    CommandSettings.check(command, conf);
    Limit limit = limit(conf, command);
    KeyDistribution keys = Settings.KEYS.get(conf);
    RunSpec spec =
        new RunSpec(
            command,
            Settings.TABLE.get(conf),
            range(conf),
            assignments(conf, command),
            Settings.THREADS.find(conf).orElse(async || bulk ? 1 : 8),
            Settings.CLIENT.get(conf),
            Settings.CONNECTIONS.get(conf),
            Settings.IN_FLIGHT.find(conf).orElse(async && command != Command.VERIFY ? 64 : 1),
            rate(conf, command),
            Settings.ARRIVAL.get(conf),
            Settings.CATCHUP.get(conf),
            Settings.THINK_TIME.get(conf),
            keys,
            Settings.KEY_SCOPE.find(conf).orElse(KeyScope.of(keys)),
            Settings.STRIDE.get(conf),
            Settings.KEY_FORMAT.get(conf),
            cells(conf),
            reads(conf, keys.type() == KeyDistributionType.SAMPLED),
            scans(conf),
            new WriteOptions(
                Settings.DURABILITY.get(conf),
                Settings.WRITE_BUFFER.get(conf),
                Settings.WRITE_COLUMNS.get(conf)),
            Settings.BATCH.find(conf).orElse(load ? 100 : 1),
            Settings.OPERATION_PROPERTIES.find(conf).orElse(Map.of()),
            expected(conf),
            Settings.ACKNOWLEDGED.find(conf),
            bulk,
            limit,
            Settings.WARMUP.find(conf).orElse(defaultWarmup(command)),
            Settings.WARMUP_ROWS.get(conf),
            Settings.INTERVAL.find(conf).orElseGet(() -> defaultInterval(command, limit)),
            Settings.START_TIMEOUT.get(conf),
            Settings.ALLOW_WAVES.get(conf),
            Settings.ABORT_ABOVE.find(conf),
            Settings.OBJECTIVE.find(conf).orElse(List.of()),
            Settings.ABORT_ON_BREACH.get(conf),
            Settings.LATENCY_THRESHOLD.find(conf),
            Settings.LOCAL.get(conf),
            Settings.SEED.get(conf),
            Settings.DRAW_SEED.get(conf));
    new RunSpecChecks(spec).all(Settings.PRESPLIT.find(conf), Settings.WRITES_TO_META.get(conf));
    return spec;
  }

  public RunSpec {
    assignments = List.copyOf(assignments);
    properties = Map.copyOf(properties);
  }

  private static KeyRange range(Configuration conf) {
    long first = Settings.FIRST_ROW.get(conf);
    long rows = Settings.ROWS.get(conf);
    if (rows > Long.MAX_VALUE - first) {
      throw UsageException.badValue(
          "--first-row", Long.toString(first), "leaves no room for " + rows + " rows", "10M");
    }
    return new KeyRange(first, first + rows);
  }

  private static CellLayout cells(Configuration conf) {
    return new CellLayout(
        families(conf),
        Settings.COLUMNS.get(conf),
        Settings.COLUMN_PREFIX.find(conf).orElse(""),
        Settings.VALUE_SIZE.get(conf),
        Settings.MIN_VALUE_SIZE.get(conf),
        Settings.VALUE_LENGTHS.get(conf),
        Settings.VALUE_HISTOGRAM.find(conf),
        Settings.VALUE_BYTES.get(conf),
        Settings.COMPRESSIBLE_TO.get(conf),
        Settings.TAGS.get(conf),
        Settings.VALUE_VERSION.get(conf));
  }

  private static List<String> families(Configuration conf) {
    int count = Settings.FAMILIES.get(conf);
    Optional<List<String>> names = Settings.FAMILY_NAMES.find(conf);
    if (names.isPresent() && Settings.FAMILIES.differs(conf) && names.get().size() != count) {
      throw UsageException.badValue(
          Settings.FAMILY_NAMES.flag(),
          Settings.FAMILY_NAMES.text(conf),
          "is not one name for each of --families " + count,
          "--family-names without --families");
    }
    return names.orElseGet(() -> CellLayout.familyNames(count));
  }

  /**
   * @throws UsageException for the first contradiction between parts
   */
  private static ReadOptions reads(Configuration conf, boolean foreign) {
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

  /** The name of the table. */
  private static ScanOptions scans(Configuration conf) {
    int rows = Settings.SCAN_ROWS.get(conf);
    return new ScanOptions(
        rows,
        Settings.SCAN_LENGTHS.get(conf),
        Settings.CACHING.find(conf).orElse(rows),
        Settings.PREFETCH.get(conf),
        Settings.CACHE_BLOCKS.get(conf),
        Settings.READ_TYPE.get(conf));
  }

  private static ExpectedRows expected(Configuration conf) {
    KeyRange range = range(conf);
    return new ExpectedRows(
        range,
        Settings.ACKNOWLEDGED.find(conf).orElseGet(() -> RowSet.of(range)),
        Settings.VALUE_VERSION.get(conf),
        Settings.VERIFY_READS.get(conf));
  }

  private static List<Assignment> assignments(Configuration conf, Command command) {
    int tasks = Settings.TASKS.get(conf);
    if (command.isEveryRowOnce()) {
      if (Settings.ASSIGNMENTS.isSet(conf)) {
        throw new UsageException(
            command
                + ": takes no operands, not '"
                + Settings.ASSIGNMENTS.text(conf)
                + "'; try run");
      }
      return List.of(
          new Assignment(
              Mix.of(command == Command.LOAD ? Operations.PUT : Operations.VERIFY), tasks));
    }
    if (!Settings.ASSIGNMENTS.isSet(conf)) {
      throw new UsageException(
          "%1$s: which operation? try %1$s get or %1$s get:95,put:5@4".formatted(command));
    }
    return Arrays.stream(Settings.ASSIGNMENTS.get(conf).split("\\s+"))
        .map(text -> Assignment.parse(text, tasks))
        .toList();
  }

  private static Limit limit(Configuration conf, Command command) {
    Optional<Duration> time = Settings.FOR.find(conf);
    Optional<Long> requests = Settings.OPS.find(conf);
    Optional<Long> draws = Settings.ROW_BUDGET.find(conf);
    if (command == Command.FINDMAX) {
      return new Limit(Optional.of(Settings.STEP_TIME.get(conf)), requests, draws);
    }
    if (command.isEveryRowOnce()) {
      return new Limit(Optional.empty(), Optional.empty(), Optional.empty());
    }
    long limits = Stream.of(time, requests, draws).filter(Optional::isPresent).count();
    if (limits > 1) {
      throw new UsageException(
          "--for, --ops and --draws: one of them ends the run; try --for 60s alone");
    }
    return limits == 0
        ? new Limit(Optional.of(Duration.ofSeconds(60)), requests, draws)
        : new Limit(time, requests, draws);
  }

  /** Where a rate is yet to be chosen there is one all the same: it is an open loop. */
  private static Optional<Rate> rate(Configuration conf, Command command) {
    return command == Command.FINDMAX
        ? Optional.of(new Rate(List.of(Settings.START_RATE.get(conf)), false))
        : Settings.RATE.find(conf);
  }

  private static Duration defaultWarmup(Command command) {
    return Duration.ofSeconds(
        switch (command) {
          case LOAD, VERIFY -> 0;
          case FINDMAX -> 5;
          case RUN -> 10;
        });
  }

  /** A second where the length is known and short, else so long that there are not too many. */
  private static Duration defaultInterval(Command command, Limit limit) {
    if (command == Command.FINDMAX) {
      long millis = limit.time().orElseThrow().toMillis() / INTERVALS_OF_A_STEP;
      return Duration.ofMillis(Math.max(1, millis));
    }
    if (limit.time().isPresent() && limit.time().get().compareTo(Duration.ofSeconds(1)) < 0) {
      return limit.time().get();
    }
    long seconds = limit.time().map(t -> t.toSeconds() / MOST_INTERVALS + 1).orElse(5L);
    return Duration.ofSeconds(
        Stream.of(1L, 2L, 5L, 10L, 15L, 30L, 60L, 120L, 300L, 600L)
            .filter(s -> s >= seconds)
            .findFirst()
            .orElse(seconds));
  }

  public boolean everyRowOnce() {
    return command.isEveryRowOnce();
  }

  /** Whether the keys are drawn from a sample of the table's keys. */
  public boolean isSampled() {
    return keys.type() == KeyDistributionType.SAMPLED;
  }

  /** Whether tasks keep an acknowledged-rows log; in random order its list would be too long. */
  public boolean logsAcknowledgedRows() {
    return command == Command.LOAD && keys.type() != KeyDistributionType.PERMUTED;
  }

  /** The rows of a range that the run processes: a continued load skips acknowledged rows. */
  public List<KeyRange> left(KeyRange part) {
    return command == Command.LOAD && acknowledged.isPresent()
        ? acknowledged.get().missingFrom(part)
        : List.of(part);
  }

  /** The seed of a task, from which its threads draw rows, operations and intended times. */
  public long taskSeed(int task) {
    return Seeds.derive(seed + drawSeed, task);
  }

  public int tasks() {
    return assignments.stream().mapToInt(Assignment::tasks).sum();
  }

  public long threadsInAll() {
    return (long) tasks() * threads;
  }

  public long rows() {
    return range.size();
  }

  /** The table that requests go to. */
  public String target() {
    return writesMeta() ? TableName.META_TABLE_NAME.getNameAsString() : table;
  }

  public boolean writesMeta() {
    return operations().anyMatch(o -> o.effect() == Effect.WRITES_META);
  }

  public Stream<OperationType> operations() {
    return assignments.stream()
        .flatMap(a -> a.mix().shares().stream())
        .map(Mix.Share::operation)
        .distinct();
  }

  /** Whether any operation sends requests to HBase. */
  public boolean needsTable() {
    return operations().anyMatch(o -> o.effect() != Effect.NONE);
  }

  public Window window() {
    long start = warmup.toNanos();
    return new Window(
        start,
        limit.time().map(t -> Math.addExact(start, t.toNanos())).orElse(Long.MAX_VALUE),
        interval.toNanos());
  }

  public Pacer pacer(TaskSpec task, int thread, long threadSeed) {
    if (rate.isEmpty()) {
      return thinkTime.isZero() ? Pacer.unpaced() : new ThinkTime(thinkTime.toNanos(), threadSeed);
    }
    long lane = task.index() + (long) tasks() * thread;
    return new Schedule(
        new RatePlan(rate.get(), warmup, limit.time()),
        arrival.indexes(lane, threadsInAll(), threadSeed),
        catchUp);
  }

  public RowRequests rowRequests() {
    return new RowRequests(keyFormat, cells, reads, scans, writes, batch, seed, properties, expected);
  }
}
