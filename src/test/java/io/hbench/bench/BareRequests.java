package io.hbench.bench;

import io.hbench.data.KeyFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
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
 * value for all: what any load generator could reach at best. They begin with {@link #start}, and
 * end with {@link #close}.
 */
final class BareRequests implements AutoCloseable {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] COLUMN = Bytes.toBytes("0");

  private static final byte[] VALUE = new byte[ClusterBench.VALUE_BYTES];

  private final boolean puts;
  private final TableName name;
  private final long rows;
  private final Closeable connection;
  private final List<CompletableFuture<Void>> loops = new ArrayList<>();
  private final LongAdder answered = new LongAdder();
  private volatile boolean ended;

  private BareRequests(String operation, String table, long rows, Closeable connection) {
    this.puts = operation.equals("put");
    this.name = TableName.valueOf(table);
    this.rows = rows;
    this.connection = connection;
  }

  /**
   * In a JVM of its own; prints the {@link Cost} after the warm-up.
   *
   * @param args {@code get|put blocking|async table rows}, and seconds: of the warm-up, and after
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    try (BareRequests requests = start(conf, args[0], args[1], args[2], Long.parseLong(args[3]))) {
      long warmupMillis = TimeUnit.SECONDS.toMillis(Long.parseLong(args[4]));
      System.out.println(
          Cost.of(requests::answered, warmupMillis, Long.parseLong(args[5]), () -> {}));
    }
  }

  static BareRequests start(
      Configuration conf, String operation, String client, String table, long rows)
      throws Exception {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED); // as in hbench's tasks
    BareRequests requests;
    if (client.equals("async")) {
      AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get();
      requests = new BareRequests(operation, table, rows, connection);
      for (int i = 0; i < ClusterBench.IN_FLIGHT; i++) {
        CompletableFuture<Void> loop = new CompletableFuture<>();
        requests.loops.add(loop);
        requests.send(connection.getTable(requests.name), loop);
      }
    } else {
      Connection connection = ConnectionFactory.createConnection(conf);
      requests = new BareRequests(operation, table, rows, connection);
      for (int i = 0; i < ClusterBench.THREADS; i++) {
        requests.loops.add(
            CompletableFuture.runAsync(
                () -> requests.loop(connection), loop -> new Thread(loop).start()));
      }
    }
    return requests;
  }

  /** Number of requests that were answered. */
  long answered() {
    return answered.sum();
  }

  /** Each answer sends the next request, on the thread that it came on. */
  private void send(AsyncTable<?> table, CompletableFuture<Void> loop) {
    CompletableFuture<?> request = puts ? table.put(put()) : table.get(get());
    var unused =
        request.whenComplete(
            (row, failure) -> {
              if (failure != null) {
                loop.completeExceptionally(failure);
              } else if (ended) {
                loop.complete(null);
              } else {
                answered.increment();
                send(table, loop);
              }
            });
  }

  private void loop(Connection blocking) {
    try (Table table = blocking.getTable(name)) {
      while (!ended) {
        if (puts) {
          table.put(put());
        } else {
          var unused = table.get(get());
        }
        answered.increment();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /** Waits for the requests in flight, and fails if a request has. */
  @Override
  public void close() throws IOException {
    ended = true;
    try (connection) {
      CompletableFuture.allOf(loops.toArray(CompletableFuture[]::new)).join();
    }
  }
}
