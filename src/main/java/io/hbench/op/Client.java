package io.hbench.op;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The verbs of an HBase table that operations use. Failures are in the future, never thrown, so an
 * operation is written once, whether the client under it blocks or not. An instance belongs to one
 * thread.
 */
public interface Client extends AutoCloseable {
  CompletableFuture<Result> get(Get get);

  CompletableFuture<List<Result>> get(List<Get> gets);

  CompletableFuture<Void> put(Put put);

  CompletableFuture<Void> put(List<Put> puts);

  CompletableFuture<Void> delete(Delete delete);

  CompletableFuture<Result> increment(Increment increment);

  CompletableFuture<Result> append(Append append);

  /** All rows of a scan that has a limit. */
  CompletableFuture<List<Result>> scan(Scan scan);

  @Override
  void close();
}
