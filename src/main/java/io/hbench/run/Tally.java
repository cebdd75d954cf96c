package io.hbench.run;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Plain counts of what a task's threads did, kept apart from the histograms on purpose: the two
 * must agree in the end. Safe to read while threads count.
 */
public final class Tally {
  private final LongAdder warmup = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder empty = new LongAdder();
  private final LongAccumulator firstSent = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator lastDone = new LongAccumulator(Math::max, 0);

  /** One request before the window. */
  void warmup() {
    warmup.increment();
  }

  /** One request of the window that was answered. */
  void ok(long requestRows, long requestEmpty) {
    requests.increment();
    rows.add(requestRows);
    empty.add(requestEmpty);
  }

  /** One request of the window that failed. */
  void failed() {
    requests.increment();
    errors.increment();
  }

  /** One thread's first sending and last completion. */
  void span(long threadFirstSent, long threadLastDone) {
    firstSent.accumulate(threadFirstSent);
    lastDone.accumulate(threadLastDone);
  }

  public long warmupRequests() {
    return warmup.sum();
  }

  /** Requests of the window, failed ones included. */
  public long requests() {
    return requests.sum();
  }

  public long errors() {
    return errors.sum();
  }

  public long rows() {
    return rows.sum();
  }

  public long empty() {
    return empty.sum();
  }

  /** Nanoseconds from the common start; {@link Long#MAX_VALUE} if nothing was sent. */
  public long firstSent() {
    return firstSent.get();
  }

  /** Nanoseconds from the common start; 0 if nothing was sent. */
  public long lastDone() {
    return lastDone.get();
  }
}
