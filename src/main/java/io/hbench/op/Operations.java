package io.hbench.op;

import static io.hbench.op.OperationType.Effect.DELETES;
import static io.hbench.op.OperationType.Effect.NONE;
import static io.hbench.op.OperationType.Effect.READS;
import static io.hbench.op.OperationType.Effect.WRITES;
import static io.hbench.op.OperationType.Effect.WRITES_META;
import static io.hbench.op.OperationType.Rows.ANY;
import static io.hbench.op.OperationType.Rows.EXISTING;
import static io.hbench.op.OperationType.Rows.NEW;
import static io.hbench.op.Operations.Attribute.CHECKS;
import static io.hbench.op.Operations.Attribute.META_ONLY;
import static io.hbench.op.Operations.Attribute.ONE_AT_A_TIME;
import static io.hbench.op.Operations.Attribute.ORDERED_KEYS;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.commons.text.CaseUtils;

/**
 * The register of built-in operations. A new operation is a method of {@link RowOperations}, or a
 * class if it keeps something between requests, and a line here: help, the table in the
 * documentation, the integration test of every operation, and the report use this list. The name of
 * a constant is that of the operation, in camel case.
 */
public enum Operations implements OperationType {
  GET(READS, EXISTING, "reads one row, or --batch rows, by key", RowOperations::get),
  EXISTS(
      READS,
      EXISTING,
      "checks that one row, or --batch rows, exist; a batch brings cells",
      RowOperations::exists),
  PUT(WRITES, ANY, "writes one row, or --batch rows", RowOperations::put),
  BUFFERED_PUT(
      WRITES,
      ANY,
      "writes as many rows as fit into --write-buffer, in one request",
      RowOperations::bufferedPut),
  INSERT(
      WRITES,
      NEW,
      "writes one new row, or --batch new rows, after the last of --rows",
      RowOperations::insert),
  DELETE(DELETES, ANY, "deletes all families of one row", RowOperations::delete),
  BUFFERED_DELETE(
      DELETES,
      ANY,
      "deletes as many rows as fit into --write-buffer, in one request",
      RowOperations::bufferedDelete),
  SCAN(READS, EXISTING, "reads --scan-rows rows from a row key on", RowOperations::scan),
  SCAN_RANGE(
      READS,
      EXISTING,
      "reads the rows that exist among --scan-rows consecutive row keys",
      RowOperations::scanRange,
      ORDERED_KEYS),
  SCAN_ALL(
      READS,
      EXISTING,
      "scans the range of each thread, --caching rows in each request",
      WalkOperation::forwards,
      ONE_AT_A_TIME,
      ORDERED_KEYS),
  SCAN_ALL_REVERSED(
      READS,
      EXISTING,
      "scanAll in reverse order",
      WalkOperation::backwards,
      ONE_AT_A_TIME,
      ORDERED_KEYS),
  SCAN_FILTERED(
      READS,
      EXISTING,
      "scans the first family of the table with a filter on one value",
      RowOperations::scanFiltered),
  INCREMENT(WRITES, ANY, "adds 1 to a counter in each family of one row", RowOperations::increment),
  APPEND(
      WRITES,
      ANY,
      "appends the row key to a cell in each family of one row",
      RowOperations::append),
  CHECK_AND_PUT(
      WRITES,
      ANY,
      "puts a cell, then puts it again if it is unchanged; two requests",
      CheckOperation::put,
      ONE_AT_A_TIME,
      CHECKS),
  CHECK_AND_MUTATE(
      WRITES,
      ANY,
      "puts a cell, then mutates its row if the cell is unchanged; two requests",
      CheckOperation::mutate,
      ONE_AT_A_TIME,
      CHECKS),
  CHECK_AND_DELETE(
      WRITES,
      ANY,
      "puts a cell, then deletes it if it is unchanged; two requests",
      CheckOperation::delete,
      ONE_AT_A_TIME,
      CHECKS),
  READ_MODIFY_WRITE(
      WRITES,
      EXISTING,
      "reads one row, then writes it; timed as one request",
      RowOperations::readModifyWrite),
  VERIFY(
      READS,
      ANY,
      "verifies every row against its expected values",
      VerifyOperation::new,
      ONE_AT_A_TIME,
      ORDERED_KEYS),
  LOCATE(
      READS, ANY, "looks up the region of one row in hbase:meta", RowOperations::locate, META_ONLY),
  META_WRITE(
      WRITES_META,
      ANY,
      "writes one fake region into hbase:meta",
      MetaOperation::write,
      ORDERED_KEYS),
  META_CLEAN(
      WRITES_META,
      ANY,
      "deletes one region that metaWrite wrote",
      MetaOperation::clean,
      ORDERED_KEYS),
  NOOP(NONE, ANY, "sends nothing: measures the cost of hbench itself", RowOperations::noop);

  enum Attribute {
    /** A thread waits for each answer, as for a scanner or a check after its put. */
    ONE_AT_A_TIME,
    /** Requests cover ranges of keys. */
    ORDERED_KEYS,
    /** Writes compare a cell before, which takes the right to read it. */
    CHECKS,
    /** Requests read {@code hbase:meta} alone, which every user may. */
    META_ONLY
  }

  private final String label;
  private final Effect effect;
  private final Rows rows;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // constructor references hold no state
  private final BiFunction<RowRequests, KeyRange, Operation> make;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
  private final List<Attribute> attributes;

  Operations(
      Effect effect,
      Rows rows,
      String help,
      Function<RowRequests, Operation> make,
      Attribute... attributes) {
    this(effect, rows, help, (requests, range) -> make.apply(requests), attributes);
  }

  Operations(
      Effect effect,
      Rows rows,
      String help,
      BiFunction<RowRequests, KeyRange, Operation> make,
      Attribute... attributes) {
    this.label = CaseUtils.toCamelCase(name(), false, '_');
    this.effect = effect;
    this.rows = rows;
    this.help = help;
    this.make = make;
    this.attributes = List.of(attributes);
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
    return attributes.contains(ONE_AT_A_TIME);
  }

  @Override
  public boolean needsOrderedKeys() {
    return attributes.contains(ORDERED_KEYS);
  }

  @Override
  public boolean readsCells() {
    return attributes.contains(CHECKS)
        || (OperationType.super.readsCells() && !attributes.contains(META_ONLY));
  }

  /** One line for help and reference: the work of a request. */
  public String help() {
    return help;
  }

  /**
   * The operation of a name: a built-in one, or, if the name has a dot, a class to load.
   *
   * @throws IllegalArgumentException if the class is not an operation type
   */
  public static Optional<OperationType> named(String name) {
    return builtIn(name)
        .<OperationType>map(o -> o)
        .or(() -> name.contains(".") ? UserOperation.load(name) : Optional.empty());
  }

  /** The built-in operation of a name. Loads no class. */
  public static Optional<Operations> builtIn(String name) {
    return Arrays.stream(values()).filter(o -> o.label.equals(name)).findFirst();
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
