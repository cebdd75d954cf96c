package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Warm-up of the servers' block caches: one scan of the whole table. A filter lets the servers read
 * every cell and send only keys, to spare the network.
 */
final class WarmPass {
  private static final int THREADS_PER_SERVER = 4;
  private static final int MAX_THREADS = 64;

  private final Cluster cluster;
  private final TableName table;
  private final int replica;
  private final LongAdder rows = new LongAdder();
  private final AtomicInteger done = new AtomicInteger();

  /**
   * @param replica that is read, 0 for the primaries
   */
  WarmPass(Cluster cluster, TableName table, int replica) {
    this.replica = replica;
    this.cluster = cluster;
    this.table = table;
  }

  /** Scans the table, and counts its rows. */
  long read(Consumer<String> progress) throws IOException, InterruptedException {
    List<HRegionLocation> locations = cluster.locations(table);
    List<RegionInfo> regions = new ArrayList<>(Cluster.primaries(locations));
    Collections.shuffle(regions); // adjacent regions may be on the same server
    int servers = Cluster.servers(locations).size();
    int max = Math.min(MAX_THREADS, THREADS_PER_SERVER * servers);
    ParallelWork.of(
        max,
        regions,
        this::scan,
        () ->
            progress.accept(
                format("%,d of %,d regions, %,d rows", done.get(), regions.size(), rows.sum())));
    return rows.sum();
  }

  /** Scans a region; returns the number of regions that are done. */
  private int scan(RegionInfo region) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(region.getStartKey())
            .withStopRow(region.getEndKey())
            .setCacheBlocks(true)
            .setFilter(new KeyOnlyFilter());
    if (replica > 0) {
      scan.setReplicaId(replica).setConsistency(Consistency.TIMELINE);
    }
    try (Table connected = cluster.connection().getTable(table);
        ResultScanner scanner = connected.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.increment();
        if (Thread.interrupted()) {
          throw new InterruptedIOException();
        }
      }
      return done.incrementAndGet();
    }
  }
}
