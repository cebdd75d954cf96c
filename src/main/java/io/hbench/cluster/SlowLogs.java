package io.hbench.cluster;

import io.hbench.rundir.server.SlowLog;
import io.hbench.rundir.server.SlowLog.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.LogEntry;
import org.apache.hadoop.hbase.client.OnlineLogRecord;
import org.apache.hadoop.hbase.client.ServerType;
import org.apache.hadoop.util.VersionUtil;

/** Reader of the region servers' slow and large logs, which they keep in memory. */
final class SlowLogs {
  private static final List<String> TYPES = List.of("SLOW_LOG", "LARGE_LOG");

  /** Of each log of a server, whose ring buffers have 256 by default. */
  private static final int MAX_ENTRIES = 1_000;

  /** Of all servers, the longest calls of each: a report of 256 MB would not be read again. */
  private static final int MAX_OF_ALL = 20_000;

  private static final int LEAST_OF_EACH = 20;

  private static final String FIRST_WITH_FILE_TIMES = "2.6";

  private SlowLogs() {}

  /**
   * The entries of a table since a time. Servers without an answer in some seconds are left out.
   *
   * @param sinceMs by the servers' clocks, in milliseconds since 1970
   */
  static SlowLog read(Cluster cluster, TableName table, long sinceMs) throws IOException {
    ClusterMetrics metrics =
        cluster.admin().getClusterMetrics(EnumSet.of(Option.SERVERS_NAME, Option.HBASE_VERSION));
    Collection<ServerName> servers = cluster.paces().named(metrics.getServersName());
    boolean timesFiles = timesFiles(metrics.getHBaseVersion());
    Map<ServerName, List<Entry>> answers =
        cluster.queryAll(servers, server -> entries(cluster.admin(), server, table, timesFiles));
    int each = Math.max(LEAST_OF_EACH, MAX_OF_ALL / Math.max(1, servers.size()));
    List<Entry> all =
        answers.values().stream()
            .flatMap(entries -> longest(entries, sinceMs, each).stream())
            .toList();
    return new SlowLog(all, problem(servers.size(), answers.size(), all.isEmpty()));
  }

  /** The longest calls of a server since a time, the longest first. */
  static List<Entry> longest(List<Entry> entries, long sinceMs, int most) {
    return entries.stream()
        .filter(entry -> entry.startMs() >= sinceMs)
        .sorted(Comparator.comparing(Entry::processingMs).reversed())
        .limit(most)
        .toList();
  }

  /**
   * Whether a version measures the time of reading from the file system; a log without it has 0. It
   * is the version of the master, as that does not pass on those of the servers.
   */
  static boolean timesFiles(String version) {
    String release = StringUtils.substringBefore(version, "-");
    return release != null && VersionUtil.compareVersions(release, FIRST_WITH_FILE_TIMES) >= 0;
  }

  /** What the logs did not say, in one line; null if they have said all. */
  static String problem(int servers, int answers, boolean isEmpty) {
    if (answers < servers) {
      return "no answer from %d of %d servers".formatted(servers - answers, servers);
    }
    return isEmpty
        ? "no call of the table in them; they are kept with"
            + " hbase.regionserver.slowlog.buffer.enabled, for calls of more than"
            + " hbase.ipc.warn.response.time"
        : null;
  }

  private static List<Entry> entries(
      Admin admin, ServerName server, TableName table, boolean timesFiles) throws IOException {
    Map<String, Object> filter = Map.of("tableName", table.getNameAsString());
    List<LogEntry> found = new ArrayList<>();
    for (String type : TYPES) {
      found.addAll(
          admin.getLogEntries(Set.of(server), type, ServerType.REGION_SERVER, MAX_ENTRIES, filter));
    }
    return found.stream()
        .flatMap(e -> e instanceof OnlineLogRecord call ? Stream.of(call) : Stream.empty())
        .map(call -> entry(server, call, timesFiles))
        .distinct() // a call may be in both logs
        .toList();
  }

  private static Entry entry(ServerName server, OnlineLogRecord call, boolean timesFiles) {
    return new Entry(
        server.getAddress().toString(),
        call.getRegionName(),
        call.getMethodName() + " " + call.getParam(),
        call.getStartTime(),
        call.getQueueTime(),
        call.getProcessingTime(),
        timesFiles ? (Long) call.getFsReadTime() : null,
        call.getBlockBytesScanned(),
        call.getResponseSize());
  }
}
