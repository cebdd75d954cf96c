package io.hbench.cluster;

import io.hbench.rundir.ServerFacts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HBase cluster that has answered. */
public final class Cluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  /** What the submitter asks is quickly answered, or the cluster is in trouble. */
  private static final int HASTE_MILLIS = 10_000;

  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final long SERVER_PATIENCE_SECONDS = 5;

  /** Hundreds of servers are not hundreds of threads. */
  private static final int MOST_THREADS = 64;

  private final Connection connection;
  private final Admin admin;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(MOST_THREADS, work -> daemon("ask", work));

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
    ExecutorService thread = Executors.newSingleThreadExecutor(work -> daemon("connect", work));
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

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  /** A question to one of many. */
  @FunctionalInterface
  interface Question<K, V> {
    V put(K whom) throws IOException;
  }

  /**
   * Puts a question to all of them at once, and waits five seconds for the answers.
   *
   * @return of those that gave one
   */
  <K, V> Map<K, V> ask(Collection<K> all, Question<K, V> question) throws IOException {
    List<K> whom = List.copyOf(all);
    List<Callable<V>> questions =
        whom.stream().<Callable<V>>map(one -> () -> question.put(one)).toList();
    Map<K, V> answers = new LinkedHashMap<>();
    try {
      List<Future<V>> given =
          threads.invokeAll(questions, SERVER_PATIENCE_SECONDS, TimeUnit.SECONDS);
      for (int i = 0; i < whom.size(); i++) {
        try {
          answers.put(whom.get(i), given.get(i).get());
        } catch (ExecutionException | CancellationException e) {
          LOG.debug("no answer from {}", whom.get(i), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    return answers;
  }

  /** The table's regions by the servers that have them; without those that do not answer. */
  Map<ServerName, List<RegionMetrics>> regions(Collection<ServerName> servers, TableName table)
      throws IOException {
    return ask(servers, server -> admin.getRegionMetrics(server, table));
  }

  /** Where the table's regions are, replicas included; those that are nowhere are left out. */
  List<HRegionLocation> locations(TableName table) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return locator.getAllRegionLocations().stream()
          .filter(region -> region != null && region.getServerName() != null)
          .toList();
    }
  }

  /**
   * What the servers say of themselves and of a table now; of the servers alone if it is absent.
   */
  public ServerFacts facts(String table) throws IOException {
    return ServerSurvey.facts(this, TableName.valueOf(table));
  }

  /** What each of the live region servers has for its block cache, sorted by name. */
  public List<ServerMemory> memory() throws IOException {
    return ServerSurvey.memory(this);
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    admin.close();
    connection.close();
  }
}
