package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import io.hbench.data.RowSet;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.hadoop.fs.FileStatus;

/**
 * What the tasks of a run have left: the records and the facts of each, and marks of lost ones.
 *
 * <p>A task's own file has both, so that a task asks the NameNode no more than four times for its
 * results. The reducer copies the facts of all tasks into one file. Where a task could not write
 * its own file to the end, its facts are JSON, as those of hbench before 0.2 are.
 */
public record TaskFiles(RunDirectory run) {
  private static final String PART_NAME = "part-m-\\d{5,9}";

  /** It goes with the start barrier. */
  private static final String LIVE = RunDirectory.START + "/live/";

  private static final String GROUP = "group-";

  @FunctionalInterface
  public interface Sink {
    void accept(int task, Series series, LatencyRecord record) throws IOException;
  }

  /** Reads all records of the tasks' own files, without their facts. */
  public Map<Integer, String> read(Sink sink) throws IOException {
    return read(task -> true, sink, facts -> {});
  }

  /**
   * Reads the records of the tasks' own files, one task after the other, in the order in which each
   * task wrote them.
   *
   * @param facts gets the facts of tasks, as they stood when they were written; later ones replace
   *     earlier ones of the same task
   * @return the reasons for which files could not be read to their ends, by task: the blocks of a
   *     file may be lost with a DataNode that died while it was written
   */
  public Map<Integer, String> read(IntPredicate which, Sink sink, Consumer<TaskFacts> facts)
      throws IOException {
    Map<Integer, String> unreadable = new TreeMap<>();
    for (FileStatus file : run.list(RunDirectory.TASK_PART)) {
      String name = file.getPath().getName();
      if (!name.matches(PART_NAME)) { // not a file of a task
        continue;
      }
      int task = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
      if (!which.test(task)) {
        continue;
      }
      try {
        read(task, sink, facts);
        run.filesRead().incrementAndGet();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      } catch (IOException e) {
        unreadable.put(task, FailureText.of(e));
      }
    }
    return unreadable;
  }

  /** Reads the facts that tasks could not write into their own files, newer than those. */
  public void readFacts(Consumer<TaskFacts> facts) throws IOException {
    for (FileStatus file : run.list(RunDirectory.TASK_FACTS)) {
      run.readJson(file.getPath(), TaskFacts.class).ifPresent(facts);
    }
  }

  private void read(int task, Sink sink, Consumer<TaskFacts> facts) throws IOException {
    records(task)
        .readOn(
            (series, record) -> {
              try {
                sink.accept(task, series, record);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            facts);
  }

  /** Records of one task; the file need not exist yet. */
  public GrowingFile records(int task) {
    return run.growing(RunDirectory.taskPart(task));
  }

  /** As many groups as tasks of each: the fewest files for the fewest connections. */
  public static int groupSize(int tasks) {
    return (int) Math.ceil(Math.sqrt(tasks));
  }

  public static int firstOfGroup(int task, int tasks) {
    return task - task % groupSize(tasks);
  }

  /** Start of the name of the file of a group of tasks, by its first task. */
  public static String group(int task) {
    return LIVE + GROUP + format("%05d@", task);
  }

  /** Files of groups of tasks, which have the records of their tasks while the job runs. */
  public Map<String, GrowingFile> groups() throws IOException {
    Map<String, GrowingFile> groups = new TreeMap<>();
    for (FileStatus file : run.list(LIVE + GROUP)) {
      String name = LIVE + file.getPath().getName();
      groups.put(name, run.growing(name));
    }
    return groups;
  }

  /** Whether the reducer has merged the facts of the tasks, too. */
  public boolean areMerged() throws IOException {
    return run.has(RunDirectory.MERGED) && run.has(RunDirectory.MERGED_FACTS);
  }

  /**
   * The facts of all tasks that have started, in no particular order.
   *
   * @throws IOException also if a task's file can't be read to its end: its newest facts, and rows
   *     that were acknowledged, may be missing
   */
  public List<TaskFacts> facts() throws IOException {
    Map<Integer, TaskFacts> facts = new TreeMap<>();
    Consumer<TaskFacts> newest = task -> facts.put(task.index(), task);
    if (areMerged()) {
      run.growing(RunDirectory.MERGED_FACTS).readOn((series, record) -> {}, newest);
    } else {
      Map<Integer, String> unreadable = read(any -> true, (task, series, record) -> {}, newest);
      readFacts(newest.andThen(task -> unreadable.remove(task.index())));
      if (!unreadable.isEmpty()) {
        throw new IOException(unreadable.values().iterator().next());
      }
    }
    return new ArrayList<>(facts.values());
  }

  /** The newest facts in the files of one task; empty before its start. */
  public Optional<TaskFacts> facts(int task) throws IOException {
    TaskFacts[] newest = new TaskFacts[1];
    records(task).readOn((series, record) -> {}, facts -> newest[0] = facts);
    return run.readJson(RunDirectory.taskFacts(task), TaskFacts.class)
        .or(() -> Optional.ofNullable(newest[0]));
  }

  /** Reads the tasks that the run continued without, by index. */
  public Map<Integer, LostTask> lost() throws IOException {
    Map<Integer, LostTask> lost = new TreeMap<>();
    for (FileStatus file : run.list(RunDirectory.LOST_TASK)) {
      run.readJson(file.getPath(), LostTask.class).ifPresent(task -> lost.put(task.index(), task));
    }
    return lost;
  }

  /** Rows whose writes were acknowledged, as far as the tasks of a load have recorded them. */
  public RowSet acknowledged() throws IOException {
    RowSet rows = new RowSet();
    for (TaskFacts facts : facts()) {
      if (facts.acknowledged() != null) {
        rows.add(RowSet.parse(facts.acknowledged()));
      }
    }
    return rows;
  }
}
