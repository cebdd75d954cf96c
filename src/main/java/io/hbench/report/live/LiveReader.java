package io.hbench.report.live;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.report.ObjectiveEvaluation;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.spec.Measurement;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the records that the tasks of a running job have flushed, each record once. A read
 * opens the file of every task: frequent callers should measure its duration. Not thread-safe.
 */
public final class LiveReader {
  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);

  private static final Executor READERS = readers();

  private final RunDirectory run;
  private final boolean mayLoseTasks;
  private final List<GrowingFile> files;
  private final Measurement measurement;
  private final LiveMerge merge;
  private final List<Objective> objectives;
  private final Optional<RunEnding> ending;
  private Optional<String> breach = Optional.empty();

  /**
   * @param run directory of the run, whose job may not be submitted yet
   * @param objectives objectives of every interval
   * @param ending ends a run that is precise enough; empty if nothing ends the run here
   */
  public LiveReader(
      RunDirectory run, RunSpec spec, List<Objective> objectives, Optional<RunEnding> ending) {
    this.run = run;
    this.mayLoseTasks = spec.policies().lostTasks() > 0;
    this.files = IntStream.range(0, spec.tasks()).mapToObj(run.tasks()::records).toList();
    this.measurement = spec.measurement();
    this.merge = new LiveMerge(spec.tasks(), measurement.interval().toNanos() / 1e9);
    this.objectives = List.copyOf(objectives);
    this.ending = ending;
  }

  private static Executor readers() {
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            GrowingFile.MAX_AT_ONCE,
            GrowingFile.MAX_AT_ONCE,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            BasicThreadFactory.builder().daemon(true).namingPattern("live-reader").build());
    readers.allowCoreThreadTimeOut(true);
    return readers;
  }

  /** Reads on; returns the newest interval of all tasks or of most, or empty before the first. */
  public Optional<LiveInterval> read() {
    List<CompletableFuture<List<Read>>> reads =
        IntStream.range(0, files.size())
            .mapToObj(task -> CompletableFuture.supplyAsync(() -> read(task), READERS))
            .toList();
    for (int i = 0; i < reads.size(); i++) {
      int task = i;
      for (Read read : reads.get(i).join()) {
        merge.add(task, read.series, read.record);
        ending.ifPresent(e -> e.add(read.series, read.record));
      }
    }
    if (mayLoseTasks) {
      try {
        run.tasks().lost().keySet().forEach(merge::lose);
      } catch (IOException e) {
        LOG.debug("can't read the lost tasks", e);
      }
    }
    ending.ifPresent(e -> e.check(merge.settled()));
    merge.eachSettled(this::judge);
    return merge.newest();
  }

  /** A record of a task's file. */
  private record Read(Series series, LatencyRecord record) {}

  /** Reads on in the file of one task. */
  private List<Read> read(int task) {
    List<Read> read = new ArrayList<>();
    try {
      files.get(task).readOn((series, record) -> read.add(new Read(series, record)));
    } catch (IOException | RuntimeException e) {
      LOG.debug("can't read the records of task {}", task, e); // the next read gets them
    }
    return read;
  }

  private void judge(int interval, SeriesSet all) {
    for (Objective objective : objectives) {
      breach = breach.or(() -> ObjectiveEvaluation.breach(objective, interval, all, measurement));
    }
  }

  /** The first missed objective with its value; empty if no interval has missed one. */
  public Optional<String> breach() {
    return breach;
  }
}
