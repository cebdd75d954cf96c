package io.hbench.op;

import static io.hbench.op.OperationType.Effect.NONE;
import static io.hbench.op.OperationType.Effect.READS;
import static io.hbench.op.OperationType.Effect.WRITES;
import static io.hbench.op.OperationType.Rows.ANY;
import static io.hbench.op.OperationType.Rows.EXISTING;
import static io.hbench.op.OperationType.Rows.NEW;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The register of operations: a new one is a class and a line here. Help, the README's table, the
 * test that runs each of them against a real HBase, and the report follow from this list.
 */
public enum OperationType {
  GET("get", READS, EXISTING, "reads one row (or --batch rows) by key", GetOperation::new),
  PUT("put", WRITES, ANY, "writes one row (or --batch rows)", PutOperation::new),
  INSERT("insert", WRITES, NEW, "writes rows behind the last of --rows", PutOperation::new),
  DELETE("delete", WRITES, ANY, "deletes one row, all of it", DeleteOperation::new),
  SCAN("scan", READS, EXISTING, "reads --scan-rows rows from a key on", ScanOperation::new),
  INCREMENT(
      "increment", WRITES, ANY, "adds 1 to a counter in each family", IncrementOperation::new),
  APPEND("append", WRITES, ANY, "appends 26 bytes to a cell in each family", AppendOperation::new),
  READ_MODIFY_WRITE(
      "readModifyWrite",
      WRITES,
      EXISTING,
      "gets a row, then puts it; timed as one",
      ReadModifyWriteOperation::new),
  NOOP("noop", NONE, ANY, "nothing: what hbench itself costs", NoopOperation::new);

  /** What it does to the table. */
  public enum Effect {
    NONE,
    READS,
    WRITES
  }

  /** Which rows it works on. */
  public enum Rows {
    /** Rows 0 to {@code --rows}, whether they are there or not. */
    ANY,
    /** Rows 0 to {@code --rows}, which must have been loaded. */
    EXISTING,
    /** Rows from {@code --rows} on, each written once. */
    NEW
  }

  private final String label;
  private final Effect effect;
  private final Rows rows;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // constructor references: they hold nothing
  private final Function<RowShape, Operation> make;

  OperationType(
      String label, Effect effect, Rows rows, String help, Function<RowShape, Operation> make) {
    this.label = label;
    this.effect = effect;
    this.rows = rows;
    this.help = help;
    this.make = make;
  }

  /** An instance for one thread. */
  public Operation create(RowShape shape) {
    return make.apply(shape);
  }

  public Effect effect() {
    return effect;
  }

  public Rows rows() {
    return rows;
  }

  public String help() {
    return help;
  }

  public static Optional<OperationType> named(String label) {
    return Arrays.stream(values()).filter(o -> o.label.equals(label)).findFirst();
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(o -> o.label).toList();
  }

  /** Its name in assignments, files and reports. */
  @Override
  public String toString() {
    return label;
  }
}
