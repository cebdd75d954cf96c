package io.hbench.bench;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** What a NameNode of this JVM was asked, but by DataNodes, and what it keeps of it. */
final class NameNodeCalls {
  static final String RENEWAL = "RenewLease";
  private static final Set<String> OF_DATANODES =
      Set.of("SendHeartbeatNumOps", "BlockReceivedAndDeletedNumOps", "BlockReportNumOps");

  private final int port;
  private final FSNamesystem names;

  NameNodeCalls(MiniDFSCluster hdfs) {
    this.port = hdfs.getNameNodePort();
    this.names = hdfs.getNamesystem();
  }

  /**
   * What a NameNode keeps.
   *
   * @param files files and directories
   * @param edits transactions that it has logged
   */
  record Kept(long files, long blocks, long edits) {
    Kept minus(Kept before) {
      return new Kept(files - before.files, blocks - before.blocks, edits - before.edits);
    }
  }

  Kept kept() {
    return new Kept(
        names.getFilesTotal(),
        names.getBlocksTotal(),
        names.getFSImage().getLastAppliedOrWrittenTxId());
  }

  /** Calls by name; not by JMX, which is ten seconds late. */
  Map<String, Long> now() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance()
        .getSource("RpcDetailedActivityForPort" + port)
        .getMetrics(collector, true);
    Map<String, Long> calls = new TreeMap<>();
    for (MetricsRecord record : collector.getRecords()) {
      for (AbstractMetric metric : record.metrics()) {
        if (metric.name().endsWith("NumOps") && !OF_DATANODES.contains(metric.name())) {
          calls.put(metric.name().replace("NumOps", ""), metric.value().longValue());
        }
      }
    }
    return calls;
  }

  /** All but the renewals of leases: in one JVM one thread renews those of all clients at once. */
  long sum() {
    Map<String, Long> calls = now();
    return calls.values().stream().mapToLong(Long::longValue).sum()
        - calls.getOrDefault(RENEWAL, 0L);
  }
}
