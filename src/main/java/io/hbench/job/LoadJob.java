package io.hbench.job;

import io.hbench.client.HBaseUser;
import io.hbench.job.result.MergeReducer;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskRecord;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.spec.DuetReader;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Factory of the MapReduce job of a run. */
final class LoadJob {
  /** Hadoop has no constant for it: {@code JobConf.setCombinerClass}. */
  private static final String COMBINER = "mapred.combiner.class";

  /** Of an application, by the defaults of YARN. */
  private static final int MAX_TAGS = 10;

  private static final int MAX_TAG_LENGTH = 100;

  /** Reports of progress from all tasks to the application master. */
  private static final int MAX_REPORTS_PER_SECOND = 1_000;

  private LoadJob() {}

  /** Whether the tasks of a run are threads of this JVM. */
  static boolean isLocal(Configuration conf, RunSpec spec) {
    return isLocal(conf) || spec.local();
  }

  /** Whether MapReduce runs tasks as threads of one JVM. */
  static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME));
  }

  /** Whether a job has a reducer: steps and tenants are read from the tasks' own files. */
  static boolean reduces(RunSpec spec, Configuration conf) {
    return spec.command() != Command.FINDMAX && spec.tenant().isEmpty() && !Tenants.in(conf);
  }

  /** Makes a job that is ready to be submitted. */
  static Job of(RunSpec spec, Configuration clusterConf, Path out) throws IOException {
    Configuration conf = new Configuration(clusterConf);
    hygiene(conf, spec);
    SiteJob.neutralize(conf);
    conf.setStrings(MRJobConfig.JOB_TAGS, tags(conf, spec));
    ContainerJava.set(conf, spec.policies().jdk());
    boolean reduces = reduces(spec, conf);
    Job job =
        new PlannedJob(
            conf,
            Tenants.of(conf)
                .map(all -> "hbench run of tenants " + all + nameEnd(out))
                .orElse(name(spec, out)));
    job.setJarByClass(LoadJob.class);
    job.setInputFormatClass(TaskInputFormat.class);
    job.setMapperClass(LoadMapper.class);
    job.setReducerClass(MergeReducer.class);
    job.setNumReduceTasks(reduces ? 1 : 0);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(TaskRecord.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LatencyRecord.class);

    // stock formats and committer: the application master needs no class of hbench
    job.setOutputFormatClass(reduces ? SequenceFileOutputFormat.class : NullOutputFormat.class);
    SequenceFileOutputFormat.setOutputPath(job, out);
    SequenceFileOutputFormat.setCompressOutput(job, true);
    SequenceFileOutputFormat.setOutputCompressionType(job, CompressionType.BLOCK);
    MultipleOutputs.addNamedOutput(
        job,
        RunDirectory.TIMELINE,
        SequenceFileOutputFormat.class,
        Text.class,
        LatencyRecord.class);
    MultipleOutputs.addNamedOutput(
        job, RunDirectory.FACTS, SequenceFileOutputFormat.class, Text.class, TaskRecord.class);
    if (spec.replay().isPresent()) {
      Path[] file = {new Path(spec.replay().get().load().file())};
      TokenCache.obtainTokensForNamenodes(job.getCredentials(), file, conf);
    }
    addTokens(job, spec, clusterConf);
    return job;
  }

  /**
   * Adds tokens of HBase, by which tasks log in: of each user of the tenants, and of both sides.
   *
   * @param conf with the addresses of HBase
   */
  static void addTokens(Job job, RunSpec spec, Configuration conf) throws IOException {
    if (!spec.needsTable()) {
      return;
    }
    for (HBaseUser user : Tenants.of(conf).map(Tenants::users).orElse(List.of(spec.user()))) {
      if (user.isProxied()) {
        user.addToken(conf, job.getCredentials());
      } else {
        TableMapReduceUtil.initCredentials(job);
      }
    }
    if (spec.candidate().isPresent()) {
      HBaseUser user = spec.candidate().get().user();
      Configuration candidate = DuetReader.candidate(conf);
      if (user.isProxied()) {
        user.addToken(candidate, job.getCredentials());
      } else {
        TableMapReduceUtil.initCredentialsForCluster(job, candidate);
      }
    }
  }

  /** Overrides defaults of a cluster that would distort a measurement. */
  private static void hygiene(Configuration conf, RunSpec spec) {
    // a second attempt of a task would be additional load
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    // at least one more: a container may fail to start, and the next attempt of a lost task says so
    conf.setInt(
        "mapreduce.map.maxattempts", Math.max(2, conf.getInt("mapreduce.map.maxattempts", 4)));
    // the tasks of a second application master would all be second attempts after the start
    conf.setInt("mapreduce.am.max-attempts", 1);
    conf.setInt("mapreduce.map.failures.maxpercent", 0);
    // the second version keeps what tasks have committed, even if the job fails later
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 2);
    conf.setBoolean(FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER, true);
    // the default is six seconds: too old for a progress line
    int containers = Tenants.containers(conf, spec.tasks());
    conf.setLong("mapreduce.task.progress-report.interval", reportMillis(containers));
    // all tasks in the one container of the application master
    conf.setBoolean("mapreduce.job.ubertask.enable", false);
    // a reducer that waits holds a container that a map task needs
    conf.setFloat("mapreduce.job.reduce.slowstart.completedmaps", 1.0f);
    conf.setBoolean("mapreduce.map.output.compress", true);
    // records are added up in the reducer's memory while they arrive, and stay there
    conf.setClass(COMBINER, MergeReducer.Combiner.class, Reducer.class);
    conf.setFloat("mapreduce.reduce.input.buffer.percent", 0.5f);
    // of the heap; with the default, 0.7, a reducer of 1 GB ran out of memory while it fetched the
    // records of 1,000 tasks
    conf.setFloat("mapreduce.reduce.shuffle.input.buffer.percent", 0.35f);
    conf.setInt("mapreduce.task.io.sort.factor", 100);
    // histograms are small: the default buffer of 100 MB only makes the collector work, and costs
    // the asynchronous client a fifth of its throughput
    conf.setInt("mapreduce.task.io.sort.mb", 4);
    // an HBase on the nodes' class path may have another version than the one in the jar
    conf.setBooleanIfUnset(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, true);
    // web pages of YARN show the job's configuration
    conf.set(
        MRJobConfig.MR_JOB_REDACTED_PROPERTIES,
        String.join(
            ",",
            conf.get(MRJobConfig.MR_JOB_REDACTED_PROPERTIES, ""),
            "hbase.rpc.tls.keystore.password",
            "hbase.rpc.tls.truststore.password",
            Settings.OPERATION_PROPERTIES.property(),
            Tenants.PROPERTY));
    TaskHeap.bound(spec, conf);
    if (spec.local()) {
      conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    }
    // LocalJobRunner: all at once, or the first would wait at the start barrier forever
    conf.setInt("mapreduce.local.map.tasks.maximum", containers);
  }

  /**
   * The user's tags of the application in YARN, and hbench's as far as there is room: {@code
   * hbench}, {@code hbench-load}, {@code hbench-table-t1}. YARN refuses an application whose tags
   * are more, longer or not ASCII.
   */
  private static String[] tags(Configuration conf, RunSpec spec) {
    Set<String> tags = new LinkedHashSet<>(conf.getTrimmedStringCollection(MRJobConfig.JOB_TAGS));
    Stream<RunSpec> runs =
        Tenants.of(conf)
            .map(tenants -> tenants.all().stream().map(Tenants.Tenant::spec))
            .orElse(spec.sides().values().stream());
    Stream<String> tables =
        runs.filter(RunSpec::needsTable).map(run -> "hbench-table-" + run.target());
    Stream.concat(Stream.of("hbench", "hbench-" + spec.command()), tables)
        .map(tag -> tag.toLowerCase(Locale.ROOT).replaceAll("[^ -~]", "?"))
        .map(tag -> StringUtils.left(tag, MAX_TAG_LENGTH))
        .filter(tag -> tags.size() < MAX_TAGS)
        .forEach(tags::add);
    return tags.toArray(String[]::new);
  }

  /** A second, or as long as all need at the rate that the application master may get. */
  private static long reportMillis(int containers) {
    return Math.max(1_000, containers * 1_000L / MAX_REPORTS_PER_SECOND);
  }

  /** Name in YARN's lists: the load, and the run directory, by which a job is found again. */
  private static String name(RunSpec spec, Path out) {
    return "hbench " + spec.commandText() + " on " + spec.target() + nameEnd(out);
  }

  /** End of the name of the job that writes into a directory. */
  static String nameEnd(Path out) {
    return " in " + out.toUri().getPath();
  }

  /**
   * A job whose output directory exists before it is submitted: it has the plan of the run, so that
   * a job whose submitter is killed at any time can be followed. Hadoop's output formats refuse
   * such a directory. The configuration, and so the application master and the tasks, have the
   * stock format.
   */
  private static final class PlannedJob extends Job {
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
}
