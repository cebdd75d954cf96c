package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.MissingRight;
import io.hbench.cluster.rights.NeededRight;
import io.hbench.cluster.rights.Rights;
import io.hbench.data.KeySample;
import io.hbench.rundir.PreparedStep;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.CopySpec;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table of which a load copies rows: runs of neighbouring ones, because encodings and codecs
 * work on neighbours, which begin at keys that are sampled as for {@code --keys sampled}. Values
 * stay at the servers: only keys and lengths are read here.
 *
 * @param keys of the rows to copy
 * @param step for the report
 */
public record CopySource(KeySample keys, PreparedStep step) {
  /** Neighbours at most, and places at least if there are so many rows. */
  private static final int MAX_RUN = 1_000;

  private static final int MIN_PLACES = 256;

  private static final int THREADS = 16;
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Memory of a cell beside its bytes. */
  private static final int CELL_BYTES = 100;

  /**
   * The rows from a place on.
   *
   * @param bytes of memory that they take in a task
   */
  private record Run(List<byte[]> keys, long bytes) {}

  /**
   * Samples the rows, and sets what follows from them: the number of rows, and the families.
   *
   * @param conf settings of the load
   * @throws UsageException if the table can't be copied, or not with so many rows
   */
  public static CopySource sample(
      Cluster cluster, RunSpec spec, Configuration conf, Consumer<String> progress)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    CopySpec copy = spec.data().copy().orElseThrow();
    TableName table = TableName.valueOf(copy.table());
    if (!cluster.admin().tableExists(table) || cluster.admin().isTableDisabled(table)) {
      throw Settings.COPY_OF.bad(table, "no table, or a disabled one", "--copy-of t1");
    }
    List<byte[]> families = families(cluster, table, copy);
    new Rights(cluster.admin())
        .check(
            table,
            families,
            Collections.singletonList(null),
            List.of(new NeededRight(Action.READ, Settings.COPY_OF.flag(), false)));
    int rows = Math.toIntExact(Math.min(Integer.MAX_VALUE, spec.rows()));
    int run = Math.max(1, Math.min(MAX_RUN, rows / MIN_PLACES));
    SamplePass pass =
        new SamplePass(cluster, table, -Math.floorDiv(-rows, run), spec.data().seed());
    KeySample places =
        pass.pick(POLL, text -> progress.accept(Settings.COPY_OF.name() + ", places: " + text));
    List<Run> runs = runs(cluster, table, families, places, run);
    long bytes = runs.stream().mapToLong(Run::bytes).sum();
    KeySample keys = pass.sample(runs.stream().flatMap(one -> one.keys().stream()).toList());
    checkMemory(spec, keys.size(), bytes);
    Settings.ROWS.set(conf, Integer.toString(keys.size()));
    Settings.FAMILY_NAMES.set(
        conf, String.join(",", families.stream().map(Bytes::toString).toList()));
    double seconds = (System.nanoTime() - started) / 1e9;
    String from = format("from %,d places of table %s", places.size(), table);
    return new CopySource(
        keys, new PreparedStep(Settings.COPY_OF.name(), seconds, (long) keys.size(), null, from));
  }

  private static List<byte[]> families(Cluster cluster, TableName table, CopySpec copy)
      throws IOException {
    List<String> names = copy.families();
    if (names.isEmpty()) {
      TableDescriptor schema =
          cluster
              .schema(table)
              .orElseThrow(
                  () ->
                      Settings.COPY_OF.bad(
                          table,
                          "unknown families, as " + MissingRight.onTable(Action.CREATE, table),
                          "--copy-of " + table + " --family-names cf1,cf2"));
      names =
          Arrays.stream(schema.getColumnFamilies())
              .map(ColumnFamilyDescriptor::getNameAsString)
              .toList();
    }
    return names.stream().map(Bytes::toBytes).toList();
  }

  private static List<Run> runs(
      Cluster cluster, TableName table, List<byte[]> families, KeySample places, int run)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Run>> work =
          IntStream.range(0, places.size())
              .mapToObj(
                  i -> {
                    Scan scan = new Scan().withStartRow(places.key(i)).setLimit(run);
                    if (i + 1 < places.size()) {
                      scan.withStopRow(places.key(i + 1));
                    }
                    families.forEach(scan::addFamily);
                    return threads.submit(() -> read(cluster, table, scan));
                  })
              .toList();
      return PendingResults.of(work, POLL, () -> {});
    } finally {
      threads.shutdownNow();
    }
  }

  /** Reads keys and lengths of rows, past the caches. */
  private static Run read(Cluster cluster, TableName table, Scan scan) {
    List<byte[]> keys = new ArrayList<>();
    long bytes = 0;
    scan.setCacheBlocks(false).setFilter(new KeyOnlyFilter(true));
    try (Table connected = cluster.connection().getTable(table);
        ResultScanner rows = connected.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        keys.add(row.getRow());
        for (Cell cell : row.rawCells()) {
          int length = Bytes.toInt(cell.getValueArray(), cell.getValueOffset());
          bytes += CELL_BYTES + cell.getSerializedSize() + length;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Run(keys, bytes);
  }

  private static void checkMemory(RunSpec spec, int rows, long bytes) {
    long all = (long) CopySpec.MAX_TASK_BYTES * spec.tasks();
    if (bytes > all) {
      throw Settings.ROWS.bad(
          rows,
          format(
              "%,d MB, and each of %d tasks holds its share in %,d MB of memory",
              bytes >> 20, spec.tasks(), CopySpec.MAX_TASK_BYTES >> 20),
          Settings.ROWS.flag() + " " + (long) ((double) rows * all / bytes));
    }
  }
}
