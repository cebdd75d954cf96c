package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
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

/** Loads of rows of another table: lines of hbench's documentation. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class CopyIT {
  private static final TableName SOURCE = TableName.valueOf("texts");
  private static final byte[] LINE = Bytes.toBytes("line");
  private static final byte[] META = Bytes.toBytes("meta");

  private static final Path DOCS = Path.of("src/docs");

  /** Of a cell of each row; those of the others are given by HBase. */
  private static final long OLD = 1_000;

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;

  @BeforeAll
  static void make() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    connection
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(SOURCE)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(LINE).setMaxVersions(3).build())
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(META))
                .build(),
            new byte[][] {Bytes.toBytes("decisions/2"), Bytes.toBytes("p")});
    List<Put> puts = new ArrayList<>();
    for (Path file : files()) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String key = "%s/%05d".formatted(DOCS.relativize(file), i);
        puts.add(
            new Put(Bytes.toBytes(key))
                .addColumn(LINE, Bytes.toBytes("text"), OLD, Bytes.toBytes("an old one"))
                .addColumn(LINE, Bytes.toBytes("text"), OLD + 1, Bytes.toBytes(lines.get(i)))
                .addColumn(
                    META, Bytes.toBytes("of"), Bytes.toBytes(file.getFileName().toString())));
      }
    }
    try (Table table = connection.getTable(SOURCE)) {
      table.put(puts);
      table.delete(new Delete(puts.get(0).getRow()));
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(DOCS)) {
      return all.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void aCopyHasRowsOfAllRegionsAsTheyAre() throws IOException {
    copy("copied", "--rows 1000 --presplit 4 --flush");
    Map<String, List<Cell>> source = rows(SOURCE, false);
    Map<String, List<Cell>> copy = rows(TableName.valueOf("copied"), true);
    assertThat(copy).hasSizeBetween(700, 1_000);
    assertThat(hbench.last().report())
        .has("prepared.0.step", "copy-of")
        .has("prepared.0.rows", copy.size())
        .has("settings.rows", Integer.toString(copy.size()));
    assertThat(hbench.last().operation()).count("rows").isEqualTo(copy.size());
    copy.forEach((key, cells) -> assertThat(cells).as(key).isEqualTo(source.get(key)));
    for (String begin : List.of("a.*", "decisions/.*", "[p-z].*")) {
      long here = source.keySet().stream().filter(key -> key.matches(begin)).count();
      double share = (double) copy.size() / source.size();
      assertThat((double) copy.keySet().stream().filter(key -> key.matches(begin)).count())
          .as(begin)
          .isBetween(0.3 * share * here, 3 * share * here);
    }
    try (RegionLocator regions = connection.getRegionLocator(TableName.valueOf("copied"))) {
      List<String> starts = Arrays.stream(regions.getStartKeys()).map(Bytes::toString).toList();
      assertThat(starts).hasSize(4);
      assertThat(copy.keySet().stream().filter(key -> key.compareTo(starts.get(2)) < 0).count())
          .isEqualTo(copy.size() / 2);
    }
    assertThat(
            hbench.job("run get@1 --table copied --keys sampled --rows 100 --ops 200 --warmup 0s"))
        .hasExitCode(0);
    assertThat(hbench.last().operation()).hasNotFound(0);
  }

  /** Blocks of neighbours are what encodings and codecs work on. */
  @Test
  void aLargeSampleHasNeighbours() throws IOException {
    copy("neighbours", "--rows 4k");
    List<String> source = List.copyOf(rows(SOURCE, false).keySet());
    List<String> copy = List.copyOf(rows(TableName.valueOf("neighbours"), true).keySet());
    long followed = 0;
    for (int i = 1; i < copy.size(); i++) {
      int at = source.indexOf(copy.get(i));
      followed += source.get(at - 1).equals(copy.get(i - 1)) ? 1 : 0;
    }
    assertThat((double) followed / copy.size()).isGreaterThan(0.9);
    assertThat(copy).hasSizeLessThan(source.size());
  }

  @Test
  void replacedValuesHaveTheLengthsAndDoNotTellWhichWereTheSame() throws IOException {
    copy("replaced", "--rows 1000 --replace-values --family-names line");
    Map<String, List<Cell>> source = rows(SOURCE, false);
    Map<String, List<Cell>> copy = rows(TableName.valueOf("replaced"), true);
    assertThat(copy).hasSizeGreaterThan(700);
    Set<String> others = new HashSet<>();
    copy.forEach(
        (key, cells) -> {
          assertThat(cells).hasSize(1);
          String value = value(cells.get(0));
          String was = value(source.get(key).get(0));
          assertThat(value).hasSameSizeAs(was);
          if (value.length() > 8) {
            assertThat(value).isNotEqualTo(was);
            assertThat(others.add(value)).as("another value").isTrue();
          }
        });
  }

  @Test
  void schemasOfASampleAreComparedByAllThatMattersAtOnce() throws IOException {
    String file =
        Files.readString(Path.of("job-conf/schema.yaml"))
            .replaceAll("  (row-index|gz-.*|no-bloom): .*\n", "");
    Path suite = Files.writeString(dir.resolve("schema.yaml"), file);
    copy("hbench-schema-sample", "--rows 2k");
    assertThat(
            hbench.job(
                "suite %s --local --rows 2k --ops 400 --warmup 0s --tasks 1 --repeat 2"
                    .formatted(suite)))
        .hasExitCode(0);
    Json record = hbench.last().json("suite.json");
    for (Json run : record.list("runs")) {
      if (run.text("step").equals("load")) {
        double size = run.number("figures.put.size-on-disk");
        Json report = hbench.last().json(run.text("directory") + "/report.json");
        assertThat(report)
            .has("settings.copy-of", "hbench-schema-sample")
            .has("prepared.2.bytes", (long) size);
      }
    }
    List<Double> sizes =
        record.list("rows").stream()
            .filter(row -> row.text("step").equals("load"))
            .map(row -> row.number("figures.size-on-disk.mean"))
            .toList();
    assertThat(sizes.get(1)).as("fast-diff").isLessThan(0.95 * sizes.get(0));
    assertThat(sizes.get(2)).as("gz").isLessThan(0.6 * sizes.get(0));
    assertThat(hbench.last().out())
        .contains("\nnot dominated: ")
        .containsPattern("\nconfiguration +load +")
        .containsPattern("\nload +table +size-on-disk +gz +");
  }

  @Test
  void whatCannotBeCopiedIsRefusedBeforeAnythingIsMade() throws IOException {
    refused(
        "load --copy-of nothing --table new1",
        "--copy-of nothing: no table, or a disabled one; try --copy-of t1");
    refused(
        "load --copy-of hbase:meta --table new1",
        "--copy-of hbase:meta: a system table of HBase; try --copy-of t1");
    refused(
        "load --copy-of texts --table new1",
        "--copy-of texts: hbench did not create it; try --yes=texts");
    refused(
        "load --copy-of default:texts --table texts --recreate=texts",
        "--table texts: the table that is copied; try --table texts2");
    refused(
        "load --copy-of texts --table new1 --rows 1 --tasks 3",
        "--rows 1: less than the 3 tasks of put@3; try load --tasks 1");
    copy("taken", "--rows 100");
    refused(
        "load --copy-of texts --yes=texts --table taken --rows 100",
        "--table taken: exists, and --copy-of makes one; try --table taken2, or --recreate");
    copy("taken", "--rows 100 --recreate");
    Path copied = hbench.last().dir();
    assertThat(hbench.run("verify " + copied)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(": copied rows of table texts, which hbench can't make again; try verify ");
    assertThat(connection.getAdmin().tableExists(TableName.valueOf("new1"))).isFalse();
  }

  private static void copy(String table, String words) {
    assertThat(
            hbench.job(
                "load --copy-of texts --yes=texts --tasks 2 --threads 2 --table %s %s"
                    .formatted(table, words)))
        .hasExitCode(0);
  }

  private static void refused(String words, String message) {
    assertThat(hbench.job(words)).hasExitCode(2);
    assertThat(hbench.last().err()).isEqualTo("hbench: " + message + "\n");
  }

  private static String value(Cell cell) {
    return new String(CellUtil.cloneValue(cell), StandardCharsets.ISO_8859_1);
  }

  /** All rows; cells are equal if they have the same key and timestamp. */
  private static Map<String, List<Cell>> rows(TableName name, boolean allVersions)
      throws IOException {
    Map<String, List<Cell>> rows = new TreeMap<>();
    Scan scan = allVersions ? new Scan().readAllVersions() : new Scan();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows.put(Bytes.toString(row.getRow()), row.listCells());
      }
    }
    return rows;
  }
}
