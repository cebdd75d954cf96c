package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.RegionQuery;
import io.hbench.data.KeySample;
import io.hbench.data.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;

/**
 * Sample of the keys of a table. Each region contributes in proportion to its bytes: all its keys
 * if it has fewer than its share, else a random sample. The duration depends on the size of the
 * sample, not of the table.
 */
final class SamplePass {
  private static final int MAX_REGIONS = 16; // sampled in parallel
  private static final int THREADS = 64;

  /** Limit for all keys: each map task holds them in its default memory. */
  private static final int MAX_BYTES = 128 << 20;

  private final Cluster cluster;
  private final TableName table;
  private final int max;
  private final int least;
  private final long seed;
  private final LongAdder found = new LongAdder();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  /**
   * @param max number of keys; more if the table has more non-empty regions
   * @param least keys of each region: 1, or 0 where they stand for its bytes
   */
  SamplePass(Cluster cluster, TableName table, int max, int least, long seed) {
    this.cluster = cluster;
    this.table = table;
    this.max = max;
    this.least = least;
    this.seed = seed;
  }

  /**
   * Samples the keys; to be called once.
   *
   * @throws IOException if the table has no rows, or the keys are too large for a task
   */
  KeySample pick(Consumer<String> progress) throws IOException, InterruptedException {
    try {
      List<RegionKeys> regions = regions(cluster, table, found);
      return sample(
          pick(
              regions,
              () ->
                  progress.accept(
                      format("%,d of %,d keys in %,d regions", found.sum(), max, regions.size()))));
    } finally {
      threads.shutdownNow();
    }
  }

  /** Samples all regions; larger regions make up for those with too few rows for their share. */
  private List<byte[]> pick(List<RegionKeys> regions, Runnable report)
      throws IOException, InterruptedException {
    List<byte[]> picked = new ArrayList<>();
    List<RegionKeys> open = regions;
    while (true) {
      List<RegionKeys> current = open;
      int[] shares =
          shares(open.stream().map(RegionKeys::size).toList(), max - picked.size(), least);
      List<List<byte[]>> firstKeys =
          all(
              shares,
              i -> shares[i] == 0 ? List.of() : current.get(i).firstKeys(shares[i] + 1),
              report);
      open = new ArrayList<>();
      for (int i = 0; i < shares.length; i++) {
        if (firstKeys.get(i).size() > shares[i]) {
          open.add(current.get(i));
        } else {
          picked.addAll(firstKeys.get(i));
          found.add(firstKeys.get(i).size());
        }
      }
      if (open.size() == current.size()) {
        all(
                shares,
                i ->
                    current
                        .get(i)
                        .pick(firstKeys.get(i), shares[i], Seeds.derive(seed, i), threads),
                report)
            .forEach(picked::addAll);
        return picked;
      }
    }
  }

  private static List<List<byte[]>> all(
      int[] shares, FailableFunction<Integer, List<byte[]>, IOException> work, Runnable report)
      throws IOException, InterruptedException {
    List<Integer> regions = IntStream.range(0, shares.length).boxed().toList();
    return ParallelWork.of(MAX_REGIONS, regions, work, report);
  }

  /** A sample of keys that fit into a task. */
  KeySample sample(List<byte[]> keys) throws IOException {
    if (keys.isEmpty()) {
      throw new IOException("table '" + table + "' has no rows");
    }
    long bytes = keys.stream().mapToLong(key -> key.length).sum();
    if (bytes > MAX_BYTES) {
      throw new IOException(
          format(
              "%,d keys of table '%s' are %,d MB, and each task holds all of them; try --rows %d",
              keys.size(), table, bytes >> 20, keys.size() * (long) MAX_BYTES / bytes));
    }
    return KeySample.of(keys);
  }

  /** The regions of a table, with their sizes. */
  static List<RegionKeys> regions(Cluster cluster, TableName table, LongAdder found)
      throws IOException {
    List<HRegionLocation> locations = cluster.locations(table);
    Map<String, Long> sizes = new HashMap<>();
    cluster
        .regionsByName(locations, table)
        .forEach((name, region) -> sizes.put(name, (long) RegionQuery.bytes(region)));
    return Cluster.primaries(locations).stream()
        .map(
            region ->
                new RegionKeys(
                    cluster.connection(),
                    table,
                    region,
                    sizes.getOrDefault(region.getEncodedName(), -1L),
                    found))
        .toList();
  }

  /**
   * Number of keys from each region, in proportion to its size.
   *
   * @param sizes sizes of the regions in bytes; a negative one is unknown, and replaced by the mean
   * @param least of each region
   */
  static int[] shares(List<Long> sizes, int keys, int least) {
    double mean = sizes.stream().filter(s -> s >= 0).mapToLong(s -> s).average().orElse(0);
    double[] weights = sizes.stream().mapToDouble(s -> mean == 0 ? 1 : s < 0 ? mean : s).toArray();
    double all = DoubleStream.of(weights).sum();
    int[] shares = new int[weights.length];
    double upTo = 0;
    for (int i = 0; i < shares.length; i++) {
      long before = Math.round(keys * (upTo / all));
      upTo += weights[i];
      shares[i] = (int) Math.max(least, Math.round(keys * (upTo / all)) - before);
    }
    return shares;
  }
}
