package io.hbench.report.live;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.report.ObjectiveEvaluation;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFiles;
import io.hbench.settings.Objective;
import io.hbench.spec.Measurement;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.function.FailableConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the records that the tasks of a running job have flushed, each record once. It opens a
 * file of each group of tasks, and the own file of a task that its group has nothing of: frequent
 * callers should measure the duration. Not thread-safe.
 */
public final class LiveReader {
  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);

  private static final Executor READERS = readers();

  /** Time in which a group has news of each of its tasks, besides some intervals. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

  private static final int MAX_SILENT_INTERVALS = 5;

  private final Time time;
  private final RunDirectory run;
  private final boolean mayLoseTasks;
  private final Map<String, GrowingFile> groups = new TreeMap<>();
  private final List<Source> tasks;
  private final long silenceNanos;
  private final RunSpec spec;
  private final LiveMerge merge;
  private final List<Objective> objectives;
  private final Optional<RunEnding> ending;
  private Optional<String> breach = Optional.empty();

  /** When the first file of a group was there, by {@link Time#nanos}; empty before that. */
  private Optional<Long> grouped = Optional.empty();

  /** The interval in which the window begins; -1 while that is unknown. */
  private int first;

  /** When the first record came, by a group or by a task's own file; empty before that. */
  private Optional<Long> begun = Optional.empty();

  /** A task: its records come by its group, by its own file, or both, in the same order. */
  private static final class Source {
    private final GrowingFile file;
    private int byGroup;
    private int byFile;

    /** When the last record came by the group; empty before the first. */
    private Optional<Long> news = Optional.empty();

    Source(GrowingFile file) {
      this.file = file;
    }

    /** Counts a record; returns whether it is the first time. */
    boolean isNew(boolean ofGroup) {
      return ofGroup ? ++byGroup > byFile : ++byFile > byGroup;
    }
  }

  /**
   * @param run directory of the run, whose job may not be submitted yet
   * @param objectives objectives of every interval
   * @param ending ends a run that is precise enough; empty if nothing ends the run here
   */
  public LiveReader(
      Time time,
      RunDirectory run,
      RunSpec spec,
      List<Objective> objectives,
      Optional<RunEnding> ending) {
    this.time = time;
    this.run = run;
    this.mayLoseTasks = spec.policies().lostTasks() > 0;
    this.tasks =
        IntStream.range(0, spec.tasks())
            .mapToObj(task -> new Source(run.tasks().records(task)))
            .toList();
    this.spec = spec;
    Measurement measurement = spec.measurement();
    this.silenceNanos =
        MAX_SILENCE.plus(measurement.interval().multipliedBy(MAX_SILENT_INTERVALS)).toNanos();
    this.merge =
        new LiveMerge(
            spec.tasks(),
            measurement.interval().toNanos() / 1e9,
            isEndCut(spec),
            spec.load().thinkTime().toNanos() / 1e9);
    this.objectives = List.copyOf(objectives);
    this.first = measurement.warmupRows() > 0 ? -1 : 0;
    this.ending = ending;
  }

  /** Whether the run may end within an interval. */
  private static boolean isEndCut(RunSpec spec) {
    long interval = spec.measurement().interval().toNanos();
    return spec.limit().precision().isPresent()
        || spec.limit().time().filter(time -> time.toNanos() % interval == 0).isEmpty();
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
    try {
      run.tasks().groups().forEach(groups::putIfAbsent);
      grouped = grouped.or(() -> groups.isEmpty() ? Optional.empty() : Optional.of(time.nanos()));
      if (mayLoseTasks) {
        run.tasks().lost().keySet().forEach(merge::lose);
      }
    } catch (IOException e) {
      LOG.debug("can't list the files of groups, or the lost tasks", e);
    }
    read(groups.values().stream().map(file -> file::readGroupOn), true);
    List<Integer> alone = IntStream.range(0, tasks.size()).filter(this::isAlone).boxed().toList();
    read(alone.stream().map(task -> sink -> readOwn(task, sink)), false);
    // what a lost task has sent is in the figures here, and not in those of the report
    ending.filter(e -> !merge.hasLost()).ifPresent(e -> e.check(merge.settled()));
    merge.eachSettled(this::judge);
    return merge.newest(spec::measuredSeconds);
  }

  /**
   * Whether a task's own file is to be read: its group has no file, no first task any more, or no
   * news of it for a time. Before the first record, which waits for containers and the warm-up,
   * only the first tasks are tried: a try of all takes as long as groups save.
   */
  private boolean isAlone(int task) {
    int first = TaskFiles.firstOfGroup(task, tasks.size());
    if (merge.hasEnded(task)) {
      return false;
    }
    if (groups.isEmpty() || merge.isLost(first)) {
      return true;
    }
    return tasks
        .get(task)
        .news
        .or(() -> begun)
        .or(() -> task == first ? grouped : Optional.empty())
        .filter(since -> time.nanos() - since > silenceNanos)
        .isPresent();
  }

  private void readOwn(int task, TaskFiles.Sink sink) throws IOException {
    tasks.get(task).file.readOn((series, record) -> sink.accept(task, series, record));
  }

  private synchronized void take(int task, Series series, LatencyRecord record, boolean ofGroup) {
    if (task < 0 || task >= tasks.size()) { // the directory may be somebody else's
      return;
    }
    Source source = tasks.get(task);
    if (!series.isByServer() && source.isNew(ofGroup)) {
      begun = begun.or(() -> Optional.of(time.nanos()));
      source.news = ofGroup ? Optional.of(time.nanos()) : source.news;
      if (spec.measurement().warmupRows() > 0 && !series.isWhole()) {
        merge.beginWithin(series.interval());
      }
      merge.add(task, series, record);
      ending.ifPresent(e -> e.add(series, record));
    }
  }

  /**
   * Reads on in files, some at once; those of a file keep their order. No record is kept: the first
   * read of a run of a day has a million.
   */
  private void read(Stream<FailableConsumer<TaskFiles.Sink, IOException>> files, boolean ofGroup) {
    List<CompletableFuture<Void>> reads =
        files
            .map(file -> CompletableFuture.runAsync(() -> readOn(file, ofGroup), READERS))
            .toList();
    reads.forEach(CompletableFuture::join);
  }

  private void readOn(FailableConsumer<TaskFiles.Sink, IOException> file, boolean ofGroup) {
    try {
      file.accept((task, series, record) -> take(task, series, record, ofGroup));
    } catch (IOException | RuntimeException e) {
      LOG.debug("can't read on", e); // the next read does
    }
  }

  private void judge(int interval, SeriesSet all) {
    if (first < 0 && !all.records().isEmpty()) {
      first = interval;
    }
    if (first < 0 || (interval == first && spec.measurement().warmupRows() > 0)) {
      return; // the window begins later, or within it
    }
    for (Objective objective : objectives) {
      breach =
          breach.or(
              () ->
                  ObjectiveEvaluation.breach(objective, interval - first, all, spec.measurement()));
    }
  }

  /** The first missed objective with its value; empty if no interval has missed one. */
  public Optional<String> breach() {
    return breach;
  }
}
