package io.hbench.cluster.action;

import java.io.IOException;
import java.util.function.UnaryOperator;

/** Place of an undo that is to run at the end of the load. */
@FunctionalInterface
public interface PendingUndo {
  /**
   * Replaces the undo, because the action goes on.
   *
   * @throws IOException if it can't be written down: the action must not go on
   */
  void change(UnaryOperator<Undo> change) throws IOException;
}
