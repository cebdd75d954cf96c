package io.hbench.compat.twin;

import static io.hbench.figure.Format.format;

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

  /**
   * More of a difference is not by chance. Twenty stages have 209 runs of stages, of which the one
   * that differs most counts: in a simulation, 0.45 % of constant Poisson curves of twenty stages
   * exceeded four standard errors somewhere, and 14.8 % three.
   */
  private static final double STANDARD_ERRORS = 4;

  private TwinCurve() {}

  /**
   * The rate of each stage by the mean.
   *
   * @param stages none if the rate is constant
   * @param note what of it is taken for chance, or null
   */
  record Curve(List<Double> stages, String note) {
    private static final Curve CONSTANT_RATE = new Curve(List.of(), null);
  }

  static Curve of(Twin twin) {
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
    double most = stages.stream().mapToDouble(stage -> Math.abs(stage - 1)).max().orElse(0);
    if (mean == 0 || most <= CONSTANT) {
      return Curve.CONSTANT_RATE;
    }
    return isChance(stages, twin.noise(seconds / count))
        ? new Curve(
            List.of(),
            format(
                "rate: constant, as chance makes differences up to %.0f %%, those of its stages,"
                    + " with these calls",
                100 * most))
        : new Curve(stages, null);
  }

  /** Whether no stage, and no run of stages, differs more from the mean than by chance. */
  private static boolean isChance(List<Double> stages, double error) {
    int count = stages.size();
    for (int from = 0; from < count; from++) {
      double sum = 0;
      for (int to = from + 1; to <= count; to++) {
        sum += stages.get(to - 1) - 1;
        double of = to - from;
        if (to - from < count
            && Math.abs(sum) > STANDARD_ERRORS * error * Math.sqrt(of * (count - of) / count)) {
          return false;
        }
      }
    }
    return true;
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
