package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of PerformanceEvaluation's commands share: a cluster, and both programs. */
@HBaseFixture.Shared
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PerformanceEvaluationTests {
  static final KeyFormat KEYS = KeyFormat.parse("{row:26}");

  Path dir;
  Hbench hbench;
  Connection connection;

  @BeforeAll
  void connect(@TempDir Path temp) throws IOException {
    dir = temp;
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
  }

  @AfterAll
  void close() throws IOException {
    connection.close();
  }

  void pe(String words) {
    assertThat(hbench.job(("pe " + words).replaceAll(" +", " "))).hasExitCode(0);
  }

  /** With its clients as threads of this JVM. */
  void theirs(String words) throws Exception {
    PerformanceEvaluation evaluation =
        new PerformanceEvaluation(new Configuration(HBaseFixture.conf()));
    String[] all = ("--nomapred " + words).replaceAll(" +", " ").split(" ");
    assertThat(ToolRunner.run(evaluation, all)).isZero();
  }

  Json operation(String name) {
    return hbench.last().report().operation(name);
  }

  /** Every cell but for its bytes: row, family, qualifier, length of the value. */
  List<String> skeleton(String table) throws IOException {
    List<String> cells = new ArrayList<>();
    for (Result row : scan(table, 1)) {
      for (Cell cell : row.rawCells()) {
        cells.add(
            CellUtil.getCellKeyAsString(cell).replaceFirst("/\\d+/", "/") + cell.getValueLength());
      }
    }
    return cells;
  }

  List<String> splits(String table) throws IOException {
    try (var regions = connection.getRegionLocator(TableName.valueOf("pe-" + table))) {
      return Stream.of(regions.getStartKeys()).map(Bytes::toStringBinary).toList();
    }
  }

  TableDescriptor descriptor(String table) throws IOException {
    return connection.getTable(TableName.valueOf("pe-" + table)).getDescriptor();
  }

  long count(String table) throws IOException {
    long count = 0;
    for (Result row : scan(table, 1)) {
      count += row.isEmpty() ? 0 : 1;
    }
    return count;
  }

  long fakeRegions() throws IOException {
    return fakeRows().size();
  }

  /** Deletes those of other tests, which draw rows at random. */
  void forgetFakeRegions() throws IOException {
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      meta.delete(new ArrayList<>(fakeRows()));
    }
  }

  private List<Delete> fakeRows() throws IOException {
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner rows =
            meta.getScanner(
                new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("hbench_no_such_table,")))) {
      List<Delete> all = new ArrayList<>();
      for (Result row : rows) {
        all.add(new Delete(row.getRow()));
      }
      return all;
    }
  }

  ResultScanner scan(String table, int versions) throws IOException {
    return connection
        .getTable(TableName.valueOf("pe-" + table))
        .getScanner(new Scan().readVersions(versions));
  }
}
