package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
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

  /** The job's own formats, reducer and shuffle; only the input is the test's. */
  private LatencyRecord merge() throws Exception {
    org.apache.hadoop.fs.Path out = new org.apache.hadoop.fs.Path(dir.resolve("out").toUri());
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    conf.setInt("mapreduce.local.map.tasks.maximum", 4);
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(HundredSplits.class);
    job.setMapperClass(OnePart.class);
    job.setReducerClass(MergeReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LatencyRecord.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    SequenceFileOutputFormat.setOutputPath(job, out);
    MultipleOutputs.addNamedOutput(
        job,
        RunDirectory.TIMELINE,
        SequenceFileOutputFormat.class,
        Text.class,
        LatencyRecord.class);
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

  /** Log-normal, from microseconds to minutes. */
  private static LongStream samples() {
    SplittableRandom random = new SplittableRandom(1);
    return LongStream.range(0, SAMPLES).map(i -> (long) Math.exp(13 + 2.5 * random.nextGaussian()));
  }

  /** One split for each part; the records make themselves. */
  public static final class HundredSplits
      extends org.apache.hadoop.mapreduce.InputFormat<NullWritable, NullWritable> {
    private final TaskInputFormat format = new TaskInputFormat();

    @Override
    public List<InputSplit> getSplits(JobContext context) {
      return IntStream.range(0, PARTS).<InputSplit>mapToObj(TaskSplit::new).toList();
    }

    @Override
    public org.apache.hadoop.mapreduce.RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, org.apache.hadoop.mapreduce.TaskAttemptContext context) {
      return format.createRecordReader(split, context);
    }
  }

  /** Every hundredth sample. */
  public static final class OnePart
      extends Mapper<NullWritable, NullWritable, Text, LatencyRecord> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      int part = ((TaskSplit) context.getInputSplit()).index();
      LatencyRecord record = new LatencyRecord();
      for (int i = part; i < SAMPLES; i += PARTS) {
        record.record(ALL[i], 1, 0, 0);
      }
      context.write(new Text(SERIES.toString()), record);
    }
  }
}
