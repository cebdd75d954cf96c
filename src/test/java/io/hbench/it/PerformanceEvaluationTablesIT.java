package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of hbench and of PerformanceEvaluation, which are the same to both. */
@Order(Turns.FROM_THE_END + 2)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PerformanceEvaluationTablesIT extends PerformanceEvaluationTests {
  @ParameterizedTest
  @CsvSource({
    "sequentialWrite,",
    "sequentialWrite,--valueRandom",
    "sequentialWrite,--valueZipf",
    "randomWrite,--autoFlush=true"
  })
  void tablesOfPerformanceEvaluationAreReadWithoutEmptyRows(String command, String more)
      throws Exception {
    String options =
        "--families=2 --columns=3 --valueSize=20 --rows=100 " + (more == null ? "" : more);
    String table = "theirs-" + command + options.hashCode();
    theirs(options + " --presplit=3 --table=pe-" + table + " " + command + " 2");
    boolean all = command.equals("sequentialWrite");
    pe(options + " --table=pe-" + table + " sequentialRead 2");
    long rows = operation("get").count("rows");
    assertThat(rows).isEqualTo(count(table));
    assertThat(operation("get")).hasNotFound(200 - rows);
    assertThat(rows).isGreaterThan(all ? 199 : 100);
  }

  @Test
  void tablesOfHbenchAreTheSameForPerformanceEvaluation() throws Exception {
    String options = "--families=2 --columns=3 --valueSize=20 --rows=100 --presplit=3 ";
    pe(options + "--table=pe-ours sequentialWrite 2");
    theirs(options + "--table=pe-theirs sequentialWrite 2");
    assertThat(skeleton("ours")).isEqualTo(skeleton("theirs")).hasSize(200 * 6);
    assertThat(splits("ours")).isEqualTo(splits("theirs")).hasSize(3);

    theirs(options + "--table=pe-ours randomRead 2");
    theirs(options + "--table=pe-ours sequentialWrite 2"); // finds nothing to drop
    pe(options + "--table=pe-theirs --yes sequentialWrite 2"); // and its splits fit
    assertThat(descriptor("ours").getValue("HBENCH")).isNotNull();
    assertThat(skeleton("ours")).isEqualTo(skeleton("theirs"));
  }

  @Test
  void valuesAreLettersInRunsOfEight() throws IOException {
    pe("--rows=10 --valueSize=20 --table=pe-letters sequentialWrite 1");
    assertThat(count("letters")).isEqualTo(10);
    for (Result row : scan("letters", 1)) {
      assertThat(Bytes.toString(row.value())).matches("([A-Z])\\1{7}([A-Z])\\2{7}([A-Z])\\3{3}");
    }
  }

  @Test
  void noTableIsDroppedBecauseItsRegionCountDiffers() throws IOException {
    pe("--rows=100 --presplit=4 --table=pe-kept sequentialWrite 1");
    assertThat(hbench.run("pe --rows=100 --presplit=9 --table=pe-kept randomWrite 1"))
        .hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--presplit 9: table pe-kept has 4 regions with other split points");
    pe("--rows=100 --presplit=9 --table=pe-kept randomRead 1");
    assertThat(hbench.run("pe --rows=100 --families=2 --table=pe-kept randomRead 1"))
        .hasExitCode(2);
    assertThat(count("kept")).isEqualTo(100);
    assertThat(splits("kept")).hasSize(4);
  }

  @Test
  void remainderRowsAreAssigned() throws IOException {
    pe("--size=0.001 --valueSize=1000 --table=pe-remainder sequentialWrite 3"); // 1,048 rows
    assertThat(count("remainder")).isEqualTo(1_048);
  }

  @Test
  void whatIsNotThereIsNeitherDeletedNorMade() {
    for (String command : List.of("sequentialDelete", "metaRandomRead", "scan")) {
      assertThat(hbench.run("pe --rows=10 --table=pe-typo " + command + " 1")).hasExitCode(2);
      assertThat(hbench.last().err()).contains("--table pe-typo: does not exist");
    }
  }

  @Test
  void presplitsOfOverlappingClientsAreThoseOfTheTable() throws IOException {
    pe("--rows=50 --presplit=4 --table=pe-overlap sequentialWrite 4");
    pe("--rows=50 --presplit=4 --table=pe-overlap increment 4");
    assertThat(operation("increment")).hasRows(200);
    int counters = 0;
    for (Result row : scan("overlap", 1)) {
      counters +=
          row.containsColumn(Bytes.toBytes("info0"), Bytes.toBytes("IncrementTest")) ? 1 : 0;
    }
    assertThat(counters).isEqualTo(50); // all clients on the rows of the first
  }

  @Test
  void tagsArriveAtTheServers() throws IOException {
    pe("--rows=5 --usetags=true --numoftags=3 --table=pe-tags sequentialWrite 1");
    Configuration withTags = new Configuration(HBaseFixture.conf());
    withTags.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    try (Connection own = ConnectionFactory.createConnection(withTags);
        Table table = own.getTable(TableName.valueOf("pe-tags"));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        assertThat(PrivateCellUtil.getTags(row.rawCells()[0]))
            .hasSize(3)
            .allMatch(tag -> tag.getValueLength() == 256);
      }
    }
    assertThat(count("tags")).isEqualTo(5);
  }

  @Test
  void theTableHasTheAttributesThatItWasGiven() throws IOException {
    pe(
        "--rows=5 --compress=GZ --blockEncoding=FAST_DIFF --bloomFilter=ROWCOL --blockSize=16384"
            + " --inmemory=true --inmemoryCompaction=BASIC --ttl=1h --versions=3"
            + " --mob-threshold=100KB --splitPolicy=org.apache.hadoop.hbase.regionserver"
            + ".ConstantSizeRegionSplitPolicy --table=pe-attributes sequentialWrite 1");
    var family = descriptor("attributes").getColumnFamily(Bytes.toBytes("info0"));
    assertThat(family.getCompressionType()).hasToString("GZ");
    assertThat(family.getDataBlockEncoding()).hasToString("FAST_DIFF");
    assertThat(family.getBloomFilterType()).hasToString("ROWCOL");
    assertThat(family.getBlocksize()).isEqualTo(16_384);
    assertThat(family.isInMemory()).isTrue();
    assertThat(family.getInMemoryCompaction()).hasToString("BASIC");
    assertThat(family.getTimeToLive()).isEqualTo(3_600);
    assertThat(family.getMaxVersions()).isEqualTo(3);
    assertThat(family.isMobEnabled()).isTrue();
    assertThat(family.getMobThreshold()).isEqualTo(100 << 10);
    assertThat(descriptor("attributes").getRegionSplitPolicyClassName())
        .endsWith("ConstantSizeRegionSplitPolicy");
  }
}
