package io.hbench.engine;

import io.hbench.client.Failure;
import io.hbench.rundir.SlowRequest;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The slowest requests by service time. What waits for a slot waits for a slow request, so the
 * service time leads to the cause. One thread adds at a time; a request that is not among the
 * slowest costs a comparison.
 */
final class SlowestRequests {
  static final int MAX = 100;

  private final PriorityQueue<SlowRequest> kept =
      new PriorityQueue<>(Comparator.comparing(SlowRequest::service));

  /**
   * @param failure null if it succeeded
   */
  void completed(Slot slot, Failure failure) {
    if (kept.size() < MAX || slot.done - slot.sent > kept.element().service()) {
      byte[] row = slot.request.row();
      add(
          new SlowRequest(
              slot.operation,
              slot.region == null ? null : slot.region.server(),
              slot.region == null ? null : slot.region.region(),
              row == null ? null : Bytes.toStringBinary(row),
              failure == null ? null : failure.kind(),
              slot.intended,
              slot.sent,
              slot.done,
              0));
    }
  }

  /** Adds those of a thread. */
  void addAll(SlowestRequests thread) {
    thread.kept.forEach(this::add);
  }

  private void add(SlowRequest request) {
    kept.add(request);
    if (kept.size() > MAX) {
      kept.remove();
    }
  }

  /** The requests, slowest first. */
  List<SlowRequest> list() {
    return kept.stream().sorted(Comparator.comparing(SlowRequest::service).reversed()).toList();
  }
}
