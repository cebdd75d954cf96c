package io.hbench.compat.pe;

import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.commons.text.CaseUtils;

/**
 * The register of PerformanceEvaluation's commands, with their operations and keys in hbench. The
 * name of a constant is that of the command.
 *
 * @see <a
 *     href="https://github.com/apache/hbase/blob/rel/2.6.1/hbase-mapreduce/src/test/java/org/apache/hadoop/hbase/PerformanceEvaluation.java">
 *     PerformanceEvaluation 2.6.1, lines 158 to 206</a>
 */
public enum PeWorkload {
  ASYNC_RANDOM_READ(Operations.GET, Attribute.RANDOM, Attribute.ASYNC, Attribute.POINT),
  ASYNC_RANDOM_WRITE(Operations.PUT, Attribute.RANDOM, Attribute.ASYNC, Attribute.BATCHES),
  ASYNC_SEQUENTIAL_READ(Operations.GET, Attribute.ASYNC),
  ASYNC_SEQUENTIAL_WRITE(Operations.PUT, Attribute.ASYNC, Attribute.BATCHES),
  ASYNC_SCAN(Operations.SCAN_ALL, Attribute.ASYNC),
  RANDOM_READ(Operations.GET, Attribute.RANDOM, Attribute.POINT, Attribute.ROWS_OF_SIZE),
  META_RANDOM_READ(Operations.LOCATE, Attribute.RANDOM),
  RANDOM_SEEK_SCAN(
      Operations.SCAN, 120, Attribute.RANDOM, Attribute.PER_REQUEST, Attribute.ROWS_OF_SIZE),
  SCAN_RANGE_10(Operations.SCAN_RANGE, 10, Attribute.RANDOM, Attribute.PER_REQUEST),
  SCAN_RANGE_100(Operations.SCAN_RANGE, 100, Attribute.RANDOM, Attribute.PER_REQUEST),
  SCAN_RANGE_1000(Operations.SCAN_RANGE, 1000, Attribute.RANDOM, Attribute.PER_REQUEST),
  SCAN_RANGE_10000(Operations.SCAN_RANGE, 10_000, Attribute.RANDOM, Attribute.PER_REQUEST),
  RANDOM_WRITE(Operations.BUFFERED_PUT, Attribute.RANDOM, Attribute.BATCHES),
  RANDOM_DELETE(Operations.BUFFERED_DELETE, Attribute.RANDOM),
  SEQUENTIAL_READ(Operations.GET),
  SEQUENTIAL_WRITE(Operations.BUFFERED_PUT, Attribute.BATCHES),
  SEQUENTIAL_DELETE(Operations.BUFFERED_DELETE),
  META_WRITE(Operations.META_WRITE),
  SCAN(Operations.SCAN_ALL),
  REVERSE_SCAN(Operations.SCAN_ALL_REVERSED),
  FILTER_SCAN(Operations.SCAN_FILTERED, Attribute.PER_REQUEST),
  INCREMENT(Operations.INCREMENT, Attribute.OVERLAP),
  APPEND(Operations.APPEND, Attribute.OVERLAP),
  CHECK_AND_MUTATE(Operations.CHECK_AND_MUTATE, Attribute.OVERLAP),
  CHECK_AND_PUT(Operations.CHECK_AND_PUT, Attribute.OVERLAP),
  CHECK_AND_DELETE(Operations.CHECK_AND_DELETE, Attribute.OVERLAP),
  CLEAN_META(Operations.META_CLEAN);

  /** Attribute of a command; without any, it processes its client's rows in order, blocking. */
  enum Attribute {
    /** Rows are drawn at random from the whole table. */
    RANDOM,
    ASYNC,
    /** Gets that take {@code --multiGet}, {@code --replicas} and {@code --randomSleep}. */
    POINT,
    /** Writes that take {@code --multiPut}. */
    BATCHES,
    /** All clients request the same rows. */
    OVERLAP,
    /** PerformanceEvaluation counts each request as one row. */
    PER_REQUEST,
    /** {@code --size} is the size of the table, and {@code --rows} the number of requested rows. */
    ROWS_OF_SIZE
  }

  private final Operations operation;
  private final int scanRows;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
  private final Set<Attribute> attributes;

  PeWorkload(Operations operation, Attribute... attributes) {
    this(operation, 0, attributes);
  }

  PeWorkload(Operations operation, int scanRows, Attribute... attributes) {
    this.operation = operation;
    this.scanRows = scanRows;
    this.attributes = Set.of(attributes);
  }

  /**
   * @throws UsageException with the nearest name if there is no such command
   */
  static PeWorkload named(String name) {
    return Arrays.stream(values())
        .filter(test -> test.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "pe " + name + ": no such command" + NameSuggestion.hint(name, labels(), "")));
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(PeWorkload::toString).toList();
  }

  /** The operation without {@code --autoFlush}: writes are buffered. */
  Operations operation() {
    return operation;
  }

  /** Number of rows that each scan reads; 0 if the command does not determine it. */
  int scanRows() {
    return scanRows;
  }

  boolean is(Attribute attribute) {
    return attributes.contains(attribute);
  }

  boolean reads() {
    return operation.effect() == Effect.READS;
  }

  boolean scans() {
    return switch (operation) {
      case SCAN, SCAN_RANGE, SCAN_ALL, SCAN_ALL_REVERSED, SCAN_FILTERED -> true;
      default -> false;
    };
  }

  /** Whether it writes values or searches for one. */
  boolean hasValues() {
    return switch (operation) {
      case PUT, BUFFERED_PUT, SCAN_FILTERED -> true;
      default -> false;
    };
  }

  /** Whether durability applies; PerformanceEvaluation ignores it for increments and the like. */
  boolean takesDurability() {
    return switch (operation) {
      case PUT, BUFFERED_PUT, BUFFERED_DELETE -> true;
      default -> false;
    };
  }

  /** Name of PerformanceEvaluation's class, which it prints. */
  String className() {
    String name =
        switch (this) {
          case FILTER_SCAN -> "FilteredScan";
          case SCAN_RANGE_10, SCAN_RANGE_100, SCAN_RANGE_1000, SCAN_RANGE_10000 ->
              "RandomScanWithRange" + scanRows;
          default -> CaseUtils.toCamelCase(name(), true, '_');
        };
    return name + "Test";
  }

  @Override
  public String toString() {
    return CaseUtils.toCamelCase(name(), false, '_');
  }
}
