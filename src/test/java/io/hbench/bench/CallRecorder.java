package io.hbench.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/**
 * Proxies around a real connection of HBase's client, which count what is asked through it: calls
 * of the master and the bytes of its answers, rows of hbase:meta, and calls of region servers.
 */
final class CallRecorder {
  final AtomicLong masterCalls = new AtomicLong();
  final AtomicLong masterBytes = new AtomicLong();
  final AtomicLong metaRows = new AtomicLong();
  final AtomicLong serverCalls = new AtomicLong();
  final AtomicLong serverBytes = new AtomicLong();

  /** What was asked for since the last call. */
  record Counts(
      long masterCalls, long masterBytes, long metaRows, long serverCalls, long serverBytes) {}

  Counts take() {
    return new Counts(
        masterCalls.getAndSet(0),
        masterBytes.getAndSet(0),
        metaRows.getAndSet(0),
        serverCalls.getAndSet(0),
        serverBytes.getAndSet(0));
  }

  /** The same connection, recorded. */
  Connection record(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (method, args, answer) ->
            switch (method) {
              case "getAdmin" -> admin((Admin) answer);
              case "getRegionLocator" -> locator((RegionLocator) answer);
              case "getTable" ->
                  TableName.META_TABLE_NAME.equals(args[0]) ? meta((Table) answer) : answer;
              default -> answer;
            });
  }

  private Admin admin(Admin admin) {
    return proxy(
        Admin.class,
        admin,
        (method, args, answer) -> {
          switch (method) {
            case "getConnection" -> {
              return record((Connection) answer);
            }
            case "getRegions" -> metaRows.addAndGet(((Collection<?>) answer).size());
            case "getRegionMetrics" -> {
              serverCalls.incrementAndGet();
              for (Object region : (Collection<?>) answer) {
                serverBytes.addAndGet(
                    RegionMetricsBuilder.toRegionLoad((RegionMetrics) region).getSerializedSize());
              }
            }
            case "getLogEntries" -> serverCalls.incrementAndGet();
            case "getClusterMetrics" -> {
              masterCalls.incrementAndGet();
              masterBytes.addAndGet(
                  ClusterMetricsBuilder.toClusterStatus((ClusterMetrics) answer)
                      .getSerializedSize());
            }
            case "getRegionServers" -> {
              masterCalls.incrementAndGet();
              masterBytes.addAndGet(bytes(((Collection<?>) answer)));
            }
            case "close", "isAborted" -> {}
            default -> masterCalls.incrementAndGet(); // with one name, or one schema
          }
          return answer;
        });
  }

  /** Bytes of an answer with the names of servers. */
  private static long bytes(Collection<?> servers) {
    List<ServerName> names = servers.stream().map(ServerName.class::cast).toList();
    return ClusterMetricsBuilder.toClusterStatus(
            ClusterMetricsBuilder.newBuilder().setServerNames(names).build())
        .getSerializedSize();
  }

  private RegionLocator locator(RegionLocator locator) {
    return proxy(
        RegionLocator.class,
        locator,
        (method, args, answer) -> {
          if (method.equals("getAllRegionLocations")) {
            metaRows.addAndGet(((Collection<?>) answer).size());
          } else if (method.startsWith("getRegionLocation")) {
            metaRows.incrementAndGet();
          }
          return answer;
        });
  }

  private Table meta(Table meta) {
    return proxy(
        Table.class,
        meta,
        (method, args, answer) -> {
          if (answer instanceof Result[] rows) {
            metaRows.addAndGet(rows.length);
          }
          return answer instanceof ResultScanner scanner ? scanner(scanner) : answer;
        });
  }

  private ResultScanner scanner(ResultScanner rows) {
    return proxy(
        ResultScanner.class,
        rows,
        (method, args, answer) -> {
          if (answer instanceof Result) {
            metaRows.incrementAndGet();
          } else if (answer instanceof Iterator) {
            throw new UnsupportedOperationException("rows that can't be counted");
          }
          return answer;
        });
  }

  @FunctionalInterface
  private interface Answer {
    Object of(String method, Object[] args, Object answer);
  }

  private static <T> T proxy(Class<T> type, T real, Answer seen) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              try {
                return seen.of(method.getName(), args, method.invoke(real, args));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
