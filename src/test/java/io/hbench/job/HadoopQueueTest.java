package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Jobs that YARN would refuse after their table was dropped. */
class HadoopQueueTest {
  private final Configuration conf = new Configuration();

  /**
   * Queues root.prod.a, which the user may use, b, which not, c, which he administers; root.off.
   */
  private class Queues extends Cluster {
    Queues() throws IOException {
      super(conf);
    }

    @Override
    public QueueInfo[] getQueues() {
      return new QueueInfo[] {
        queue("prod"), queue("b"), queue("a"), queue("c"), queue("off"), queue("default")
      };
    }

    @Override
    public QueueInfo getQueue(String name) {
      return Arrays.stream(getQueues())
          .filter(queue -> queue.getQueueName().equals(name))
          .findAny()
          .orElse(name.equals("root") ? queue(name) : null);
    }

    @Override
    public QueueInfo[] getChildQueues(String name) {
      return switch (name) {
        case "root" -> new QueueInfo[] {queue("prod"), queue("off")};
        case "prod" -> new QueueInfo[] {queue("a"), queue("b"), queue("c")};
        default -> new QueueInfo[0];
      };
    }

    @Override
    public QueueAclsInfo[] getQueueAclsForCurrentUser() {
      return new QueueAclsInfo[] {
        new QueueAclsInfo("root.prod.a", new String[] {"SUBMIT_APPLICATIONS"}),
        new QueueAclsInfo("root.default", new String[0]), // placement rules choose another queue
        new QueueAclsInfo("root.prod.b", new String[0]),
        new QueueAclsInfo("root.prod.c", new String[] {"ADMINISTER_QUEUE"})
      };
    }

    static QueueInfo queue(String name) {
      return new QueueInfo(
          name, "", name.equals("off") ? QueueState.STOPPED : QueueState.RUNNING, null);
    }
  }

  @Test
  void aQueueThatTakesNoJobOfTheUserIsRefused() throws Exception {
    conf.setBoolean("yarn.acl.enable", true);
    isRefused("nowhere", "no such queue");
    isRefused("root", "a parent queue: only leaf queues take jobs");
    isRefused("prod", "a parent queue: only leaf queues take jobs");
    isRefused("off", "a queue that takes no jobs: it is stopped");
    isRefused("b", "a queue that takes no jobs of this user");
    for (String taken : new String[] {"a", "c", "default"}) {
      conf.set("mapreduce.job.queuename", taken);
      assertThat(HadoopQueue.check(conf, new Queues())).isEmpty();
    }
  }

  /** Kind: CapacityScheduler, where only the path of a queue is unique. */
  @Test
  void aQueueWhoseNameAnotherOneHasIsAskedForByItsPath() throws Exception {
    Cluster twice =
        new Queues() {
          @Override
          public QueueInfo[] getQueues() {
            return new QueueInfo[] {queue("a"), queue("a"), queue("c")};
          }

          @Override
          public QueueInfo getQueue(String name) {
            return name.equals("root.prod.a") ? queue("a") : null;
          }

          @Override
          public QueueInfo[] getChildQueues(String name) {
            if (name.equals("a")) {
              throw new NullPointerException("parent"); // as YarnClient
            }
            return new QueueInfo[0];
          }
        };
    conf.set("mapreduce.job.queuename", "root.prod.a");
    assertThat(HadoopQueue.check(conf, twice)).isEmpty();
    conf.set("mapreduce.job.queuename", "a");
    assertThatThrownBy(() -> HadoopQueue.check(conf, twice))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no such queue; YARN has a, c; try");
  }

  /** Kind: pools and queues of users, which YARN makes with their first job. */
  @Test
  void aQueueThatItsParentMayMakeIsADoubt() throws Exception {
    conf.set("mapreduce.job.queuename", "prod.alice");
    assertThat(HadoopQueue.check(conf, new Queues()))
        .hasValue("YARN has no queue prod.alice yet, and takes the job if it makes it below prod");
    isRefused("nowhere.alice", "no such queue");
    isRefused("off.alice", "no such queue");
  }

  @Test
  void noQueueIsSuggestedWhereAllAreStopped() throws Exception {
    conf.set("mapreduce.job.queuename", "off");
    Cluster stopped =
        new Queues() {
          @Override
          public QueueInfo[] getQueues() {
            return new QueueInfo[] {queue("off")};
          }
        };
    assertThatThrownBy(() -> HadoopQueue.check(conf, stopped))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "-D mapreduce.job.queuename off: a queue that takes no jobs: it is stopped; YARN has no other that takes jobs");
  }

  /** The ResourceManager lists the rights of a queue's ACL also if it does not look at them. */
  @Test
  void anAclRefusesNothingWhereYarnLooksAtNone() throws Exception {
    conf.set("mapreduce.job.queuename", "b");
    assertThat(HadoopQueue.check(conf, new Queues()))
        .hasValue(
            "queue b takes no jobs of this user if the ResourceManager has yarn.acl.enable=true,"
                + " which is not set here");
    conf.setBoolean("yarn.acl.enable", false);
    assertThat(HadoopQueue.check(conf, new Queues())).isEmpty();
  }

  private void isRefused(String queue, String why) {
    conf.set("mapreduce.job.queuename", queue);
    assertThatThrownBy(() -> HadoopQueue.check(conf, new Queues()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-D mapreduce.job.queuename " + queue + ": " + why)
        .hasMessageEndingWith("; YARN has a, b, c, default; try -D mapreduce.job.queuename=a");
  }

  @Test
  void aQueueHoldsNoMoreThanItsMaximumCapacity() throws IOException {
    conf.setInt("mapreduce.map.memory.mb", 1_024);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 1_024);
    List<NodeReport> nodes = List.of(node(51_200, 0), node(51_200, 46_080));
    assertThat(HadoopQueue.room(conf, "small", 0.1, nodes))
        .isEqualTo(new JobSubmission.Room("small", 2, 1_024, 9, 9));
    assertThat(HadoopQueue.room(conf, "half", 0.6, nodes))
        .isEqualTo(new JobSubmission.Room("half", 2, 1_024, 59, 54));
    for (double none : new double[] {-1, 0, 1, Float.NaN}) {
      assertThat(HadoopQueue.room(conf, "whole", none, nodes).most()).isEqualTo(99);
    }
  }

  /** It took the place of a whole task, and doctor called six tasks too many. */
  @Test
  void anApplicationMasterInTheRestOfANodeTakesThePlaceOfNoTask() throws IOException {
    conf.setInt("mapreduce.map.memory.mb", 4_096);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 2_048);
    NodeReport idle = node(10_240, 0);
    assertThat(HadoopQueue.room(conf, "whole", 1, List.of(idle, idle, idle)))
        .isEqualTo(new JobSubmission.Room("whole", 3, 4_096, 6, 6));
    assertThat(HadoopQueue.room(conf, "whole", 1, List.of(node(10_240, 2_048), node(1_024, 0))))
        .isEqualTo(new JobSubmission.Room("whole", 2, 4_096, 2, 1));
  }

  private static NodeReport node(int mb, int used) {
    return NodeReport.newInstance(
        NodeId.newInstance("host", 1),
        NodeState.RUNNING,
        "",
        "",
        Resource.newInstance(used, 1),
        Resource.newInstance(mb, 8),
        1,
        "",
        0);
  }

  @Test
  void aContainerThatNoNodeHasIsRefused() {
    conf.setInt("mapreduce.map.memory.mb", 9_000);
    HadoopQueue.checkContainers(conf, true, 9_000);
    assertThatThrownBy(() -> HadoopQueue.checkContainers(conf, true, 8_192))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "-D mapreduce.map.memory.mb 9000: more than YARN's maximum allocation, 8192 MB; try -D mapreduce.map.memory.mb=8192");
  }

  @Test
  void theContainersThatAJobHasAreLookedAt() {
    conf.setInt("mapreduce.reduce.memory.mb", 9_000);
    HadoopQueue.checkContainers(conf, false, 8_192); // a search merges without a reducer
    isTooLarge("mapreduce.reduce.memory.mb");
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 9_000);
    isTooLarge("yarn.app.mapreduce.am.resource.mb");
  }

  private void isTooLarge(String property) {
    assertThatThrownBy(() -> HadoopQueue.checkContainers(conf, true, 8_192))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-D " + property + " 9000: more than YARN's maximum allocation");
  }
}
