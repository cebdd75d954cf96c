package io.hbench.report.cost;

import java.util.List;

/**
 * The measurement window on the reference clock, and its requests.
 *
 * @param startMs in milliseconds of the reference clock
 * @param loadStartMs start of the load, the warm-up included
 * @param loadEndMs last answer of the run
 * @param offset seconds from the start of the first interval to that of the window
 * @param requests in each interval of the timeline, failed ones included
 */
public record CostWindow(
    double startMs,
    double seconds,
    double loadStartMs,
    double loadEndMs,
    double intervalSeconds,
    double offset,
    List<Long> requests) {
  private static final double MILLIS = 1e3;

  double endMs() {
    return startMs + seconds * MILLIS;
  }

  /** All requests. */
  public long operations() {
    return requests.stream().mapToLong(Long::longValue).sum();
  }

  int intervals() {
    return intervals(offset + seconds, intervalSeconds);
  }

  /**
   * Number of intervals in a time; a remainder below a thousandth is none of its own: it is the
   * delay of the last answers.
   */
  public static int intervals(double seconds, double intervalSeconds) {
    return Math.max(1, (int) Math.ceil(seconds / intervalSeconds - 0.001));
  }

  /** End of an interval; the last one may end with the window. */
  double endOfInterval(int interval) {
    return Math.min(startMs + ((interval + 1) * intervalSeconds - offset) * MILLIS, endMs());
  }

  /** Requests from the start to a time: those of a part of an interval by its share. */
  double operationsUntil(double atMs) {
    double sum = 0;
    for (int i = 0; i < requests.size(); i++) {
      double from = i == 0 ? startMs : endOfInterval(i - 1);
      double length = endOfInterval(i) - from;
      double share = length <= 0 ? 1 : Math.max(0, Math.min(1, (atMs - from) / length));
      sum += share * requests.get(i);
    }
    return sum;
  }
}
