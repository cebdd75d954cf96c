package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/** What repairs the effect of an action at the end of the load. */
@FunctionalInterface
public interface Undo {
  /**
   * Repairs it. Does nothing if there is nothing left to repair.
   *
   * @throws IOException if the effect may remain
   */
  void run(LocalShell shell) throws IOException, InterruptedException;

  /** An undo of several parts: each runs, whatever becomes of those before; one message has all. */
  static Undo all(List<Undo> parts) {
    return shell -> {
      List<String> failures = new ArrayList<>();
      for (Undo part : parts) {
        try {
          part.run(shell);
        } catch (IOException e) {
          ExceptionUtil.rethrowIfInterrupt(e);
          failures.add(FailureText.of(e));
        }
      }
      if (!failures.isEmpty()) {
        throw new IOException(String.join("; ", failures));
      }
    };
  }
}
