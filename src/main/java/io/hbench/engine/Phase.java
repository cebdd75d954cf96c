package io.hbench.engine;

import io.hbench.client.Failure;
import io.hbench.client.RegionMap;
import io.hbench.latency.Recorder;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.row.Outcome;

/** Recorder and counters of the measured requests of a thread, or of its warm-up requests. */
record Phase(Recorder recorder, ThreadCounters counters, Sample sample, SlowestRequests slowest) {
  Phase(Recorder recorder, ThreadCounters counters) {
    this(recorder, counters, new Sample(), new SlowestRequests());
  }

  /**
   * Records and counts a completed request.
   *
   * @param failure null if it succeeded
   * @param scheduled whether its intended time counts
   */
  void record(Slot slot, Failure failure, boolean scheduled) {
    Outcome outcome = failure == null ? slot.outcome : Outcome.NOTHING;
    if (failure == null) {
      counters.succeeded(outcome);
    } else {
      counters.failed(slot.operation, failure, slot.done);
    }
    slowest.completed(slot, failure);
    recorder.record(
        sample
            .of(slot.operation, failure == null ? Series.OK : failure.kind())
            .to(slot.region)
            .times(
                slot.intended,
                slot.done - slot.sent,
                scheduled ? slot.done - slot.intended : Sample.NONE)
            .amounts(outcome.rows(), outcome.notFound(), outcome.bytes()));
  }

  /**
   * Records and counts a dropped request. Its response time ends now, the least that a user would
   * have waited.
   *
   * @param region that it was meant for; null if it was not drawn
   */
  void drop(String operation, RegionMap.Region region, long intended, long now) {
    counters.dropped();
    recorder.record(
        sample
            .of(operation, Series.DROPPED)
            .to(region)
            .times(intended, Sample.NONE, now - intended)
            .amounts(0, 0, 0));
  }
}
