package io.hbench.client;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A client on HBase's {@link AsyncTable}, which returns from each call at once. The connection's
 * event loops complete the futures, without a thread pool, so callbacks must be quick.
 */
record AsyncClient(
    AsyncTable<AdvancedScanResultConsumer> table, AsyncTable<?> meta, TableRegions regions)
    implements Client {
  static Function<String, ClientFactory> connect(Configuration conf, HBaseUser user)
      throws IOException {
    AsyncConnection connection = user.connectAsync(conf);
    return table -> of(connection, TableName.valueOf(table));
  }

  private static ClientFactory of(AsyncConnection connection, TableName name) {
    TableRegions regions = new TableRegions(LocationCache.of(connection, name));
    return ClientFactory.of(
        connection,
        () ->
            new AsyncClient(
                connection.getTable(name), connection.getTable(TableName.META_TABLE_NAME), regions),
        keys -> new MetaPages(connection, name, keys, regions::found));
  }

  @Override
  public <R, T> CompletableFuture<T> call(
      R request,
      FailableBiFunction<Table, R, T, IOException> blocking,
      BiFunction<AsyncTable<?>, R, CompletableFuture<T>> async) {
    try {
      return async.apply(table, request);
    } catch (RuntimeException e) { // before HBase sends the request
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<HRegionLocation> locate(byte[] key) {
    return call(
        key,
        null,
        (none, k) ->
            meta.scanAll(MetaPages.lookUp(table.getName(), k)).thenApply(MetaPages::location));
  }

  @Override
  public Scanner open(Scan scan) {
    return new AsyncScanner(rows -> table.scan(scan, rows));
  }
}
