package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TableSizingTest {
  private static final long GB = 1L << 30;
  private static final ServerMemory HEAP =
      new ServerMemory("rs1:16020", 31 * GB, 12 * GB, 0L, 3 * GB);
  private static final ServerMemory BUCKETS =
      new ServerMemory("rs2:16020", 31 * GB, 2 * GB, 100 * GB, 50 * GB);
  private static final ServerMemory SILENT =
      new ServerMemory("rs3:16020", 10 * GB, null, null, null);

  private final Configuration conf = new Configuration(false);

  @Test
  void theSizeOfARowIsThatOfItsCellsInABlock() {
    // 4 + 4 lengths, 2 + 26 row, 1 + 5 family, 1 qualifier, 8 timestamp, 1 type, 1 version
    assertThat(LoadEstimate.rowBytes(sizing(HEAP).spec())).isEqualTo(53 + 1000);
    Settings.COLUMNS.set(conf, "10");
    Settings.FAMILIES.set(conf, "2");
    assertThat(LoadEstimate.rowBytes(sizing(HEAP).spec())).isEqualTo(20 * (53 + 1000));
  }

  @Test
  void variableValueLengthsCountWithTheirMean() {
    Settings.VALUE_LENGTHS.set(conf, "uniform");
    assertThat(LoadEstimate.rowBytes(sizing(HEAP).spec())).isBetween(53 + 450L, 53 + 550L);
  }

  @Test
  void theCacheIsTheOneForDataOrAnAssumedShareOfTheHeap() {
    assertThat(sizing(HEAP, BUCKETS).cacheBytes()).isEqualTo(112 * GB);
    assertThat(sizing(SILENT).cacheBytes()).isEqualTo(4 * GB);
  }

  @Test
  void proposalsAreValidCommandLines() {
    Settings.TABLE.set(conf, "t1");
    Settings.VALUE_SIZE.set(conf, "1KB");
    Settings.SEED.set(conf, "7");
    String text = sizing(HEAP, BUCKETS, SILENT).text(conf);
    assertThat(text)
        .contains(
            "rs1:16020                        heap 31.0 GB, block cache 12.0 GB on the heap, ")
        .contains("block cache 2.0 GB on the heap for indexes, 100.0 GB bucket cache for data, 50")
        .contains("its metrics page (/jmx) is not to be had; 4.0 GB assumed, 40 % of the heap")
        .contains("in all 3 region servers, for data: 116.0 GB\n")
        .contains("a row in the caches: 1,077 bytes (cells: 1)\n")
        .contains("load --table t1 --rows 57M --value-size 1KB --seed 7 --presplit 30\n")
        .contains("load --table t1 --rows 92M --value-size 1KB --seed 7 --presplit 30\n")
        .contains("load --table t1 --rows 1.1G --value-size 1KB --seed 7 --presplit 30\n");
  }

  /** They went to the cluster of hbase-site.xml. */
  @Test
  void proposedLoadsNameClusterAndUser() {
    Settings.QUORUM.set(conf, "zk9:2181");
    Settings.USER.set(conf, "web");
    assertThat(sizing(HEAP).text(conf)).contains(" --quorum zk9:2181 --user web --presplit 10\n");
  }

  @Test
  void theListOfServersIsLimited() {
    List<ServerMemory> many = Collections.nCopies(300, HEAP);
    assertThat(new TableSizing(many, 0.4, spec()).text(conf))
        .contains("and 280 more\n")
        .contains("in all 300 region servers");
  }

  @Property
  void proposedNumbersOfRowsAreReadBack(@ForAll @LongRange(min = 1, max = 99) long digits) {
    for (long rows = digits; rows < 1_000_000_000_000L; rows *= 10) {
      assertThat(SettingType.COUNT.read().apply(TableSizing.readable(rows))).isEqualTo(rows);
    }
  }

  private TableSizing sizing(ServerMemory... servers) {
    return new TableSizing(List.of(servers), 0.4, spec());
  }

  private RunSpec spec() {
    Settings.COMMAND.set(conf, "load");
    return RunSpec.from(conf);
  }
}
