package io.hbench.report.phase;

import io.hbench.report.outage.Availability.OutageReport;
import io.hbench.rundir.ServerEvent;
import java.util.List;

/**
 * The phases of a run with hooks, in whole intervals.
 *
 * @param firstEvent seconds from the start of the window to the first event of a hook
 * @param lastEvent seconds to the last one
 * @param goodputLimitUs latency up to which a request counts in the goodput, in microseconds:
 *     {@code latency-threshold} or, without it, the p99 before the event; null if that is unknown
 * @param band of the intervals before the event; null if they are too few
 * @param backSeconds time from the first event until the figures are back in the band; null if they
 *     are not
 * @param backAfterLastSeconds time from the last event until then, likewise
 * @param outOfBand number of later intervals that are out of the band
 * @param intervals number of later intervals
 * @param recoveries from the stops of region servers by actions, by their times
 */
public record RunPhases(
    double firstEvent,
    double lastEvent,
    Double goodputLimitUs,
    Band band,
    Double backSeconds,
    Double backAfterLastSeconds,
    int outOfBand,
    int intervals,
    List<RunPhase> phases,
    List<Recovery> recoveries) {

  /** Makes an absent list, as of earlier reports, an empty one. */
  public RunPhases {
    recoveries = recoveries == null ? List.of() : List.copyOf(recoveries);
  }

  /**
   * These phases, with the recoveries from stops of region servers.
   *
   * @param events of the run
   * @param startMs start of the window by the clock of the events
   * @param window its length in seconds
   * @param outages of the run
   */
  public RunPhases withRecoveries(
      List<ServerEvent> events, double startMs, double window, List<OutageReport> outages) {
    Double back = backSeconds == null ? null : Double.valueOf(firstEvent + backSeconds);
    return new RunPhases(
        firstEvent,
        lastEvent,
        goodputLimitUs,
        band,
        backSeconds,
        backAfterLastSeconds,
        outOfBand,
        intervals,
        phases,
        Recovery.of(events, startMs, window, outages, back));
  }
}
