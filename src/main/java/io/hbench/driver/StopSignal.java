package io.hbench.driver;

import io.hbench.settings.SettingType;
import io.hbench.time.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guard of a run against a signal that stops the process: Ctrl-C, a lost terminal, {@code kill}.
 * The process then waits until the command has ended in order, with the job killed and its end
 * written, no table between its drop and its creation, and no HFile half handed over. After a
 * minute it ends all the same, unless a table is just being created or an action undone.
 */
public final class StopSignal implements AutoCloseable {
  /** Before the hook that kills a job without ceremony, and before Hadoop's own. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 20;

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** A table of very many regions is dropped and created in less. */
  private static final Duration LIMIT_OF_UNLIMITED = Duration.ofHours(1);

  private static final String INTERRUPTED = "interrupted by a signal";

  private static final CountDownLatch COMMAND_ENDED = new CountDownLatch(1);

  private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);

  private final Console console;
  private final Supplier<String> state;
  private final BooleanSupplier unlimited;
  private final Interruption interruption;
  private final Runnable hook = this::stop;
  private volatile boolean closed;

  private StopSignal(Console console, Supplier<String> state, BooleanSupplier unlimited) {
    this.console = console;
    this.state = state;
    this.unlimited = unlimited;
    this.interruption = new Interruption(console.time());
  }

  /**
   * Guards what this thread does until the guard is closed.
   *
   * @param state says what becomes of a run that has not ended in order
   * @param unlimited whether the command does what must not end half done
   * @throws IOException if the process is stopped already
   */
  static StopSignal guard(Console console, Supplier<String> state, BooleanSupplier unlimited)
      throws IOException {
    StopSignal signal = new StopSignal(console, state, unlimited);
    try {
      ShutdownHookManager.get()
          .addShutdownHook(signal.hook, PRIORITY, LIMIT_OF_UNLIMITED.toSeconds(), TimeUnit.SECONDS);
    } catch (IllegalStateException e) {
      throw new IOException(INTERRUPTED, e);
    }
    return signal;
  }

  /** Lets a process end that has been stopped: its command has printed its last line. */
  public static void commandEnded() {
    COMMAND_ENDED.countDown();
  }

  /** The message, once there was a signal. */
  Optional<String> message() {
    return interruption.hasHappened() ? Optional.of(INTERRUPTED) : Optional.empty();
  }

  /** Performs work in this thread, which a signal interrupts. */
  <T> T interruptible(Work<T> work) throws IOException, InterruptedException {
    return interruption.perform(INTERRUPTED, work);
  }

  private void stop() {
    console.say("interrupted; the run ends within " + SettingType.text(LIMIT));
    interruption.happen();
    try {
      boolean ended = COMMAND_ENDED.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
      while (!ended && unlimited.getAsBoolean()) { // and then the command has time to end
        ended = COMMAND_ENDED.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
      if (!ended && !closed) {
        console.say("the run has not ended in order: " + state.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true; // undos may go on, but no job
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is stopped", e);
    }
  }
}
