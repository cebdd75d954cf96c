package io.hbench.job;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.SERVICE_SHUTDOWN_TIMEOUT_DEFAULT;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kills a job if the process ends before this is closed, as after Ctrl-C. */
final class KillAtExit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KillAtExit.class);

  /** Before Hadoop's own hooks close the connections that killing needs. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private final HadoopJob job;
  private final Runnable hook = this::kill;
  private volatile boolean closed;

  /**
   * @throws IOException if the process is stopped already
   */
  KillAtExit(HadoopJob job) throws IOException {
    this.job = job;
    try {
      // without a limit Hadoop reads all its files of settings again, for the site's
      ShutdownHookManager.get()
          .addShutdownHook(hook, PRIORITY, SERVICE_SHUTDOWN_TIMEOUT_DEFAULT, TimeUnit.SECONDS);
    } catch (IllegalStateException e) {
      throw new IOException("interrupted by a signal: no job was submitted", e);
    }
  }

  private void kill() {
    if (!closed) {
      job.killQuietly();
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is stopped", e);
    }
  }
}
