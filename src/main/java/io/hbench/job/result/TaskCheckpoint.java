package io.hbench.job.result;

import io.hbench.engine.Counter;
import io.hbench.engine.HiccupMonitor;
import io.hbench.engine.TaskCounters;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.SeriesSet;
import io.hbench.rundir.ServerRegionFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.RunSpec;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.HdrHistogram.Histogram;

/** Keeps the {@link TaskFacts} in the file of a task up to date. */
public final class TaskCheckpoint {
  private static final int MIN_UPDATES_APART = 10;

  private final RunSpec spec;
  private final TaskFacts started;
  private final TaskCounters counters;
  private final SafetyCopy copy;
  private long savedErrors;
  private long savedRows;
  private int updatesToErrors;
  private boolean finished;

  /**
   * @param copy writes them, in a thread of its own: nothing waits for a file system that hangs
   */
  public TaskCheckpoint(RunSpec spec, TaskFacts started, TaskCounters counters, SafetyCopy copy) {
    this.spec = spec;
    this.started = started;
    this.counters = counters;
    this.copy = copy;
  }

  /** Writes that the task has started. */
  public void start() {
    copy.accept(started);
  }

  /**
   * Writes the failed requests, the outages and the acknowledged rows if there are new ones; called
   * every second, a last time after the final facts.
   */
  public synchronized void update() {
    if (finished) {
      return;
    }
    updatesToErrors--;
    long rows = counters.acknowledgedRows();
    // an answer that was too late is no error, and the region may have been out until then
    long wrong = counters.get(Counter.ERRORS) + counters.outOfTime();
    boolean failures = wrong > savedErrors && updatesToErrors <= 0;
    if (!(failures || rows > savedRows)) {
      return;
    }
    savedErrors = wrong;
    savedRows = rows;
    updatesToErrors = MIN_UPDATES_APART;
    copy.accept(now((from, to) -> 0)); // they are known at the end
  }

  /**
   * Writes the final facts, and ends the copy.
   *
   * @param places what was recorded by region server and region, or null
   * @param failedCalls failed RPC calls by stage of the rate, or null
   */
  public synchronized TaskFacts finish(
      HiccupMonitor monitor, SeriesSet totals, ServerRegionFacts places, List<Long> failedCalls) {
    finished = true;
    TaskFacts facts = now(monitor::within).with(result(monitor, totals, places, failedCalls));
    copy.accept(facts);
    copy.finish();
    return copy.failure().isEmpty()
        ? facts
        : now(monitor::within).with(result(monitor, totals, places, failedCalls));
  }

  private TaskFacts now(LongBinaryOperator hiccups) {
    // those of a bulk load are in the table only after the hand-over of the HFiles
    boolean acknowledged = spec.logsAcknowledgedRows() && !spec.bulk();
    return started
        .with(counters.failures(), acknowledged ? counters.acknowledged().toString() : null)
        .with(counters.outages().map(o -> o.withHiccups(hiccups)).orElse(null));
  }

  private TaskFacts.Result result(
      HiccupMonitor monitor, SeriesSet totals, ServerRegionFacts places, List<Long> failedCalls) {
    return new TaskFacts.Result(
        counters.times(),
        new TaskFacts.Requests(
            counters.ofWarmup(Counter.REQUESTS),
            counters.ofWarmup(Counter.ERRORS),
            counters.get(Counter.REQUESTS),
            counters.get(Counter.ERRORS),
            counters.get(Counter.DROPPED),
            counters.get(Counter.MISSED)),
        new TaskFacts.Rows(
            counters.get(Counter.ROWS),
            counters.get(Counter.NOT_FOUND),
            counters.get(Counter.STALE_ROWS),
            textOrNull(counters.valueSizes())),
        monitor.facts(textOrNull(counters.sendDelay())),
        new TaskFacts.Scans(
            counters.get(Counter.SCAN_RPCS),
            counters.get(Counter.SCAN_REMOTE_RPCS),
            counters.get(Counter.SCAN_REGIONS),
            counters.get(Counter.SCAN_BYTES)),
        verification(),
        copy.failure().orElse(null),
        TaskFacts.Recorded.of(totals),
        places,
        failedCalls,
        counters.slowest().stream()
            .map(slow -> slow.withHiccups(monitor.within(slow.sent(), slow.done())))
            .toList());
  }

  private TaskFacts.Verification verification() {
    if (verified(Counter.COMPARED) == 0 && counters.defects().isEmpty()) {
      return null;
    }
    return new TaskFacts.Verification(
        verified(Counter.COMPARED),
        verified(Counter.CORRECT),
        verified(Counter.UNACKNOWLEDGED),
        new TaskFacts.Defects(
            verified(Counter.MISSING_ROWS),
            verified(Counter.STALE_VERSIONS),
            verified(Counter.CORRUPT_ROWS),
            verified(Counter.UNEXPECTED_ROWS)),
        counters.defects());
  }

  /** With those of the warm-up: a defect is one whenever it is found. */
  private long verified(Counter counter) {
    return counters.get(counter) + counters.ofWarmup(counter);
  }

  private static String textOrNull(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? null : LatencyRecord.toText(histogram);
  }
}
