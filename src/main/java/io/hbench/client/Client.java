package io.hbench.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * The verbs of an HBase table that operations use. Failures are in the future, never thrown, so an
 * operation is written once, whether the client under it blocks or not. An instance belongs to one
 * load thread; with several requests in flight, two may be sent at once.
 */
public interface Client extends AutoCloseable {
  CompletableFuture<Result> get(Get get);

  CompletableFuture<List<Result>> get(List<Get> gets);

  CompletableFuture<Void> put(Put put);

  CompletableFuture<Void> put(List<Put> puts);

  CompletableFuture<Void> delete(Delete delete);

  /** The list must be modifiable: HBase takes out of it what it has done. */
  CompletableFuture<Void> delete(List<Delete> deletes);

  CompletableFuture<Result> increment(Increment increment);

  CompletableFuture<Result> append(Append append);

  /** Whether the condition held and the mutation was made. */
  CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check);

  /** Looks the key's region up in {@code hbase:meta}, whatever the client remembers. */
  CompletableFuture<HRegionLocation> locate(byte[] key);

  /** A scanner; nothing is sent before its first rows are asked for. */
  Scanner open(Scan scan);

  /** All rows of a scan. */
  default CompletableFuture<Scanned> scan(Scan scan) {
    Scanner scanner = open(scan);
    return scanner.next(Integer.MAX_VALUE).whenComplete((rows, failure) -> scanner.close());
  }

  /**
   * Every request was answered: what is held back goes now.
   *
   * @return whether there was anything to do, which is work that counts
   */
  default boolean finish() throws IOException {
    return false;
  }

  @Override
  void close();

  /**
   * Rows of a scan.
   *
   * @param metrics of the scan up to now, or null if they are not enabled
   */
  record Scanned(List<Result> rows, ScanMetrics metrics) {}

  /** A scan that is under way. */
  interface Scanner extends AutoCloseable {
    /** As many rows as were asked for, or fewer if the scan has no more. */
    CompletableFuture<Scanned> next(int rows);

    @Override
    void close();
  }
}
