package io.hbench.driver;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.SERVICE_SHUTDOWN_TIMEOUT_DEFAULT;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Directory of a command, which is deleted at its end, also if a signal ends the process: that of
 * {@code doctor}, and one that a run has taken and left nothing in.
 */
final class TakenDirectory implements AutoCloseable {
  /** After the hooks of what is under way, and before Hadoop closes its file systems. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 5;

  private final Runnable release;

  /**
   * @throws IOException if the process is stopped already
   */
  TakenDirectory(RunDirectory directory) throws IOException {
    this(directory::release);
  }

  /**
   * @param release deletes it, if it is there
   * @throws IOException if the process is stopped already
   */
  TakenDirectory(Runnable release) throws IOException {
    this.release = release;
    try {
      // without a limit Hadoop reads all its files of settings again, for the site's
      ShutdownHookManager.get()
          .addShutdownHook(release, PRIORITY, SERVICE_SHUTDOWN_TIMEOUT_DEFAULT, TimeUnit.SECONDS);
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
