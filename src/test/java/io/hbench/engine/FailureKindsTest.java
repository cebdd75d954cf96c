package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Failure;
import io.hbench.latency.Series;
import io.hbench.row.Outcome;
import io.hbench.rundir.TaskFacts;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

class FailureKindsTest extends LoadLoopFixture {
  private static final int KINDS = 30;

  @Test
  void countersAndHistogramsHaveTheFirstTenKindsAndOther() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    drive(
        client(
            "get",
            (Get get) ->
                CompletableFuture.<Outcome>failedFuture(
                    new RemoteException("x.Kind" + requests.getAndIncrement() % KINDS, "no"))),
        "ops=300",
        "warmup=0s",
        "threads=2");
    Map<String, Long> counted = new TreeMap<>();
    counters.failures().forEach(f -> counted.merge(f.kind(), f.count(), Long::sum));
    Map<String, Long> timed = new TreeMap<>();
    recorded.forEach(
        (name, record) -> {
          Series series = Series.parse(name);
          if (series.isWhole()) {
            timed.put(series.outcome(), record.count());
          }
        });
    assertThat(counted)
        .hasSize(TaskCounters.MAX_KINDS + 1)
        .containsEntry(TaskCounters.OTHER_KINDS, 200L);
    assertThat(timed).isEqualTo(counted);
  }

  @Test
  void serversThatComeLateAreNotNamed() {
    int servers = 3 * TaskCounters.MAX_SERVERS;
    for (int i = 0; i < 2 * servers; i++) {
      counters.addFailure("get", new Failure("Kind", "host" + i % servers + ":16020", null), i);
    }
    assertThat(counters.failures()).hasSize(TaskCounters.MAX_SERVERS + 1);
    assertThat(counters.failures().stream().mapToLong(TaskFacts.Failures::count).sum())
        .isEqualTo(2L * servers);
  }
}
