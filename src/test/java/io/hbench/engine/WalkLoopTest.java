package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.kit.Pause;
import io.hbench.kit.TestServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Load loops whose threads walk rows of their own, as far as they have any. */
class WalkLoopTest extends LoadLoopFixture {
  private static final long MILLI = 1_000_000L;
  private static final byte[] ROW = {'r'};

  /** Ten rows for sixteen threads: six of them have none to walk. */
  @Test
  void threadsWithoutRowsLeaveTheScheduleToTheOthers() throws Exception {
    drive(tenRows(), "assignments=scanAll@1", "rows=10", "threads=16", "rate=20", "for=30s");
    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(600);
  }

  @Test
  void aThreadWithoutRowsToWalkPerformsTheOtherOperationsOfItsMix() throws Exception {
    drive(
        tenRows(), "assignments=get:9,scanAll:1@1", "rows=10", "threads=16", "for=1s", "warmup=0s");
    assertThat(counters.threadNanos()).hasSize(16).allMatch(nanos -> nanos > 990 * MILLI);
  }

  /** Client of a table whose gets and scans take a millisecond. */
  @SuppressWarnings("FutureReturnValueIgnored") // it is the answer, as an object
  private static Client tenRows() {
    return client(
        "get or open",
        request -> {
          if (request instanceof Get) {
            Pause.nanos(MILLI);
            return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
          }
          return new ShortTable(Integer.MAX_VALUE);
        });
  }

  @Test
  void aFinishedScanGetsNoMoreRequests() throws Exception {
    // the request after the last one is made before the response that ends the scan
    ShortTable table = new ShortTable(100);
    drive(
        client("open", (Scan scan) -> table),
        "assignments=scanAll@1",
        "rows=1000",
        "row-budget=1000",
        "caching=30",
        "in-flight=1",
        "threads=1",
        "client=async",
        "warmup=0s");
    assertThat(table.asked).hasSize(4).containsOnly(30);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(4);
    assertThat(counters.get(Counter.NOT_FOUND)).isEqualTo(900);
  }

  /** Later steps got the rows of those that were dropped, and the last ones none. */
  @Test
  void afterDroppedStepsAScanGoesOnWhereTheNextOneBegins() throws Exception {
    List<String> opened = Collections.synchronizedList(new ArrayList<>());
    drive(
        client(
            "open",
            (Scan scan) -> {
              opened.add(Bytes.toString(scan.getStartRow()));
              return new ShortTable(Integer.MAX_VALUE) {
                @Override
                public CompletableFuture<Client.Scanned> next(int rows) {
                  return opened.size() == 1 ? answer(rows, 500 * MILLI) : super.next(rows);
                }
              };
            }),
        "assignments=scanAll@1",
        "rows=100000",
        "key-format={row:6}",
        "caching=10",
        "rate=100",
        "catchup=none",
        "in-flight=1",
        "threads=1",
        "client=async",
        "warmup=0s",
        "for=2s");
    assertThat(counters.get(Counter.DROPPED)).isBetween(40L, 60L);
    assertThat(opened).hasSize(2);
    assertThat(opened.get(0)).isEqualTo("000000");
    assertThat(Long.parseLong(opened.get(1))).isBetween(400L, 600L);
  }

  /** Scanner that responds a millisecond later, on another thread. */
  private static class ShortTable implements Client.Scanner {
    private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
    private int left;

    ShortTable(int rows) {
      left = rows;
    }

    @Override
    public CompletableFuture<Client.Scanned> next(int rows) {
      return answer(rows, MILLI);
    }

    final CompletableFuture<Client.Scanned> answer(int rows, long nanos) {
      asked.add(rows);
      int given = Math.min(rows, left);
      left -= given;
      Result row = Result.create(List.of(new KeyValue(ROW, ROW, ROW, ROW)));
      return TestServer.current()
          .answer(new Client.Scanned(Collections.nCopies(given, row), null), nanos);
    }

    @Override
    public void close() {}
  }
}
