package io.hbench.kit;

import io.hbench.time.Time;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Server of test operations: answers at a time, on a thread of its own, in the order of the times.
 */
public final class TestServer {
  private static TestServer newest;

  private final Time time;
  private final ScheduledExecutorService thread;
  private long free;

  private TestServer(Time time) {
    this.time = time;
    this.thread = time.threads("server", 1);
  }

  /** The server in the time of this thread, which all threads of that time share. */
  public static synchronized TestServer current() {
    Time time = VirtualTime.current();
    if (newest == null || newest.time != time) {
      newest = new TestServer(time);
    }
    return newest;
  }

  /**
   * Answers later.
   *
   * @param nanos until the answer
   */
  public <T> CompletableFuture<T> answer(T answer, long nanos) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = thread.schedule(() -> result.complete(answer), nanos, TimeUnit.NANOSECONDS);
    return result;
  }

  /**
   * Answers when the requests before have been answered.
   *
   * @param nanos that the request takes
   */
  public <T> CompletableFuture<T> answerNext(T answer, long nanos) {
    long now = time.nanos(); // others may run meanwhile, and must not wait for a lock of this one
    synchronized (this) {
      free = Math.max(free, now) + nanos;
      return answer(answer, free - now);
    }
  }
}
