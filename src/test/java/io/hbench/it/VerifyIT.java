package io.hbench.it;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that proves itself, and tables that are filled with HFiles. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class VerifyIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] COLUMN = Bytes.toBytes("0");
  private static final int WRONG_DATA = 5;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--families 2 --columns 12 --value-size 40 --first-row 500",
        "--value-lengths zipfian --tags 2",
        "--value-bytes letters",
        "--value-size 3 --client async"
      })
  void whatIsLoadedIsRight(String shape) throws IOException {
    load("right", shape + " --recreate --presplit 3");
    assertThat(hbench.job("verify --table right --rows 1k --tasks 2 " + shape)).hasExitCode(0);
    assertThat(verification()).has("correct", 1_000);
    assertThat(hbench.last().report()).isNotInvalid();
  }

  @Test
  void everyWrongRowIsNamed() throws IOException {
    load("wrong", "--presplit 4");
    try (Table table = connection.getTable(TableName.valueOf("wrong"))) {
      for (int row : new int[] {0, 500, 999}) {
        table.delete(new Delete(KEYS.key(row)));
      }
      table.put(new Put(KEYS.key(10)).addColumn(FAMILY, COLUMN, Bytes.toBytes("garbage")));
      table.delete(new Delete(KEYS.key(20)).addColumns(FAMILY, COLUMN));
      table.put(new Put(KEYS.key(20)).addColumn(FAMILY, Bytes.toBytes("7"), COLUMN));
      table.put(new Put(Bytes.toBytes("!")).addColumn(FAMILY, COLUMN, COLUMN));
      table.put(new Put(Bytes.toBytes("zebra")).addColumn(FAMILY, COLUMN, COLUMN));
      table.put(new Put(KEYS.key(1_000)).addColumn(FAMILY, COLUMN, COLUMN));
    }
    assertThat(hbench.job("verify --table wrong --rows 1k --tasks 3 --caching 7"))
        .hasExitCode(WRONG_DATA);
    assertThat(counts()).containsExactly(995L, 3L, 0L, 2L, 3L);
    List<String> named =
        verification().list("defectRanges").stream().map(f -> f.text("first")).toList();
    assertThat(named)
        .containsExactlyInAnyOrder(
            key(0), key(500), key(999), key(10), key(20), "!", "zebra", key(1_000));
    assertThat(hbench.last().out())
        .contains("995 of 1,000 rows correct; 3 missing, 0 stale, 2 corrupt, 3 unexpected")
        .containsPattern("\nmissing +" + key(500) + " .* [0-9a-f]{32} +\\S+:\\d+\n")
        .containsPattern("\ncorrupt +" + key(20) + " .*no cell info0:0 ");
  }

  /** They were not seen: only the expected columns were compared. */
  @Test
  void aRowWithACellOfAnotherProgramIsCorruptButNotWithOneOfAnOperation() throws IOException {
    load("more", "--families 2");
    String adding = "increment:1,append:1,checkAndPut:1,checkAndMutate:1,checkAndDelete:1";
    assertThat(
            hbench.job(
                "run "
                    + adding
                    + " --table more --rows 1k --families 2 --ops 200 --tasks 1 --warmup 0s"))
        .hasExitCode(0);
    assertThat(hbench.job("verify --table more --rows 1k --families 2 --tasks 2")).hasExitCode(0);
    try (Table table = connection.getTable(TableName.valueOf("more"))) {
      table.put(new Put(KEYS.key(20)).addColumn(FAMILY, Bytes.toBytes("7"), COLUMN));
    }
    assertThat(hbench.job("verify --table more --rows 1k --families 2 --tasks 2"))
        .hasExitCode(WRONG_DATA);
    assertThat(counts()).containsExactly(999L, 0L, 0L, 1L, 0L);
    assertThat(hbench.last().out())
        .containsPattern("\ncorrupt +" + key(20) + " .*unexpected cell info0:7 ");
  }

  @Test
  void aWholeRegionThatIsGoneIsOneFindingForEachTask() throws IOException {
    load("hole", "--presplit 4");
    admin.flush(TableName.valueOf("hole"));
    RegionInfo second = admin.getRegions(TableName.valueOf("hole")).get(1);
    try (Table table = connection.getTable(TableName.valueOf("hole"))) {
      for (long row = 250; row < 500; row++) {
        table.delete(new Delete(KEYS.key(row)));
      }
    }
    assertThat(hbench.job("verify --table hole --rows 1k --tasks 1 --threads 1"))
        .hasExitCode(WRONG_DATA);
    assertThat(verification().at("defectRanges.0"))
        .has("first", key(250))
        .has("last", key(499))
        .has("rows", 250)
        .has("region", second.getEncodedName());
  }

  @Test
  void anOlderVersionIsStale() throws IOException {
    load("old", "");
    assertThat(hbench.job("load --table old --rows 600 --tasks 1 --value-version 2"))
        .hasExitCode(0);
    assertThat(hbench.job("verify --table old --rows 1k --tasks 2")).hasExitCode(0);
    assertThat(hbench.job("verify --table old --rows 1k --tasks 2 --value-version 2"))
        .hasExitCode(WRONG_DATA);
    assertThat(counts()).containsExactly(600L, 0L, 400L, 0L, 0L);
  }

  @Test
  void onlyWhatWasAcknowledgedMustBeThere() throws IOException {
    load("half", "--acknowledged 300-999"); // writes the first 300
    assertThat(hbench.job("verify --table half --rows 1k --tasks 2 --acknowledged 0-199,900-949"))
        .hasExitCode(WRONG_DATA);
    assertThat(counts()).containsExactly(200L, 50L, 0L, 0L, 0L);
    assertThat(verification()).has("unacknowledged", 100);
    assertThat(hbench.last().out()).contains("750 more rows; 100 of them are present and correct");
  }

  @Test
  void aLoadIsVerifiedByItsDirectoryAlone() throws IOException {
    load("by_directory", "--columns 3 --value-size 77 --seed 4");
    Path load = hbench.last().dir();
    assertThat(hbench.job("verify " + load + " --tasks 2")).hasExitCode(0);
    assertThat(counts()).containsExactly(1_000L, 0L, 0L, 0L, 0L);
    assertThat(hbench.run("verify " + hbench.last().dir())).hasExitCode(2);
    assertThat(hbench.last().err()).contains("not the directory of a load");
  }

  @Test
  void readsCompareAShareOfWhatTheySee() throws IOException {
    load("checked", "");
    String read = "run get:1,scan:1 --table checked --rows 1k --ops 200 --tasks 1 --warmup 0s";
    assertThat(hbench.job(read + " --verify-reads 100%")).hasExitCode(0);
    assertThat(verification())
        .count("correct")
        .isEqualTo(hbench.last().report().count("total.rows"))
        .isGreaterThan(200);
    assertThat(hbench.job(read + " --verify-reads 10%")).hasExitCode(0);
    assertThat(verification())
        .count("compared")
        .isBetween(1L, hbench.last().report().count("total.rows") / 2);
    assertThat(hbench.job(read)).hasExitCode(0);
    assertThat(hbench.last().report()).has("verification", null);
    String warm = read.replace("--warmup 0s", "--warmup 1s --verify-reads 100%");
    assertThat(hbench.job(warm)).hasExitCode(0);
    assertThat(verification())
        .as("defects of the warm-up were listed, and not counted")
        .count("correct")
        .isGreaterThan(hbench.last().report().count("total.rows"));
    assertThat(hbench.job(read + " --verify-reads 100% --seed 9")).hasExitCode(WRONG_DATA);
    assertThat(hbench.last().out()).contains("row-defects").containsPattern("\ncorrupt +000");
  }

  @Test
  void hfilesHoldWhatPutsWouldHaveWrittenInTheFormatOfTheTable() throws IOException {
    load(
        "bulk",
        "--bulk --presplit 3 --families 2 --columns 12 --value-size 40 --compression gz"
            + " --block-encoding fast_diff --bloom-filter rowcol --block-size 8KB");
    assertThat(hbench.last().out()).contains("bulk load: ").contains(" 8 HFiles of ");
    Path load = hbench.last().dir();
    assertThat(hbench.job("verify " + load + " --tasks 2")).hasExitCode(0);
    assertThat(counts()).containsExactly(1_000L, 0L, 0L, 0L, 0L);

    try (Stream<Path> files = Files.walk(load.resolve("hfiles"))) {
      for (Path file : files.toList()) {
        assertThat(Files.getPosixFilePermissions(file)).doesNotContain(OTHERS_WRITE);
      }
    }
    // the servers copy from another file system: the files are still there
    try (Stream<Path> files = Files.walk(load.resolve("hfiles"))) {
      Path file =
          files
              .filter(f -> f.getFileName().toString().matches("[0-9a-f]{32}"))
              .findFirst()
              .orElseThrow();
      Configuration local = new Configuration(HBaseFixture.conf());
      local.set("fs.defaultFS", "file:///");
      try (HFile.Reader reader =
          HFile.createReader(
              FileSystem.getLocal(local), new org.apache.hadoop.fs.Path(file.toUri()), local)) {
        HFileContext format = reader.getFileContext();
        assertThat(format.getCompression()).isEqualTo(Compression.Algorithm.GZ);
        assertThat(reader.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.FAST_DIFF);
        assertThat(reader.getHFileInfo().get(Bytes.toBytes("BLOOM_FILTER_TYPE")))
            .isEqualTo(Bytes.toBytes("ROWCOL"));
      }
    }
  }

  @Test
  void aBulkLoadThatLacksPiecesIsFinishedByResume() throws IOException {
    load("resumed", "--presplit 4 --bulk --tasks 4");
    Path first = hbench.last().dir();
    FileUtils.deleteDirectory(first.resolve("hfiles/250-499").toFile());
    try (Table table = connection.getTable(TableName.valueOf("resumed"))) {
      for (long row = 250; row < 500; row++) {
        table.delete(new Delete(KEYS.key(row)));
      }
    }
    for (String other : List.of("recreate", "bulk=false", "value-size 5", "table resumed-2")) {
      assertThat(hbench.job("load --resume " + first + " --" + other)).hasExitCode(2);
    }
    assertThat(hbench.last().err())
        .contains("--table resumed-2: not the table of the load, resumed;");
    assertThat(hbench.job("load --resume " + first)).hasExitCode(0);
    assertThat(hbench.last().err()).contains("750 rows were written by earlier loads");
    assertThat(hbench.last().operation()).hasRows(250);
    assertThat(hbench.job("verify " + hbench.last().dir() + " --tasks 2")).hasExitCode(0);
    assertThat(counts()).containsExactly(1_000L, 0L, 0L, 0L, 0L);

    for (Path piece : children(first.resolve("hfiles"))) {
      for (Path family : children(piece)) {
        FileUtils.cleanDirectory(family.toFile()); // servers on the same file system move them
      }
    }
    TableName truncated = TableName.valueOf("resumed");
    admin.disableTable(truncated);
    admin.truncateTable(truncated, true);
    assertThat(hbench.job("load --resume " + first)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("table resumed lacks 100 of 100 rows of it");
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  private static void load(String table, String shape) {
    String tasks = shape.contains("--tasks") ? "" : " --tasks 2";
    assertThat(hbench.job("load --table " + table + " --rows 1k" + tasks + " " + shape))
        .hasExitCode(0);
  }

  private static Json verification() throws IOException {
    return hbench.last().report().at("verification");
  }

  private static List<Long> counts() throws IOException {
    Json verification = verification();
    return Stream.of(
            "correct", "defects.missing", "defects.stale", "defects.corrupt", "defects.unexpected")
        .map(verification::count)
        .toList();
  }

  private static String key(long row) {
    return Bytes.toString(KEYS.key(row));
  }
}
