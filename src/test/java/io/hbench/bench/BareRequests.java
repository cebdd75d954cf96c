package io.hbench.bench;

import io.hbench.data.KeyFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;

/**
 * Random gets or puts with HBase's client and nothing around it, no clock, no histogram and one
 * value for all: what any load generator could reach at best. A JVM of its own, with arguments
 * {@code get|put blocking|async table rows warm-up seconds}; it prints its {@link Cost} after the
 * warm-up.
 */
final class BareRequests {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] COLUMN = Bytes.toBytes("0");

  private static final byte[] VALUE = new byte[ClusterBench.VALUE_BYTES];

  private final boolean puts;
  private final TableName name;
  private final long rows;
  private final LongAdder answered = new LongAdder();
  private final CompletableFuture<Void> failed = new CompletableFuture<>();
  private volatile boolean ended;

  private BareRequests(boolean puts, TableName name, long rows) {
    this.puts = puts;
    this.name = name;
    this.rows = rows;
  }

  public static void main(String[] args) throws Exception {
    BareRequests requests =
        new BareRequests(
            args[0].equals("put"), TableName.valueOf(args[2]), Long.parseLong(args[3]));
    long warmup = Long.parseLong(args[4]);
    long seconds = Long.parseLong(args[5]);
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED); // as in hbench's tasks
    Configuration conf = HBaseConfiguration.create();
    if (args[1].equals("async")) {
      try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
        AsyncTable<?> table = connection.getTable(requests.name);
        for (int i = 0; i < ClusterBench.IN_FLIGHT; i++) {
          requests.send(table);
        }
        System.out.println(requests.measure(warmup, seconds));
      }
    } else {
      try (Connection connection = ConnectionFactory.createConnection(conf)) {
        for (int i = 0; i < ClusterBench.THREADS; i++) {
          Thread thread = new Thread(() -> requests.loop(connection));
          thread.setDaemon(true);
          thread.start();
        }
        System.out.println(requests.measure(warmup, seconds));
      }
    }
  }

  /** Each answer sends the next request, on the thread that it came on. */
  private void send(AsyncTable<?> table) {
    CompletableFuture<?> request = puts ? table.put(put()) : table.get(get());
    var unused =
        request.whenComplete(
            (row, failure) -> {
              if (failure != null) {
                failed.completeExceptionally(failure);
              } else if (!ended) {
                answered.increment();
                send(table);
              }
            });
  }

  private void loop(Connection connection) {
    try (Table table = connection.getTable(name)) {
      while (!ended) {
        if (puts) {
          table.put(put());
        } else {
          var unused = table.get(get());
        }
        answered.increment();
      }
    } catch (Exception e) {
      failed.completeExceptionally(e);
    }
  }

  private Get get() {
    return new Get(key()).addColumn(FAMILY, COLUMN);
  }

  private Put put() {
    return new Put(key()).addColumn(FAMILY, COLUMN, VALUE);
  }

  private byte[] key() {
    return KEYS.key(ThreadLocalRandom.current().nextLong(rows));
  }

  private Cost measure(long warmup, long seconds) throws Exception {
    TimeUnit.SECONDS.sleep(warmup);
    Cost.Meter meter = new Cost.Meter();
    long before = answered.sum();
    TimeUnit.SECONDS.sleep(seconds);
    Cost cost = meter.of(answered.sum() - before);
    if (failed.isDone()) {
      failed.get();
    }
    ended = true;
    return cost;
  }
}
