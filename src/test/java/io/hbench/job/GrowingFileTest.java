package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.result.TaskFile;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reads of a file while a task writes it. */
class GrowingFileTest {
  private static final Series SERIES = Series.of("get", Timing.SERVICE, Series.OK);

  @TempDir Path dir;
  private RunDirectory run;

  @BeforeEach
  void open() throws IOException {
    run = new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(dir.toUri()));
  }

  @Test
  void flushedRecordsAreReadOnceBeforeTheFileIsClosed() throws IOException {
    GrowingFile file = run.tasks().records(0);
    assertThat(readOn(file)).isEmpty(); // the file does not exist yet
    try (TaskFile task =
        new TaskFile(new VirtualTime(Instant.EPOCH), new Configuration(), run, 0, false)) {
      assertThat(readOn(file)).isEmpty();
      task.accept(SERIES.at(0), record(1));
      task.accept(SERIES.at(1), record(2));
      task.flush();
      assertThat(readOn(file)).containsExactly(0, 1);
      assertThat(readOn(file)).isEmpty();
      task.accept(SERIES.at(2), record(3));
      task.flush();
      assertThat(readOn(file)).containsExactly(2);
      task.accept(SERIES, record(6));
    }
    assertThat(readOn(file)).containsExactly(Series.WHOLE);
    assertThat(readOn(file)).isEmpty();
  }

  /** Tests all lengths of an incomplete last block. */
  @Test
  void anIncompleteBlockIsReadWhenItIsComplete() throws IOException {
    int blocks = 30;
    SplittableRandom random = new SplittableRandom(1);
    try (TaskFile task =
        new TaskFile(new VirtualTime(Instant.EPOCH), new Configuration(), run, 0, false)) {
      for (int i = 0; i < blocks; i++) {
        task.accept(SERIES.at(i), record(1 + random.nextInt(500)));
        task.flush();
      }
    }
    Path part = dir.resolve(RunDirectory.taskPart(0));
    byte[] bytes = Files.readAllBytes(part);
    GrowingFile file = run.tasks().records(1);
    List<Integer> read = new ArrayList<>();
    for (int length = 0; length < bytes.length; length += 1 + random.nextInt(40)) {
      Files.write(dir.resolve(RunDirectory.taskPart(1)), Arrays.copyOf(bytes, length));
      read.addAll(readOn(file));
    }
    Files.write(dir.resolve(RunDirectory.taskPart(1)), bytes);
    read.addAll(readOn(file));
    assertThat(read).containsExactlyElementsOf(IntStream.range(0, blocks).boxed().toList());
  }

  private static List<Integer> readOn(GrowingFile file) throws IOException {
    List<Integer> intervals = new ArrayList<>();
    file.readOn((series, record) -> intervals.add(series.interval()));
    return intervals;
  }

  private static LatencyRecord record(int requests) {
    LatencyRecord record = new LatencyRecord();
    IntStream.range(0, requests).forEach(i -> record.record(1_000L * i, 1, 0, 10));
    return record;
  }
}
