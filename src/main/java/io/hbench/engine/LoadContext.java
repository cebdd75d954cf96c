package io.hbench.engine;

import io.hbench.latency.Recording;
import io.hbench.pacing.Pacer;
import io.hbench.pacing.Schedule;
import io.hbench.row.RowRequests;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What the load loops of a task share, or those of a side.
 *
 * @param schedule empty without a rate
 * @param alternation the intervals in which the loops send; empty for all
 * @param end of sending, in nanoseconds since the common start; a run whose precision may end it
 *     has an earlier one as soon as that is known
 * @param ended whether the task gives up on requests in flight
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
    LongSupplier end,
    BooleanSupplier ended) {

  /** Pacing of a thread. */
  Pacer pacer(long threadSeed) {
    return Pacer.of(spec.load(), schedule, alternation, threadSeed);
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
