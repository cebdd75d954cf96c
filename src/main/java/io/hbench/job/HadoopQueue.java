package io.hbench.job;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;

/** The queue of YARN that a job goes to. */
final class HadoopQueue {
  private HadoopQueue() {}

  /**
   * Checks that the queue exists and takes jobs. A queue that nobody chose may not exist: rules of
   * YARN find another one.
   *
   * @throws UsageException if it does not
   */
  static void check(Configuration conf) throws IOException, InterruptedException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    String flag = "-D " + MRJobConfig.QUEUE_NAME;
    Cluster yarn = new Cluster(conf);
    QueueInfo queue = yarn.getQueue(name);
    if (queue == null && !name.equals(JobConf.DEFAULT_QUEUE_NAME)) {
      String known =
          Arrays.stream(yarn.getQueues())
              .map(QueueInfo::getQueueName)
              .sorted()
              .collect(Collectors.joining(", "));
      throw UsageException.badValue(
          flag,
          name,
          "no such queue; YARN has " + known,
          flag + "=" + yarn.getQueues()[0].getQueueName());
    }
    if (queue != null && queue.getState() == QueueState.STOPPED) {
      throw UsageException.badValue(
          flag, name, "a queue that takes no jobs: it is stopped", flag + "=default");
    }
  }

  /** Name of the queue, with its capacity and use in YARN's words. */
  static String describe(Configuration conf) throws IOException, InterruptedException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    QueueInfo queue = new Cluster(conf).getQueue(name);
    return queue == null ? name : name + " (" + queue.getSchedulingInfo().trim() + ")";
  }
}
