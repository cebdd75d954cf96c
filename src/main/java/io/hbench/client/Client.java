package io.hbench.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
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

  /**
   * Sends a call by the table of HBase's client, in the form for the kind of client that this is.
   * Exceptions that HBase throws are in the future. What has no variables of its caller is made
   * once, not for each request.
   */
  default <R, T> CompletableFuture<T> call(
      R request,
      FailableBiFunction<Table, R, T, IOException> blocking,
      BiFunction<AsyncTable<?>, R, CompletableFuture<T>> async) {
    return CompletableFuture.failedFuture(lacking());
  }

  private <R> CompletableFuture<Void> run(
      R request,
      FailableBiConsumer<Table, R, IOException> blocking,
      BiFunction<AsyncTable<?>, R, CompletableFuture<Void>> async) {
    return call(
        request,
        (table, r) -> {
          blocking.accept(table, r);
          return null;
        },
        async);
  }

  default CompletableFuture<Result> get(Get get) {
    return call(get, Table::get, AsyncTable::get);
  }

  default CompletableFuture<List<Result>> get(List<Get> gets) {
    return call(gets, (table, all) -> List.of(table.get(all)), AsyncTable::getAll);
  }

  default CompletableFuture<Void> put(Put put) {
    return run(put, Table::put, AsyncTable::put);
  }

  default CompletableFuture<Void> put(List<Put> puts) {
    return run(puts, Table::put, AsyncTable::putAll);
  }

  default CompletableFuture<Void> delete(Delete delete) {
    return run(delete, Table::delete, AsyncTable::delete);
  }

  /** Deletes rows. The list must be modifiable: HBase removes successful deletes from it. */
  default CompletableFuture<Void> delete(List<Delete> deletes) {
    return run(deletes, Table::delete, AsyncTable::deleteAll);
  }

  default CompletableFuture<Result> increment(Increment increment) {
    return call(increment, Table::increment, AsyncTable::increment);
  }

  default CompletableFuture<Result> append(Append append) {
    return call(append, Table::append, AsyncTable::append);
  }

  /** Mutates a row if a condition holds; returns whether it did. */
  default CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check) {
    return this.<CheckAndMutate, CheckAndMutateResult>call(
            check, Table::checkAndMutate, AsyncTable::checkAndMutate)
        .thenApply(CheckAndMutateResult::isSuccess);
  }

  /**
   * Looks up the region of a key in {@code hbase:meta}, by the scan that HBase's client sends. That
   * itself sends one or a few at a time for each connection, and others take their answers.
   */
  default CompletableFuture<HRegionLocation> locate(byte[] key) {
    return CompletableFuture.failedFuture(lacking());
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
    return scanner
        .next(Integer.MAX_VALUE)
        .whenComplete(
            (rows, failure) -> {
              if (failure == null) { // else a close would be one more request of that server
                scanner.close();
              }
            });
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

  private static UnsupportedOperationException lacking() {
    return new UnsupportedOperationException("this client does not take this request");
  }

  /**
   * Rows that a scanner returned.
   *
   * @param metrics of the scan so far, or null if they are not enabled
   */
  record Scanned(List<Result> rows, ScanMetrics metrics) {}

  interface Scanner extends AutoCloseable {
    /** The next rows: as many as requested, or fewer at the end of the scan. */
    CompletableFuture<Scanned> next(int rows);

    @Override
    void close();
  }
}
