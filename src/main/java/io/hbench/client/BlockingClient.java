package io.hbench.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** A client on HBase's {@link Table}, which returns completed futures. */
record BlockingClient(Table table, RegionLocator locator, TableRegions regions) implements Client {
  static ClientFactory connect(Configuration conf, String table) throws IOException {
    TableName name = TableName.valueOf(table);
    Connection connection = ConnectionFactory.createConnection(conf);
    TableRegions regions = new TableRegions(LocationCache.of(connection, name));
    return ClientFactory.of(
        connection,
        () ->
            new BlockingClient(
                connection.getTable(name), connection.getRegionLocator(name), regions),
        keys -> new MetaPages(connection, name, keys, regions::found));
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return call(() -> table.get(get));
  }

  @Override
  public CompletableFuture<List<Result>> get(List<Get> gets) {
    return call(() -> List.of(table.get(gets)));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return run(() -> table.put(put));
  }

  @Override
  public CompletableFuture<Void> put(List<Put> puts) {
    return run(() -> table.put(puts));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return run(() -> table.delete(delete));
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
    return run(() -> table.delete(deletes));
  }

  @Override
  public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check) {
    return call(() -> table.checkAndMutate(check).isSuccess());
  }

  @Override
  public CompletableFuture<HRegionLocation> locate(byte[] key) {
    return call(() -> locator.getRegionLocation(key, true));
  }

  @Override
  public Scanner open(Scan scan) {
    return new Scanner() {
      private ResultScanner scanner;

      @Override
      public CompletableFuture<Scanned> next(int max) {
        return call(
            () -> {
              if (scanner == null) {
                scanner = table.getScanner(scan);
              }
              List<Result> rows = new ArrayList<>();
              for (Result row; rows.size() < max && (row = scanner.next()) != null; ) {
                rows.add(row);
              }
              return new Scanned(rows, scanner.getScanMetrics());
            });
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
      locator.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletableFuture<Void> run(FailableRunnable<IOException> run) {
    return call(
        () -> {
          run.run();
          return null;
        });
  }

  /** Unchecked exceptions are failures, too: iterating a scanner throws them. */
  private static <T> CompletableFuture<T> call(FailableSupplier<T, IOException> call) {
    try {
      return CompletableFuture.completedFuture(call.get());
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
