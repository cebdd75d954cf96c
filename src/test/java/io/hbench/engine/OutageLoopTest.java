package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.client.MadeRegions;
import io.hbench.client.TableRegions;
import io.hbench.outage.TaskOutage;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A load loop with one slot and a fake clock, and two regions, of which one hangs for a while. */
class OutageLoopTest extends LoadLoopFixture {
  private static final double SECOND = 1e9;
  private static final long SERVICE = 100_000;
  private static final long FROM = 5_000_000_000L;
  private static final long TO = 9_000_000_000L;
  private static final byte[] HALF = Bytes.toBytes("00000000000000000000000050");

  private final TableRegions regions = MadeRegions.of(List.of(HALF), 2);
  private final Clock clock = new SteppedClock();
  private long now;

  private final class SteppedClock implements Clock {
    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      now = Math.max(now, nanos);
    }
  }

  @Test
  void aHungServerTakesTheSlotAndOnlyItsRegionIsOut() throws Exception {
    run("rows=100", "rate=100", "for=20s", "warmup=0s", "threads=1");
    assertThat(latencies("get response ok").getMaxValue()).isGreaterThan(FROM / 2);
    List<TaskOutage> outages = counters.outages().orElseThrow().outages();
    assertThat(outages).hasSize(1);
    TaskOutage one = outages.get(0);
    assertThat(one.server()).isEqualTo("rs1:16020");
    assertThat(one.from() / SECOND).isCloseTo(5, within(0.1));
    assertThat(one.to() / SECOND).isCloseTo(9, within(0.1));
    assertThat(one.operations()).containsOnlyKeys("get").containsEntry("get", 1L);
  }

  @Test
  void withoutATimeLimitNothingIsWatched() throws Exception {
    run("rows=100", "rate=100", "for=20s", "warmup=0s", "threads=1", "outage-after=0s");
    assertThat(counters.outages()).isEmpty();
  }

  /** Its pauses would be outages: the region has no request to answer. */
  @Test
  void nothingIsWatchedOfARunThatDrivesEveryOtherInterval() throws Exception {
    run(
        "rows=100",
        "rate=100",
        "for=20s",
        "warmup=0s",
        "threads=1",
        "interval=2s",
        "tenant=etl",
        "candidate=table=hbench",
        "neighbour-of=1");
    assertThat(counters.outages()).isEmpty();
  }

  @Test
  void regionsThatAnswerHaveNoOutage() throws Exception {
    run("rows=100", "rate=100", "for=4s", "warmup=0s", "threads=1");
    assertThat(counters.outages().orElseThrow().outages()).isEmpty();
  }

  /** It waits for one region of many, and says nothing about the others. */
  @Test
  void aRequestForSeveralRegionsShowsNoOutage() throws Exception {
    drive(
        clock,
        client(
            "get",
            (List<Get> gets) -> {
              gets.forEach(this::answer);
              return CompletableFuture.completedFuture(
                  Collections.nCopies(gets.size(), Result.EMPTY_RESULT));
            },
            () -> {},
            regions),
        "rows=100",
        "batch=10",
        "rate=10",
        "for=20s",
        "warmup=0s",
        "threads=1");
    assertThat(latencies("get service ok").getMaxValue()).isGreaterThan(3 * (long) SECOND);
    assertThat(counters.outages()).isEmpty();
  }

  private void run(String... settings) throws Exception {
    drive(
        clock,
        client(
            "get",
            (Get get) -> {
              answer(get);
              return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
            },
            () -> {},
            regions),
        settings);
  }

  private void answer(Get get) {
    boolean hangs = Bytes.compareTo(get.getRow(), HALF) >= 0;
    now = (hangs && now >= FROM && now < TO ? TO : now) + SERVICE;
  }
}
