package io.hbench.op;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;

/**
 * A type of operation, such as get: a factory and description of its instances. The built-in types
 * are {@link Operations}. A user's type is a public class that implements this interface and has a
 * public constructor without parameters; an assignment, the files of a run and its report use the
 * name of the class: {@code run com.example.CountRow@4 --jar my.jar}.
 */
public interface OperationType {
  enum Effect {
    NONE,
    READS,
    /** Removes rows and adds none: the table must exist. */
    DELETES,
    WRITES,
    /** Writes fake regions into {@code hbase:meta}. */
    WRITES_META;

    public boolean changesTheTable() {
      return this == DELETES || this == WRITES;
    }
  }

  enum Rows {
    /** Rows 0 to {@code --rows}, whether they exist or not. */
    ANY,
    /** Rows 0 to {@code --rows}, which must exist. */
    EXISTING,
    /** New rows from {@code --rows} on, each written once. */
    NEW
  }

  /**
   * Makes an instance for one thread.
   *
   * @param requests makes keys, reads and writes
   * @param range the rows of the thread, for an operation that walks a range: the ranges of all
   *     threads of a task are the rows of the task
   */
  Operation create(RowRequests requests, KeyRange range);

  /** Effect on the table. With {@code WRITES}, hbench protects tables that it did not create. */
  default Effect effect() {
    return Effect.WRITES;
  }

  /** Rows that it requests. */
  default Rows rows() {
    return Rows.ANY;
  }

  /** Whether a thread must wait for each answer before it sends the next request. */
  default boolean isOneAtATime() {
    return false;
  }

  /** Whether it needs a key format whose keys sort like their row numbers. */
  default boolean needsOrderedKeys() {
    return false;
  }

  /** Whether it needs the right to read the table. */
  default boolean readsCells() {
    return effect() == Effect.READS || rows() == Rows.EXISTING;
  }
}
