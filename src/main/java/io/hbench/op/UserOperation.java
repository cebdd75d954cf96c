package io.hbench.op;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/**
 * An operation type of a user, loaded by the name of its class.
 *
 * @param name of the class, in assignments, files and reports
 */
record UserOperation(String name, OperationType type) implements OperationType {

  /**
   * Loads it from the jars of {@code --jar} and {@code -libjars}.
   *
   * @return empty if there is no such class
   * @throws IllegalArgumentException if the class is not an operation type
   */
  static Optional<OperationType> load(String name) {
    try {
      Class<?> type = Class.forName(name, false, Thread.currentThread().getContextClassLoader());
      if (!OperationType.class.isAssignableFrom(type)) {
        throw new IllegalArgumentException(
            name + " does not implement " + OperationType.class.getName());
      }
      return Optional.of(
          new UserOperation(name, (OperationType) type.getDeclaredConstructor().newInstance()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(name + ": its constructor fails: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name + " has no public constructor without parameters", e);
    }
  }

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return type.create(requests, range);
  }

  @Override
  public Effect effect() {
    return type.effect();
  }

  @Override
  public Rows rows() {
    return type.rows();
  }

  @Override
  public boolean isOneAtATime() {
    return type.isOneAtATime();
  }

  @Override
  public boolean needsOrderedKeys() {
    return type.needsOrderedKeys();
  }

  @Override
  public boolean readsCells() {
    return type.readsCells();
  }

  @Override
  public String toString() {
    return name;
  }

  /** Each assignment loads an instance of its own. */
  @Override
  public boolean equals(Object other) {
    return other instanceof UserOperation operation && name.equals(operation.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
