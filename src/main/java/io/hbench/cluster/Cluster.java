package io.hbench.cluster;

import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.OneServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;

/** An HBase cluster that has answered. */
public final class Cluster implements AutoCloseable {
  /** What the submitter asks is quickly answered, or the cluster is in trouble. */
  private static final int HASTE_MILLIS = 10_000;

  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final long SERVER_PATIENCE_SECONDS = 5;

  private final Connection connection;
  private final Admin admin;

  private Cluster(Connection connection) throws IOException {
    this.connection = connection;
    this.admin = connection.getAdmin();
  }

  /**
   * Connects, within 30 s or not at all: HBase itself would go on for minutes.
   *
   * @throws IOException naming the address that was tried
   */
  public static Cluster connect(Configuration conf) throws IOException, InterruptedException {
    Configuration hasty = new Configuration(conf);
    hasty.setIfUnset("zookeeper.recovery.retry", "1");
    hasty.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 4);
    hasty.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, HASTE_MILLIS);
    hasty.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 2 * HASTE_MILLIS);
    hasty.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 2 * HASTE_MILLIS);
    hasty.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 2 * HASTE_MILLIS);
    ExecutorService thread = Executors.newSingleThreadExecutor(Cluster::daemon);
    Future<Cluster> answer =
        thread.submit(
            () -> {
              Cluster cluster = new Cluster(ConnectionFactory.createConnection(hasty));
              cluster.admin.getClusterMetrics();
              return cluster;
            });
    String unreachable = "can't reach HBase at " + HBaseConf.describe(conf);
    try {
      return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(unreachable + ": no answer in " + PATIENCE.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(unreachable + ": " + lastMet(e), e.getCause());
    } finally {
      thread.shutdownNow();
    }
  }

  /** HBase's own message is a page about every try; what the last one met is a line. */
  private static String lastMet(ExecutionException failure) {
    Throwable root = ExceptionUtils.getRootCause(failure);
    return root.getClass().getSimpleName()
        + " "
        + StringUtils.substringBefore(root.getMessage(), "\n");
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "connect");
    thread.setDaemon(true);
    return thread;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  /**
   * What the servers say of themselves and of a table now; of the servers alone if it is absent.
   */
  public ServerFacts facts(String table) throws IOException {
    TableName name = TableName.valueOf(table);
    ClusterMetrics metrics = admin.getClusterMetrics();
    Map<ServerName, CompletableFuture<BlockCache>> caches = new HashMap<>();
    metrics
        .getLiveServerMetrics()
        .forEach((s, m) -> caches.put(s, BlockCache.of(s.getHostname(), m.getInfoServerPort())));
    Map<String, OneServer> servers = new TreeMap<>();
    int regions = 0;
    long reads = 0;
    long writes = 0;
    double storeFiles = 0;
    double memStores = 0;
    for (Map.Entry<ServerName, ServerMetrics> server : metrics.getLiveServerMetrics().entrySet()) {
      int here = 0;
      long readsHere = 0;
      long writesHere = 0;
      for (RegionMetrics region : regions(server.getKey(), server.getValue(), name)) {
        here++;
        readsHere += region.getReadRequestCount();
        writesHere += region.getWriteRequestCount();
        storeFiles += region.getStoreFileSize().get(Size.Unit.BYTE);
        memStores += region.getMemStoreSize().get(Size.Unit.BYTE);
      }
      BlockCache cache = caches.get(server.getKey()).join();
      servers.put(
          server.getKey().getAddress().toString(),
          new OneServer(
              here,
              readsHere,
              writesHere,
              cache.blockCacheHitCount(),
              cache.blockCacheMissCount()));
      regions += here;
      reads += readsHere;
      writes += writesHere;
    }
    return new ServerFacts(
        metrics.getHBaseVersion(),
        regions,
        reads,
        writes,
        (long) storeFiles,
        (long) memStores,
        servers);
  }

  /**
   * The table's regions on a server: by the server itself, because the master's figures are some
   * seconds old; or by the master if the server does not answer.
   */
  private List<RegionMetrics> regions(ServerName server, ServerMetrics byMaster, TableName table) {
    CompletableFuture<List<RegionMetrics>> own =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return admin.getRegionMetrics(server, table);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return own.completeOnTimeout(null, SERVER_PATIENCE_SECONDS, TimeUnit.SECONDS)
        .exceptionally(failure -> null)
        .thenApply(
            regions ->
                regions != null
                    ? regions
                    : byMaster.getRegionMetrics().values().stream()
                        .filter(r -> RegionInfo.getTable(r.getRegionName()).equals(table))
                        .toList())
        .join();
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }
}
