package io.hbench.report.outage;

import io.hbench.latency.SeriesSet;
import io.hbench.outage.OutageFacts;
import io.hbench.outage.OutageReport;
import io.hbench.outage.TaskOutage;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Availability of the table in the measurement window, and its outages.
 *
 * @param afterSeconds time limit of an answer: {@code outage-after}
 * @param requests requests of the window, failed and dropped ones included
 * @param inTime requests that succeeded within the limit after their intended time
 * @param share the availability: {@code inTime} of {@code requests}; null without requests
 * @param outages number of outages; null, as the next two, if no region was known, or if each side
 *     of the run pauses in every other interval
 * @param longestSeconds length of the longest outage; 0 without one
 * @param regionSecondsLost sum of the times for which regions were unavailable
 * @param edgeErrorMs maximum difference of two tasks' clocks, which the edges of outages may be off
 * @param unlisted outages of regions that the tasks counted and did not list; the figures lack them
 * @param ofClients outages that are not counted: no request failed, and hiccups of the client have
 *     half of the time or more
 * @param list the longest outages, 100 at most, by their starts
 */
public record Availability(
    double afterSeconds,
    long requests,
    long inTime,
    Double share,
    Integer outages,
    Double longestSeconds,
    Double regionSecondsLost,
    double edgeErrorMs,
    long unlisted,
    int ofClients,
    List<OutageReport> list) {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Outages in the report. */
  private static final int MAX_LISTED = 100;

  /**
   * The availability in a window; null if the run has no time limit of an answer.
   *
   * @param totals records of the window
   * @param tasks that have started
   * @param startSeconds start of the window, after the common start
   * @param endSeconds its end, likewise
   * @param originSeconds origin of the report's times, likewise
   */
  public static Availability of(
      SeriesSet totals,
      Measurement measurement,
      List<TaskFacts> tasks,
      double startSeconds,
      double endSeconds,
      double originSeconds) {
    if (measurement.outageAfter().isEmpty()) {
      return null;
    }
    List<OutageFacts> facts =
        tasks.stream().map(TaskFacts::outages).filter(Objects::nonNull).toList();
    Map<Boolean, List<TaskOutage>> seen =
        facts.stream()
            .flatMap(f -> f.outages().stream())
            .collect(Collectors.partitioningBy(TaskOutage::isOfClient));
    long start = Math.round(startSeconds * NANOS);
    long end = Math.round(endSeconds * NANOS);
    long origin = Math.round(originSeconds * NANOS);
    double clockError =
        tasks.size() < 2
            ? 0
            : 2 * tasks.stream().mapToDouble(t -> t.start().clockErrorMs()).max().orElse(0);
    long clocks = Math.round(clockError * NANOS_PER_MILLI);
    List<OutageReport> outages = OutageReport.join(seen.get(false), clocks, start, end, origin);
    boolean known = !facts.isEmpty();
    long limit = measurement.outageAfter().get().toNanos();
    long requests = totals.sent() + totals.dropped();
    long inTime = totals.inTime(limit);
    return new Availability(
        limit / NANOS,
        requests,
        inTime,
        requests == 0 ? null : (Double) ((double) inTime / requests),
        known ? outages.size() : null,
        known ? outages.stream().mapToDouble(OutageReport::seconds).max().orElse(0) : null,
        known ? outages.stream().mapToDouble(OutageReport::regionSeconds).sum() : null,
        clockError,
        facts.stream().mapToLong(OutageFacts::unlisted).sum(),
        OutageReport.join(seen.get(true), clocks, start, end, origin).size(),
        outages.stream().filter(longest(outages, MAX_LISTED)::contains).toList());
  }

  private static List<OutageReport> longest(List<OutageReport> all, int most) {
    return all.stream()
        .sorted(Comparator.comparing(OutageReport::seconds).reversed())
        .limit(most)
        .toList();
  }

  /** The longest outages, the longest first. */
  public List<OutageReport> longest(int most) {
    return longest(list, most);
  }
}
