package io.hbench.engine;

import io.hbench.latency.Recording;
import io.hbench.pacing.Schedule;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What the load loops of a task share, or those of a side.
 *
 * @param schedule empty without a rate
 * @param end of sending, in nanoseconds since the common start; a run whose precision may end it
 *     has an earlier one as soon as that is known
 * @param ended whether the task gives up on requests in flight
 */
record LoadContext(
    SideLoad load,
    TaskInserts inserts,
    Optional<Schedule> schedule,
    Clock clock,
    Recording recording,
    TaskCounters counters,
    LongSupplier end,
    BooleanSupplier ended) {}
