package io.hbench.cluster.action;

import java.io.IOException;

/** The shell of the machine on which hbench runs. */
@FunctionalInterface
public interface LocalShell {
  /**
   * Runs a bash command to its end.
   *
   * @throws IOException if it does not exit with 0
   */
  void run(String line) throws IOException, InterruptedException;

  /** Prints a line for people; one that nobody reads drops it. */
  default void say(String line) {}
}
