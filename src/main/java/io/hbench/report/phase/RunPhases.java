package io.hbench.report.phase;

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
 * @param quotas effects of the limits that actions set, by their times
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
    List<Recovery> recoveries,
    List<QuotaEffect> quotas) {}
