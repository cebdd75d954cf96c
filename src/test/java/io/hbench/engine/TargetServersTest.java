package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.MadeRegions;
import io.hbench.client.TableRegions;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Pause;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** The load loop records requests by the server that has their row. */
class TargetServersTest extends LoadLoopFixture {
  private static final byte[] BOUNDARY = KeyFormat.parse("{row:26}").key(300);

  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final TableRegions regions = MadeRegions.of(List.of(BOUNDARY), 2);
  private final int[] sent = new int[2];

  private final Client client =
      LoadLoopFixture.<Get, CompletableFuture<Result>>client("get", this::get, () -> {}, regions);

  private CompletableFuture<Result> get(Get get) {
    int server = Arrays.compareUnsigned(get.getRow(), BOUNDARY) < 0 ? 0 : 1;
    sent[server]++;
    return server == 0
        ? CompletableFuture.completedFuture(Result.EMPTY_RESULT)
        : CompletableFuture.failedFuture(new IllegalStateException("down"));
  }

  private void drive(String... more) throws Exception {
    String[] settings = {"rows=1000", "ops=2000", "threads=1", "warmup=0s", "warmup-rows=100"};
    drive(client, Stream.of(settings, more).flatMap(Arrays::stream).toArray(String[]::new));
  }

  @Test
  void aRequestCountsForTheServerOfItsRow() throws Exception {
    drive();
    long ok = recorded.get("get service ok @rs0:16020").count();
    long failed = recorded.get("get service IllegalStateException @rs1:16020").count();
    assertThat(ok + failed).as("those of the warm-up do not").isEqualTo(2_000);
    assertThat(recorded.get("get service ok").count()).isEqualTo(ok);
    assertThat(ok).isBetween(sent[0] - 100L, (long) sent[0]);
    assertThat(failed).isBetween(sent[1] - 100L, (long) sent[1]);
  }

  @Test
  void requestsOfAThreadWhoseNeighbourOpensItsClientSlowlyCountForTheirServersToo()
      throws Exception {
    TableRegions lookedUp = MadeRegions.lookedUp(List.of(BOUNDARY), 2);
    AtomicInteger opened = new AtomicInteger();
    Supplier<Client> slowly =
        () -> {
          if (opened.getAndIncrement() > 0) {
            Pause.nanos(SLOW_NANOS);
          }
          return LoadLoopFixture.<Get, CompletableFuture<Result>>client(
              "get", this::get, () -> {}, lookedUp);
        };
    drive(slowly, "rows=1000", "ops=2000", "threads=2", "warmup=0s", "warmup-rows=0");
    long ok = recorded.get("get service ok @rs0:16020").count();
    long failed = recorded.get("get service IllegalStateException @rs1:16020").count();
    assertThat(ok + failed).isEqualTo(2_000);
  }

  @Test
  void withoutLatenciesByServerNoneAreRecorded() throws Exception {
    drive("no-by-server=true");
    assertThat(recorded.keySet()).isNotEmpty().noneMatch(series -> series.contains("@"));
  }
}
