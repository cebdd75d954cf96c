package io.hbench.row;

import java.util.Map;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * Counts of HBase's scan metrics.
 *
 * @param rpcs calls to region servers
 * @param remoteRpcs calls to region servers on another host than the client's
 * @param regions that were scanned
 * @param bytes in the results
 */
public record ScanCounts(long rpcs, long remoteRpcs, long regions, long bytes) {
  public static final ScanCounts NONE = new ScanCounts(0, 0, 0, 0);

  /** The counts since the last call; {@link #NONE} without metrics. */
  static ScanCounts since(ScanMetrics metrics) {
    if (metrics == null) {
      return NONE;
    }
    Map<String, Long> counts = metrics.getMetricsMap(); // resets them to 0
    return new ScanCounts(
        counts.getOrDefault(ScanMetrics.RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REMOTE_RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REGIONS_SCANNED_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.BYTES_IN_RESULTS_METRIC_NAME, 0L));
  }
}
