package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.ClientFactory;
import io.hbench.client.ClientType;
import io.hbench.client.HBaseUser;
import io.hbench.client.KeySpan;
import io.hbench.client.RegionPages;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of hbase:meta that tasks read, counted by its region. */
@Order(Turns.ALONE)
@HBaseFixture.Alone
@Tag("soak")
class RegionLookupIT {
  private static final String TABLE = "looked-up";
  private static final int REGIONS = 230;
  private static final int ROWS_OF_REGION = 10;
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");

  /** Regions that the asynchronous client reads ahead. */
  private static final int PREFETCH = 10;

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;

  @BeforeAll
  static void load() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    hbench.job(
        "load --table %s --rows %d --presplit %d --tasks 1"
            .formatted(TABLE, REGIONS * ROWS_OF_REGION, REGIONS));
    assertThat(hbench.last()).hasExitCode(0);
  }

  @AfterAll
  static void close() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(TableName.valueOf(TABLE));
      admin.deleteTable(TableName.valueOf(TABLE));
    }
    connection.close();
  }

  @ParameterizedTest
  @EnumSource
  void aTaskReadsTheRegionsOfItsRowsAndItsRequestsReadNone(ClientType type) throws Exception {
    try (ClientFactory clients =
        type.connect(HBaseFixture.conf(), HBaseUser.SUBMITTER).apply(TABLE)) {
      int own = 12;
      long before = metaRows();
      KeySpan span = KeySpan.between(key(100), key(100 + own * ROWS_OF_REGION - 1));
      RegionPages pages = clients.regions(span);
      assertThat(lookUp(pages)).isEqualTo(own);
      assertThat(pages.isComplete()).isTrue();
      assertThat(metaRows() - before).isBetween((long) own, own + 2L * PREFETCH);
      before = metaRows();
      get(clients, 100, 100 + own * ROWS_OF_REGION);
      assertThat(pages.next(100)).isZero();
      assertThat(metaRows() - before).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTaskThatDrawsFromTheWholeTableReadsEachRegionOnce(ClientType type) throws Exception {
    try (ClientFactory clients =
        type.connect(HBaseFixture.conf(), HBaseUser.SUBMITTER).apply(TABLE)) {
      long before = metaRows();
      assertThat(lookUp(clients.regions(KeySpan.all()))).isEqualTo(REGIONS);
      assertThat(metaRows() - before).isBetween((long) REGIONS, REGIONS + 5L * PREFETCH);
      before = metaRows();
      get(clients, 0, REGIONS * ROWS_OF_REGION);
      assertThat(metaRows() - before).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theTasksOfARunReadTheirPartsOfTheTable(ClientType type) throws IOException {
    int tasks = 8;
    long one = metaRowsOf("get@1 --client " + type);
    long many = metaRowsOf("get@%d --client %s".formatted(tasks, type));
    assertThat(one).isGreaterThanOrEqualTo(REGIONS); // and those that the command reads
    assertThat(many - one).isLessThan(tasks * 3L * PREFETCH);
  }

  @ParameterizedTest
  @EnumSource
  void eachConnectionLooksUpTheRegions(ClientType type) throws Exception {
    ClientFactory.Connector one =
        () -> type.connect(HBaseFixture.conf(), HBaseUser.SUBMITTER).apply(TABLE);
    try (ClientFactory clients = ClientFactory.pooled(2, one)) {
      KeySpan span = KeySpan.between(key(29), key(30));
      assertThat(lookUp(ClientFactory.ofStep(clients).regions(span))).isEqualTo(4);
    }
  }

  @Test
  void aRowOfMetaHasAboutOneKilobyte() throws IOException {
    Scan scan =
        new Scan()
            .addFamily(HConstants.CATALOG_FAMILY)
            .withStartRow(Bytes.toBytes(TABLE + ",,"))
            .withStopRow(Bytes.toBytes(TABLE + ",9,"));
    long bytes = 0;
    int rows = 0;
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner scanner = meta.getScanner(scan)) {
      for (Result row : scanner) {
        rows++;
        for (var cell : row.rawCells()) {
          bytes += cell.getSerializedSize();
        }
      }
    }
    assertThat(rows).isEqualTo(REGIONS);
    assertThat(bytes / rows).isBetween(500L, 1_100L);
  }

  private static long metaRowsOf(String assignment) throws IOException {
    long before = metaRows();
    hbench.job(
        "run %s --table %s --rows %d --ops 1k --warmup 0s"
            .formatted(assignment, TABLE, REGIONS * ROWS_OF_REGION));
    assertThat(hbench.last()).hasExitCode(0);
    return metaRows() - before;
  }

  private static int lookUp(RegionPages pages) throws IOException {
    int all = 0;
    for (int page = pages.next(100); page > 0; page = pages.next(100)) {
      all += page;
    }
    return all;
  }

  private static void get(ClientFactory clients, int from, int end) throws Exception {
    try (var client = clients.open()) {
      for (int row = from; row < end; row++) {
        assertThat(client.get(new Get(key(row))).get(1, TimeUnit.MINUTES).isEmpty()).isFalse();
      }
    }
  }

  private static byte[] key(long row) {
    return KEYS.key(row);
  }

  private static long metaRows() {
    return HBaseFixture.region(RegionInfoBuilder.FIRST_META_REGIONINFO).getReadRequestsCount();
  }
}
