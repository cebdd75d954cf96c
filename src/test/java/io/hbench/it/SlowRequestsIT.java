package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.server.SlowLog;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are slow for a known reason, and what the report says. */
@HBaseFixture.Shared
class SlowRequestsIT {
  private static final String TABLE = "slow-requests";
  private static final String LOCKED_ROW = "%026d".formatted(3);
  private static final long LOCKED_MILLIS = 3_000;

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void load() {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --tasks 1 --rows 10 --table " + TABLE)).hasExitCode(0);
  }

  /** The limit of time is for a put that never waits: the test takes five seconds. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aPutThatWaitsForARowLockHasSpentItsTimeInAHandler() throws Exception {
    Region region;
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf())) {
      RegionInfo info = connection.getAdmin().getRegions(TableName.valueOf(TABLE)).get(0);
      region = HBaseFixture.region(info);
    }
    long writes = region.getWriteRequestsCount();
    Region.RowLock lock = region.getRowLock(Bytes.toBytes(LOCKED_ROW), false);
    // row 3 once: a second slow call of it could not be told from the first
    CompletableFuture<Hbench.Result> run =
        CompletableFuture.supplyAsync(
            () ->
                hbench.job(
                    "run put@1 --threads 1 --rows 10 --keys sequential --rate 2 --ops 6 --warmup 0s"
                        + " --table "
                        + TABLE));
    while (region.getWriteRequestsCount() < writes + 4 || !waitsForARowLock()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    TimeUnit.MILLISECONDS.sleep(LOCKED_MILLIS);
    lock.release();
    Hbench.Result result = run.get(1, TimeUnit.MINUTES);
    assertThat(result).hasExitCode(0);
    Json request = ofLockedRow(result.report().list("slow.list"), "row");
    // the servers of one JVM have one log, and each of them answers with all of it
    List<Json> entries =
        result.json(SlowLog.FILE).list("entries").stream()
            .filter(entry -> entry.text("server").equals(request.text("server")))
            .toList();
    String all = result.report().at("slow") + "\n" + entries;
    boolean hasAll = result.report().isNull("slow.log");
    assumeTrue(
        hasAll || !result.report().text("slow.log").startsWith("no answer from "),
        "a server of a busy machine has not answered in time");
    assertThat(ofLockedRow(entries, "call")).as(all).number("processingMs").isGreaterThan(300);
    assertThat(request).as(all).has("cause", "handler");
    assertThat(result.out()).containsPattern("\nslow causes: .*handler");
  }

  private static Json ofLockedRow(List<Json> list, String field) {
    List<Json> found = list.stream().filter(one -> one.text(field).endsWith(LOCKED_ROW)).toList();
    assertThat(found).as(list.toString()).hasSize(1);
    return found.get(0);
  }

  /** Whether a handler waits for a row lock; until then the lock would be held for nothing. */
  private static boolean waitsForARowLock() {
    return Thread.getAllStackTraces().entrySet().stream()
        .anyMatch(
            thread ->
                thread.getKey().getState() == Thread.State.TIMED_WAITING
                    && Stream.of(thread.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("getRowLockInternal")));
  }
}
