package io.hbench.report;

import io.hbench.latency.LatencySummary;
import io.hbench.rundir.TaskFacts;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * What the hiccups of clients add to requests. A thread that sleeps from tick to tick meets each
 * pause once, as a request that takes as long as a tick would in a closed loop.
 *
 * <p>The requests of an <b>open</b> loop have intended times at any time: a pause delays all that
 * have theirs in it, each by the rest of it. So it counts for each tick in it, as in jHiccup.
 *
 * <p>In a <b>closed</b> loop a pause delays one request of each slot, however long it lasts. There
 * are the more requests to one tick, the shorter they are; the delayed ones are the same share of
 * them less. Assumed is that requests follow each other at once, and that a pause stops all threads
 * of the process: of a pause of one thread alone, as the ticks', these figures are too high.
 */
final class Hiccups {
  private static final double NANOS_PER_MICRO = 1_000;

  /** A shorter delay may be that of the timer, or of a thread that takes its turn. */
  private static final long PAUSE_NANOS = 1_000_000;

  private Hiccups() {}

  /** Hiccups in time, as the requests of an open loop meet them; null for null. */
  static LatencySummary inTime(Histogram ticks) {
    return ticks == null
        ? null
        : LatencySummary.of(ticks.copyCorrectedForCoordinatedOmission(TaskFacts.Client.TICK_NANOS));
  }

  /**
   * Hiccups as the requests of a closed loop meet them.
   *
   * @param meanMicros mean latency of the requests, as the pauses have made it
   */
  static LatencySummary ofClosedLoop(Histogram ticks, double meanMicros) {
    double ticksEach =
        meanMicros * NANOS_PER_MICRO / (TaskFacts.Client.TICK_NANOS + ticks.getMean());
    return new LatencySummary(
        "us",
        ticks.getTotalCount(),
        null,
        ticks.getMean() / NANOS_PER_MICRO * ticksEach,
        null,
        of(ticks, 50, ticksEach),
        null,
        null,
        of(ticks, 95, ticksEach),
        of(ticks, 99, ticksEach),
        of(ticks, 99.9, ticksEach),
        null,
        null,
        ticks.getMaxValue() / NANOS_PER_MICRO);
  }

  /**
   * Share of its ops/s that a closed loop loses to pauses of the client. The cluster works on at
   * the request that a slot has sent: with half of one left in the mean, a longer pause loses the
   * rest of it. The end of a tick inside a pause hides up to a tick of it: this is a lower bound.
   *
   * @param meanMicros mean latency of the requests
   */
  static double lost(Histogram ticks, double meanMicros) {
    double request = meanMicros * NANOS_PER_MICRO;
    double lost = 0;
    for (HistogramIterationValue late : ticks.recordedValues()) {
      double pause = late.getValueIteratedTo();
      if (pause >= PAUSE_NANOS) {
        lost +=
            late.getCountAtValueIteratedTo()
                * (pause < request ? pause * pause / (2 * request) : pause - request / 2);
      }
    }
    return lost / (ticks.getTotalCount() * (TaskFacts.Client.TICK_NANOS + ticks.getMean()));
  }

  private static Double of(Histogram ticks, double percentile, double ticksEach) {
    double above = (100 - percentile) / ticksEach;
    return above >= 100 ? 0 : ticks.getValueAtPercentile(100 - above) / NANOS_PER_MICRO;
  }
}
