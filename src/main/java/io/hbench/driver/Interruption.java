package io.hbench.driver;

import io.hbench.time.Time;
import io.hbench.time.Work;
import java.io.IOException;

/** Interruption of a thread at work, which does not happen after the end of the work. */
final class Interruption {
  private final Time time;
  private final Thread worker = Thread.currentThread();
  private boolean working;
  private boolean happened;

  /** An interruption of the current thread. */
  public Interruption(Time time) {
    this.time = time;
  }

  /** Interrupts the work that is in progress, and refuses work from now on. */
  public synchronized void happen() {
    happened = true;
    if (working) {
      time.interrupt(worker);
    }
  }

  public synchronized boolean hasHappened() {
    return happened;
  }

  /**
   * Performs work in this thread.
   *
   * @param message of the error if the work is interrupted
   * @throws IOException if it is interrupted
   */
  public <T> T perform(String message, Work<T> work) throws IOException, InterruptedException {
    begin(message);
    try {
      return work.perform();
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (hasHappened()) {
        throw new IOException(message, e);
      }
      throw e;
    } finally {
      end();
    }
  }

  private synchronized void begin(String message) throws IOException {
    if (happened) {
      throw new IOException(message);
    }
    working = true;
  }

  private synchronized void end() {
    working = false;
    if (happened) {
      Thread.interrupted();
    }
  }
}
