package io.hbench.report.slow;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.slow.ServerTimes.Coverage;
import io.hbench.report.slow.ServerTimes.Failed;
import io.hbench.report.slow.ServerTimes.Pauses;
import io.hbench.report.slow.SlowRule.Logged;
import io.hbench.report.slow.SlowRule.Named;
import io.hbench.report.slow.SlowRule.Times;
import java.util.List;
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
    return pages(queue, handler, sync, read, queue, handler);
  }

  private static ServerTimes pages(
      double queue, double handler, Double sync, Double read, double longQueues, double longCalls) {
    return new ServerTimes(
        new Coverage(true, true, true),
        queue * MILLI,
        handler * MILLI,
        sync == null ? null : (Double) (sync * MILLI),
        read == null ? null : (Double) (read * MILLI),
        new Pauses(0, 0),
        1_000,
        longQueues,
        longCalls,
        Failed.NONE);
  }

  private static ServerTimes with(Coverage coverage, ServerTimes of) {
    return with(coverage, of.pauses(), of.failed(), of);
  }

  /** With pauses, as their sum and as their mean. */
  private static ServerTimes paused(double sum, double mean, ServerTimes of) {
    return paused(new Pauses(sum * MILLI, mean * MILLI), of);
  }

  private static ServerTimes paused(Pauses pauses, ServerTimes of) {
    return with(of.coverage(), pauses, of.failed(), of);
  }

  private static ServerTimes failed(Failed failed, ServerTimes of) {
    return with(of.coverage(), of.pauses(), failed, of);
  }

  private static ServerTimes with(Coverage coverage, Pauses pauses, Failed failed, ServerTimes of) {
    return new ServerTimes(
        coverage,
        of.queue(),
        of.handler(),
        of.sync(),
        of.fileRead(),
        pauses,
        of.calls(),
        of.longQueues(),
        of.longCalls(),
        failed);
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
  void theNetworkIsNotTheCauseIfQueueHandlerAndPausesMayHaveHalfOfTheTimeTogether() {
    assertThat(cause("get", pages(49, 49, 0, 0))).isEqualTo(Cause.NETWORK);
    assertThat(cause("get", pages(50, 49, 0, 0))).isNull();
    assertThat(cause("get", paused(30, 15, pages(34, 34, 0, 0)))).isEqualTo(Cause.NETWORK);
    assertThat(cause("get", paused(31, 15, pages(34, 34, 0, 0)))).isNull();
  }

  @Test
  void whatHasHalfOfWhatHiccupsLeaveIsTheCauseIfItIsNoShorterThanThese() {
    assertThat(cause(rule, "get", 60, null, pages(70, 0, 0, 0))).isEqualTo(Cause.QUEUE);
    assertThat(cause(rule, "get", 60, null, pages(68, 0, 0, 0))).isEqualTo(Cause.NETWORK);
    assertThat(cause(rule, "get", 60, null, pages(68, 3, 0, 0))).isNull();
    assertThat(cause(rule, "get", 80, null, pages(80, 0, 0, 0))).isEqualTo(Cause.QUEUE);
    assertThat(cause(rule, "get", 80, null, pages(78, 0, 0, 0))).isNull();
    assertThat(cause(rule, "get", 80, logged(5, 85, 0.0), IDLE)).isEqualTo(Cause.HANDLER);
    assertThat(cause(rule, "get", 100, null, pages(100, 0, 0, 0))).isEqualTo(Cause.CLIENT);
  }

  @Test
  void ofQueueAndHandlerTheOneOfNearlyAllLongCallsIsTheCause() {
    assertThat(cause("get", pages(150, 150, 0, 0))).isNull();
    ServerTimes oneHandler = pages(200, 200, 0.0, 0.0, 100, 2);
    assertThat(cause("get", oneHandler)).isEqualTo(Cause.QUEUE);
    ServerTimes someHandlers = pages(200, 200, 0.0, 0.0, 100, 6);
    assertThat(cause("get", someHandlers)).isNull();
    ServerTimes locks = pages(200, 200, 0.0, 0.0, 2, 100);
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
    return pages(150, 121, 120.0, 0.0, longQueues, longCalls);
  }

  @Test
  void callsThatAFullQueueRefusedHaveWaitedForIt() {
    ServerTimes refused = failed(new Failed(7, Map.of(), 0), pages(1, 1, 0.0, 0.0, 7, 0));
    assertThat(cause("get", refused)).isEqualTo(Cause.QUEUE);
  }

  private static Failed refused(Cause cause, double calls) {
    return new Failed(0, Map.of(cause, calls), 0);
  }

  @Test
  void whyACallWasSentAgainIsTheCauseIfNothingTookLongAtTheServer() {
    for (Cause cause : List.of(Cause.REGION_MOVED, Cause.REGION_BUSY, Cause.THROTTLED)) {
      ServerTimes refused = failed(refused(cause, 7), IDLE);
      assertThat(cause("get", refused)).isEqualTo(cause);
      assertThat(cause(rule, "get", 0, logged(5, 20, 0.0), refused)).isEqualTo(cause);
      assertThat(cause(rule, "get", 0, logged(5, 180, 0.0), refused)).isEqualTo(Cause.HANDLER);
    }
    assertThat(cause("get", failed(new Failed(0, Map.of(), 7), IDLE))).isNull();
    assertThat(cause("get", failed(new Failed(0, Map.of(Cause.THROTTLED, 7.0), 7), IDLE))).isNull();
  }

  @Test
  void callsThatWereSentAgainFarAwayOrLessOftenThanRequestsWereSlowExcludeOnlyTheNetwork() {
    ServerTimes moved = failed(refused(Cause.REGION_MOVED, 7), IDLE);
    assertThat(cause("get", with(new Coverage(true, true, false), moved))).isNull();
    assertThat(causeOfMany(7, null, moved)).isEqualTo(Cause.REGION_MOVED);
    assertThat(causeOfMany(8, null, moved)).isNull();
    assertThat(causeOfMany(7, logged(5, 20, 0.0), moved)).isEqualTo(Cause.REGION_MOVED);
    assertThat(causeOfMany(8, logged(5, 20, 0.0), moved)).isNull();
  }

  private Cause causeOfMany(int slow, Logged logged, ServerTimes pages) {
    return rule.cause("get", new Times(200 * MILLI, 0), Optional.ofNullable(logged), pages, slow)
        .map(Named::cause)
        .orElse(null);
  }

  @Test
  void ofLongCallsAndCallsThatWereSentAgainTheOneWithNearlyAllIsTheCause() {
    ServerTimes queued = pages(150, 1, 0.0, 0.0, 100, 0);
    assertThat(cause("get", failed(refused(Cause.REGION_MOVED, 5), queued))).isEqualTo(Cause.QUEUE);
    assertThat(cause("get", failed(refused(Cause.REGION_MOVED, 20), queued))).isNull();
    assertThat(cause("get", failed(refused(Cause.REGION_MOVED, 2_000), queued)))
        .isEqualTo(Cause.REGION_MOVED);
  }

  @Test
  void pausesOfTheServerAreACause() {
    assertThat(cause("get", paused(120, 120, pages(0, 150, 0, 0)))).isEqualTo(Cause.SERVER_GC);
    assertThat(cause("get", paused(120, 120, pages(150, 0, 0, 0)))).isEqualTo(Cause.SERVER_GC);
    ServerTimes pause = paused(120, 120, IDLE);
    assertThat(cause(rule, "get", 0, logged(5, 180, 0.0), pause)).isEqualTo(Cause.SERVER_GC);
    assertThat(cause(rule, "get", 0, logged(180, 5, 0.0), pause)).isEqualTo(Cause.SERVER_GC);
  }

  @Test
  void shortPausesAreNoCauseHoweverManyThereAre() {
    assertThat(cause("get", paused(120, 60, pages(0, 150, 0, 0)))).isEqualTo(Cause.HANDLER);
    assertThat(cause("get", paused(120, 60, pages(150, 0, 0, 0)))).isEqualTo(Cause.QUEUE);
    ServerTimes two = paused(120, 60, IDLE);
    assertThat(cause(rule, "get", 0, logged(5, 180, 0.0), two)).isEqualTo(Cause.HANDLER);
    assertThat(cause(rule, "get", 0, logged(5, 20, 0.0), two)).isEqualTo(Cause.NETWORK);
  }

  @Test
  void aPauseIsNoCauseOfWhatWasShortAtTheServerButMayHaveHeldItBefore() {
    assertThat(cause("get", paused(120, 120, IDLE))).isNull();
    assertThat(cause("get", paused(120, 60, IDLE))).isNull();
    assertThat(cause("get", paused(90, 90, IDLE))).isEqualTo(Cause.NETWORK);
    assertThat(cause(rule, "get", 0, logged(5, 20, 0.0), paused(120, 120, IDLE)))
        .isEqualTo(Cause.NETWORK);
  }

  @Test
  void withoutPagesOfAllCallsTheServerIsUnknown() {
    Coverage incomplete = new Coverage(false, true, true);
    assertThat(cause("get", with(incomplete, pages(150, 0, 0, 0)))).isNull();
    assertThat(cause("get", with(incomplete, IDLE))).isNull();
    assertThat(cause("get", ServerTimes.UNKNOWN)).isNull();
  }

  @Test
  void ofARequestWithoutAnAnswerThePagesExcludeNothing() {
    assertThat(cause("get", IDLE.withoutBounds())).isNull();
    assertThat(cause("get", pages(98, 150, 0, 0).withoutBounds())).isNull();
    assertThat(cause("get", pages(150, 0, 0, 0).withoutBounds())).isEqualTo(Cause.QUEUE);
    assertThat(cause("get", pages(0, 150, 0, 120).withoutBounds())).isEqualTo(Cause.FILE_SYSTEM);
    assertThat(cause("put", pages(0, 150, 150, 0).withoutBounds())).isEqualTo(Cause.WAL);
  }

  @Test
  void whatIsUnknownIsNoEvidenceForTheHandler() {
    assertThat(cause("get", pages(0, 150, 0.0, null, 0, 9))).isNull();
    assertThat(cause("get", pages(0, 150, null, 0.0, 0, 9))).isEqualTo(Cause.HANDLER);
    assertThat(cause("put", pages(0, 150, null, 0.0, 0, 9))).isNull();
    assertThat(cause("put", pages(0, 150, 0.0, 0.0, 0, 9))).isEqualTo(Cause.HANDLER);
    assertThat(cause("put", pages(150, 0, null, null, 9, 0))).isEqualTo(Cause.QUEUE);
    ServerTimes noJvm = paused(null, IDLE);
    assertThat(cause("get", noJvm)).isNull();
  }

  @Test
  void whatMayHaveBeenFarAwayProvesNothingAndExcludesWhatWasShort() {
    Coverage far = new Coverage(true, true, false);
    assertThat(cause("put", with(far, pages(0, 150, 150, 0)))).isNull();
    assertThat(cause("get", with(far, pages(150, 0, 0, 0)))).isNull();
    assertThat(cause("get", with(far, pages(0, 150, 0, 0)))).isNull();
    assertThat(cause("get", with(far, pages(0, 150, 0, 150)))).isNull();
    assertThat(cause("get", with(far, IDLE))).isEqualTo(Cause.NETWORK);
  }

  @Test
  void whatIsShorterThanFiftyMillisecondsProvesNothing() {
    assertThat(causeOf60("put", pages(0, 40, 40, 0))).isNull();
    assertThat(causeOf60("get", pages(40, 0, 0, 0))).isNull();
    assertThat(causeOf60("get", pages(0, 40, 0, 0))).isNull();
    assertThat(causeOf60("get", paused(40, 40, pages(0, 55, 0, 0)))).isEqualTo(Cause.HANDLER);
    assertThat(causeOf60("put", pages(0, 55, 55, 0))).isEqualTo(Cause.WAL);
    assertThat(causeOf60("get", pages(55, 0, 0, 0))).isEqualTo(Cause.QUEUE);
  }

  /** Of a request of 60 ms, where such are slow. */
  private static Cause causeOf60(String operation, ServerTimes pages) {
    return new SlowRule(Optional.of(20 * MILLI), Map.of(), false)
        .cause(operation, new Times(60 * MILLI, 0), Optional.empty(), pages, 1)
        .map(Named::cause)
        .orElse(null);
  }

  @Test
  void whereTheLogDoesNotTellTheDiskThePagesDo() {
    assertThat(cause(rule, "get", 0, logged(5, 180, null), pages(0, 180, 0, 0)))
        .isEqualTo(Cause.HANDLER);
    assertThat(cause(rule, "get", 0, logged(5, 180, null), pages(0, 180, 0, 150)))
        .isEqualTo(Cause.FILE_SYSTEM);
    assertThat(cause(rule, "get", 0, logged(5, 180, null), ServerTimes.UNKNOWN)).isNull();
    assertThat(cause(rule, "get", 0, logged(5, 20, null), IDLE)).isEqualTo(Cause.NETWORK);
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
