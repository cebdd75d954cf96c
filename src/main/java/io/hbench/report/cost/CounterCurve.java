package io.hbench.report.cost;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A counter of a server over time, between its samples. The growth of a step between two samples is
 * spread evenly over that part of the step in which the load ran: what a server does without load
 * is little.
 */
record CounterCurve(List<Double> atMs, List<Double> values, CostWindow window) {
  boolean coversWindow() {
    return atMs.size() > 1
        && atMs.get(0) <= window.startMs()
        && atMs.get(atMs.size() - 1) >= window.endMs();
  }

  /** Whether it only grows in the window: not in that of a server that restarted. */
  boolean grows() {
    return IntStream.rangeClosed(stepOf(window.startMs()), stepOf(window.endMs()))
        .allMatch(step -> size(step) >= 0);
  }

  /**
   * Whether it is the same all over the window, and still at the sample after those that cover it:
   * the master may not have told of a restart before that.
   */
  boolean isConstant() {
    int last = Math.min(stepOf(window.endMs()) + 1, atMs.size() - 2);
    return IntStream.rangeClosed(stepOf(window.startMs()), last).allMatch(step -> size(step) == 0);
  }

  /** The longest time between two samples of the window, in milliseconds. */
  double longestStep() {
    return IntStream.rangeClosed(stepOf(window.startMs()), stepOf(window.endMs()))
        .mapToDouble(step -> atMs.get(step + 1) - atMs.get(step))
        .max()
        .orElse(0);
  }

  double growth() {
    return at(window.endMs()) - at(window.startMs());
  }

  /** The value at a time that the samples cover. */
  double at(double time) {
    int step = stepOf(time);
    return values.get(step) + share(step, time) * size(step);
  }

  /** The maximum error of the growth in the window. */
  double error() {
    return error(window.startMs()) + error(window.endMs());
  }

  /**
   * All that a step grew may have come before the time, or after it. Where the load starts or ends
   * with the window, the part without load may have grown as fast as the rest of the step.
   */
  private double error(double time) {
    int step = stepOf(time);
    double from = atMs.get(step);
    double to = atMs.get(step + 1);
    if (time <= from || time >= to) {
      return 0;
    }
    double share = share(step, time);
    double shareOfError =
        share <= 0 || share >= 1 ? 1 - loaded(from, to) / (to - from) : Math.max(share, 1 - share);
    return shareOfError * size(step);
  }

  private double size(int step) {
    return values.get(step + 1) - values.get(step);
  }

  /** The share of a step's growth until a time. */
  private double share(int step, double time) {
    double from = atMs.get(step);
    double to = atMs.get(step + 1);
    double loaded = loaded(from, to);
    return loaded > 0 ? loaded(from, time) / loaded : to == from ? 1 : (time - from) / (to - from);
  }

  /** The length of the load in a part of time. */
  private double loaded(double from, double to) {
    return Math.max(0, Math.min(to, window.loadEndMs()) - Math.max(from, window.loadStartMs()));
  }

  /** The step that a time is in: the samples around it are the first and the next one. */
  private int stepOf(double time) {
    int step = 0;
    while (step < atMs.size() - 2 && atMs.get(step + 1) < time) {
      step++;
    }
    return step;
  }
}
