package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PerformanceEvaluation's reads and scans count, and what they leave out. */
@Order(Turns.FROM_THE_END + 1)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PerformanceEvaluationReadsIT extends PerformanceEvaluationTests {
  @Test
  void readsOfAbsentRowsAreCountedAsEmpty() throws IOException {
    pe("--rows=100 --table=pe-absent sequentialWrite 1");
    pe("--rows=200 --table=pe-absent sequentialRead 1");
    assertThat(operation("get")).hasRows(100).hasNotFound(100);
  }

  @Test
  void valueSizesOfReadsAreReported() throws IOException {
    String options = "--rows=300 --valueSize=500 --valueRandom --table=pe-sizes ";
    pe(options + "sequentialWrite 1");
    for (String read : List.of("sequentialRead", "scan", "asyncRandomRead --multiGet=7")) {
      pe(options + read + " 1");
      Json sizes = hbench.last().report().at("reads.valueSizes");
      assertThat(sizes).hasCount(300).number("mean").isBetween(200.0, 300.0);
      assertThat(sizes).count("max").isLessThan(500);
    }
  }

  @Test
  void scanMetricsOfAllTasksAreAddedUp() throws IOException {
    pe("--rows=20 --presplit=2 --table=pe-metrics sequentialWrite 2");
    for (String scan : List.of("scan", "reverseScan", "asyncScan", "scanRange10", "filterScan")) {
      pe("--rows=20 --table=pe-metrics " + scan + " 2");
      Json scans = hbench.last().report().at("reads.scans");
      assertThat(scans).count("rpcCalls").isGreaterThanOrEqualTo(2);
      assertThat(scans).count("regions").isGreaterThanOrEqualTo(2);
    }
  }

  /** Rows 40 to 49 and 50 to 59 are missing: one who looked for ten others would find them. */
  @ParameterizedTest
  @CsvSource({"scan", "reverseScan", "asyncScan"})
  void aScanStaysInTheRangeOfItsClient(String scan) throws IOException {
    String table = "range-" + scan;
    pe("--rows=200 --valueSize=10 --table=pe-" + table + " sequentialWrite 1");
    try (Table t = connection.getTable(TableName.valueOf("pe-" + table))) {
      for (int row = 40; row < 60; row++) {
        t.delete(new Delete(KEYS.key(row)));
      }
    }
    pe("--rows=50 --cycles=2 --caching=7 --table=pe-" + table + " " + scan + " 2");
    assertThat(hbench.last().operation()).hasRows(2 * 80).hasNotFound(2 * 20);
    // 40 rows by 7 are 6 answers, of which the last finds the end; the missing cost none
    assertThat(hbench.last().operation()).hasCount(2 * 2 * 6);
  }

  @Test
  void nothingBehindTheEndOfATableIsTimed() throws IOException {
    pe("--rows=100 --table=pe-short sequentialWrite 1");
    for (String scan : List.of("scan", "asyncScan")) {
      pe("--rows=100000 --table=pe-short " + scan + " 1");
      assertThat(hbench.last().operation()).hasRows(100).hasNotFound(99_900).hasCount(4);
    }
  }

  @Test
  void serversCanFilterAllRowsOut() throws IOException {
    pe("--rows=100 --table=pe-filtered sequentialWrite 1");
    for (String read : List.of("randomRead", "scan", "filterScan --rows=2")) {
      pe(
          "--rows=100 --filterAll --table=pe-filtered "
              + read.replaceAll("(\\w+) (.*)", "$2 $1")
              + " 1");
      assertThat(hbench.last().operation()).hasRows(0);
      assertThat(hbench.last().out()).doesNotContain("rows-not-found");
    }
  }

  @Test
  void readsFromReplicasAreCounted() throws IOException {
    pe("--rows=50 --replicas=2 --table=pe-replicas sequentialWrite 1");
    assertThat(descriptor("replicas").getRegionReplication()).isEqualTo(2);
    pe("--rows=50 --replicas=2 --table=pe-replicas randomRead 1");
    assertThat(hbench.last().out()).containsPattern("\\[results from replica regions] \\d+");
    assertThat(
            hbench.job(
                "run get@1 --rows 50 --ops 50 --warmup 0s --threads 1 --table pe-replicas --replica"
                    + " 1 --consistency timeline"))
        .hasExitCode(0);
    assertThat(hbench.last().report()).has("reads.staleRows", 50);
  }
}
