package io.hbench.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** A client on HBase's {@link Table}, which returns completed futures. */
record BlockingClient(Table table, Table meta, TableRegions regions) implements Client {
  static Function<String, ClientFactory> connect(Configuration conf, HBaseUser user)
      throws IOException {
    Connection connection = user.connect(conf);
    return table -> of(connection, TableName.valueOf(table));
  }

  private static ClientFactory of(Connection connection, TableName name) {
    TableRegions regions = new TableRegions(LocationCache.of(connection, name));
    return ClientFactory.of(
        connection,
        () ->
            new BlockingClient(
                connection.getTable(name), connection.getTable(TableName.META_TABLE_NAME), regions),
        keys -> new MetaPages(connection, name, keys, regions::found));
  }

  @Override
  public <R, T> CompletableFuture<T> call(
      R request,
      FailableBiFunction<Table, R, T, IOException> blocking,
      BiFunction<AsyncTable<?>, R, CompletableFuture<T>> async) {
    try {
      return CompletableFuture.completedFuture(blocking.apply(table, request));
    } catch (IOException | RuntimeException e) { // iterating a scanner throws unchecked ones
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<HRegionLocation> locate(byte[] key) {
    return call(
        MetaPages.lookUp(table.getName(), key),
        (none, lookUp) -> {
          try (ResultScanner rows = meta.getScanner(lookUp)) {
            return MetaPages.location(List.of(rows.next(1)));
          }
        },
        null);
  }

  @Override
  public Scanner open(Scan scan) {
    return new Scanner() {
      private ResultScanner scanner;

      @Override
      public CompletableFuture<Scanned> next(int max) {
        CompletableFuture<Scanned> answer =
            call(
                scan,
                (opened, all) -> {
                  if (scanner == null) {
                    scanner = opened.getScanner(all);
                  }
                  List<Result> rows = new ArrayList<>();
                  for (Result row; rows.size() < max && (row = scanner.next()) != null; ) {
                    rows.add(row);
                  }
                  return new Scanned(rows, scanner.getScanMetrics());
                },
                null);
        if (answer.isCompletedExceptionally() && Boolean.TRUE.equals(scan.isAsyncPrefetch())) {
          close(); // its thread would go on to ask
        }
        return answer;
      }

      @Override
      public void close() {
        if (scanner != null) {
          scanner.close();
        }
      }
    };
  }

  @Override
  public void close() {
    try {
      table.close();
      meta.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
