package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Adds up the intervals of tasks that are still running. A task is through with an interval when
 * something of a later one comes from it: threads hand over what they have measured when they send
 * their next request, so the first record of an interval need not be its last.
 */
final class LiveMerge {
  /**
   * How many intervals the last tasks may be behind most others until those don't wait for them.
   */
  private static final int PATIENCE = 2;

  /** Answers may come so much later than their interval. */
  private static final double SETTLING_SECONDS = 3;

  private static final int NONE = -1;
  private static final int ENDED = Integer.MAX_VALUE;

  private final double seconds;

  /** The newest interval that a task is through with. */
  private final int[] through;

  /** From the one that was shown on, or that is not settled. */
  private final TreeMap<Integer, SeriesSet> intervals = new TreeMap<>();

  private int shown;

  /** All before it are settled. */
  private int unsettled;

  /**
   * @param seconds the length of an interval
   */
  LiveMerge(int tasks, double seconds) {
    this.seconds = seconds;
    this.through = new int[tasks];
    Arrays.fill(through, NONE);
  }

  /** Takes a record of a task's file, in their order. */
  void add(int task, Series series, LatencyRecord record) {
    if (series.isWhole()) { // comes last
      through[task] = ENDED;
      return;
    }
    through[task] = Math.max(through[task], series.interval() - 1);
    if (series.interval() >= Math.min(shown, unsettled)) {
      intervals
          .computeIfAbsent(series.interval(), i -> new SeriesSet())
          .add(series.at(Series.WHOLE), record);
    }
  }

  /**
   * The newest interval that all tasks are through with; or, if the last ones are far behind, that
   * half of those are that have not ended. Nothing before the first one.
   */
  Optional<LiveInterval> newest() {
    int[] running = running();
    int all = running.length == 0 ? ENDED : running[0];
    int most = running.length == 0 ? ENDED : running[running.length / 2];
    Integer interval = intervals.floorKey(all >= most - PATIENCE ? all : most);
    if (interval == null) {
      return Optional.empty();
    }
    shown = interval;
    intervals.headMap(Math.min(shown, unsettled)).clear();
    return Optional.of(
        new LiveInterval(
            interval * seconds,
            seconds,
            (int) Arrays.stream(through).filter(i -> i >= interval).count(),
            through.length,
            TimelinePoints.of(interval, seconds, intervals.get(interval))));
  }

  /**
   * Calls for each interval, once and in their order, that all tasks are through with for so long
   * that it is what the report will have; until a task ends. Those for which a task hangs are left
   * out.
   */
  void eachSettled(BiConsumer<Integer, SeriesSet> consumer) {
    int[] running = running();
    if (running.length < through.length) {
      unsettled = ENDED;
      return;
    }
    int settling = (int) Math.max(1, Math.ceil(SETTLING_SECONDS / seconds));
    for (; unsettled <= running[0] - settling; unsettled++) {
      consumer.accept(unsettled, intervals.getOrDefault(unsettled, new SeriesSet()));
    }
    unsettled = Math.max(unsettled, running[running.length / 2] - PATIENCE - settling);
  }

  /** The newest interval that each task is through with that has not ended, from the lowest on. */
  private int[] running() {
    return Arrays.stream(through).filter(i -> i != ENDED).sorted().toArray();
  }
}
