package io.hbench.job.result;

import io.hbench.engine.HiccupMonitor;
import io.hbench.engine.TaskCounters;
import io.hbench.latency.LatencyRecord;
import io.hbench.row.ScanCounts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.RunSpec;
import io.hbench.verify.Defect;
import io.hbench.verify.DefectRange;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the {@link TaskFacts} of a task in the run directory up to date. */
public final class TaskCheckpoint {
  private static final Logger LOG = LoggerFactory.getLogger(TaskCheckpoint.class);
  private static final int MIN_UPDATES_APART = 10;

  /** Longer than HDFS takes to replace a DataNode that is gone. */
  private static final long MAX_WAIT_SECONDS = 120;

  private final RunDirectory run;
  private final RunSpec spec;
  private final TaskFacts started;
  private final TaskCounters counters;
  private long savedErrors;
  private long savedRows;
  private int updatesToErrors;
  private final AtomicBoolean updating = new AtomicBoolean();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread t = new Thread(work, "checkpoint");
            t.setDaemon(true);
            return t;
          });

  public TaskCheckpoint(RunDirectory run, RunSpec spec, TaskFacts started, TaskCounters counters) {
    this.run = run;
    this.spec = spec;
    this.started = started;
    this.counters = counters;
  }

  /** Writes that the task has started. */
  public synchronized void start() throws IOException {
    save(started);
  }

  /**
   * Writes the failed requests and the acknowledged rows if there are new ones; called every
   * second. A thread of its own writes, so that nothing waits for a file system that hangs. A
   * failure is only logged: the next update has the same facts.
   */
  public void update() {
    synchronized (thread) {
      if (!thread.isShutdown() && updating.compareAndSet(false, true)) {
        thread.execute(
            () -> {
              try {
                updateNow();
              } finally {
                updating.set(false);
              }
            });
      }
    }
  }

  private synchronized void updateNow() {
    updatesToErrors--;
    long rows = counters.acknowledgedRows();
    boolean failures = counters.errors() > savedErrors && updatesToErrors <= 0;
    if (!(failures || rows > savedRows)) {
      return;
    }
    savedErrors = counters.errors();
    savedRows = rows;
    updatesToErrors = MIN_UPDATES_APART;
    try {
      save(now());
    } catch (IOException e) {
      LOG.warn("can't update {}: {}", RunDirectory.taskFacts(started.index()), e.toString());
    }
  }

  /**
   * Writes the final facts.
   *
   * @param copyFailure why the task's own file lacks records
   */
  public void finish(HiccupMonitor monitor, Optional<String> copyFailure)
      throws IOException, InterruptedException {
    synchronized (thread) {
      thread.shutdown();
    }
    if (!thread.awaitTermination(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException(
          "no answer from the run directory's file system for %d s".formatted(MAX_WAIT_SECONDS));
    }
    save(now().with(result(monitor, copyFailure.orElse(null))));
  }

  private void save(TaskFacts facts) throws IOException {
    run.writeJson(RunDirectory.taskFacts(facts.index()), facts);
  }

  private TaskFacts now() {
    // those of a bulk load are in the table only after the hand-over of the HFiles
    boolean acknowledged = spec.logsAcknowledgedRows() && !spec.bulk();
    return started.with(failures(), acknowledged ? counters.acknowledged().toString() : null);
  }

  private List<TaskFacts.Failures> failures() {
    return counters.failures().entrySet().stream()
        .map(
            e ->
                new TaskFacts.Failures(
                    e.getKey().operation().toString(),
                    e.getKey().kind(),
                    e.getKey().server(),
                    e.getValue().count(),
                    e.getValue().first(),
                    e.getValue().last()))
        .sorted(Comparator.comparing(TaskFacts.Failures::count).reversed())
        .toList();
  }

  private TaskFacts.Result result(HiccupMonitor monitor, String copyFailure) {
    ScanCounts scans = counters.scans();
    return new TaskFacts.Result(
        new TaskFacts.Times(
            counters.started(),
            counters.firstSent(),
            counters.lastDone(),
            counters.threadNanos().stream().map(TimeUnit.NANOSECONDS::toMillis).toList()),
        new TaskFacts.Requests(
            counters.warmupRequests(),
            counters.warmupErrors(),
            counters.requests(),
            counters.errors(),
            counters.dropped()),
        new TaskFacts.Rows(
            counters.rows(),
            counters.notFound(),
            counters.staleRows(),
            textOrNull(counters.valueSizes())),
        new TaskFacts.Client(
            monitor.seconds(),
            monitor.gcMillis(),
            monitor.cpuSeconds(),
            monitor.cpuShare(),
            monitor.quotaProcessors().map(processors -> quota(monitor, processors)).orElse(null),
            LatencyRecord.toText(monitor.hiccups()),
            textOrNull(counters.sendDelay())),
        new TaskFacts.Scans(scans.rpcs(), scans.remoteRpcs(), scans.regions(), scans.bytes()),
        verification(),
        copyFailure);
  }

  private TaskFacts.Verification verification() {
    if (counters.compared() == 0 && counters.defects().isEmpty()) {
      return null;
    }
    return new TaskFacts.Verification(
        counters.compared(),
        counters.correct(),
        counters.unacknowledged(),
        new TaskFacts.Defects(
            counters.count(Defect.MISSING),
            counters.count(Defect.STALE),
            counters.count(Defect.CORRUPT),
            counters.count(Defect.UNEXPECTED)),
        counters.defects().stream().map(TaskCheckpoint::defectRange).toList());
  }

  private static TaskFacts.DefectRange defectRange(DefectRange range) {
    return new TaskFacts.DefectRange(
        range.defect().toString(),
        range.first(),
        range.last(),
        range.rows(),
        range.detail(),
        range.region(),
        range.server());
  }

  private static TaskFacts.Quota quota(HiccupMonitor monitor, double processors) {
    return new TaskFacts.Quota(
        processors,
        monitor.cpuSeconds() / monitor.seconds() / processors,
        monitor.throttledShare());
  }

  private static String textOrNull(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? null : LatencyRecord.toText(histogram);
  }
}
