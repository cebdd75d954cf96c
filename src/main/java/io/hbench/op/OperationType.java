package io.hbench.op;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;

/**
 * A kind of operation. hbench's own are {@link Operations}. One of your own is a public class with
 * a public constructor without parameters that implements this; put its jar behind {@code --jar}
 * and its name where the name of an operation goes: {@code run com.example.CountRow@4 --jar
 * my.jar}. Files and reports call it by that name.
 */
public interface OperationType {
  /** What it does to the table. */
  enum Effect {
    NONE,
    READS,
    /** It makes rows go, and none come: it needs a table that is there. */
    DELETES,
    WRITES,
    /** It writes fake regions into {@code hbase:meta}. */
    WRITES_META;

    public boolean changesTheTable() {
      return this == DELETES || this == WRITES;
    }
  }

  /** Which rows it works on. */
  enum Rows {
    /** All of {@code --rows}, whether they are there or not. */
    ANY,
    /** All of {@code --rows}, which must have been loaded. */
    EXISTING,
    /** Those behind {@code --rows}, each written once. */
    NEW
  }

  /**
   * An instance for one thread.
   *
   * @param shape what rows look like, and how requests for them are made
   * @param own the rows that this thread walks if it walks any; together the threads of a task walk
   *     all rows of the task
   */
  Operation create(RowRequests shape, KeyRange own);

  /** If in doubt it writes: then hbench asks before it touches a table that it did not make. */
  default Effect effect() {
    return Effect.WRITES;
  }

  default Rows rows() {
    return Rows.ANY;
  }

  /** Whether each request of a thread follows from the one before it, so that none may overtake. */
  default boolean isOneAtATime() {
    return false;
  }

  /** Whether it needs keys that sort as their rows do. */
  default boolean needsOrderedKeys() {
    return false;
  }

  /** One line. */
  default String help() {
    return "";
  }
}
