package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.latency.LatencySummary;
import io.hbench.rundir.TaskFacts;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A client that stands still for 0.3 s of every 5 s. */
class HiccupsTest {
  private static final long MILLI = 1_000_000;
  private static final long TICK = TaskFacts.Client.TICK_NANOS;
  private static final long PAUSE = 300 * MILLI;
  private static final long PERIOD = 5_000 * MILLI;
  private static final double MICROS = 1e3;

  /** Delays of one thread whose steps take some time each, and that the pauses delay. */
  private static Histogram delays(long step) {
    Histogram delays = new Histogram(3);
    long pause = PERIOD - PAUSE;
    for (long now = 0; now < 10_000 * PERIOD; ) {
      long end = now + step;
      boolean isPaused = end > pause;
      delays.recordValue(isPaused ? PAUSE : 0);
      pause += isPaused ? PERIOD : 0;
      now = isPaused ? end + PAUSE : end;
    }
    return delays;
  }

  @Test
  void anOpenLoopMeetsAPauseForAllItsTime() {
    LatencySummary hiccups = Hiccups.inTime(delays(TICK));
    assertThat(hiccups.p50()).isZero();
    assertThat(hiccups.p99()).isBetween(240 * MICROS, 260 * MICROS); // 1 of 6 % is above
    assertThat(Hiccups.inTime(null)).isNull();
  }

  /** The simulation of requests is the independent answer. */
  @Test
  void aClosedLoopMeetsEachPauseOnceHoweverShortItsRequestsAre() {
    Histogram ticks = delays(TICK);
    for (long millis : new long[] {1, 5, 40, 100, 200}) {
      Histogram requests = delays(millis * MILLI);
      LatencySummary of =
          Hiccups.ofClosedLoop(ticks, millis * MICROS + requests.getMean() / MICROS);
      assertThat(of.p50()).as("p50 of %d ms", millis).isZero();
      for (double percentile : new double[] {95, 99, 99.9}) {
        Double estimate = percentile == 95 ? of.p95() : percentile == 99 ? of.p99() : of.p999();
        assertThat(estimate)
            .as("p%s of %d ms", percentile, millis)
            .isCloseTo(requests.getValueAtPercentile(percentile) / MICROS, within(MICROS));
      }
      assertThat(of.mean())
          .as("mean of %d ms", millis)
          .isCloseTo(requests.getMean() / MICROS, within(0.01 * requests.getMean() / MICROS));
    }
  }
}
