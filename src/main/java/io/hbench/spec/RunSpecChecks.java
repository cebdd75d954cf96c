package io.hbench.spec;

import io.hbench.client.ClientType;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.row.CellLayout;
import io.hbench.row.ColumnChoice;
import io.hbench.settings.Arrival;
import io.hbench.settings.CatchUp;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;

/** The checks of a run's specification that concern several of its parts. */
final class RunSpecChecks {
  /** Row numbers that a key format must leave for inserts, as a multiple of the last row. */
  private static final int LARGEST_VALUE = 1 << 30;
  private static final int MAX_THREADS = 10_000;
  private static final int MOST_IN_FLIGHT = 100_000;

  private final RunSpec spec;

  RunSpecChecks(RunSpec command) {
    this.spec = command;
  }

  /**
   * Performs all checks.
   *
   * @throws UsageException for the first contradiction
   */
  void all(Optional<Integer> presplit, boolean bulk) {
    checkSizes();
    checkBulk();
    checkPace();
    new KeyChecks(spec).all();
    checkClients();
    checkOperations(bulk);
    checkTable(presplit);
    new ObjectiveChecks(spec).all();
  }

  private void checkSizes() {
    for (Assignment assignment : spec.assignments()) {
      if (assignment.tasks() > spec.rows() && spec.keyScope() == KeyScope.PARTITIONED) {
        throw new UsageException(
            "--rows: '"
                + spec.rows()
                + "' is less than the "
                + assignment.tasks()
                + " tasks of "
                + assignment
                + "; try fewer tasks, "
                + new Assignment(assignment.mix(), Math.toIntExact(Math.min(spec.rows(), 4))));
      }
    }
    spec.limit()
        .requests()
        .or(spec.limit()::rows)
        .filter(requests -> requests < spec.threadsInAll())
        .ifPresent(
            requests -> {
              throw UsageException.badValue(
                  (spec.limit().rows().isPresent() ? Settings.ROW_BUDGET : Settings.OPS).flag(),
                  requests.toString(),
                  "is less than the " + spec.threadsInAll() + " threads of all tasks",
                  "100k");
            });
    spec.limit()
        .time()
        .filter(t -> t.compareTo(spec.interval()) < 0)
        .ifPresent(
            time -> {
              throw new UsageException(
                  "--interval: '"
                      + spec.interval().toMillis()
                      + "ms' is longer than the run; try 1s");
            });
  }

  private void checkBulk() {
    if (!spec.bulk()) {
      return;
    }
    if (spec.command() != Command.LOAD) {
      throw new UsageException("--bulk: only a load writes HFiles; try load --bulk");
    }
    if (spec.client() != ClientType.BLOCKING || spec.rate().isPresent()) {
      throw new UsageException(
          "--bulk: nothing is sent, so there is no --client and no --rate; try load --bulk alone");
    }
  }

  private void checkPace() {
    if (spec.inFlight() > 1 && spec.client() == ClientType.BLOCKING) {
      throw UsageException.badValue(
          "--in-flight",
          Integer.toString(spec.inFlight()),
          "needs a client that does not wait for answers",
          "--client async");
    }
    if (spec.inFlight() > MOST_IN_FLIGHT) {
      throw UsageException.badValue(
          "--in-flight",
          Integer.toString(spec.inFlight()),
          "is more than 100000 for one thread",
          "64");
    }
    if (spec.rate().isEmpty()
        && (spec.arrival() != Arrival.CONSTANT || !spec.catchUp().equals(CatchUp.UNBOUNDED))) {
      throw new UsageException(
          "--arrival and --catchup: without a rate there is no schedule; try --rate 5k");
    }
    spec.rate()
        .filter(r -> !r.isConstant() && spec.limit().time().isEmpty())
        .ifPresent(
            r -> {
              throw new UsageException(
                  "--rate: a ramp and steps need a length of time; try --rate "
                      + r
                      + (spec.everyRowOnce() ? " with run put --for 5m" : " --for 5m"));
            });
  }

  private void checkClients() {
    if (spec.connections() > spec.threads()) {
      throw UsageException.badValue(
          "--connections",
          Integer.toString(spec.connections()),
          "is more than the " + spec.threads() + " threads of a task",
          "1");
    }
    if (!spec.thinkTime().isZero() && spec.rate().isPresent()) {
      throw new UsageException(
          "--think-time and --rate: both say when a request goes; try --rate 5k alone");
    }
  }

  /** Refuses table settings that would otherwise fail after the table was dropped. */
  private void checkOperations(boolean meta) {
    spec.operations()
        .filter(OperationType::isOneAtATime)
        .filter(o -> spec.inFlight() > 1)
        .findFirst()
        .ifPresent(
            operation -> {
              throw UsageException.badValue(
                  "--in-flight",
                  Integer.toString(spec.inFlight()),
                  "would let requests of " + operation + " overtake each other",
                  "--in-flight 1");
            });
    if (spec.reads().replica() > 0 && spec.reads().consistency() != Consistency.TIMELINE) {
      throw UsageException.badValue(
          "--replica",
          Integer.toString(spec.reads().replica()),
          "is not read with strong consistency",
          "--replica 1 --consistency timeline");
    }
    spec.operations()
        .filter(o -> spec.command() == Command.FINDMAX && o.rows() == OperationType.Rows.NEW)
        .findFirst()
        .ifPresent(
            operation -> {
              throw new UsageException(
                  operation
                      + ": each step would add the rows of the first one again; try findmax put");
            });
    List<OperationType> onMeta =
        spec.operations().filter(o -> o.effect() == Effect.WRITES_META).toList();
    if (!onMeta.isEmpty() && !meta) {
      throw new UsageException(
          onMeta.get(0)
              + ": writes into hbase:meta, and a mistake there can cost the cluster; if it is"
              + " yours to lose, say --i-know-this-writes-to-meta");
    }
    if (!onMeta.isEmpty() && onMeta.size() < spec.operations().count()) {
      throw new UsageException(
          onMeta.get(0) + ": works on hbase:meta, so nothing else can run beside it");
    }
  }

  private static void checkObjective(CellLayout cells) {
    int least = cells.minSize();
    boolean varies =
        cells.lengths() == ValueLengths.UNIFORM || cells.lengths() == ValueLengths.ZIPFIAN;
    if (least > 0 && (!varies || least >= cells.valueSize())) {
      throw UsageException.badValue(
          Settings.MIN_VALUE_SIZE.flag(),
          Integer.toString(least),
          varies
              ? "is not less than --value-size " + cells.valueSize()
              : "is for lengths that vary, not for " + cells.lengths() + " ones",
          varies ? "1" : "--value-lengths uniform");
    }
  }

  private void checkValues() {
    CellLayout cells = spec.cells();
    boolean histogram = cells.lengths() == ValueLengths.HISTOGRAM;
    if (histogram != cells.histogram().isPresent()) {
      throw new UsageException(
          "--value-lengths: '"
              + cells.lengths()
              + (histogram ? "' needs a file" : "' takes no file")
              + "; try --value-lengths histogram --value-histogram hist.txt");
    }
    cells
        .histogram()
        .filter(lengths -> lengths.maxLength() > LARGEST_VALUE)
        .ifPresent(
            lengths -> {
              throw new UsageException(
                  "--value-histogram: a value of " + lengths.maxLength() + " bytes is more than 1GB");
            });
    checkObjective(cells);
    if (cells.random() < 1 && cells.bytes() != ValueBytes.RANDOM) {
      throw UsageException.badValue(
          "--value-bytes",
          cells.bytes().toString(),
          "can't be made compressible to a share",
          "--value-bytes random");
    }
    if (spec.reads().wholeFamilies() && spec.reads().columns() == ColumnChoice.ONE) {
      throw new UsageException(
          "--whole-families and --read-columns one: both say what is read; try one of them");
    }
  }

  /** What would break in the tasks, or after a table was dropped, is refused here. */
  private void checkTable(Optional<Integer> presplit) {
    presplit
        .filter(regions -> regions > spec.rows())
        .ifPresent(
            regions -> {
              throw UsageException.badValue(
                  "--presplit",
                  regions.toString(),
                  "is more than the " + spec.rows() + " rows",
                  "16");
            });
    try {
      TableName.valueOf(spec.table());
    } catch (IllegalArgumentException e) {
      throw UsageException.badValue(
          "--table", spec.table(), "is not a table name", "t1 or my_namespace:t1");
    }
    if (spec.threads() > MAX_THREADS) {
      throw UsageException.badValue(
          "--threads", Integer.toString(spec.threads()), "is more than 10000 in one task", "16");
    }
    checkValues();
    if (spec.cells().valueSize() > LARGEST_VALUE) {
      throw UsageException.badValue(
          "--value-size",
          Integer.toString(spec.cells().valueSize()),
          "is more than 1GB",
          "100 or 1KB");
    }
    if (spec.range().end() > Long.MAX_VALUE / 2
        && spec.operations().anyMatch(o -> o.rows() == Rows.NEW)) {
      throw UsageException.badValue(
          "--rows", Long.toString(spec.rows()), "leaves no room for inserts", "10M");
    }
  }
}
