package io.hbench.report.live;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.report.RunReport.Point;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * The merged intervals of tasks that are still running. A task has completed an interval when it
 * has written a record of a later one: threads hand over their records with their next request, so
 * an interval may have several records.
 */
final class LiveMerge {
  /** Maximum lag of the slowest task behind the median, in intervals, for which the others wait. */
  private static final int MAX_LAG = 2;

  /** Maximum number of intervals in memory: some hundred kilobytes each. */
  static final int MAX_INTERVALS = 100;

  /** Time after the end of an interval in which answers of its requests may still come. */
  private static final double SETTLING_SECONDS = 3;

  private static final int NONE = -1;
  private static final int ENDED = Integer.MAX_VALUE;

  private final double seconds;
  private final double pause;

  /** Whether the last interval may be shorter than the others. */
  private final boolean isEndCut;

  /** The newest completed interval of each task. */
  private final int[] completed;

  private final Set<Integer> lost = new HashSet<>();

  /** Intervals from the newest shown one or the first unsettled one on, whichever is earlier. */
  private final TreeMap<Integer, SeriesSet> intervals = new TreeMap<>();

  private int shown;

  /** The interval within which the window begins; none if it begins with the first. */
  private int begin = NONE;

  /** The first interval that was not left out for {@link #MAX_INTERVALS}. */
  private int first;

  /** The first interval that is not settled. */
  private int unsettled;

  /**
   * @param seconds length of an interval
   * @param isEndCut whether the last one may be shorter; it is not shown then
   * @param pause seconds in which a thread may send no request: until its next one, it has not
   *     handed over its last records
   */
  LiveMerge(int tasks, double seconds, boolean isEndCut, double pause) {
    this.pause = pause;
    this.seconds = seconds;
    this.isEndCut = isEndCut;
    this.completed = new int[tasks];
    Arrays.fill(completed, NONE);
  }

  /** The window begins within this interval or an earlier one, after rows of a warm-up. */
  void beginWithin(int interval) {
    begin = begin == NONE ? interval : Math.min(begin, interval);
  }

  /** Does not wait for a task any more: the run goes on without it. */
  void lose(int task) {
    lost.add(task);
  }

  boolean hasLost() {
    return !lost.isEmpty();
  }

  boolean isLost(int task) {
    return lost.contains(task);
  }

  /** Adds a record of a task's file; the records of a task come in the order of the file. */
  void add(int task, Series series, LatencyRecord record) {
    if (series.isWhole()) { // the totals come last
      completed[task] = ENDED;
      return;
    }
    completed[task] = Math.max(completed[task], series.interval() - 1);
    if (series.interval() >= Math.max(first, Math.min(shown, unsettled))) {
      intervals
          .computeIfAbsent(series.interval(), i -> new SeriesSet())
          .add(series.at(Series.WHOLE), record);
    }
    while (intervals.size() > MAX_INTERVALS) {
      first = intervals.pollFirstEntry().getKey() + 1;
      unsettled = Math.max(unsettled, first);
    }
  }

  boolean hasEnded(int task) {
    return completed[task] == ENDED;
  }

  /** Number of intervals in memory. */
  int held() {
    return intervals.size();
  }

  /**
   * The newest interval that all tasks have completed. If the slowest task lags far behind, the
   * newest interval that half of the running tasks have completed. Empty before the first interval.
   * An interval within which the window begins is not shown, and times are those from its start.
   * Tasks that have not started count only until {@link #MAX_INTERVALS}: they wait for containers.
   *
   * @param measured time in seconds in which requests of an operation count, in an interval
   */
  Optional<LiveInterval> newest(ToDoubleBiFunction<String, Double> measured) {
    int[] running = running(first == 0 ? NONE : 0);
    int all = running.length == 0 ? ENDED : running[0];
    int most = running.length == 0 ? ENDED : running[running.length / 2];
    int newest = all >= most - MAX_LAG ? all : most;
    Integer interval =
        isEndCut && newest == ENDED && !intervals.isEmpty()
            ? intervals.lowerKey(intervals.lastKey())
            : intervals.floorKey(newest);
    if (interval == null || interval == begin) {
      return Optional.empty();
    }
    shown = interval;
    intervals.headMap(Math.min(shown, unsettled)).clear();
    double start = (interval - Math.max(0, begin)) * seconds;
    return Optional.of(
        new LiveInterval(
            start,
            interval * seconds,
            seconds,
            (int) Arrays.stream(completed).filter(i -> i >= interval).count(),
            completed.length,
            Point.of(
                start,
                operation -> measured.applyAsDouble(operation, seconds),
                intervals.get(interval))));
  }

  /**
   * Passes each settled interval to the consumer, once and in order, until a task ends. An interval
   * is settled when all tasks have completed it and no more answers can change it. Intervals that a
   * hanging task does not complete are skipped; so are those before the newest {@link
   * #MAX_INTERVALS}.
   */
  void eachSettled(BiConsumer<Integer, SeriesSet> consumer) {
    int[] running = running(NONE);
    if (running.length < completed.length - lost.size()) {
      unsettled = ENDED;
      return;
    }
    int settling = Math.min(settling(), MAX_INTERVALS - 2 * MAX_LAG); // others are not held
    for (; unsettled < settled(settling); unsettled++) {
      consumer.accept(unsettled, intervals.getOrDefault(unsettled, new SeriesSet()));
    }
    unsettled = Math.max(unsettled, running[running.length / 2] - MAX_LAG - settling);
  }

  /** Number of intervals that are settled in all running tasks; none if all tasks have ended. */
  int settled() {
    return settled(settling());
  }

  private int settled(int settling) {
    int[] running = running(NONE);
    return running.length == 0 ? 0 : Math.max(0, running[0] + 1 - settling);
  }

  /** Number of completed intervals that answers may still change. */
  private int settling() {
    return (int) Math.max(1, Math.ceil((SETTLING_SECONDS + pause) / seconds));
  }

  /** The newest completed interval of each running task from an interval on, in ascending order. */
  private int[] running(int from) {
    return IntStream.range(0, completed.length)
        .filter(task -> !lost.contains(task))
        .map(task -> completed[task])
        .filter(i -> i != ENDED && i >= from)
        .sorted()
        .toArray();
  }
}
