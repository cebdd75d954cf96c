package io.hbench.cluster.action;

import java.io.IOException;

/** What repairs the effect of an action at the end of the load. */
@FunctionalInterface
public interface Undo {
  /**
   * Repairs it. Does nothing if there is nothing left to repair.
   *
   * @throws IOException if the effect may remain
   */
  void run(LocalShell shell) throws IOException, InterruptedException;
}
