package io.hbench.engine;

import io.hbench.client.Failure;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.op.OperationType;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeDetails;
import io.hbench.row.ScanCounts;
import io.hbench.verify.Defect;
import io.hbench.verify.DefectRange;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * Plain counts of what a task's threads did, kept apart from the histograms on purpose: the two
 * must agree in the end. Safe to read while threads count.
 */
public final class TaskCounters {
  // places in a lane
  private static final int REQUESTS = 0;
  private static final int ERRORS = 1;
  private static final int ROWS = 2;
  private static final int EMPTY = 3;
  private static final int DROPPED_REQUESTS = 4;
  private static final int STALE = 5;
  private static final int SCAN_RPCS = 6;
  private static final int SCAN_REMOTE_RPCS = 7;
  private static final int SCAN_REGIONS = 8;
  private static final int SCAN_BYTES = 9;
  private static final int COMPARED = 10;
  private static final int RIGHT = 11;
  private static final int IN_DOUBT = 12;

  private static final int PLACES = 32;

  /** One that is wrong about everything must not fill the memory. */
  private static final int MAX_DEFECT_RANGES = 1_000;

  /** Which failures belong together. The server is null where the client does not tell. */
  public record Failed(OperationType operation, String kind, String server) {}

  /**
   * How often, and when for the first and for the last time, in nanoseconds since the common start.
   */
  public record Occurrences(long count, long first, long last) {
    private Occurrences plus(Occurrences other) {
      return new Occurrences(
          count + other.count, Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  private static int place(Defect flaw) {
    return switch (flaw) {
      case MISSING -> 13;
      case STALE -> 14;
      case CORRUPT -> 15;
      case UNEXPECTED -> 16;
    };
  }

  private final List<ThreadInserts> threads = new CopyOnWriteArrayList<>();
  private final List<ThreadInserts> warmups = new CopyOnWriteArrayList<>();
  private final Map<Failed, Occurrences> failures = new HashMap<>();
  private final Histogram sendDelay = new Histogram(3);
  private final Histogram valueSizes = new Histogram(3);
  private final List<Long> threadNanos = new ArrayList<>();
  private final List<DefectRange> defects = new ArrayList<>();
  private final RowSet acknowledged = new RowSet();
  private long started = Long.MAX_VALUE;
  private long firstSent = Long.MAX_VALUE;
  private long lastDone;

  /** The counts of one thread: no thread waits for another to count. */
  final class ThreadInserts {
    /** Longer than it need be, so that no two lanes share a cache line. */
    private final AtomicLongArray counts = new AtomicLongArray(PLACES);

    private final Histogram ownLateness = new Histogram(3);
    private final Histogram ownValueSizes = new Histogram(3);
    private long ownStarted = Long.MAX_VALUE;
    private long ownFirstSent = Long.MAX_VALUE;
    private long ownLastDone;

    private void add(int count, long n) {
      counts.lazySet(count, counts.get(count) + n); // one writer
    }

    /** A request of this lane is sent. */
    void sent(long at) {
      ownFirstSent = Math.min(ownFirstSent, at);
    }

    /** From here on the thread sends. */
    void started(long at) {
      ownStarted = at;
    }

    /** A request was sent so late although nothing but this client kept it from being sent. */
    void late(long at) {
      ownLateness.recordValue(Math.max(0, at));
    }

    void done(long at) {
      ownLastDone = Math.max(ownLastDone, at);
    }

    /** For the requests that the thread sends before the window. */
    ThreadInserts warmup() {
      ThreadInserts warmup = new ThreadInserts();
      warmups.add(warmup);
      return warmup;
    }

    /** One request that was answered. */
    void ok(Outcome outcome) {
      add(REQUESTS, 1);
      add(ROWS, outcome.rows());
      add(EMPTY, outcome.notFound());
      if (!outcome.details().equals(OutcomeDetails.NONE)) {
        extras(outcome.details());
      }
    }

    private void extras(OutcomeDetails extras) {
      add(STALE, extras.stale());
      add(SCAN_RPCS, extras.scan().rpcs());
      add(SCAN_REMOTE_RPCS, extras.scan().remoteRpcs());
      add(SCAN_REGIONS, extras.scan().regions());
      add(SCAN_BYTES, extras.scan().bytes());
      extras.valueSizes().forEach(ownValueSizes::recordValue);
      proof(extras.verification());
    }

    private void proof(VerificationResult proof) {
      add(COMPARED, proof.compared());
      add(RIGHT, proof.correct());
      add(IN_DOUBT, proof.unacknowledged());
      for (Defect flaw : Defect.values()) {
        add(place(flaw), proof.count(flaw));
      }
      if (!proof.defects().isEmpty()) {
        synchronized (TaskCounters.this) {
          proof.defects().stream().limit(MAX_DEFECT_RANGES - defects.size()).forEach(defects::add);
        }
      }
    }

    /** These rows were written, for certain. */
    void acknowledged(List<KeyRange> rows) {
      if (!rows.isEmpty()) {
        synchronized (acknowledged) {
          rows.forEach(acknowledged::add);
        }
      }
    }

    /** One request that failed. */
    void failed(OperationType operation, Failure failure, long at) {
      add(REQUESTS, 1);
      add(ERRORS, 1);
      if (warmups.contains(this)) {
        return;
      }
      synchronized (TaskCounters.this) {
        failures.merge(
            new Failed(operation, failure.kind(), failure.server()),
            new Occurrences(1, at, at),
            Occurrences::plus);
      }
    }

    /** Requests of the window that were due and never sent. */
    void unsent(long n) {
      add(DROPPED_REQUESTS, n);
    }

    /** The thread is done. */
    void end() {
      synchronized (TaskCounters.this) {
        started = Math.min(started, ownStarted);
        firstSent = Math.min(firstSent, ownFirstSent);
        lastDone = Math.max(lastDone, ownLastDone);
        sendDelay.add(ownLateness);
        valueSizes.add(ownValueSizes);
        threadNanos.add(Math.max(0, ownLastDone - ownStarted));
      }
    }
  }

  /** For one more thread. */
  ThreadInserts lane() {
    ThreadInserts lane = new ThreadInserts();
    threads.add(lane);
    return lane;
  }

  private long sum(int count) {
    return sum(threads, count);
  }

  private static long sum(List<ThreadInserts> of, int count) {
    return of.stream().mapToLong(lane -> lane.counts.get(count)).sum();
  }

  public long warmupRequests() {
    return sum(warmups, REQUESTS);
  }

  public long warmupErrors() {
    return sum(warmups, ERRORS);
  }

  /** Requests of the window, failed ones included. */
  public long requests() {
    return sum(REQUESTS);
  }

  public long errors() {
    return sum(ERRORS);
  }

  public long rows() {
    return sum(ROWS);
  }

  public long notFound() {
    return sum(EMPTY);
  }

  /** Requests that were due in the window and never sent. */
  public long dropped() {
    return sum(DROPPED_REQUESTS);
  }

  /** Rows that a replica served instead of the primary region. */
  public long staleRows() {
    return sum(STALE);
  }

  /** What scans cost. */
  public ScanCounts scans() {
    return new ScanCounts(
        sum(SCAN_RPCS), sum(SCAN_REMOTE_RPCS), sum(SCAN_REGIONS), sum(SCAN_BYTES));
  }

  /** Rows that were compared with what they must be. */
  public long compared() {
    return sum(COMPARED);
  }

  public long correct() {
    return sum(RIGHT);
  }

  public long unacknowledged() {
    return sum(IN_DOUBT);
  }

  /** How many rows have a flaw. */
  public long count(Defect defect) {
    return sum(place(defect));
  }

  /** The first of them. */
  public synchronized List<DefectRange> defects() {
    return List.copyOf(defects);
  }

  /** How many {@link #acknowledged} has. */
  public long acknowledgedRows() {
    synchronized (acknowledged) {
      return acknowledged.size();
    }
  }

  /** The rows that were written for certain, of a load; a copy. */
  public RowSet acknowledged() {
    RowSet copy = new RowSet();
    synchronized (acknowledged) {
      copy.add(acknowledged);
    }
    return copy;
  }

  /** Bytes in the values that came back; without samples unless they vary. */
  public synchronized Histogram valueSizes() {
    return valueSizes.copy();
  }

  /** From each thread's first request to its last answer; of those that have ended. */
  public synchronized List<Long> threadNanos() {
    return List.copyOf(threadNanos);
  }

  public synchronized Map<Failed, Occurrences> failures() {
    return Map.copyOf(failures);
  }

  /** How late requests were sent although a slot was free; without samples if nothing was due. */
  public synchronized Histogram sendDelay() {
    return sendDelay.copy();
  }

  /**
   * When the first thread began to send, in nanoseconds from the common start; {@link
   * Long#MAX_VALUE} before a thread has ended.
   */
  public synchronized long started() {
    return started;
  }

  /**
   * When the first request was sent that is measured, in nanoseconds from the common start; {@link
   * Long#MAX_VALUE} if there is none.
   */
  public synchronized long firstSent() {
    return firstSent;
  }

  /** Nanoseconds from the common start; 0 if nothing was sent. */
  public synchronized long lastDone() {
    return lastDone;
  }
}
