package io.hbench.cli;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A server of known capacity, in real time: it takes one request after the other, in the order in
 * which they come, and each takes it 1/1,234.5 of a second. A client on a busy machine drives twice
 * as much: a thread of several that wakes up late by 20 ms misses no intended time.
 */
public final class SaturatingOperation implements OperationType {
  static final double CAPACITY = 1_234.5;
  private static final long SERVICE_NANOS = Math.round(1e9 / CAPACITY);
  private static final Outcome DONE = new Outcome(1, 0, 0);
  private static final Server SERVER = new Server();

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        keys.next();
        return client -> SERVER.take();
      }
    };
  }

  @Override
  public Effect effect() {
    return Effect.NONE;
  }

  private record Job(long doneAt, CompletableFuture<Outcome> answer) {}

  private static final class Server {
    private final LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    private long free = System.nanoTime();

    Server() {
      Thread thread = new Thread(this::serve, "server");
      thread.setDaemon(true);
      thread.start();
    }

    synchronized CompletableFuture<Outcome> take() {
      free = Math.max(free, System.nanoTime()) + SERVICE_NANOS;
      Job job = new Job(free, new CompletableFuture<>());
      queue.add(job);
      return job.answer();
    }

    private void serve() {
      try {
        while (true) {
          Job job = queue.take();
          for (long left = job.doneAt() - System.nanoTime();
              left > 0;
              left = job.doneAt() - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          job.answer().complete(DONE);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
