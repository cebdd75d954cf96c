package io.hbench.job;

import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.StringWriter;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;

/** The real job with the mappers of {@link MadeRecords}, in this JVM. */
public record MergedRun(int tasks, int intervals, Path directory) {

  private static final long HEAP = 1 << 30;

  /** Seconds of the two halves of the job. */
  public record Seconds(double maps, double reducer) {}

  /** The run directory. */
  public Path out() {
    return directory.resolve("out");
  }

  /** Runs the job, and completes the run directory for its report. */
  public Seconds merge() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setInt(MadeRecords.INTERVALS, intervals);
    conf.set("zlib.compress.level", "BEST_SPEED"); // of the made maps: they take the most time
    // the reducer's, also where this JVM has more: it keeps a configuration of each map task
    conf.setLong("mapreduce.reduce.memory.totalbytes", HEAP);
    Configuration plan = plan();
    plan.forEach(setting -> conf.set(setting.getKey(), setting.getValue()));
    RunDirectory run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(out().toUri()));
    Job job = LoadJob.of(RunSpec.from(conf), conf, run.path());
    job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", 2);
    job.setMapperClass(MadeRecords.class);
    long start = System.nanoTime();
    job.submit();
    while (!job.isComplete()) {
      Thread.sleep(20);
    }
    if (!job.isSuccessful()) {
      throw new IllegalStateException("the job failed: " + job.getStatus().getFailureInfo());
    }
    long end = System.nanoTime();
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    run.write(RunDirectory.PLAN, xml.toString());
    run.writeJson(
        RunDirectory.JOB,
        JobFacts.submitted(
                new JobFacts.Job("job_1", "made", "0.2.0", tasks, 1), "2026-01-01T00:00:00Z")
            .succeeded("2026-01-01T00:10:00Z", null));
    long mapped = MadeRecords.lastEndNanos;
    return new Seconds((mapped - start) / 1e9, (end - mapped) / 1e9);
  }

  private Configuration plan() {
    Configuration plan = new Configuration(false);
    Settings.COMMAND.set(plan, "run");
    Settings.ASSIGNMENTS.set(plan, "get:50,put:50@" + tasks);
    Settings.RATE.set(plan, Integer.toString(tasks * 2 * MadeRecords.REQUESTS));
    Settings.WARMUP.set(plan, "0s");
    Settings.FOR.set(plan, intervals + "s");
    return plan;
  }
}
