package io.hbench.job.result;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hbench.latency.LatencyRecord;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import javax.crypto.SecretKey;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;

/**
 * The first task of a group, which writes the records of all its tasks into one file: whoever
 * watches the run reads a file of each group in place of a file of each task. The others send them
 * to a port of its container, as they send reports to that of the application master, with a hash
 * by the key of the job, as those of the shuffle. What fails here fails no run: the same records
 * are in the tasks' own files.
 */
final class LiveGroup implements Closeable {
  /** Name of the header with the hash of a batch. */
  static final String HASH = SecureShuffleUtils.HTTP_HEADER_URL_HASH;

  private static final int MAX_BATCH = 32 << 20;
  private static final String MAX_SECONDS = "3";

  static {
    // a task that hangs in the middle of a batch must not hold the server's only thread for as long
    // as the others wait for an answer; read by the server's class, once
    System.setProperty("sun.net.httpserver.maxReqTime", MAX_SECONDS);
  }

  private final HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
  private final SecretKey key;
  private TaskFile file;

  LiveGroup(SecretKey key) throws IOException {
    this.key = key;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Takes the records of the other tasks from now on. */
  void start(TaskFile newFile) {
    file = newFile;
    server.createContext("/", this::receive);
    server.start();
  }

  /** Gives up for want of a file. */
  void cancel() {
    server.start(); // one that was never started keeps its port
    server.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] batch = exchange.getRequestBody().readNBytes(MAX_BATCH);
      String given = exchange.getRequestHeaders().getFirst(HASH);
      boolean known = given != null && MessageDigest.isEqual(bytes(given), bytes(hash(batch, key)));
      if (known) {
        add(batch);
      }
      exchange.sendResponseHeaders(known ? 200 : 403, -1);
    }
  }

  static String hash(byte[] batch, SecretKey key) {
    return SecureShuffleUtils.generateHash(batch, key);
  }

  private static byte[] bytes(String hash) {
    return hash.getBytes(StandardCharsets.UTF_8);
  }

  /** Adds records of a task, as {@link LiveRecords} writes them. */
  synchronized void add(byte[] batch) throws IOException {
    DataInputBuffer in = new DataInputBuffer();
    in.reset(batch, batch.length);
    int task = in.readInt();
    Text series = new Text();
    LatencyRecord record = LatencyRecord.toRead();
    while (in.getPosition() < batch.length) {
      series.readFields(in);
      record.readFields(in);
      file.accept(task, series, record);
    }
    file.flush();
  }

  /** From now on the others are watched by their own files. */
  @Override
  public void close() throws IOException {
    server.stop(0);
    synchronized (this) {
      file.close();
    }
  }
}
