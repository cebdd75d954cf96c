package io.hbench.job.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepMergeTest {
  private static final int TASKS = 3;
  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);
  private static final Series PUT = Series.of("put", Timing.SERVICE, Series.OK);

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Configuration conf = new Configuration();
  private RunDirectory step;

  @BeforeEach
  void makeStep() throws IOException {
    step = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri()));
  }

  @Test
  void aStepIsDoneWithTheResultOfItsLastTaskAndEachRecordIsAddedOnce() throws Exception {
    TaskFile[] files = new TaskFile[TASKS];
    try (StepMerge merge = new StepMerge(time, step, TASKS, Set.of())) {
      assertThat(time.play(merge::readOn)).as("no task has a file").isFalse();
      for (int task = 0; task < TASKS; task++) {
        files[task] = new TaskFile(time, conf, step, task, false);
        files[task].accept(started(task));
        files[task].accept(GET.at(0), record(task + 1));
        files[task].flush();
      }
      assertThat(time.play(merge::readOn)).as("no task has a result").isFalse();
      for (int task = 0; task < TASKS; task++) {
        files[task].accept(PUT.at(1), record(10));
        files[task].accept(GET, record(task + 1));
        files[task].accept(PUT, record(10));
        files[task].accept(started(task).with(result()));
        files[task].flush();
        assertThat(time.play(merge::readOn)).isEqualTo(task == TASKS - 1);
      }
      merge.write();
    }
    for (TaskFile file : files) {
      file.close();
    }
    assertThat(counts(RunDirectory.MERGED)).isEqualTo(Map.of(GET, 6L, PUT, 30L));
    assertThat(counts(RunDirectory.TIMELINE)).isEqualTo(Map.of(GET.at(0), 6L, PUT.at(1), 30L));
    assertThat(step.tasks().areMerged()).isTrue();
    assertThat(step.tasks().facts())
        .extracting(TaskFacts::index, TaskFacts::isDone)
        .containsExactly(tuple(0, true), tuple(1, true), tuple(2, true));
  }

  @Test
  void aLostTaskIsNotWaitedFor() throws Exception {
    try (StepMerge merge = new StepMerge(time, step, 2, Set.of(1));
        TaskFile file = new TaskFile(time, conf, step, 0, false);
        TaskFile lost = new TaskFile(time, conf, step, 1, false)) {
      lost.accept(started(1));
      lost.accept(GET.at(0), record(5));
      lost.flush();
      file.accept(GET, record(2));
      file.accept(started(0).with(result()));
      file.flush();
      assertThat(time.play(merge::readOn)).isTrue();
      merge.write();
    }
    assertThat(counts(RunDirectory.MERGED)).isEqualTo(Map.of(GET, 2L));
    assertThat(step.tasks().facts()).extracting(TaskFacts::index).containsExactly(0);
  }

  private Map<Series, Long> counts(String prefix) throws IOException {
    Map<Series, Long> counts = new TreeMap<>();
    step.readRecords(prefix, (series, record) -> counts.put(series, record.count()));
    return counts;
  }

  private static LatencyRecord record(int requests) {
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < requests; i++) {
      record.record(1_000 + i, 1, 0, 0);
    }
    return record.toWrite();
  }

  private static TaskFacts started(int task) {
    return TaskFacts.started(
        task,
        new TaskFacts.TaskProcess("node", 1, null, null),
        "get",
        new TaskFacts.Start(0, 1, 0));
  }

  private static TaskFacts.Result result() {
    return new TaskFacts.Result(
        new TaskFacts.Times(0, 0, 0, List.of()),
        new TaskFacts.Requests(0, 0, 0, 0, 0, 0),
        new TaskFacts.Rows(0, 0, 0, null),
        new TaskFacts.Client(
            1, 0, 0, 0, null, null, LatencyRecord.toText(new Histogram(3)), null, null),
        TaskFacts.Scans.NONE,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
