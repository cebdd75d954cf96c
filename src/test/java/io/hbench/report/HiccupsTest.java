package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.latency.LatencySummary;
import io.hbench.rundir.TaskFacts;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A client that stands still for 0.3 s of every 5 s. */
class HiccupsTest {
  private static final long MILLI = 1_000_000;
  private static final long TICK = TaskFacts.Client.TICK_NANOS;
  private static final long PAUSE = 300 * MILLI;
  private static final long PERIOD = 5_000 * MILLI;
  private static final double MICROS = 1e3;
  private static final int PERIODS = 10_000;

  /** Delays of one thread whose steps take some time each, and that the pauses delay. */
  private static Histogram delays(long step) {
    Histogram delays = new Histogram(3);
    long pause = PERIOD - PAUSE;
    for (long now = 0; now < PERIODS * PERIOD; ) {
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

  @Test
  void aClosedLoopLosesTheTimeOfPausesAndNoneOfATimer() {
    assertThat(Hiccups.lost(delays(TICK), 100)).isCloseTo(0.06, within(0.001));
    Histogram late = new Histogram(3);
    late.recordValueWithCount(MILLI / 2, 1_000);
    assertThat(Hiccups.lost(late, 100)).isZero();
  }

  /** Again a simulation: of threads whose requests the cluster answers in a pause, too. */
  @Test
  void aClosedLoopLosesLessOfLongRequests() {
    Histogram ticks = delays(TICK);
    for (long millis : new long[] {10, 40, 200, 1_000, 4_000}) {
      double whole = (double) PERIODS * PERIOD / (millis * MILLI);
      double lost = 1 - answers(millis * MILLI) / whole;
      assertThat(Hiccups.lost(ticks, millis * MICROS))
          .as("requests of %d ms", millis)
          .isCloseTo(lost, within(0.002 + 0.1 * lost));
    }
  }

  /** Answers that a thread sees; requests take from half of the mean time to one and a half. */
  private static long answers(long mean) {
    SplittableRandom random = new SplittableRandom(1);
    long answers = 0;
    for (long now = 0; now < PERIODS * PERIOD; answers++) {
      now += mean / 2 + random.nextLong(mean);
      now = now % PERIOD < PERIOD - PAUSE ? now : now / PERIOD * PERIOD + PERIOD;
    }
    return answers;
  }
}
