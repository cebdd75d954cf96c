package io.hbench.cluster.action;

import java.io.IOException;

/** What an action needs from the process that performs it. */
public interface ActionEnvironment extends LocalShell {
  /**
   * Registers an undo, which runs at the end of the load, however that ends; the last one first.
   *
   * @param what name for messages
   * @throws IOException if the load has ended: the action must not begin
   */
  void undoAtTheEnd(String what, Undo undo) throws IOException;
}
