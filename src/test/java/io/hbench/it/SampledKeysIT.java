package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeySample;
import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A foreign table: keys of any bytes and lengths, in five regions, one empty. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class SampledKeysIT {
  private static final TableName THEIRS = TableName.valueOf("theirs");
  private static final int ROWS = 1_000;

  /** Between 0x40 and 0x80 there are no keys. */
  private static final byte[][] BOUNDS = {{8}, {64}, {(byte) 128}, {(byte) 128, 0, 5}};

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static final NavigableSet<byte[]> KEYS = new TreeSet<>(Arrays::compareUnsigned);

  @BeforeAll
  static void make() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    create(THEIRS, BOUNDS);
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(1);
    while (KEYS.size() < ROWS) {
      byte[] key = new byte[1 + random.nextInt(20)];
      random.nextBytes(key);
      key[0] = key[0] >= 64 ? (byte) 128 : key[0]; // and many in the fourth region
      KEYS.add(key);
      KEYS.add(Arrays.copyOf(key, key.length + 1)); // which begins with the other one
    }
    List<Put> puts = new ArrayList<>();
    for (byte[] key : KEYS) {
      puts.add(
          new Put(key)
              .addColumn(key.length % 2 == 0 ? bytes("x") : bytes("y"), key, bytes("value")));
    }
    try (Table table = connection.getTable(THEIRS)) {
      table.put(puts);
      table.delete(new Delete(KEYS.first())); // a row that is not there any more
    }
    KEYS.pollFirst();
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void getsFindEveryRowWithoutBeingToldAnythingOfTheTable() throws IOException {
    assertThat(run("get@2", "--rows 200 --ops 2k")).hasExitCode(0);
    assertThat(hbench.last().operation())
        .hasCount(2_000)
        .hasNotFound(0)
        .count("bytes")
        .isPositive();
    NavigableSet<byte[]> picked = picked();
    assertThat(KEYS.containsAll(picked)).isTrue();
    assertThat(picked).hasSize(200); // although the first regions have fewer than their shares
    assertThat(regionsOf(picked)).hasSize(4);
  }

  @Test
  void theKeysOfManyTasksHaveMoreReplicas() throws Exception {
    Configuration conf = HBaseFixture.conf();
    FileSystem hdfs = FileSystem.get(conf);
    short usual = hdfs.getDefaultReplication(new org.apache.hadoop.fs.Path("/"));
    assertThat(replication(conf, 1)).isEqualTo(usual);
    assertThat(replication(conf, 49)).isEqualTo((short) 7);
    assertThat(replication(conf, 10_000)).isEqualTo((short) 10);
    Configuration site = new Configuration(conf);
    site.setInt("mapreduce.client.submit.file.replication", 5);
    assertThat(replication(site, 10_000)).isEqualTo((short) 5);
  }

  private static short replication(Configuration conf, int tasks) throws Exception {
    var path = new org.apache.hadoop.fs.Path("/keys-of-" + tasks + "-" + conf.hashCode());
    RunDirectory run = new RunDirectory(conf, path);
    KeysFile file = new KeysFile(conf, run);
    file.write(KeySample.of(List.of(new byte[] {1}, new byte[] {2})), tasks);
    assertThat(file.await(Time.real(), Duration.ZERO).size()).isEqualTo(2);
    return run.fileSystem()
        .getFileStatus(new org.apache.hadoop.fs.Path(path, RunDirectory.KEYS))
        .getReplication();
  }

  @Test
  void aHookKeepsNoKeysFromTheTasks() throws IOException {
    Path file = dir.resolve("hook.yaml");
    Files.writeString(
        file,
        """
        steps:
          - name: read
            command: run get@2 --keys sampled --table theirs --rows 200 --for 5s --warmup 0s
            during: [{after: 0s, shell: "true"}]
        """);
    assertThat(hbench.job("hook", "suite " + file + " --start-timeout 20s --quiet")).hasExitCode(0);
  }

  /** Each step read the keys between its start's publication and its start, and began late. */
  @Test
  void aSearchReadsItsKeysOnce() throws Exception {
    Path steps = dir.resolve("search").resolve("steps");
    FutureTask<Boolean> deleted =
        new FutureTask<>(
            () -> {
              while (!Files.exists(steps.resolve("001").resolve("_start").resolve("go"))) {
                TimeUnit.MILLISECONDS.sleep(10); // no virtual time: HBase and its client are real
              }
              return Files.deleteIfExists(dir.resolve("search").resolve(RunDirectory.KEYS));
            });
    Thread watch = new Thread(deleted);
    watch.setDaemon(true);
    watch.start();
    String search =
        "findmax get@2 --table theirs --keys sampled --rows 200 --objective p99<9s --threads 2"
            + " --start-rate 50 --max-steps 2 --step-time 2s --warmup 500ms --start-timeout 5s";
    assertThat(hbench.job("search", search + " --quiet").err()).doesNotContain("the job failed");
    assertThat(deleted.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(steps.resolve("002").resolve(RunDirectory.REPORT_JSON)).exists();
  }

  @Test
  void aTableOfFewerRowsGivesAllItHas() throws IOException {
    assertThat(run("get@2", "--ops 5k")).hasExitCode(0);
    assertThat(hbench.last().operation()).hasNotFound(0);
    assertThat(picked()).usingElementComparator(Arrays::compareUnsigned).isEqualTo(KEYS);
    String rows = Integer.toString(KEYS.size());
    assertThat(hbench.last().report()).has("settings.rows", rows);
    assertThat(hbench.last().out()).containsPattern("\nprepared: +keys [\\d,]+ rows [\\d.]+ s\n");
    Path first = hbench.last().dir();
    assertThat(hbench.job("run -conf " + first + "/plan.xml")).hasExitCode(0);
    assertThat(hbench.last().report()).has("settings.rows", rows);
  }

  @Test
  void scansBeginThereAndFamiliesThatAreNamedAreReadWhole() throws IOException {
    assertThat(run("scan@1", "--rows 100 --ops 200 --scan-rows 5")).hasExitCode(0);
    assertThat(hbench.last().operation()).count("rows").isBetween(900L, 1_000L);
    assertThat(hbench.last().operation()).hasNotFound(0);
    assertThat(run("get@1", "--rows 1k --ops 2k --family-names x")).hasExitCode(0);
    assertThat(hbench.last().operation()).count("notFound").isBetween(600L, 1_400L);
  }

  @Test
  void rowsAreWrittenWithAYesAndNamesOnly() throws IOException {
    TableName table = TableName.valueOf("theirs-too");
    create(table, BOUNDS);
    try (Table connected = connection.getTable(table)) {
      connected.put(new Put(bytes("a")).addColumn(bytes("x"), bytes("q"), bytes("value")));
      connected.put(new Put(bytes("b")).addColumn(bytes("x"), bytes("q"), bytes("value")));
    }
    String delete = "run delete@1 --table theirs-too --keys sampled --ops 50 --warmup 0s";
    assertThat(hbench.job(delete + " --yes")).hasExitCode(2);
    assertThat(hbench.last().err())
        .startsWith("hbench: --family-names info0: no family of table theirs-too");
    assertThat(hbench.job(delete + " --family-names x")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("hbench did not create it; try --yes=theirs-too");
    assertThat(rows(table)).isEqualTo(2);
    assertThat(hbench.job(delete + " --family-names x --yes")).hasExitCode(0);
    assertThat(rows(table)).isZero();
    assertThat(hbench.job(delete + " --family-names x --yes")).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --table theirs-too: has no rows, and --keys sampled reads it; try"
                + " load --table theirs-too --family-names x\n");
  }

  private static Hbench.Result run(String assignment, String more) {
    return hbench.job(
        "run " + assignment + " --table theirs --keys sampled --warmup 0s --threads 2 " + more);
  }

  private static NavigableSet<byte[]> picked() throws IOException {
    Configuration conf = new Configuration(false);
    RunDirectory run =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path("file://" + hbench.last().dir()));
    NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    try {
      KeySample sample = new KeysFile(conf, run).await(Time.real(), Duration.ZERO);
      for (int i = 0; i < sample.size(); i++) {
        keys.add(sample.key(i));
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return keys;
  }

  private static Set<String> regionsOf(Set<byte[]> keys) throws IOException {
    Set<String> regions = new TreeSet<>();
    try (RegionLocator locator = connection.getRegionLocator(THEIRS)) {
      for (byte[] key : keys) {
        regions.add(locator.getRegionLocation(key).getRegion().getEncodedName());
      }
    }
    return regions;
  }

  private static int rows(TableName table) throws IOException {
    int rows = 0;
    try (Table connected = connection.getTable(table);
        ResultScanner scanner = connected.getScanner(new Scan())) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private static void create(TableName table, byte[][] bounds) throws IOException {
    connection
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("x"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("y"))
                .build(),
            bounds);
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
