package io.hbench.job.result;

import io.hbench.job.barrier.Stagger;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Merge of a step of a findmax job, which has no reducer, by the submitter: it reads the tasks'
 * files while they are written, and leaves the files that the reducer leaves of a run. Its memory
 * grows with the series and intervals of the step, not with the tasks. Not thread-safe.
 */
public final class StepMerge implements AutoCloseable {
  /** How long a task's file may be unreadable. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Time time;
  private final RunDirectory step;
  private final List<GrowingFile> files;
  private final Set<Integer> lost;
  private final Map<Integer, TaskFacts> done = new ConcurrentHashMap<>();
  private final Map<Integer, Unreadable> unreadable = new ConcurrentHashMap<>();
  private final Map<Series, LatencyRecord> sums = new HashMap<>();
  private final ExecutorService readers =
      Time.real().threads("step-merge", GrowingFile.MAX_AT_ONCE);

  /**
   * A file that can't be read.
   *
   * @param nanos time of the first failure
   */
  private record Unreadable(IOException cause, long nanos) {}

  /**
   * @param lost tasks that the run goes on without; their files are not read
   */
  public StepMerge(Time time, RunDirectory step, int tasks, Set<Integer> lost) {
    this.time = time;
    this.lost = Set.copyOf(lost);
    this.step = step;
    this.files = IntStream.range(0, tasks).mapToObj(step.tasks()::records).toList();
  }

  /**
   * Reads on in the files of the tasks that have not done the step, in the time that {@link
   * Stagger} gives.
   *
   * @return whether all tasks have done it, but for lost ones
   * @throws IOException if a file can't be read for some time
   */
  public boolean readOn() throws IOException, InterruptedException {
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    long began = time.nanos();
    for (int i = 0; i < files.size(); i++) {
      int task = i;
      if (!done.containsKey(task) && !lost.contains(task)) {
        long turn = began + Stagger.betweenSteps(reads.size()).toNanos();
        time.sleep(Duration.ofNanos(Math.max(0, turn - time.nanos())));
        reads.add(CompletableFuture.runAsync(() -> read(task), readers));
      }
    }
    reads.forEach(CompletableFuture::join);
    for (Map.Entry<Integer, Unreadable> e : unreadable.entrySet()) {
      if (time.nanos() - e.getValue().nanos > PATIENCE.toNanos()) {
        IOException cause = e.getValue().cause;
        throw new IOException(
            "the records of task %d can't be read: %s".formatted(e.getKey(), FailureText.of(cause)),
            cause);
      }
    }
    return done.size() + lost.size() == files.size();
  }

  private void read(int task) {
    try {
      files.get(task).readOn(this::add, facts -> add(task, facts));
      unreadable.remove(task);
    } catch (IOException e) {
      unreadable.putIfAbsent(task, new Unreadable(e, time.nanos()));
    }
  }

  private void add(Series series, LatencyRecord record) {
    synchronized (sums) {
      sums.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
    }
  }

  private void add(int task, TaskFacts facts) {
    if (facts.isDone()) {
      done.put(task, facts);
    }
  }

  /** Writes the merged files; the one that says that the step is merged comes last. */
  public void write() throws IOException {
    try (SequenceFile.Writer facts =
        step.recordWriter(RunDirectory.MERGED_FACTS, TaskRecord.class)) {
      for (TaskFacts task : new TreeMap<>(done).values()) {
        facts.append(TaskRecord.FACTS, TaskRecord.ofFacts(task.toJson()));
      }
    }
    Map<Series, LatencyRecord> sorted = new TreeMap<>(sums);
    String draft = "_draft_" + RunDirectory.MERGED;
    try (SequenceFile.Writer totals = step.recordWriter(draft, LatencyRecord.class);
        SequenceFile.Writer timeline =
            step.recordWriter(RunDirectory.MERGED_TIMELINE, LatencyRecord.class)) {
      for (Map.Entry<Series, LatencyRecord> sum : sorted.entrySet()) {
        SequenceFile.Writer file = sum.getKey().isWhole() ? totals : timeline;
        file.append(new Text(sum.getKey().toString()), sum.getValue());
      }
    }
    Path merged = new Path(step.path(), RunDirectory.MERGED);
    if (!step.fileSystem().rename(new Path(step.path(), draft), merged)) {
      throw new IOException("can't write " + merged);
    }
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
