package io.hbench.compat.twin;

import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Interval;
import java.util.ArrayList;
import java.util.List;

/** The rate of a twin over its time, as stages of equal length. */
final class TwinCurve {
  /** More stages would be more lines of a report than anybody reads. */
  private static final int MAX_STAGES = 20;

  /** Difference of each stage from the mean up to which the rate is constant. */
  private static final double CONSTANT = 0.1;

  /** More of a difference is not by chance. */
  private static final double STANDARD_ERRORS = 3;

  private TwinCurve() {}

  /** The rate of each stage by the mean; none if the rate is constant, but for chance. */
  static List<Double> stages(Twin twin) {
    List<Interval> curve = twin.curve();
    double seconds = curve.stream().mapToDouble(Interval::seconds).sum();
    int count = Math.min(curve.size(), MAX_STAGES);
    double mean = requests(curve, 0, seconds) / seconds;
    List<Double> stages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double from = seconds * i / count;
      double to = seconds * (i + 1) / count;
      stages.add(requests(curve, from, to) / (to - from) / mean);
    }
    double constant = Math.max(CONSTANT, STANDARD_ERRORS * twin.noise(seconds / count));
    return mean == 0 || stages.stream().allMatch(stage -> Math.abs(stage - 1) <= constant)
        ? List.of()
        : stages;
  }

  /** Requests from one time to another. */
  private static double requests(List<Interval> curve, double from, double to) {
    double start = 0;
    double requests = 0;
    for (Interval interval : curve) {
      double end = start + interval.seconds();
      double common = Math.min(to, end) - Math.max(from, start);
      requests += Math.max(0, common) * (interval.reads() + interval.writes());
      start = end;
    }
    return requests;
  }
}
