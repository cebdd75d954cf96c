package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import io.hbench.replay.RecordedRequest;
import io.hbench.replay.RequestFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes of a foreign client, recorded from WALs of a real HBase and replayed. */
@Order(Turns.FROM_THE_END + 3)
@HBaseFixture.Shared
class ReplayIT {
  private static final int ROWS = 2_000;

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void writesOfAForeignClientAreRecordedAndReplayedAtTheirTimes() throws Exception {
    areReplayed("short", 5_000, 250, false);
  }

  @Test
  @Tag("soak")
  void aHundredThousandWritesAreRecordedAndReplayedAtTheirTimes() throws Exception {
    areReplayed("long", 100_000, 300, true);
  }

  /**
   * @param onQuietServers whether nothing else keeps the servers from writing at once: 300 writes a
   *     second; of 3,000, servers that have not compiled their code yet write fewer
   */
  private void areReplayed(String name, int writes, int rate, boolean onQuietServers)
      throws Exception {
    create(name);
    write(name, writes, rate);
    String file = record(name);
    Map<String, List<String>> written = requests(file);
    assertThat(written).hasSize(ROWS);
    assertThat(written.values().stream().mapToInt(List::size).sum()).isEqualTo(writes);

    for (int speed : List.of(1, 10)) {
      String copy = name + "-" + speed;
      create(copy);
      assertThat(
              hbench.job(
                  "replay %s --table %s --speed %dx --rows as-they-are --tasks 2 --interval 1s --yes"
                      .formatted(file, copy, speed)))
          .hasExitCode(0);
      Json report = hbench.last().report();
      assertThat(report)
          .isNotInvalid()
          .has("pace.scheduled", writes)
          .has("pace.dropped", 0)
          .has("total.count", writes)
          .has("total.errors", 0);
      assertThat(cells(copy)).isEqualTo(cells(name));
      assertThat(requests(record(copy))).isEqualTo(written);
      List<Integer> recorded = recordedRates(file, speed);
      assertAreClose(recorded, replayedRates(report));
      if (onQuietServers && speed == 1) {
        assertServersSawTheSameRates(name, copy, report.number("total.response.max") / 1e6);
      }
    }
  }

  /** Rates by second within 2 %; the last second may be part. */
  private static void assertAreClose(List<Integer> recorded, List<Integer> replayed) {
    assertThat(recorded).hasSizeGreaterThanOrEqualTo(2);
    assertThat(replayed).hasSizeBetween(recorded.size() - 1, recorded.size() + 1);
    for (int second = 0; second < recorded.size() - 1; second++) {
      assertThat(replayed.get(second))
          .as("second %d of %s and %s", second, recorded, replayed)
          .isCloseTo(recorded.get(second), Percentage.withPercentage(2));
    }
  }

  /** Requests of the file by second of the replay. */
  private static List<Integer> recordedRates(String file, int speed) throws IOException {
    List<Integer> rates = new ArrayList<>();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file);
    try (RequestFile.Reader reader = new RequestFile(HBaseFixture.conf(), path).open()) {
      for (RecordedRequest r = reader.next(); r != null; r = reader.next()) {
        add(rates, (int) (r.micros() / 1e6 / speed), 1);
      }
    }
    return rates;
  }

  /** Requests of the report by second of their intended times. */
  private static List<Integer> replayedRates(Json report) {
    List<Integer> rates = new ArrayList<>();
    for (Json point : report.list("timeline.points")) {
      add(rates, (int) point.number("t"), (int) point.count("count"));
    }
    return rates;
  }

  private static void add(List<Integer> rates, int second, int count) {
    while (rates.size() <= second) {
      rates.add(0);
    }
    rates.set(second, rates.get(second) + count);
  }

  /** Records a table out of the WALs; returns the file. */
  private static String record(String name) throws IOException {
    for (ServerName server : admin.getRegionServers()) {
      admin.rollWALWriter(server);
    }
    String file = "file:" + dir.resolve(name + ".requests");
    assertThat(hbench.run("record-wal " + wals() + " --table " + name + " --out " + file))
        .hasExitCode(0);
    assertThat(hbench.last().out())
        .matches("[\\d,]+ puts and [\\d,]+ deletes of table " + name + " in \\d+\\.\\d{3} s: .*\n");
    return file;
  }

  /** Operation, columns and lengths of the requests for each row, in their order. */
  private static Map<String, List<String>> requests(String file) throws IOException {
    Map<String, List<String>> requests = new TreeMap<>();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file);
    try (RequestFile.Reader reader = new RequestFile(HBaseFixture.conf(), path).open()) {
      for (RecordedRequest r = reader.next(); r != null; r = reader.next()) {
        requests.computeIfAbsent(r.row(), row -> new ArrayList<>()).add(r.text());
      }
    }
    return requests;
  }

  /** Directories of WALs of this HBase, of which some are archived. */
  private static String wals() throws IOException {
    Configuration conf = HBaseFixture.conf();
    org.apache.hadoop.fs.Path root = CommonFSUtils.getWALRootDir(conf);
    root = root.getFileSystem(conf).makeQualified(root);
    return root + "/WALs " + root + "/oldWALs";
  }

  private static void create(String name) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    for (String family : List.of("f", "g")) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(Integer.MAX_VALUE)
              .build());
    }
    byte[][] splits =
        IntStream.range(1, 4).mapToObj(i -> Bytes.toBytes("user" + i * 500)).toArray(byte[][]::new);
    admin.createTable(table.build(), splits);
  }

  /** A client that knows nothing of hbench. */
  private static void write(String name, int writes, int rate) throws IOException {
    long start = System.nanoTime();
    try (Table table = connection.getTable(TableName.valueOf(name))) {
      for (int i = 0; i < writes; i++) {
        long intended = start + i * Duration.ofSeconds(1).toNanos() / rate;
        for (long left = intended - System.nanoTime();
            left > 0;
            left = intended - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        byte[] row = Bytes.toBytes("user" + i % ROWS);
        byte[] qualifier = Bytes.toBytes("q" + i % 7);
        if (i % 50 == 49) {
          table.delete(new Delete(row).addColumns(Bytes.toBytes("f"), qualifier));
        } else {
          Put put = new Put(row).addColumn(Bytes.toBytes("f"), qualifier, new byte[i % 300]);
          table.put(i % 3 == 0 ? put.addColumn(Bytes.toBytes("g"), Bytes.toBytes("x"), row) : put);
        }
      }
    }
  }

  /** Family, qualifier, type and length of the cells of each row; two of a millisecond are one. */
  private static Map<String, Set<String>> cells(String name) throws IOException {
    Map<String, Set<String>> cells = new TreeMap<>();
    for (Result row : all(name)) {
      cells.put(
          Bytes.toString(row.getRow()),
          row.listCells().stream()
              .map(
                  c ->
                      Bytes.toString(CellUtil.cloneFamily(c))
                          + Bytes.toString(CellUtil.cloneQualifier(c))
                          + c.getType()
                          + c.getValueLength())
              .collect(Collectors.toSet()));
    }
    return cells;
  }

  /**
   * Cells in each second of a replay, by the clocks of the servers. A pause of their JVM, which is
   * also that of the client, moves cells over the end of a second: 20 ms move 2 %. So 19 of 20
   * seconds are within 2 %, or all but the two beside a pause, and none moves more cells than its
   * slowest request explains. Two clocks have no common begin: the times of the copy are moved by
   * their median distance.
   *
   * @param slowest response time of the replay, in seconds
   */
  private static void assertServersSawTheSameRates(String name, String copy, double slowest)
      throws IOException {
    List<Long> recorded = times(name);
    List<Long> replayed = times(copy);
    List<Long> distances =
        IntStream.range(0, recorded.size())
            .mapToObj(i -> replayed.get(i) - recorded.get(i))
            .sorted()
            .toList();
    long median = distances.get(distances.size() / 2);
    long start = recorded.get(0);
    List<Integer> expected = seconds(recorded, start);
    List<Integer> actual = seconds(replayed, start + median);
    assertThat(actual).hasSizeBetween(expected.size() - 1, expected.size() + 1);
    int outside = 0;
    int moved = 0;
    for (int second = 0; second < expected.size() - 1; second++) {
      int difference = actual.get(second) - expected.get(second);
      moved += difference;
      outside += Math.abs(difference) > 0.02 * expected.get(second) ? 1 : 0;
      assertThat(Math.abs(moved))
          .as("cells moved after second %d of %s in %s", second, expected, actual)
          .isLessThanOrEqualTo((int) (expected.get(second) * (slowest + 0.02)) + 1);
    }
    assertThat(outside)
        .as("seconds outside of 2 %% of %s in %s", expected, actual)
        .isLessThanOrEqualTo(Math.max(2, expected.size() / 20));
  }

  /** From the first of the cells. */
  private static List<Integer> seconds(List<Long> times, long start) {
    List<Integer> seconds = new ArrayList<>();
    times.forEach(time -> add(seconds, (int) (Math.max(0, time - start) / 1_000), 1));
    return seconds;
  }

  /** Times of all cells in milliseconds, by the clocks of the servers. */
  private static List<Long> times(String name) throws IOException {
    return all(name).stream()
        .flatMap(row -> row.listCells().stream())
        .map(Cell::getTimestamp)
        .sorted()
        .toList();
  }

  private static List<Result> all(String name) throws IOException {
    List<Result> rows = new ArrayList<>();
    try (Table table = connection.getTable(TableName.valueOf(name));
        ResultScanner scanner =
            table.getScanner(new Scan().setRaw(true).readAllVersions().setCaching(200))) {
      scanner.forEach(rows::add);
    }
    return rows;
  }
}
