package io.hbench.engine;

import static io.hbench.engine.SlowestRequests.MAX;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Failure;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.rundir.SlowRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlowestRequestsTest {

  private static Slot slot(long sent, long done) {
    Slot slot = new Slot(null);
    slot.operation = "put";
    slot.request =
        Request.forRow(
            "row".getBytes(StandardCharsets.UTF_8),
            client -> CompletableFuture.completedFuture(Outcome.NOTHING));
    slot.sent = sent;
    slot.done = done;
    return slot;
  }

  @Property(tries = 200)
  void theLongestServiceTimesAreKept(
      @ForAll @Size(min = 1, max = 6 * MAX) List<@IntRange(min = 0, max = 1_000) Integer> times) {
    SlowestRequests one = new SlowestRequests();
    SlowestRequests other = new SlowestRequests();
    SlowestRequests all = new SlowestRequests();
    for (int i = 0; i < times.size(); i++) {
      (i % 3 == 0 ? one : other).completed(slot(i, i + times.get(i)), null);
    }
    all.addAll(one);
    all.addAll(other);
    List<Long> slowest = new ArrayList<>(times.stream().map(Integer::longValue).toList());
    slowest.sort(Comparator.reverseOrder());
    assertThat(all.list().stream().map(SlowRequest::service).toList())
        .isEqualTo(slowest.stream().limit(MAX).toList());
  }

  @Test
  void aRequestHasWhatLeadsToItsCall() {
    SlowestRequests kept = new SlowestRequests();
    kept.completed(slot(5, 9), new Failure("CallTimeoutException", "rs1:16020", null));
    assertThat(kept.list())
        .containsExactly(
            new SlowRequest("put", null, null, "row", "CallTimeoutException", 0, 5, 9, 0));
  }
}
