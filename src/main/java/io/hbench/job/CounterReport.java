package io.hbench.job;

import io.hbench.engine.Counter;
import io.hbench.engine.TaskCounters;
import io.hbench.rundir.LoadCounter;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reports a task's counters to MapReduce, which adds up those of all tasks. */
final class CounterReport {
  private final TaskAttemptContext context;
  private final TaskCounters counters;
  private final Map<LoadCounter, Long> reported = new EnumMap<>(LoadCounter.class);

  CounterReport(TaskAttemptContext context, TaskCounters counters) {
    this.context = context;
    this.counters = counters;
  }

  /** Counts the task in a counter of tasks. */
  void task(LoadCounter counter) {
    context.getCounter(LoadCounter.GROUP, counter.name()).increment(1);
  }

  /** Reports what has been counted since the last call. */
  void report() {
    count(LoadCounter.REQUESTS, counters.get(Counter.REQUESTS));
    count(LoadCounter.ERRORS, counters.get(Counter.ERRORS));
    count(LoadCounter.ROWS, counters.get(Counter.ROWS));
    count(LoadCounter.ROWS_NOT_FOUND, counters.get(Counter.NOT_FOUND));
    count(LoadCounter.WARMUP_REQUESTS, counters.ofWarmup(Counter.REQUESTS));
    count(LoadCounter.WARMUP_ERRORS, counters.ofWarmup(Counter.ERRORS));
    context.setStatus(
        counters.get(Counter.REQUESTS) + " requests, " + counters.get(Counter.ERRORS) + " errors");
  }

  /** Each report has all counters that were ever asked for, so one that stays 0 is not. */
  private void count(LoadCounter counter, long now) {
    long before = reported.getOrDefault(counter, 0L);
    if (now != before) {
      reported.put(counter, now);
      context.getCounter(LoadCounter.GROUP, counter.name()).increment(now - before);
    }
  }
}
