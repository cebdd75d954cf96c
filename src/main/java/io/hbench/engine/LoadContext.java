package io.hbench.engine;

import io.hbench.latency.Recording;
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
    BooleanSupplier ended) {

  /** Number of requests that a thread sends in the window. */
  long requests(int thread) {
    return schedule.filter(Schedule::hasEnd).isPresent()
        ? Long.MAX_VALUE
        : task.requests(thread, spec.load().threads()).orElse(Long.MAX_VALUE);
  }
}
