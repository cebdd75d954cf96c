package io.hbench.row;

import java.util.Map;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * What scans cost, by HBase's own scan metrics.
 *
 * @param rpcs calls of region servers
 * @param remoteRpcs those that went to another host than the client's
 * @param regions that were opened
 * @param bytes in the results
 */
public record ScanCounts(long rpcs, long remoteRpcs, long regions, long bytes) {
  public static final ScanCounts NONE = new ScanCounts(0, 0, 0, 0);

  /** What came up since it was last asked; nothing if there are no metrics. */
  static ScanCounts since(ScanMetrics metrics) {
    if (metrics == null) {
      return NONE;
    }
    Map<String, Long> counts = metrics.getMetricsMap(); // sets them back to 0
    return new ScanCounts(
        counts.getOrDefault(ScanMetrics.RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REMOTE_RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REGIONS_SCANNED_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.BYTES_IN_RESULTS_METRIC_NAME, 0L));
  }
}
