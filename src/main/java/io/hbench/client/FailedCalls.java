package io.hbench.client;

import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;

/**
 * RPC calls that failed, by the metrics of HBase's client. The client sends a request again after
 * such a call, without a word to its caller, until its retries are exhausted. HBase has no public
 * API for that number; its metrics are public by JMX, if {@code hbase.client.metrics.enable} is
 * true.
 */
public final class FailedCalls {
  private static final String ENABLED = "hbase.client.metrics.enable";

  /** Of all connections of the JVM. */
  private static final String CALLS = "metrics:name=*.MetricsConnection.rpcCount_*,*";

  private static final String FAILED = "metrics:name=*.MetricsConnection.rpcTotalExceptions*,*";

  private FailedCalls() {}

  /** Switches the client's metrics on, unless the user has switched them off. */
  public static void enable(Configuration conf) {
    conf.setIfUnset(ENABLED, "true");
  }

  /**
   * Number of calls of this JVM that failed so far; empty without metrics. A batch of several rows
   * is one call, which fails as a whole or not at all.
   */
  public static OptionalLong total() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      if (beans.queryNames(new ObjectName(CALLS), null).isEmpty()) {
        return OptionalLong.empty(); // the counter of failed calls is there after the first one
      }
      long total = 0;
      Set<ObjectName> counters = beans.queryNames(new ObjectName(FAILED), null);
      for (ObjectName counter : counters) {
        total += ((Number) beans.getAttribute(counter, "Count")).longValue();
      }
      return OptionalLong.of(total);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    } catch (JMException e) {
      return OptionalLong.empty(); // a connection was closed meanwhile
    }
  }
}
