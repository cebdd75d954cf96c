package io.hbench.run;

import io.hbench.data.KeyOrder;
import io.hbench.data.KeyRange;
import io.hbench.data.ValueSource;
import io.hbench.latency.Window;
import io.hbench.op.ClientKind;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.RowShape;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;

/** What a job is to do, read once from its configuration. A spec that exists is valid. */
public record RunSpec(
    Command command,
    String table,
    long rows,
    List<Assignment> assignments,
    int threads,
    ClientKind client,
    int inFlight,
    Optional<Rate> rate,
    Arrival arrival,
    CatchUp catchUp,
    KeyOrder keys,
    int families,
    int columns,
    int valueSize,
    int batch,
    int scanRows,
    Durability durability,
    Limit limit,
    Duration warmup,
    Duration interval,
    Duration startTimeout,
    boolean allowWaves,
    Optional<Double> abortAbove,
    long seed) {

  private static final int MOST_INTERVALS = 600;
  private static final int LARGEST_VALUE = 1 << 30;
  private static final int MOST_THREADS = 10_000;
  private static final int MOST_IN_FLIGHT = 100_000;

  /**
   * Reads and validates the settings.
   *
   * @throws UsageException for the first thing that is wrong
   */
  public static RunSpec from(Configuration conf) {
    Settings.checkNames(conf);
    Settings.all().forEach(setting -> setting.find(conf)); // those that are read later, too
    Command command = Settings.COMMAND.get(conf);
    boolean load = command == Command.LOAD;
    boolean async = Settings.CLIENT.get(conf) == ClientKind.ASYNC;
    Limit limit = limit(conf, load);
    RunSpec spec =
        new RunSpec(
            command,
            Settings.TABLE.get(conf),
            Settings.ROWS.get(conf),
            assignments(conf, load),
            Settings.THREADS.find(conf).orElse(async ? 1 : 8),
            Settings.CLIENT.get(conf),
            Settings.IN_FLIGHT.find(conf).orElse(async ? 64 : 1),
            Settings.RATE.find(conf),
            Settings.ARRIVAL.get(conf),
            Settings.CATCHUP.get(conf),
            Settings.KEYS.get(conf),
            Settings.FAMILIES.get(conf),
            Settings.COLUMNS.get(conf),
            Settings.VALUE_SIZE.get(conf),
            Settings.BATCH.find(conf).orElse(load ? 100 : 1),
            Settings.SCAN_ROWS.get(conf),
            Settings.DURABILITY.get(conf),
            limit,
            Settings.WARMUP.find(conf).orElse(Duration.ofSeconds(load ? 0 : 10)),
            Settings.INTERVAL.find(conf).orElseGet(() -> defaultInterval(limit)),
            Settings.START_TIMEOUT.get(conf),
            Settings.ALLOW_WAVES.get(conf),
            Settings.ABORT_ABOVE.find(conf),
            Settings.SEED.get(conf));
    spec.check();
    spec.checkPace();
    spec.checkTable(Settings.PRESPLIT.find(conf));
    return spec;
  }

  public RunSpec {
    assignments = List.copyOf(assignments);
  }

  private static List<Assignment> assignments(Configuration conf, boolean load) {
    int tasks = Settings.TASKS.get(conf);
    if (load) {
      if (Settings.ASSIGNMENTS.isSet(conf)) {
        throw new UsageException(
            "load: takes no operands, not '" + Settings.ASSIGNMENTS.text(conf) + "'; try run");
      }
      return List.of(new Assignment(Mix.of(OperationType.PUT), tasks));
    }
    if (!Settings.ASSIGNMENTS.isSet(conf)) {
      throw new UsageException("run: which operation? try run get or run get:95,put:5@4");
    }
    return Arrays.stream(Settings.ASSIGNMENTS.get(conf).split("\\s+"))
        .map(text -> Assignment.parse(text, tasks))
        .toList();
  }

  private static Limit limit(Configuration conf, boolean load) {
    Optional<Duration> time = Settings.FOR.find(conf);
    Optional<Long> requests = Settings.OPS.find(conf);
    if (load) {
      for (Setting<?> setting : List.of(Settings.FOR, Settings.OPS, Settings.WARMUP)) {
        if (setting.isSet(conf)) {
          throw new UsageException(
              setting.flag()
                  + ": load writes every row once; try run put "
                  + setting.flag()
                  + " …");
        }
      }
      return new Limit(Optional.empty(), Optional.empty());
    }
    if (time.isPresent() && requests.isPresent()) {
      throw new UsageException("--for and --ops: one of them ends the run; try --for 60s alone");
    }
    return time.isEmpty() && requests.isEmpty()
        ? new Limit(Optional.of(Duration.ofSeconds(60)), requests)
        : new Limit(time, requests);
  }

  /** A second where the length is known and short, else so long that there are not too many. */
  private static Duration defaultInterval(Limit limit) {
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

  private void check() {
    for (Assignment assignment : assignments) {
      if (assignment.tasks() > rows) {
        throw new UsageException(
            "--rows: '"
                + rows
                + "' is less than the "
                + assignment.tasks()
                + " tasks of "
                + assignment
                + "; try fewer tasks, "
                + new Assignment(assignment.mix(), Math.toIntExact(Math.min(rows, 4))));
      }
    }
    limit
        .requests()
        .filter(requests -> requests < threadsInAll())
        .ifPresent(
            requests -> {
              throw UsageException.badValue(
                  Settings.OPS.flag(),
                  requests.toString(),
                  "is less than the " + threadsInAll() + " threads of all tasks",
                  "100k");
            });
    limit
        .time()
        .filter(time -> time.compareTo(interval) < 0)
        .ifPresent(
            time -> {
              throw new UsageException(
                  "--interval: '" + interval.toMillis() + "ms' is longer than the run; try 1s");
            });
  }

  private void checkPace() {
    if (inFlight > 1 && client == ClientKind.BLOCKING) {
      throw UsageException.badValue(
          "--in-flight",
          Integer.toString(inFlight),
          "needs a client that does not wait for answers",
          "--client async");
    }
    if (inFlight > MOST_IN_FLIGHT) {
      throw UsageException.badValue(
          "--in-flight", Integer.toString(inFlight), "is more than 100000 for one thread", "64");
    }
    if (rate.isEmpty() && (arrival != Arrival.CONSTANT || !catchUp.equals(CatchUp.UNBOUNDED))) {
      throw new UsageException(
          "--arrival and --catchup: without a rate there is no schedule; try --rate 5k");
    }
    rate.filter(r -> !r.isConstant() && limit.time().isEmpty())
        .ifPresent(
            r -> {
              throw new UsageException(
                  "--rate: a ramp and steps need a length of time; try --rate "
                      + r
                      + (everyRowOnce() ? " with run put --for 5m" : " --for 5m"));
            });
  }

  /** What would break in the tasks, or after a table was dropped, is refused here. */
  private void checkTable(Optional<Integer> presplit) {
    presplit
        .filter(regions -> regions > rows)
        .ifPresent(
            regions -> {
              throw UsageException.badValue(
                  "--presplit", regions.toString(), "is more than the " + rows + " rows", "16");
            });
    try {
      TableName.valueOf(table);
    } catch (IllegalArgumentException e) {
      throw UsageException.badValue(
          "--table", table, "is not a table name", "t1 or my_namespace:t1");
    }
    if (threads > MOST_THREADS) {
      throw UsageException.badValue(
          "--threads", Integer.toString(threads), "is more than 10000 in one task", "16");
    }
    if (valueSize > LARGEST_VALUE) {
      throw UsageException.badValue(
          "--value-size", Integer.toString(valueSize), "is more than 1GB", "100 or 1KB");
    }
    if (rows > Long.MAX_VALUE / 2 && operations().anyMatch(o -> o.rows() == Rows.NEW)) {
      throw UsageException.badValue(
          "--rows", Long.toString(rows), "leaves no room for inserts", "10M");
    }
  }

  public boolean everyRowOnce() {
    return command == Command.LOAD;
  }

  public int tasks() {
    return assignments.stream().mapToInt(Assignment::tasks).sum();
  }

  public long threadsInAll() {
    return (long) tasks() * threads;
  }

  public KeyRange range() {
    return KeyRange.ofRows(rows);
  }

  public Stream<OperationType> operations() {
    return assignments.stream()
        .flatMap(a -> a.mix().shares().stream())
        .map(Mix.Share::operation)
        .distinct();
  }

  /** Whether any operation talks to HBase at all. */
  public boolean needsTable() {
    return operations().anyMatch(o -> o.effect() != OperationType.Effect.NONE);
  }

  public Window window() {
    long start = warmup.toNanos();
    return new Window(
        start,
        limit.time().map(t -> Math.addExact(start, t.toNanos())).orElse(Long.MAX_VALUE),
        interval.toNanos());
  }

  /** When one of a task's threads should send; threads of different tasks take turns. */
  Pacer pacer(TaskSpec task, int thread, long threadSeed) {
    if (rate.isEmpty()) {
      return Pacer.unpaced();
    }
    long lane = task.index() + (long) tasks() * thread;
    return new Schedule(
        new RatePlan(rate.get(), warmup, limit.time()),
        arrival.indexes(lane, threadsInAll(), threadSeed),
        catchUp);
  }

  public RowShape rowShape() {
    return new RowShape(
        families, columns, new ValueSource(seed, valueSize), durability, batch, scanRows);
  }
}
