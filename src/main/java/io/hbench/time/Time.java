package io.hbench.time;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Time of a process: what its clocks say, how its threads wait for each other, and the threads that
 * it starts. All that waits for time in a run asks one of these, so that a test can play a run of
 * minutes in virtual time. What waits for HBase, YARN, or processes of the shell waits by itself.
 */
public interface Time {
  /** Of RFC 3339, always with milliseconds: readers of CSV infer a format from the first value. */
  DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);

  /** The time of the machine. */
  static Time real() {
    return RealTime.INSTANCE;
  }

  /** Monotonic clock with an arbitrary origin, as {@link System#nanoTime}. */
  long nanos();

  /** Wall clock. */
  Instant instant();

  /** CPU time of the process. */
  long cpuNanos();

  /** Time for which garbage collections have stopped the process, in milliseconds. */
  long gcMillis();

  /**
   * Directory of the kernel's figures of processes and machine in this time, {@code /proc}; empty
   * if the system has none.
   */
  default Optional<Path> proc() {
    return Optional.empty();
  }

  /** Lets the thread sleep. */
  void sleep(Duration time) throws InterruptedException;

  /**
   * Waits until the thread is unparked or interrupted, or a time has passed; may return for no
   * reason.
   *
   * @param nanos maximum; {@link Long#MAX_VALUE} for none
   */
  void park(Object blocker, long nanos);

  /** Ends the wait of a parked thread, or its next one. */
  void unpark(Thread thread);

  /** Interrupts a thread, also one that waits by this time. */
  void interrupt(Thread thread);

  /**
   * Starts daemon threads: one that hangs must not keep the process alive.
   *
   * @param name of each thread
   * @param size number of threads
   */
  ScheduledExecutorService threads(String name, int size);

  /**
   * Waits for a result that other threads of this time complete.
   *
   * @param nanos maximum
   * @throws TimeoutException if there is none in time
   */
  default <T> T get(CompletableFuture<T> result, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    Thread thread = Thread.currentThread();
    var unused = result.whenComplete((value, failure) -> unpark(thread));
    long begin = nanos();
    for (long left = nanos; !result.isDone(); left = nanos - (nanos() - begin)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (left <= 0) {
        throw new TimeoutException();
      }
      park(result, nanos == Long.MAX_VALUE ? nanos : left);
    }
    return result.get();
  }

  /**
   * Waits for threads to end, also if this thread is interrupted, which it is afterwards, too.
   *
   * @return whether they have ended
   */
  static boolean awaitEnd(ExecutorService threads, Duration limit) {
    boolean interrupted = Thread.interrupted();
    boolean ended = false;
    try {
      ended = threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return ended;
  }

  /** The wall clock in ISO 8601, with milliseconds. */
  default String iso() {
    return iso(instant());
  }

  /** An instant in ISO 8601, with milliseconds and the zone of the machine. */
  static String iso(Instant instant) {
    return ISO.format(instant.atZone(ZoneId.systemDefault()));
  }
}
