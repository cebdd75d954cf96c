package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.data.KeySample;
import io.hbench.rundir.PreparedStep;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.CopySpec;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows that a load copies from another table: runs of neighbouring ones, because encodings and
 * codecs work on neighbours, which begin at keys that are sampled as for {@code --keys sampled}.
 * Values stay at the servers: only keys and lengths are read here.
 *
 * @param bytes of the rows in HBase's blocks
 */
public record CopySource(KeySample keys, long bytes, PreparedStep step) {
  private static final int THREADS = 16;

  /** Memory of a cell beside its bytes. */
  private static final int CELL_MEMORY = 100;

  /**
   * The rows from a place on.
   *
   * @param bytes in HBase's blocks
   * @param memory bytes that they take in a task
   */
  record Run(List<byte[]> keys, long bytes, long memory) {}

  /**
   * Samples the rows, and sets their number.
   *
   * @param heapOfTask bytes of the heap of each task
   * @throws UsageException if they are more than the tasks can hold, or the site allows
   */
  public static CopySource sample(
      Cluster cluster, RunSpec spec, Configuration conf, long heapOfTask, Consumer<String> progress)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    TableName table = TableName.valueOf(spec.data().copy().orElseThrow().table());
    int rows = Math.toIntExact(Math.min(Integer.MAX_VALUE, spec.rows()));
    int neighbours = CopySpec.neighbours(rows);
    SamplePass pass =
        new SamplePass(cluster, table, -Math.floorDiv(-rows, neighbours), 0, spec.data().seed());
    KeySample places =
        pass.pick(text -> progress.accept(Settings.COPY_OF.name() + ", places: " + text));
    long maxOfTask = CopySpec.maxBytes(heapOfTask);
    // what is more than the tasks hold ends the reading, and is refused: of more places than rows
    // are wanted from, a share is kept
    double read = Math.max(1, (double) places.size() * neighbours / rows);
    long most = (long) (read * maxOfTask * spec.tasks());
    List<Run> runs = evenly(runs(cluster, table, spec, places, neighbours, most), rows);
    checkMemory(rows, runs, spec.tasks(), maxOfTask);
    KeySample keys =
        pass.sample(runs.stream().flatMap(one -> one.keys().stream()).limit(rows).toList());
    long bytes = runs.stream().mapToLong(Run::bytes).sum();
    new SitePolicy(conf).checkBytes(keys.size(), bytes);
    Settings.ROWS.set(conf, Integer.toString(keys.size()));
    double seconds = (System.nanoTime() - started) / 1e9;
    String from = format("from %,d places of table %s", places.size(), table);
    return new CopySource(
        keys,
        bytes,
        new PreparedStep(Settings.COPY_OF.name(), seconds, (long) keys.size(), null, from));
  }

  /** Runs with little more than some rows. */
  private static List<Run> evenly(List<Run> runs, int rows) {
    double all = runs.stream().mapToInt(run -> run.keys().size()).sum();
    double share = Math.min(1, rows / all);
    return IntStream.range(0, runs.size())
        .filter(i -> Math.ceil((i + 1) * share) > Math.ceil(i * share))
        .mapToObj(runs::get)
        .toList();
  }

  /**
   * @param most bytes of memory, after which it ends early
   */
  private static List<Run> runs(
      Cluster cluster, TableName table, RunSpec spec, KeySample places, int neighbours, long most)
      throws IOException, InterruptedException {
    LongAdder memory = new LongAdder();
    return ParallelWork.of(
        THREADS,
        IntStream.range(0, places.size()).boxed().toList(),
        i -> {
          Scan scan =
              new Scan()
                  .withStartRow(places.key(i))
                  .setLimit(neighbours)
                  .setCacheBlocks(false)
                  .setFilter(new KeyOnlyFilter(true));
          if (i + 1 < places.size()) {
            scan.withStopRow(places.key(i + 1));
          }
          spec.data().cells().families().forEach(f -> scan.addFamily(Bytes.toBytes(f)));
          return read(cluster, table, scan, memory, most);
        },
        () -> {});
  }

  /** Reads keys and lengths of rows, past the caches. */
  private static Run read(
      Cluster cluster, TableName table, Scan scan, LongAdder memory, long most) {
    List<byte[]> keys = new ArrayList<>();
    long bytes = 0;
    long cells = 0;
    if (memory.sum() <= most) {
      try (Table connected = cluster.connection().getTable(table);
          ResultScanner rows = connected.getScanner(scan)) {
        for (Result row = rows.next(); row != null; row = rows.next()) {
          keys.add(row.getRow());
          cells += row.size();
          for (Cell cell : row.rawCells()) { // with a length in place of the value
            int length = Bytes.toInt(cell.getValueArray(), cell.getValueOffset());
            bytes += cell.getSerializedSize() - Integer.BYTES + length;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Run run = new Run(keys, bytes, bytes + CELL_MEMORY * cells);
    memory.add(run.memory());
    return run;
  }

  /**
   * Checks that each task can hold its rows.
   *
   * @param runs all of them, or as many as take more than all tasks can hold
   * @param maxOfTask bytes of memory
   */
  static void checkMemory(long asked, List<Run> runs, int tasks, long maxOfTask) {
    int rows = runs.stream().mapToInt(run -> run.keys().size()).sum();
    long[] memory = new long[tasks];
    int before = 0;
    for (Run run : runs) {
      int middle = before + run.keys().size() / 2;
      memory[(int) Math.min(tasks - 1L, (long) middle * tasks / Math.max(1, rows))] += run.memory();
      before += run.keys().size();
    }
    long largest = LongStream.of(memory).max().orElseThrow();
    if (largest > maxOfTask) {
      throw Settings.ROWS.bad(
          asked,
          format(
              "a task has rows of %,d MB or more, and holds them in %,d MB of memory",
              largest >> 20, maxOfTask >> 20),
          Settings.ROWS.flag() + " " + Math.max(1, (long) ((double) rows * maxOfTask / largest)));
    }
  }
}
