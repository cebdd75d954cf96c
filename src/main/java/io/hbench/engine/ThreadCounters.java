package io.hbench.engine;

import io.hbench.client.Failure;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeDetails;
import io.hbench.verify.Defect;
import io.hbench.verify.VerificationResult;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * Counters of one load thread. One thread counts at a time, without a lock and without an
 * allocation; others may read the counts meanwhile. Histograms and times are read when it has
 * ended.
 */
final class ThreadCounters {
  /** Larger than the number of counters, so that no two threads' counts share a cache line. */
  private static final int PADDED_LENGTH = 32;

  private final AtomicLongArray counts = new AtomicLongArray(PADDED_LENGTH);
  private final TaskCounters task;
  private final boolean warmup;
  final Histogram sendDelay = new Histogram(3);
  final Histogram valueSizes = new Histogram(3);

  /** Time at which the thread started, in nanoseconds since the common start, as the next two. */
  long started = Long.MAX_VALUE;

  long firstSent = Long.MAX_VALUE;
  long lastDone;

  ThreadCounters(TaskCounters task, boolean warmup) {
    this.task = task;
    this.warmup = warmup;
  }

  void started(long at) {
    started = at;
  }

  /** The thread sends a request. */
  void sent(long at) {
    firstSent = Math.min(firstSent, at);
  }

  /**
   * The client delayed a request.
   *
   * @param nanos from the time at which it could have sent the request to the sending
   */
  void delayed(long nanos) {
    sendDelay.recordValue(Math.max(0, nanos));
  }

  /** A request completed at this time. */
  void done(long at) {
    lastDone = Math.max(lastDone, at);
  }

  void succeeded(Outcome outcome) {
    add(Counter.REQUESTS, 1);
    add(Counter.ROWS, outcome.rows());
    add(Counter.NOT_FOUND, outcome.notFound());
    if (!outcome.details().equals(OutcomeDetails.NONE)) {
      add(outcome.details());
    }
  }

  void failed(String operation, Failure failure, long at) {
    add(Counter.REQUESTS, 1);
    add(Counter.ERRORS, 1);
    if (!warmup) {
      task.addFailure(operation, failure, at);
    }
  }

  /** A request of the window was dropped. */
  void dropped() {
    add(Counter.DROPPED, 1);
  }

  /** The task came too late for requests of the window. */
  void missed(long requests) {
    add(Counter.MISSED, requests);
  }

  long get(Counter counter) {
    return counts.get(counter.index());
  }

  private void add(OutcomeDetails details) {
    add(Counter.STALE_ROWS, details.stale());
    add(Counter.SCAN_RPCS, details.scan().rpcCalls());
    add(Counter.SCAN_REMOTE_RPCS, details.scan().remoteRpcCalls());
    add(Counter.SCAN_REGIONS, details.scan().regions());
    add(Counter.SCAN_BYTES, details.scan().bytes());
    details.valueSizes().forEach(valueSizes::recordValue);
    add(details.verification());
  }

  private void add(VerificationResult result) {
    add(Counter.COMPARED, result.compared());
    add(Counter.CORRECT, result.correct());
    add(Counter.UNACKNOWLEDGED, result.unacknowledged());
    add(Counter.MISSING_ROWS, result.count(Defect.MISSING));
    add(Counter.STALE_VERSIONS, result.count(Defect.STALE));
    add(Counter.CORRUPT_ROWS, result.count(Defect.CORRUPT));
    add(Counter.UNEXPECTED_ROWS, result.count(Defect.UNEXPECTED));
    if (!result.defects().isEmpty()) {
      task.addDefects(result.defects());
    }
  }

  private void add(Counter counter, long n) {
    int index = counter.index();
    counts.lazySet(index, counts.get(index) + n); // one writer
  }
}
