package io.hbench.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * A job whose output directory exists before it is submitted: it has the plan of the run, so that a
 * job whose submitter is killed at any time can be followed. Hadoop's output formats refuse such a
 * directory. The configuration, and so the application master and the tasks, have the stock format.
 */
final class PlannedJob extends Job {
  @SuppressWarnings("deprecation") // Job.getInstance can't make a subclass
  PlannedJob(Configuration conf, String name) throws IOException {
    super(conf, name);
  }

  /** The format that checks the output at the submission. */
  @Override
  public Class<? extends OutputFormat<?, ?>> getOutputFormatClass() {
    return Unchecked.class;
  }

  /** Accepts a directory that exists. */
  static final class Unchecked extends SequenceFileOutputFormat<NullWritable, NullWritable> {
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
      Path[] out = {FileOutputFormat.getOutputPath(job)};
      TokenCache.obtainTokensForNamenodes(job.getCredentials(), out, job.getConfiguration());
    }
  }
}
