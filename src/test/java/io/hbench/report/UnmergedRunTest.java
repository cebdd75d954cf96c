package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnmergedRunTest {
  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);
  private static final long MINUTE = 60_000_000_000L;
  private static final int INTERVALS = 500;
  private static final int TASKS = 2;

  @TempDir Path dir;

  /** Histograms up to ten minutes take 250 KB each: 125 MB for all intervals. */
  @Test
  void intervalsOfALongRunAreNotInMemory() throws IOException {
    RunDirectory run = new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(uri()));
    Files.writeString(dir.resolve(RunDirectory.PLAN), "<configuration/>");
    for (int task = 0; task < TASKS; task++) {
      write(run, task);
    }
    long before = used();
    RunRecords records = RunRecords.read(run);
    List<Integer> order = new ArrayList<>();
    long[] most = {used()};
    long[] count = {0};
    records.eachInterval(
        (interval, all) -> {
          order.add(interval);
          count[0] += all.ok().count();
          assertThat(all.ok().count()).isEqualTo(interval == 7 ? TASKS + 1 : TASKS);
          if (interval % 100 == 0) {
            most[0] = Math.max(most[0], used());
          }
        });
    assertThat(order).hasSize(INTERVALS).isSorted().startsWith(0).endsWith(INTERVALS - 1);
    assertThat(count[0]).isEqualTo(TASKS * INTERVALS + 1L);
    assertThat(records.totals.ok().count()).isEqualTo(count[0]);
    assertThat((most[0] - before) >> 20).as("MiB").isLessThan(50);
  }

  private String uri() {
    return dir.toUri().toString();
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** One interval after the other; at the end a late answer of the eighth. */
  private static void write(RunDirectory run, int task) throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            new Configuration(),
            SequenceFile.Writer.file(
                new org.apache.hadoop.fs.Path(run.path(), RunDirectory.taskPart(task))),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK))) {
      LatencyRecord record = new LatencyRecord();
      record.record(10 * MINUTE, 1, 0, 1);
      for (int i = 0; i < INTERVALS; i++) {
        writer.append(new Text(GET.at(i).toString()), record);
      }
      if (task == 0) {
        writer.append(new Text(GET.at(7).toString()), record);
      }
    }
  }
}
