package io.hbench.engine;

import io.hbench.latency.Recording;
import io.hbench.pacing.EarlyEnd;
import io.hbench.pacing.Pacer;
import io.hbench.pacing.Schedule;
import io.hbench.row.RowRequests;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What the load loops of a task share, or those of a side.
 *
 * @param schedule empty without a rate
 * @param alternation the intervals in which the loops send; empty for all
 * @param ended whether the task gives up on requests in flight
 * @param earlyEnd end of a run whose precision may end it
 */
record LoadContext(
    RunSpec spec,
    TaskSpec task,
    RowRequests rowRequests,
    TaskInserts inserts,
    Optional<Schedule> schedule,
    Optional<Alternation> alternation,
    Clock clock,
    Recording recording,
    TaskCounters counters,
    FailureKinds kinds,
    BooleanSupplier ended,
    EarlyEnd earlyEnd) {

  /** Pacing of a thread. */
  Pacer pacer(long threadSeed) {
    Pacer pacer = Pacer.of(spec.load(), schedule, alternation, threadSeed);
    return spec.limit().precision().isPresent()
        ? earlyEnd.limit(pacer, LoadLoop.LAST_CALL_NANOS)
        : pacer; // ordinary runs ask nothing more for each request
  }

  /** The phases of a thread. */
  Phases phases(Phase measured, Phase warmup) {
    long warmupRows = spec.measurement().warmupRows();
    return alternation.isPresent()
        ? new AlternatingPhases(measured, warmup, alternation.get(), warmupRows)
        : new Phases(measured, warmup, spec.window(), warmupRows);
  }

  /** Number of requests that a thread sends in the window. */
  long requests(int thread) {
    return schedule.filter(Schedule::hasEnd).isPresent()
        ? Long.MAX_VALUE
        : task.requests(thread, spec.load().threads()).orElse(Long.MAX_VALUE);
  }
}
