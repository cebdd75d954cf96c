package io.hbench.report;

import io.hbench.latency.SeriesSet;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the records that the tasks of a running job have flushed, each record once. A read
 * opens the file of every task: frequent callers should measure its duration. Not thread-safe.
 */
public final class LiveReader {
  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);

  private final RunDirectory run;
  private final boolean mayLoseTasks;
  private final List<GrowingFile> files;
  private final double seconds;
  private final LiveMerge merge;
  private final List<Objective> objectives;
  private Optional<String> breach = Optional.empty();

  /**
   * @param run directory of the run, whose job may not be submitted yet
   * @param objectives objectives of every interval
   */
  public LiveReader(RunDirectory run, RunSpec spec, List<Objective> objectives) {
    this.run = run;
    this.mayLoseTasks = spec.policies().lostTasks() > 0;
    this.files = IntStream.range(0, spec.tasks()).mapToObj(run.tasks()::records).toList();
    this.seconds = spec.measurement().interval().toNanos() / 1e9;
    this.merge = new LiveMerge(spec.tasks(), seconds);
    this.objectives = List.copyOf(objectives);
  }

  /** Reads on; returns the newest interval of all tasks or of most, or empty before the first. */
  public Optional<LiveInterval> read() {
    for (int i = 0; i < files.size(); i++) {
      int task = i;
      try {
        files.get(task).readOn((series, record) -> merge.add(task, series, record));
      } catch (IOException | RuntimeException e) {
        LOG.debug("can't read the records of task {}", task, e); // the next read gets them
      }
    }
    if (mayLoseTasks) {
      try {
        run.tasks().lost().keySet().forEach(merge::lose);
      } catch (IOException e) {
        LOG.debug("can't read the lost tasks", e);
      }
    }
    merge.eachSettled(this::judge);
    return merge.newest();
  }

  private void judge(int interval, SeriesSet all) {
    for (Objective objective : objectives) {
      breach = breach.or(() -> ObjectiveEvaluation.breach(objective, interval, all, seconds));
    }
  }

  /** The first missed objective with its value; empty if no interval has missed one. */
  public Optional<String> breach() {
    return breach;
  }
}
