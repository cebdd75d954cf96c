package io.hbench.report.phase;

import io.hbench.report.outage.Availability.OutageReport;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The recovery from the stop of a region server, in its parts. All times are in seconds from the
 * stop, so that each says how long users waited for it; parts that the run did not see are null.
 *
 * @param server {@code host:port}
 * @param t seconds from the start of the window to the stop: the start of the site's command
 * @param regions of the table that the server had
 * @param noticedSeconds until the master took the server off its list: detection
 * @param openSeconds until all of its regions were open again: reassignment
 * @param firstAnswerSeconds until the first region of the outage had an answer in time again; null,
 *     as the next one, also if the clients saw no outage
 * @param allAnswerSeconds until all of them had
 * @param backSeconds until the figures of the run were back in the band of before
 */
public record Recovery(
    String server,
    double t,
    long regions,
    Double noticedSeconds,
    Double openSeconds,
    Double firstAnswerSeconds,
    Double allAnswerSeconds,
    Double backSeconds) {
  private static final double MILLIS = 1e3;

  /**
   * The recoveries from all stops in a window, by their times.
   *
   * @param events of the run
   * @param startMs start of the window by the clock of the events
   * @param window its length in seconds
   * @param outages of the run
   * @param back seconds from the start of the window to the return to the band of before, or null
   */
  static List<Recovery> of(
      List<ServerEvent> events,
      double startMs,
      double window,
      List<OutageReport> outages,
      Double back) {
    List<ServerEvent> own =
        events.stream()
            .filter(event -> event.stopped() != null)
            .sorted(Comparator.comparing(ServerEvent::atMs))
            .toList();
    List<Recovery> recoveries = new ArrayList<>();
    for (ServerEvent stop : own) {
      double t = (stop.atMs() - startMs) / MILLIS;
      if (stop.kind() != Kind.SERVER_STOPPED || t < 0 || t >= window) {
        continue;
      }
      List<ServerEvent> later =
          own.stream()
              .filter(event -> event.stopped().equals(stop.stopped()) && event.atMs() > stop.atMs())
              .takeWhile(event -> event.kind() != Kind.SERVER_STOPPED)
              .toList();
      double next =
          own.stream()
              .filter(event -> event.stopped().equals(stop.stopped()) && event.atMs() > stop.atMs())
              .filter(event -> event.kind() == Kind.SERVER_STOPPED)
              .mapToDouble(event -> (event.atMs() - startMs) / MILLIS)
              .findFirst()
              .orElse(Double.POSITIVE_INFINITY);
      Optional<OutageReport> outage =
          outages.stream()
              .filter(o -> stop.stopped().equals(o.server()) && o.to() > t && o.from() < next)
              .min(Comparator.comparing(OutageReport::from));
      recoveries.add(
          new Recovery(
              stop.stopped(),
              t,
              stop.count(),
              seconds(later, Kind.SERVER_LEFT, stop),
              seconds(later, Kind.REGIONS_OPEN, stop),
              outage
                  .filter(o -> o.firstBackSeconds() != null)
                  .map(o -> o.from() + o.firstBackSeconds() - t)
                  .orElse(null),
              outage.filter(OutageReport::ended).map(o -> o.to() - t).orElse(null),
              back == null || back < t ? null : back - t));
    }
    return recoveries;
  }

  private static Double seconds(List<ServerEvent> later, Kind kind, ServerEvent stop) {
    return later.stream()
        .filter(event -> event.kind() == kind)
        .map(event -> (event.atMs() - stop.atMs()) / MILLIS)
        .findFirst()
        .orElse(null);
  }
}
