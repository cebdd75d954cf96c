package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskRecord;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeIsExactTest {
  private static final int PARTS = 100;
  private static final int SAMPLES = 200_000;
  private static final long[] ALL = samples().toArray();
  private static final Series SERIES = Series.of("get", Timing.SERVICE, Series.OK);

  @TempDir Path dir;

  @Test
  void aHundredHistogramsThroughMapShuffleAndReduceGiveThePercentilesOfOne() throws Exception {
    Histogram one = new Histogram(3);
    LongStream.of(ALL).forEach(one::recordValue);

    LatencyRecord merged = merge();

    Histogram other = merged.latencies();
    assertThat(other.getTotalCount()).isEqualTo(SAMPLES);
    for (double percentile = 0; percentile <= 100; percentile += 0.01) {
      assertThat(other.getValueAtPercentile(percentile))
          .isEqualTo(one.getValueAtPercentile(percentile));
    }
    assertThat(other.getMean()).isEqualTo(one.getMean());
    assertThat(other.getMaxValue()).isEqualTo(one.getMaxValue());
    assertThat(other.getMinValue()).isEqualTo(one.getMinValue());
    assertThat(merged.rows()).isEqualTo(SAMPLES);
  }

  /** Runs the real job with mappers of the test. */
  private LatencyRecord merge() throws Exception {
    org.apache.hadoop.fs.Path out = new org.apache.hadoop.fs.Path(dir.resolve("out").toUri());
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    Settings.ASSIGNMENTS.set(conf, "noop@" + PARTS);
    Job job = LoadJob.of(RunSpec.from(conf), conf, out);
    job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", 4);
    job.setMapperClass(OnePart.class);
    assertThat(job.waitForCompletion(false)).isTrue();

    LatencyRecord[] merged = new LatencyRecord[1];
    new RunDirectory(conf, out)
        .readRecords(
            RunDirectory.MERGED,
            (series, record) -> {
              assertThat(series).isEqualTo(SERIES);
              assertThat(merged[0]).isNull();
              merged[0] = record;
            });
    return merged[0];
  }

  /** Log-normal latencies from microseconds to minutes. */
  private static LongStream samples() {
    SplittableRandom random = new SplittableRandom(1);
    return LongStream.range(0, SAMPLES).map(i -> (long) Math.exp(13 + 2.5 * random.nextGaussian()));
  }

  /** Every hundredth sample. */
  public static final class OnePart extends Mapper<NullWritable, NullWritable, Text, TaskRecord> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      int part = TaskInputFormat.task(context);
      LatencyRecord record = new LatencyRecord();
      for (int i = part; i < SAMPLES; i += PARTS) {
        record.record(ALL[i], 1, 0, 0);
      }
      context.write(new Text(SERIES.toString()), TaskRecord.of(record));
    }
  }
}
