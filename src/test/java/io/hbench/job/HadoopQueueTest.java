package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;
import org.junit.jupiter.api.Test;

/** Jobs that YARN would refuse after their table was dropped. */
class HadoopQueueTest {
  private final Configuration conf = new Configuration();

  /** Queues root.prod.a, which the user may use, root.prod.b, which not, and root.off. */
  private final class Queues extends Cluster {
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

    private static QueueInfo queue(String name) {
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
      isTaken(taken);
    }
  }

  @Test
  void rightsThatYarnDoesNotAskForAreNotNeeded() throws Exception {
    isTaken("b");
  }

  private void isTaken(String queue) throws Exception {
    conf.set("mapreduce.job.queuename", queue);
    HadoopQueue.check(conf, new Queues());
  }

  private void isRefused(String queue, String why) {
    conf.set("mapreduce.job.queuename", queue);
    assertThatThrownBy(() -> HadoopQueue.check(conf, new Queues()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-D mapreduce.job.queuename " + queue + ": " + why)
        .hasMessageEndingWith("; YARN has a, b, c, default; try -D mapreduce.job.queuename=a");
  }

  @Test
  void aContainerThatNoNodeHasIsRefused() {
    conf.setInt("mapreduce.map.memory.mb", 9_000);
    HadoopQueue.checkContainers(conf, 9_000);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 9_001);
    assertThatThrownBy(() -> HadoopQueue.checkContainers(conf, 9_000))
        .hasMessageStartingWith("-D yarn.app.mapreduce.am.resource.mb 9001: more than");
    conf.unset("yarn.app.mapreduce.am.resource.mb");
    assertThatThrownBy(() -> HadoopQueue.checkContainers(conf, 8_192))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "-D mapreduce.map.memory.mb 9000: more than YARN's maximum allocation, 8192 MB; try -D mapreduce.map.memory.mb=8192");
  }
}
