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
 * The calls of an HBase table with futures as results. Failures are in the future, never thrown, so
 * that operations are the same for the blocking and the asynchronous client. An instance belongs to
 * one load thread; with several requests in flight, two may be sent at the same time.
 *
 * <p>A client need not take all calls: those that it lacks fail.
 */
public interface Client extends AutoCloseable {
  /** A client without a table, for operations that send nothing. */
  Client NONE = new Client() {};

  default CompletableFuture<Result> get(Get get) {
    return unsupported();
  }

  default CompletableFuture<List<Result>> get(List<Get> gets) {
    return unsupported();
  }

  default CompletableFuture<Void> put(Put put) {
    return unsupported();
  }

  default CompletableFuture<Void> put(List<Put> puts) {
    return unsupported();
  }

  default CompletableFuture<Void> delete(Delete delete) {
    return unsupported();
  }

  /** Deletes rows. The list must be modifiable: HBase removes successful deletes from it. */
  default CompletableFuture<Void> delete(List<Delete> deletes) {
    return unsupported();
  }

  default CompletableFuture<Result> increment(Increment increment) {
    return unsupported();
  }

  default CompletableFuture<Result> append(Append append) {
    return unsupported();
  }

  /** Mutates a row if a condition holds; returns whether it did. */
  default CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check) {
    return unsupported();
  }

  /** Looks up the region of a key in {@code hbase:meta}, without the client's cache. */
  default CompletableFuture<HRegionLocation> locate(byte[] key) {
    return unsupported();
  }

  /** The regions of the table as the client's connection knows them, where it has one. */
  default TableRegions regions() {
    return TableRegions.NONE;
  }

  /** Opens a scanner; its first request is sent with the first call of {@code next}. */
  default Scanner open(Scan scan) {
    throw lacking();
  }

  /** Reads all rows of a scan. */
  default CompletableFuture<Scanned> scan(Scan scan) {
    Scanner scanner = open(scan);
    return scanner.next(Integer.MAX_VALUE).whenComplete((rows, failure) -> scanner.close());
  }

  /**
   * Completes work that the client has deferred. All requests were answered before.
   *
   * @return whether there was such work, which counts as part of the run
   */
  default boolean finish() throws IOException {
    return false;
  }

  @Override
  default void close() {}

  private static <T> CompletableFuture<T> unsupported() {
    return CompletableFuture.failedFuture(lacking());
  }

  private static UnsupportedOperationException lacking() {
    return new UnsupportedOperationException("this client does not take this request");
  }

  /**
   * Rows that a scanner returned.
   *
   * @param metrics of the scan so far, or null if they are not enabled
   */
  record Scanned(List<Result> rows, ScanMetrics metrics) {}

  /** An open scanner. */
  interface Scanner extends AutoCloseable {
    /** The next rows: as many as requested, or fewer at the end of the scan. */
    CompletableFuture<Scanned> next(int rows);

    @Override
    void close();
  }
}
