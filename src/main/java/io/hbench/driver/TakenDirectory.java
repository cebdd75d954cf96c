package io.hbench.driver;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Directory that a run has taken, until the run ends. One in which the run has left nothing is
 * deleted then, also if a signal ends the process at a question.
 */
final class TakenDirectory implements AutoCloseable {
  /** After the hooks of what is under way, and before Hadoop closes its file systems. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 5;

  private final Runnable release;

  /**
   * @throws IOException if the process is stopped already
   */
  TakenDirectory(RunDirectory directory) throws IOException {
    release = directory::release;
    try {
      ShutdownHookManager.get().addShutdownHook(release, PRIORITY);
    } catch (IllegalStateException e) {
      release.run();
      throw new IOException("interrupted by a signal", e);
    }
  }

  /** What the end of the process does. */
  Runnable release() {
    return release;
  }

  @Override
  public void close() {
    release.run();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(release);
    }
  }
}
