package io.hbench.op;

import static io.hbench.op.OperationType.Effect.DELETES;
import static io.hbench.op.OperationType.Effect.NONE;
import static io.hbench.op.OperationType.Effect.READS;
import static io.hbench.op.OperationType.Effect.WRITES;
import static io.hbench.op.OperationType.Effect.WRITES_META;
import static io.hbench.op.OperationType.Rows.ANY;
import static io.hbench.op.OperationType.Rows.EXISTING;
import static io.hbench.op.OperationType.Rows.NEW;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The register of built-in operations. A new operation is a class and a line here: help, the table
 * in the documentation, the integration test of every operation, and the report use this list.
 */
public enum Operations implements OperationType {
  GET("get", READS, EXISTING, "reads one row (or --batch rows) by key", GetOperation::new),
  PUT("put", WRITES, ANY, "writes one row (or --batch rows)", PutOperation::puts),
  BUFFERED_PUT(
      "bufferedPut",
      WRITES,
      ANY,
      "writes as many rows as fit into --write-buffer, in one request",
      BufferedOperation::puts),
  INSERT(
      "insert",
      WRITES,
      NEW,
      "writes one new row, or --batch new rows, after the last of --rows",
      PutOperation::inserts),
  DELETE("delete", DELETES, ANY, "deletes all families of one row", DeleteOperation::new),
  BUFFERED_DELETE(
      "bufferedDelete",
      DELETES,
      ANY,
      "deletes as many rows as fit into --write-buffer, in one request",
      BufferedOperation::deletes),
  SCAN("scan", READS, EXISTING, "reads --scan-rows rows from a row key on", ScanOperation::limited),
  SCAN_RANGE(
      "scanRange",
      READS,
      EXISTING,
      "reads what there is of --scan-rows keys in a row",
      ScanOperation::ranged),
  SCAN_ALL(
      "scanAll",
      READS,
      EXISTING,
      "walks its rows with one scanner, --caching of them in a request",
      WalkOperation::forwards),
  SCAN_ALL_REVERSED(
      "scanAllReversed", READS, EXISTING, "the same from the end", WalkOperation::backwards),
  SCAN_FILTERED(
      "scanFiltered",
      READS,
      EXISTING,
      "scans the first family of the table with a filter on one value",
      FilterOperation::new),
  INCREMENT(
      "increment",
      WRITES,
      ANY,
      "adds 1 to a counter in each family of one row",
      IncrementOperation::new),
  APPEND(
      "append",
      WRITES,
      ANY,
      "appends the row key to a cell in each family of one row",
      AppendOperation::new),
  CHECK_AND_PUT(
      "checkAndPut", WRITES, ANY, "puts a row, then again if it is unchanged", CheckOperation::put),
  CHECK_AND_MUTATE(
      "checkAndMutate",
      WRITES,
      ANY,
      "puts a row, then mutates it if it is unchanged",
      CheckOperation::mutate),
  CHECK_AND_DELETE(
      "checkAndDelete",
      WRITES,
      ANY,
      "puts a row, then deletes it if it is unchanged",
      CheckOperation::delete),
  READ_MODIFY_WRITE(
      "readModifyWrite",
      WRITES,
      EXISTING,
      "reads one row, then writes it; timed as one request",
      ReadModifyWriteOperation::new),
  VERIFY("verify", READS, ANY, "holds every row against what it must be", VerifyOperation::new),
  LOCATE("locate", READS, ANY, "asks hbase:meta where a row is", LocateOperation::new),
  META_WRITE(
      "metaWrite", WRITES_META, ANY, "writes a fake region into hbase:meta", MetaOperation::write),
  META_CLEAN(
      "metaClean", WRITES_META, ANY, "deletes what metaWrite has written", MetaOperation::clean),
  NOOP("noop", NONE, ANY, "nothing: what hbench itself costs", NoopOperation::new);

  private final String label;
  private final Effect effect;
  private final Rows rows;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // constructor references hold no state
  private final BiFunction<RowRequests, KeyRange, Operation> make;

  Operations(
      String label, Effect effect, Rows rows, String help, Function<RowRequests, Operation> make) {
    this(label, effect, rows, help, (requests, range) -> make.apply(requests));
  }

  Operations(
      String label,
      Effect effect,
      Rows rows,
      String help,
      BiFunction<RowRequests, KeyRange, Operation> make) {
    this.label = label;
    this.effect = effect;
    this.rows = rows;
    this.help = help;
    this.make = make;
  }

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return make.apply(requests, range);
  }

  @Override
  public Effect effect() {
    return effect;
  }

  @Override
  public Rows rows() {
    return rows;
  }

  @Override
  public boolean isOneAtATime() {
    return switch (this) {
      case SCAN_ALL, SCAN_ALL_REVERSED, VERIFY -> true; // a scan goes on from where it is
      case CHECK_AND_PUT, CHECK_AND_MUTATE, CHECK_AND_DELETE -> true; // after the put before them
      default -> false;
    };
  }

  @Override
  public boolean needsOrderedKeys() {
    return switch (this) {
      case SCAN_RANGE, SCAN_ALL, SCAN_ALL_REVERSED, VERIFY -> true; // from a row's key to another's
      case META_WRITE, META_CLEAN -> true; // a region of each row
      default -> false;
    };
  }

  @Override
  public String help() {
    return help;
  }

  /**
   * The operation of a name: a built-in one, or, if the name has a dot, a class to load.
   *
   * @throws IllegalArgumentException if the class is not an operation type
   */
  public static Optional<OperationType> named(String name) {
    return Arrays.stream(values())
        .filter(o -> o.label.equals(name))
        .<OperationType>map(o -> o)
        .findFirst()
        .or(() -> name.contains(".") ? UserOperation.load(name) : Optional.empty());
  }

  /** The names of the built-in operations. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(o -> o.label).toList();
  }

  /** The name in assignments, files and reports. */
  @Override
  public String toString() {
    return label;
  }
}
