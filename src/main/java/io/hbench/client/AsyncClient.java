package io.hbench.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * A client on HBase's {@link AsyncTable}, which returns from each call at once. The connection's
 * event loops complete the futures, without a thread pool, so callbacks must be quick.
 */
record AsyncClient(
    AsyncTable<AdvancedScanResultConsumer> table,
    AsyncTableRegionLocator locator,
    TableRegions regions)
    implements Client {
  static ClientFactory connect(Configuration conf, String table) throws IOException {
    TableName name = TableName.valueOf(table);
    AsyncConnection connection = FutureUtils.get(ConnectionFactory.createAsyncConnection(conf));
    TableRegions regions = new TableRegions(LocationCache.of(connection, name));
    return ClientFactory.of(
        connection,
        () ->
            new AsyncClient(connection.getTable(name), connection.getRegionLocator(name), regions),
        keys -> new MetaPages(connection, name, keys, regions::found));
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return call(() -> table.get(get));
  }

  @Override
  public CompletableFuture<List<Result>> get(List<Get> gets) {
    return call(() -> table.getAll(gets));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return call(() -> table.put(put));
  }

  @Override
  public CompletableFuture<Void> put(List<Put> puts) {
    return call(() -> table.putAll(puts));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return call(() -> table.delete(delete));
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return call(() -> table.increment(increment));
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return call(() -> table.append(append));
  }

  @Override
  public CompletableFuture<Void> delete(List<Delete> deletes) {
    return call(() -> table.deleteAll(deletes));
  }

  @Override
  public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check) {
    return call(() -> table.checkAndMutate(check)).thenApply(CheckAndMutateResult::isSuccess);
  }

  @Override
  public CompletableFuture<HRegionLocation> locate(byte[] key) {
    return call(() -> locator.getRegionLocation(key, true));
  }

  @Override
  public Scanner open(Scan scan) {
    return new AsyncScanner(rows -> table.scan(scan, rows));
  }

  /** HBase throws some exceptions before it sends the request. */
  private static <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
