package io.hbench.report.slow;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.slow.SlowRule.Logged;
import io.hbench.report.slow.SlowRule.Named;
import io.hbench.report.slow.SlowRule.Times;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests of 200 ms, of operations whose median is 10 ms. Times are in milliseconds. */
class SlowRuleTest {
  private static final double MILLI = 1_000;
  private static final ServerTimes IDLE = pages(1, 1, 0, 0);
  private final SlowRule rule = rule(10);

  private static SlowRule rule(double medianMillis) {
    double median = medianMillis * MILLI;
    return new SlowRule(
        Optional.empty(), Map.of("get", median, "put", median, "scan", median), false);
  }

  /** As many calls are long in the queue or in a handler as its longest time has milliseconds. */
  private static ServerTimes pages(double queue, double handler, double sync, double read) {
    return new ServerTimes(
        true,
        queue * MILLI,
        handler * MILLI,
        sync * MILLI,
        read * MILLI,
        0,
        1_000,
        queue,
        0,
        handler);
  }

  private Cause cause(String operation, ServerTimes pages) {
    return cause(rule, operation, 0, null, pages);
  }

  private static Cause cause(
      SlowRule rule, String operation, double hiccups, Logged logged, ServerTimes pages) {
    return rule.cause(
            operation,
            new Times(200 * MILLI, hiccups * MILLI),
            Optional.ofNullable(logged),
            pages,
            1)
        .map(Named::cause)
        .orElse(null);
  }

  private static Logged logged(double queue, double handler, Double fileSystem) {
    return new Logged(
        queue * MILLI,
        handler * MILLI,
        (200 - queue - handler) * MILLI,
        fileSystem == null ? null : (Double) (fileSystem * MILLI));
  }

  @Test
  void whatCannotHaveTakenHalfOfTheTimeIsExcluded() {
    assertThat(cause("get", pages(150, 98, 0, 0))).isEqualTo(Cause.QUEUE);
    assertThat(cause("get", pages(98, 150, 0, 0))).isEqualTo(Cause.HANDLER);
    assertThat(cause("get", pages(98, 150, 0, 120))).isEqualTo(Cause.FILE_SYSTEM);
    assertThat(cause("get", IDLE)).isEqualTo(Cause.NETWORK);
  }

  @Test
  void ofQueueAndHandlerTheOneOfNearlyAllLongCallsIsTheCause() {
    assertThat(cause("get", pages(150, 150, 0, 0))).isNull();
    ServerTimes oneHandler = new ServerTimes(true, 2e5, 2e5, 0, 0, 0, 1_000, 100, 0, 2);
    assertThat(cause("get", oneHandler)).isEqualTo(Cause.QUEUE);
    ServerTimes someHandlers = new ServerTimes(true, 2e5, 2e5, 0, 0, 0, 1_000, 100, 0, 6);
    assertThat(cause("get", someHandlers)).isNull();
    ServerTimes locks = new ServerTimes(true, 2e5, 2e5, 0, 0, 0, 1_000, 2, 0, 100);
    assertThat(cause("get", locks)).isEqualTo(Cause.HANDLER);
  }

  @Test
  void aLongSyncIsTheCauseOfWritesAndOfThoseThatWaitedForTheirHandlers() {
    ServerTimes stalled = pages(150, 180, 190, 0);
    assertThat(cause("put", stalled)).isEqualTo(Cause.WAL);
    assertThat(cause("com.example.Own", stalled)).isEqualTo(Cause.WAL);
    assertThat(cause("get", stalled)).isNull();
    assertThat(cause(rule, "put", 0, logged(5, 180, 0.0), stalled)).isEqualTo(Cause.WAL);
    assertThat(cause(rule, "put", 0, logged(5, 20, 0.0), stalled)).isEqualTo(Cause.NETWORK);
    assertThat(cause(rule, "put", 150, null, stalled)).isEqualTo(Cause.CLIENT);
  }

  @Test
  void aSyncIsNotTheCauseOfWritesThatWaitForHandlersAllTheTime() {
    assertThat(cause("put", synced(500, 1))).isEqualTo(Cause.QUEUE);
    assertThat(cause("put", synced(200, 1))).isEqualTo(Cause.WAL);
    assertThat(cause("put", synced(500, 60))).isEqualTo(Cause.WAL);
  }

  /** One sync of 120 ms, and a thousand calls. */
  private static ServerTimes synced(double longQueues, double longCalls) {
    return new ServerTimes(
        true, 150 * MILLI, 121 * MILLI, 120 * MILLI, 0, 0, 1_000, longQueues, 0, longCalls);
  }

  @Test
  void callsThatAFullQueueRefusedHaveWaitedForIt() {
    assertThat(cause("get", new ServerTimes(true, 0, 0, 0, 0, 0, 1_000, 7, 7, 0)))
        .isEqualTo(Cause.QUEUE);
  }

  @Test
  void pausesOfTheServerAreACause() {
    ServerTimes pause = new ServerTimes(true, 0, 0, 0, 0, 120 * MILLI, 1_000, 0, 0, 0);
    assertThat(cause("get", pause)).isEqualTo(Cause.SERVER_GC);
    assertThat(cause(rule, "get", 0, logged(5, 180, 0.0), pause)).isEqualTo(Cause.SERVER_GC);
  }

  @Test
  void withoutPagesOfAllCallsTheServerIsUnknown() {
    assertThat(cause("get", new ServerTimes(false, 2e5, 0, 0, 0, 0, 1_000, 100, 0, 0))).isNull();
    assertThat(cause("get", ServerTimes.UNKNOWN)).isNull();
  }

  @Test
  void theNetworkIsNotTheCauseOfWhatMayBeManyCalls() {
    assertThat(cause("scan", IDLE)).isNull();
    SlowRule batches = new SlowRule(Optional.empty(), Map.of(), true);
    assertThat(cause(batches, "get", 0, null, IDLE)).isNull();
  }

  @Test
  void workIsNoCauseAmongRequestsThatAllTakeLong() {
    SlowRule allLong = rule(25);
    assertThat(cause(allLong, "get", 0, null, pages(0, 150, 0, 0))).isNull();
    assertThat(cause(allLong, "get", 0, logged(0, 180, 150.0), IDLE)).isNull();
    assertThat(cause(allLong, "get", 0, null, IDLE)).isNull();
    assertThat(cause(allLong, "get", 0, null, pages(150, 0, 0, 0))).isEqualTo(Cause.QUEUE);
    assertThat(cause(allLong, "put", 0, null, pages(0, 0, 150, 0))).isEqualTo(Cause.WAL);
  }

  @Test
  void aRequestIsSlowFromAHundredMillisecondsOnOrFromTheThreshold() {
    assertThat(rule.isSlow(99_999)).isFalse();
    assertThat(rule.isSlow(100_000)).isTrue();
    assertThat(new SlowRule(Optional.of(5_000.0), Map.of(), false).isSlow(5_000)).isTrue();
  }
}
