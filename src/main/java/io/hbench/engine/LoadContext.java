package io.hbench.engine;

import io.hbench.latency.Recording;
import io.hbench.pacing.EarlyEnd;
import io.hbench.pacing.Pacer;
import io.hbench.pacing.Schedule;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What the load loops of a task share.
 *
 * @param schedule empty without a rate
 * @param ended whether the task gives up on requests in flight
 * @param earlyEnd end of a run whose precision may end it
 */
record LoadContext(
    RunSpec spec,
    TaskSpec task,
    RowRequests rowRequests,
    TaskInserts inserts,
    Optional<Schedule> schedule,
    Clock clock,
    Recording recording,
    TaskCounters counters,
    FailureKinds kinds,
    BooleanSupplier ended,
    EarlyEnd earlyEnd) {

  /** Pacing of a thread. */
  Pacer pacer(long threadSeed) {
    Pacer pacer = Pacer.of(spec.load(), schedule, threadSeed);
    return spec.limit().precision().isPresent()
        ? earlyEnd.limit(pacer, LoadLoop.LAST_CALL_NANOS)
        : pacer; // ordinary runs ask nothing more for each request
  }

  /** Number of requests that a thread sends in the window. */
  long requests(int thread) {
    return schedule.filter(Schedule::hasEnd).isPresent()
        ? Long.MAX_VALUE
        : task.requests(thread, spec.load().threads()).orElse(Long.MAX_VALUE);
  }
}
