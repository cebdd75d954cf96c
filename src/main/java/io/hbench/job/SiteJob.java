package io.hbench.job;

import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.QuickSort;

/** What a site sets for all jobs, and hbench's job can't take from it. */
final class SiteJob {
  /**
   * Parts of MapReduce that a site may have replaced by ones of its own. A job of a few megabytes
   * gains nothing from them, and would fail at its very end where the containers lack one.
   */
  private static final Map<String, String> OWN =
      Map.of(
          MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
          DefaultCodec.class.getName(),
          FileOutputFormat.COMPRESS_CODEC,
          DefaultCodec.class.getName(),
          "io.serializations",
          WritableSerialization.class.getName(),
          "map.sort.class",
          QuickSort.class.getName(),
          MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
          "org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
          MRConfig.SHUFFLE_CONSUMER_PLUGIN,
          Shuffle.class.getName(),
          PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS,
          PathOutputCommitterFactory.FILE_COMMITTER_FACTORY,
          MRJobConfig.MAPREDUCE_JOB_CLASSLOADER,
          "false",
          MRJobConfig.TASK_PROFILE,
          "false");

  private SiteJob() {}

  /** Sets the parts of MapReduce that the job needs, but those that the user typed. */
  static void neutralize(Configuration conf) {
    OWN.forEach(
        (property, value) -> {
          if (!Settings.isTyped(conf, property)) {
            conf.set(property, value);
          }
        });
    ContainerJava.boundReserve(conf);
  }

  /**
   * Refuses what the job can't run with.
   *
   * @throws UsageException naming the property and its source
   */
  static void check(RunSpec spec, Configuration conf) throws IOException {
    JobConf job = new JobConf(conf); // which has read the site's mapred-site.xml
    if (LoadJob.isLocal(job, spec)) {
      return;
    }
    if (!MRConfig.YARN_FRAMEWORK_NAME.equals(job.get(MRConfig.FRAMEWORK_NAME))) {
      throw UsageException.badProperty(
          job,
          MRConfig.FRAMEWORK_NAME,
          "hbench needs MapReduce itself, on YARN",
          "-D " + MRConfig.FRAMEWORK_NAME + "=" + MRConfig.YARN_FRAMEWORK_NAME);
    }
    int wanted = Tenants.containers(job, spec.tasks());
    int maps = job.getInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, 0);
    if (maps > 0 && maps < wanted && !spec.policies().allowWaves()) {
      throw UsageException.badProperty(
          job,
          MRJobConfig.JOB_RUNNING_MAP_LIMIT,
          "fewer than the " + wanted + " tasks, which run at the same time",
          fewer(job, maps));
    }
    int most = job.getInt(MRJobConfig.JOB_MAX_MAP, MRJobConfig.DEFAULT_JOB_MAX_MAP);
    if (most >= 0 && most < wanted) {
      throw UsageException.badProperty(
          job,
          MRJobConfig.JOB_MAX_MAP,
          "fewer than the " + wanted + " tasks, and MapReduce takes no job with more",
          fewer(job, Math.max(1, most)));
    }
    if (spec.policies().jdk().isEmpty()) {
      ContainerJava.checkOptions(job);
    }
  }

  private static String fewer(Configuration job, int containers) {
    return Tenants.in(job)
        ? Tenants.fewer(job, containers)
        : Settings.TASKS.flag() + " " + containers;
  }
}
