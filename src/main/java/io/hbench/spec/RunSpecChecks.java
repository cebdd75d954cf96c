package io.hbench.spec;

import io.hbench.client.ClientType;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.figure.Figure;
import io.hbench.latency.Timing;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Objective;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The checks of a run's specification that concern several of its parts. */
final class RunSpecChecks {
  /** Row numbers that a key format must leave for inserts, as a multiple of the last row. */
  private static final int ROOM_FOR_INSERTS = 10;

  private static final int MAX_TASKS = 100_000;

  /** Columns of a row, in all families: each task holds their names. */
  private static final int MAX_COLUMNS = 100_000;

  private final RunSpec spec;
  private final Command command;
  private final List<OperationType> operations;
  private final LoadModel load;
  private final KeySpec keys;
  private final DataSpec data;
  private final Limit limit;

  RunSpecChecks(RunSpec spec) {
    this.spec = spec;
    this.command = spec.command();
    this.operations = spec.operations().toList();
    this.load = spec.load();
    this.keys = spec.keys();
    this.data = spec.data();
    this.limit = spec.limit();
  }

  /**
   * Performs all checks.
   *
   * @throws UsageException for the first contradiction
   */
  void check() {
    checkSizes();
    checkBulk();
    checkRate();
    checkKeyOrder();
    if (keys.isSampled()) {
      checkSample();
    }
    checkFormat();
    checkOperations();
    checkMeta();
    checkTable();
    spec.policies().objectives().forEach(this::checkObjective);
    new ServerRegionChecks(spec).check();
    new PrecisionChecks(spec).check();
  }

  private void checkSizes() {
    long rows = spec.rows();
    long tasks = spec.assignments().stream().mapToLong(Assignment::tasks).sum();
    if (tasks > MAX_TASKS) {
      throw Settings.TASKS.bad(tasks, "more than 100000 in one job", "--tasks 40");
    }
    int columns = data.cells().columns();
    if ((long) data.cells().families().size() * columns > MAX_COLUMNS) {
      throw Settings.COLUMNS.bad(
          columns,
          "more than %d columns in all families of a row".formatted(MAX_COLUMNS),
          Settings.COLUMNS.flag() + " 10");
    }
    for (Assignment assignment : spec.assignments()) {
      if (assignment.tasks() > rows && keys.scope() == KeyScope.PARTITIONED) {
        throw badRows("less than the " + assignment.tasks() + " tasks of " + assignment, "100k");
      }
    }
    long threads = spec.totalThreads();
    long count = limit.requests().or(limit::rows).orElse(Long.MAX_VALUE);
    if (count < threads) {
      Setting<Long> setting = limit.rows().isPresent() ? Settings.ROW_BUDGET : Settings.OPS;
      throw setting.bad(
          count, "less than the " + threads + " threads of all tasks", setting.flag() + " 100k");
    }
    Duration interval = spec.measurement().interval();
    if (limit.time().filter(t -> t.compareTo(interval) < 0).isPresent()) {
      throw Settings.INTERVAL.bad(
          interval.toMillis() + "ms", "longer than the run", "--interval 1s");
    }
  }

  private UsageException badRows(String reason, String example) {
    return Settings.ROWS.bad(keys.range().size(), reason, "--rows " + example);
  }

  private void checkBulk() {
    if (spec.bulk() && command != Command.LOAD) {
      throw badBulk("only load takes it");
    }
    if (spec.bulk() && (load.client() != ClientType.BLOCKING || load.rate().isPresent())) {
      throw badBulk("sends no requests, so --client and --rate have no effect");
    }
  }

  private static UsageException badBulk(String reason) {
    return Settings.BULK.bad("true", reason, "load --bulk alone");
  }

  private void checkRate() {
    if (load.rate().filter(r -> !r.isConstant()).isPresent()
        && (limit.time().isEmpty() || limit.precision().isPresent())) {
      String rate = load.rate().get().toString();
      throw Settings.RATE.bad(
          rate,
          "a ramp or stages need a fixed length",
          (command.isEveryRowOnce() ? "run put --rate " : "--rate ") + rate + " --for 5m");
    }
  }

  private void checkKeyOrder() {
    KeyDistributionType type = keys.distribution().type();
    if (command.isEveryRowOnce() && type.isSkewed()) {
      throw badKeys("does not have every row once", "--keys permuted");
    }
    boolean dealtOut =
        keys.scope() == KeyScope.TABLE_WIDE
            && type == KeyDistributionType.PERMUTED
            && command == Command.LOAD;
    if (command.isEveryRowOnce() && keys.scope() != KeyScope.PARTITIONED && !dealtOut) {
      throw KeySpec.badScope(
          keys.scope(),
          "would not process every row once",
          "load --keys permuted --key-scope table-wide");
    }
    if (type == KeyDistributionType.PERMUTED && (spec.bulk() || data.acknowledged().isPresent())) {
      throw badKeys("contradicts --bulk and --resume", "--keys sequential");
    }
  }

  private UsageException badKeys(String reason, String example) {
    return KeySpec.badKeys(keys.distribution(), reason, example);
  }

  /** Refuses operations that need row numbers or known values, which sampled keys lack. */
  private void checkSample() {
    String example = "run get --keys sampled";
    if (data.expected().share() > 0) {
      throw badKeys("has rows of unknown content, which --verify-reads cannot verify", example);
    }
    for (OperationType operation : operations) {
      if (operation.rows() == Rows.NEW) {
        throw badKeys("has no row numbers, which " + operation + " needs", example);
      }
      if (operation.needsOrderedKeys()) {
        throw badKeys("has no row order, which " + operation + " needs", example);
      }
      if (operation == Operations.SCAN_FILTERED) {
        throw badKeys("has rows of unknown content, which " + operation + " searches", example);
      }
    }
  }

  private void checkFormat() {
    KeyFormat format = keys.format();
    long last = keys.range().end() - 1;
    if (inserts()
        && format.maxRow() < Long.MAX_VALUE
        && last > format.maxRow() / ROOM_FOR_INSERTS) {
      throw KeySpec.badFormat(
          format, "leaves no room for inserts after row " + last, "--key-format {row:26}");
    }
    if (spec.bulk() && !format.isOrdered()) {
      throw unordered("--bulk");
    }
    if (data.expected().share() > 0 && !format.isReversible()) {
      throw KeySpec.badFormat(
          format, "lacks the row number, which --verify-reads needs", "--key-format user{row:12}");
    }
    operations.stream()
        .filter(o -> o.needsOrderedKeys() && !format.isOrdered())
        .findFirst()
        .ifPresent(
            operation -> {
              throw unordered(operation.toString());
            });
  }

  private UsageException unordered(String user) {
    return KeySpec.badFormat(
        keys.format(),
        "keys do not sort by row number, which " + user + " needs",
        "--key-format user{row:12}");
  }

  private boolean inserts() {
    return operations.stream().anyMatch(o -> o.rows() == Rows.NEW);
  }

  private void checkOperations() {
    for (OperationType operation : operations) {
      if (operation.isOneAtATime() && load.inFlight() > 1) {
        throw LoadModel.badInFlight(
            load.inFlight(),
            operation + " needs one request in flight per thread",
            "--in-flight 1");
      }
      if (command == Command.FINDMAX && operation.rows() == Rows.NEW) {
        throw UsageException.badValue(
            "findmax",
            operation.toString(),
            "each step would write the new rows of the first step again",
            "findmax put");
      }
    }
  }

  private void checkMeta() {
    Optional<OperationType> onMeta =
        operations.stream().filter(o -> o.effect() == Effect.WRITES_META).findFirst();
    if (onMeta.isPresent() && !spec.tableSpec().metaWrites()) {
      throw UsageException.badValue(
          command.toString(),
          onMeta.get().toString(),
          "writes into hbase:meta and needs consent, because errors there can damage the cluster",
          "run " + onMeta.get() + " --i-know-this-writes-to-meta");
    }
    if (onMeta.isPresent() && operations.stream().anyMatch(o -> o.effect() != Effect.WRITES_META)) {
      throw UsageException.badValue(
          command.toString(),
          onMeta.get().toString(),
          "writes into hbase:meta and runs only alone",
          "run " + onMeta.get() + " --i-know-this-writes-to-meta");
    }
  }

  /** Refuses table settings that would otherwise fail after the table was dropped. */
  private void checkTable() {
    Optional<Integer> presplit = spec.tableSpec().presplit();
    if (presplit.filter(regions -> regions > spec.rows()).isPresent()) {
      throw Settings.PRESPLIT.bad(
          presplit.get(), "more than the " + spec.rows() + " rows", "--presplit 16");
    }
    if (keys.range().end() > Long.MAX_VALUE / 2 && inserts()) {
      throw badRows("leaves no room for inserts", "10M");
    }
  }

  private void checkObjective(Objective objective) {
    List<String> names = spec.operationNames();
    String text = objective.text();
    if (objective.operation().filter(name -> !names.contains(name)).isPresent()) {
      String name = objective.operation().get();
      throw badObjective(
          text,
          "the run has no operation " + name,
          "--objective '" + names.get(0) + text.substring(name.length()) + "'");
    }
    if (objective.figure().isCost() && objective.operation().isPresent() && names.size() > 1) {
      throw badObjective(
          text, "costs are those of all operations together", "--objective 'server-cpu < 80us'");
    }
    if (objective.timing().filter(t -> t == Timing.RESPONSE).isPresent() && load.rate().isEmpty()) {
      throw badObjective(text, "response times need a rate", "--rate 5k");
    }
    if (objective.grace().isPresent()
        && limit.time().filter(t -> objective.grace().get().compareTo(t) >= 0).isPresent()) {
      throw badObjective(text, "the grace time is not shorter than the run", "--for 5m");
    }
    if (command == Command.FINDMAX && objective.figure() == Figure.THROUGHPUT) {
      throw badObjective(
          text,
          "findmax searches for the highest throughput itself",
          "--objective 'p99 < 20ms' --start-rate 5k");
    }
  }

  static UsageException badObjective(String text, String reason, String example) {
    return Settings.OBJECTIVE.bad(text, reason, example);
  }
}
