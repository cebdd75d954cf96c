package io.hbench.bench;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.TableRegions;
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

/** Answers at once, and never with a row. */
final class InstantClient implements Client {

  private final TableRegions regions;

  private InstantClient(TableRegions regions) {
    this.regions = regions;
  }

  static ClientFactory connect() {
    return connect(TableRegions.NONE);
  }

  /** Connects to a table with regions. */
  static ClientFactory connect(TableRegions regions) {
    return new ClientFactory() {
      @Override
      public Client open() {
        return new InstantClient(regions);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
  }

  @Override
  public CompletableFuture<List<Result>> get(List<Get> gets) {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> put(List<Put> puts) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
  }

  @Override
  public CompletableFuture<Void> delete(List<Delete> deletes) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate check) {
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public CompletableFuture<HRegionLocation> locate(byte[] key) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public TableRegions regions() {
    return regions;
  }

  @Override
  public Scanner open(Scan scan) {
    throw new UnsupportedOperationException("nothing is scanned in no time");
  }

  @Override
  public void close() {}
}
