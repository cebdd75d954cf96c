package io.hbench.it;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.ThrottleSettings;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.testing.TestingHBaseCluster;
import org.apache.hadoop.hbase.testing.TestingHBaseClusterOption;
import org.apache.hadoop.metrics2.impl.JmxCacheBuster;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** One real HBase in this JVM, with two region servers, for all tests that ask for it. */
public final class HBaseFixture implements BeforeAllCallback {
  private static final String LOCK = "hbase";
  private static final int DAY_MILLIS = 86_400_000;

  /** A class of tests that share this HBase with other classes. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(HBaseFixture.class)
  @ResourceLock(value = LOCK, mode = ResourceAccessMode.READ)
  @interface Shared {}

  /** A class of tests that read what all tables add to, such as caches. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(HBaseFixture.class)
  @ResourceLock(LOCK)
  @interface Alone {}

  /** For tests that write into hbase:meta: they count what is there. */
  static final Lock META = new ReentrantLock();

  private static TestingHBaseCluster cluster;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .getOrComputeIfAbsent(HBaseFixture.class, type -> started(), AutoCloseable.class);
  }

  private static AutoCloseable started() {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1"); // as a site sets it: no default
    // no metrics pages: beside HDFS in one JVM, HBase's figures go by the name of HDFS
    conf.setInt(HConstants.REGIONSERVER_INFO_PORT, -1);
    // slow logs, of calls that take so long in a handler
    conf.setBoolean("hbase.regionserver.slowlog.buffer.enabled", true);
    conf.setInt("hbase.ipc.warn.response.time", 100);
    // quotas, of which servers hear soon; whole at the start of a second, so that they are exact
    conf.setBoolean("hbase.quota.enabled", true);
    conf.setInt("hbase.quota.refresh.period", 4_000);
    conf.set("hbase.quota.rate.limiter", "org.apache.hadoop.hbase.quotas.FixedIntervalRateLimiter");
    // no region moves, no file is removed and no cache is used unless a test makes it so
    conf.setInt("hbase.balancer.period", DAY_MILLIS);
    conf.setFloat("hbase.master.balancer.stochastic.minCostNeedBalance", 1);
    conf.setInt("hbase.hfile.compaction.discharger.interval", DAY_MILLIS);
    conf.setInt("hbase.regionserver.flush.check.period", DAY_MILLIS);
    try {
      // rights, for tests of other users: that of this JVM is the superuser
      GuardedHBase.guard(conf);
      cluster =
          TestingHBaseCluster.create(
              TestingHBaseClusterOption.builder().conf(conf).numRegionServers(2).build());
      cluster.start();
      // nobody reads its metrics, and each new table would start them all again
      JmxCacheBuster.stop();
    } catch (Exception e) {
      throw new IllegalStateException("HBase did not start", e);
    }
    return cluster::stop;
  }

  static Configuration conf() {
    return cluster.getConf();
  }

  /** All limits of requests and bytes, with what each is of, which HBase's own text leaves out. */
  static List<String> quotas(Admin admin) throws IOException {
    return admin.getQuota(new QuotaFilter()).stream()
        .filter(ThrottleSettings.class::isInstance)
        .map(q -> q.getUserName() + " " + q.getTableName() + " " + q.getNamespace() + ": " + q)
        .sorted()
        .toList();
  }

  /** A region as its server has it. */
  static Region region(RegionInfo region) {
    return cluster.getRegion(region).orElseThrow();
  }
}
