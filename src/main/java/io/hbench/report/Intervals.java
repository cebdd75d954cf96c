package io.hbench.report;

import io.hbench.report.RunReport.Point;
import io.hbench.report.RunReport.Timeline;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A run over time. */
public final class Intervals {
  private Intervals() {}

  /**
   * The timeline of a report with no more intervals than that. Neighbours are added up, histograms
   * and all, so that a maximum stays one and a percentile is that of all their requests.
   *
   * @throws IOException if it takes the run's files, and they can't be read
   */
  public static Timeline atMost(int most, RunDirectory directory, RunReport report)
      throws IOException {
    Timeline fine = report.timeline();
    double last = fine.points().stream().mapToDouble(Point::t).max().orElse(0);
    int together = (int) Math.floor(last / fine.intervalSeconds() / most) + 1;
    if (together == 1) {
      return fine;
    }
    double seconds = together * fine.intervalSeconds();
    return new Timeline(
        seconds,
        fine.timing(),
        points(RunRecords.read(directory), together, seconds, report.window().seconds()),
        fine.events());
  }

  /**
   * A point for each operation in each interval.
   *
   * @param together how many intervals are one
   * @param seconds its length
   * @param window the length of the whole: it may end within an interval
   */
  static List<Point> points(RunRecords records, int together, double seconds, double window)
      throws IOException {
    List<Point> points = new ArrayList<>();
    records.eachInterval(
        together,
        (interval, all) -> {
          double start = interval * seconds;
          double length = start < window ? Math.min(seconds, window - start) : seconds;
          points.addAll(TimelinePoints.of(start, length, all));
        });
    return points;
  }
}
