package io.hbench.job;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The queue of YARN that a job goes to. */
final class HadoopQueue {
  private static final String ROOT = "root";

  /** Rights of which each is enough to submit a job. */
  private static final List<String> SUBMITTERS =
      List.of(QueueACL.SUBMIT_APPLICATIONS.name(), QueueACL.ADMINISTER_QUEUE.name());

  private HadoopQueue() {}

  /**
   * Checks that the queue exists and takes jobs of the user, and that the cluster has containers of
   * the size. Of {@code default} nothing is asked but that it runs: for a user who names no queue,
   * YARN's placement rules may choose another one.
   *
   * @return why YARN may refuse the job, if that is not certain
   * @throws UsageException if it does not
   */
  static Optional<String> check(Configuration conf, boolean reduces)
      throws IOException, InterruptedException {
    Optional<String> doubt = check(conf, new Cluster(conf));
    checkContainers(conf, reduces, maxContainerMb(conf));
    return doubt;
  }

  /** Checks the queue alone. */
  static Optional<String> check(Configuration conf, Cluster yarn)
      throws IOException, InterruptedException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    QueueInfo queue = yarn.getQueue(name);
    if (queue != null && queue.getState() == QueueState.STOPPED) {
      throw refused(name, "a queue that takes no jobs: it is stopped", yarn);
    }
    if (name.equals(JobConf.DEFAULT_QUEUE_NAME)) {
      return Optional.empty();
    }
    if (queue == null) {
      return checkParent(name, yarn);
    }
    if (hasChildren(name, yarn)) {
      throw refused(name, "a parent queue: only leaf queues take jobs", yarn);
    }
    for (QueueAclsInfo rights : yarn.getQueueAclsForCurrentUser()) {
      if (isSame(rights.getQueueName(), name)
          && Collections.disjoint(List.of(rights.getOperations()), SUBMITTERS)) {
        return checkAcl(conf, name, yarn);
      }
    }
    return Optional.empty();
  }

  /** Refuses a queue that is not there, unless its parent may make it for the job. */
  private static Optional<String> checkParent(String name, Cluster yarn)
      throws IOException, InterruptedException {
    String parent = StringUtils.substringBeforeLast(name, ".");
    // a top-level queue that is not there is a typo more often than one that YARN makes
    QueueInfo above = parent.equals(name) || parent.equals(ROOT) ? null : yarn.getQueue(parent);
    if (above == null || above.getState() == QueueState.STOPPED) {
      throw refused(name, "no such queue", yarn);
    }
    return Optional.of(
        "YARN has no queue %s yet, and takes the job if it makes it below %s"
            .formatted(name, parent));
  }

  /** Refuses a queue whose ACL has not this user, unless YARN looks at no ACL. */
  private static Optional<String> checkAcl(Configuration conf, String name, Cluster yarn)
      throws IOException, InterruptedException {
    if (conf.getBoolean(YarnConfiguration.YARN_ACL_ENABLE, false)) {
      throw refused(name, "a queue that takes no jobs of this user", yarn);
    }
    String[] sources = conf.getPropertySources(YarnConfiguration.YARN_ACL_ENABLE);
    return sources == null || sources[sources.length - 1].equals("yarn-default.xml")
        ? Optional.of(
            "queue %s takes no jobs of this user if the ResourceManager has %s=true, which is not set here"
                .formatted(name, YarnConfiguration.YARN_ACL_ENABLE))
        : Optional.empty();
  }

  /** Whether two names, each the last part or the whole path of a queue, are of the same one. */
  private static boolean isSame(String one, String other) {
    return one.equals(other) || one.endsWith("." + other) || other.endsWith("." + one);
  }

  /** Whether a queue is a parent; not if that is unknown. */
  private static boolean hasChildren(String name, Cluster yarn)
      throws IOException, InterruptedException {
    try {
      QueueInfo[] children = yarn.getChildQueues(name);
      return children != null && children.length > 0;
    } catch (RuntimeException e) { // two queues have the last part of their paths in common
      return false;
    }
  }

  private static UsageException refused(String name, String why, Cluster yarn)
      throws IOException, InterruptedException {
    Set<String> leaves = new TreeSet<>();
    for (QueueInfo queue : yarn.getQueues()) {
      if (queue.getState() != QueueState.STOPPED && !hasChildren(queue.getQueueName(), yarn)) {
        leaves.add(queue.getQueueName());
      }
    }
    String flag = "-D " + MRJobConfig.QUEUE_NAME;
    if (leaves.isEmpty()) {
      return new UsageException(
          "%s %s: %s; YARN has no other that takes jobs".formatted(flag, name, why));
    }
    return UsageException.badValue(
        flag,
        name,
        why + "; YARN has " + String.join(", ", leaves),
        flag + "=" + leaves.stream().filter(leaf -> !leaf.equals(name)).findFirst().orElse(name));
  }

  /**
   * Checks that no container of a job is larger than YARN allows: the application master would end
   * the job after its submission.
   *
   * @param maxMb memory of the largest container
   */
  static void checkContainers(Configuration conf, boolean reduces, long maxMb) {
    JobConf job = new JobConf(conf);
    checkContainer(
        MRJobConfig.MR_AM_VMEM_MB,
        conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB),
        maxMb);
    checkContainer(MRJobConfig.MAP_MEMORY_MB, job.getMemoryRequired(TaskType.MAP), maxMb);
    if (reduces) {
      checkContainer(MRJobConfig.REDUCE_MEMORY_MB, job.getMemoryRequired(TaskType.REDUCE), maxMb);
    }
  }

  private static void checkContainer(String property, long mb, long maxMb) {
    if (mb > maxMb) {
      throw UsageException.badValue(
          "-D " + property,
          Long.toString(mb),
          "more than YARN's maximum allocation, " + maxMb + " MB",
          "-D " + property + "=" + maxMb);
    }
  }

  private static long maxContainerMb(Configuration conf) throws IOException {
    return ask(
        conf,
        yarn ->
            yarn.createApplication() // an id, and nothing to clean up
                .getNewApplicationResponse()
                .getMaximumResourceCapability()
                .getMemorySize());
  }

  /** A call of the ResourceManager. */
  @FunctionalInterface
  interface Query<T> {
    T of(YarnClient yarn) throws IOException, YarnException;
  }

  static <T> T ask(Configuration conf, Query<T> query) throws IOException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(new YarnConfiguration(conf));
      yarn.start();
      return query.of(yarn);
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  /** The nodes that run. */
  static List<NodeReport> nodes(Configuration conf) throws IOException {
    List<NodeReport> nodes = ask(conf, yarn -> yarn.getNodeReports(NodeState.RUNNING));
    if (nodes.isEmpty()) {
      throw new IOException("YARN has no NodeManager that runs");
    }
    return nodes;
  }

  /** The label of the nodes on which the queue has containers of jobs that name none; or empty. */
  static String label(Configuration conf) throws IOException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    var queue = ask(conf, yarn -> yarn.getQueueInfo(name)); // null if YARN does not know it
    return queue == null ? "" : StringUtils.trimToEmpty(queue.getDefaultNodeLabelExpression());
  }

  /**
   * What the queue holds if nothing else runs, and now. The maximum capacity of a nested queue is a
   * share of its parent, so it may hold less. Other limits of the queue are in its name.
   *
   * @throws IOException if no node runs
   */
  static JobSubmission.Room room(Configuration conf) throws IOException, InterruptedException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    var queue = ask(conf, yarn -> yarn.getQueueInfo(name)); // null if YARN does not know it
    return room(conf, describe(conf), queue == null ? 1 : queue.getMaximumCapacity(), nodes(conf));
  }

  /**
   * @param queue its name and use
   * @param share of the memory that it may have; any number outside of 0 to 1 is no limit
   */
  static JobSubmission.Room room(
      Configuration conf, String queue, double share, List<NodeReport> nodes) {
    long map = new JobConf(conf).getMemoryRequired(TaskType.MAP);
    long master = conf.getLong(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB);
    List<Long> all = nodes.stream().map(node -> node.getCapability().getMemorySize()).toList();
    long most = maps(all, map, master);
    if (share > 0 && share < 1) {
      long total = all.stream().mapToLong(mb -> mb).sum();
      most = Math.min(most, Math.floorDiv((long) (total * share) - master, map));
    }
    long now = Math.min(maps(nodes.stream().map(HadoopQueue::free).toList(), map, master), most);
    return new JobSubmission.Room(queue, nodes.size(), map, Math.max(0, most), Math.max(0, now));
  }

  static long free(NodeReport node) {
    long used = node.getUsed() == null ? 0 : node.getUsed().getMemorySize();
    return node.getCapability().getMemorySize() - used;
  }

  /** Maps beside the application master, which is on the node where it costs the fewest of them. */
  private static long maps(List<Long> mbOfNodes, long map, long master) {
    long all = mbOfNodes.stream().mapToLong(mb -> mb / map).sum();
    return mbOfNodes.stream()
        .filter(mb -> mb >= master)
        .mapToLong(mb -> all - mb / map + (mb - master) / map)
        .max()
        .orElse(0);
  }

  /** Name of the queue, with its capacity and use in YARN's words. */
  static String describe(Configuration conf) throws IOException, InterruptedException {
    String name = conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME);
    QueueInfo queue = new Cluster(conf).getQueue(name);
    return queue == null ? name : name + " (" + queue.getSchedulingInfo().trim() + ")";
  }
}
