package io.hbench.cluster.action;

import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import org.apache.hadoop.hbase.net.Address;

/** What an action needs from the process that performs it. */
public interface ActionEnvironment extends LocalShell {
  /**
   * Registers an undo, which runs at the end of the load, however that ends; the last one first.
   *
   * @throws IOException if the load has ended, or the undo can't be written down: the action must
   *     not begin
   */
  PendingUndo undoAtTheEnd(Undo undo) throws IOException;

  /** Notes what becomes of a server that an action stops, at this moment. */
  void noticed(ServerEvent.Kind kind, Address server, int count, String text);
}
