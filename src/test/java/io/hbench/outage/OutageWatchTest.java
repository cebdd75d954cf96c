package io.hbench.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Times in milliseconds; an answer in time takes a second at most. */
class OutageWatchTest {
  private static final long MILLI = 1_000_000;

  private final OutageWatch watch = new OutageWatch(Duration.ofSeconds(1));

  @Test
  void anOutageLastsFromTheFirstRequestThatFailsToTheFirstAnswerAfterIt() {
    ok(0, 1);
    failed(1_000, 1_010);
    failed(2_000, 2_010);
    ok(3_000, 3_005);
    ok(4_000, 4_005);
    assertThat(watch.facts().outages())
        .containsExactly(outage(0L, 1_000, 2_000, 2_010, 3_000L, 3_005L, Map.of("get", 2L), true));
  }

  @Test
  void aSlowAnswerIsNone() {
    ok(0, 1);
    ok(1_000, 2_001);
    ok(2_500, 2_501);
    assertThat(watch.facts().outages())
        .containsExactly(outage(0L, 1_000, 1_000, 2_001, 2_500L, 2_501L, Map.of("get", 1L), false));
  }

  @Test
  void aLastRequestThatFailsAtOnceIsNoOutage() {
    ok(0, 1);
    failed(1_000, 1_010);
    assertThat(watch.facts().outages()).isEmpty();
  }

  @Test
  void anAnswerAfterExactlyTheLimitIsInTime() {
    ok(0, 1);
    ok(1_000, 2_000);
    assertThat(watch.facts().outages()).isEmpty();
  }

  @Test
  void aRequestThatWasSentBeforeDoesNotEndAnOutage() {
    ok(0, 1);
    failed(1_000, 1_010);
    ok(999, 1_500);
    ok(2_000, 2_010);
    assertThat(watch.facts().outages())
        .containsExactly(
            outage(999L, 1_000, 1_000, 1_010, 2_000L, 2_010L, Map.of("get", 1L), true));
  }

  @Test
  void aTimeoutThatIsKnownAfterTheServerIsBackHasItsOutage() {
    every(10, 0, 10_000);
    every(10, 20_000, 40_000); // many answers before the timeout
    failed(10_000, 40_000);
    failed(12_000, 40_001);
    assertThat(watch.facts().outages())
        .containsExactly(
            outage(9_990L, 10_000, 12_000, 40_001, 20_000L, 20_001L, Map.of("get", 2L), true));
  }

  @Test
  void aSlowRequestAmongAnswersIsNoOutage() {
    every(100, 0, 5_000);
    ok(2_050, 5_000);
    failed(3_050, 5_000);
    every(100, 5_000, 6_000);
    failed(5_950, 6_100);
    ok(6_000, 6_101);
    assertThat(watch.facts().outages()).isEmpty();
  }

  @Test
  void anOutageThatDoesNotEndIsListedWithoutAnEnd() {
    ok(0, 1);
    failed(1_000, 1_300);
    assertThat(watch.facts().outages())
        .containsExactly(outage(0L, 1_000, 1_000, 1_300, null, null, Map.of("get", 1L), true));
  }

  @Test
  void aLateAnswerEndsAnOutageIfNoRequestFollows() {
    ok(0, 1);
    ok(1_000, 3_000);
    assertThat(watch.facts().outages().get(0).to()).isEqualTo(3_000 * MILLI);
    ok(3_500, 3_501);
    assertThat(watch.facts().outages().get(0).to()).isEqualTo(3_501 * MILLI);
  }

  @Test
  void anUnfinishedRequestWentWrongIfItsTimeWasOver() {
    ok(0, 1);
    watch.unfinished("r", "rs1", "get", 500 * MILLI, 1_500 * MILLI);
    assertThat(watch.facts().outages()).isEmpty();
    watch.unfinished("r", "rs1", "get", 499 * MILLI, 1_500 * MILLI);
    assertThat(watch.facts().outages()).hasSize(1);
  }

  @Test
  void theServerIsThatOfTheFirstRequest() {
    ok(0, 1);
    watch.settled("r", "rs2", "get", 2_000 * MILLI, 3_001 * MILLI, false);
    watch.settled("r", "rs1", "put", 1_000 * MILLI, 3_002 * MILLI, false);
    assertThat(watch.facts().outages().get(0).server()).isEqualTo("rs1");
    assertThat(watch.facts().outages().get(0).operations()).isEqualTo(Map.of("get", 1L, "put", 1L));
  }

  @Test
  void outagesBeyondTheListAreCounted() {
    for (int i = 0; i < OutageWatch.MAX_OUTAGES + 7; i++) {
      failed(i * 2_000L, i * 2_000L + 1);
      ok(i * 2_000L + 1_000, i * 2_000L + 1_001);
    }
    assertThat(watch.facts().outages()).hasSize(OutageWatch.MAX_OUTAGES);
    assertThat(watch.facts().unlisted()).isEqualTo(7);
  }

  @Test
  void regionsOfOutagesThatDoNotEndAreCountedToo() {
    for (int i = 0; i < OutageWatch.MAX_OUTAGES + 7; i++) {
      watch.settled("r" + i, "rs1", "get", i, i + 300 * MILLI, false);
    }
    assertThat(watch.facts().outages()).hasSize(OutageWatch.MAX_OUTAGES);
    assertThat(watch.facts().unlisted()).isEqualTo(7);
  }

  /** A region that is gone for some time, and requests that are settled in any order. */
  @Property(tries = 300)
  void theEdgesAreThoseOfTheOutage(
      @ForAll long seed,
      @ForAll @IntRange(min = 2_500, max = 60_000) int gone,
      @ForAll @IntRange(min = 1, max = 200) int spacing) {
    Random random = new Random(seed);
    OutageWatch fresh = new OutageWatch(Duration.ofSeconds(1));
    long from = 10_000;
    long to = from + gone;
    List<Settled> requests = new ArrayList<>();
    for (long sent = 0; sent < to + 10_000; sent += 1 + random.nextInt(spacing)) {
      boolean isOut = sent >= from && sent < to;
      long timeout = sent + 1 + random.nextInt(120_000);
      boolean fails = isOut && (timeout < to || random.nextBoolean());
      long answer = (isOut ? to : sent) + 1 + random.nextInt(5);
      requests.add(new Settled(sent, fails ? timeout : answer, !fails));
    }
    requests.sort(Comparator.comparing(Settled::done));
    requests.forEach(r -> fresh.settled("r", "rs1", "get", r.sent * MILLI, r.done * MILLI, r.ok));
    long first =
        requests.stream()
            .filter(r -> !r.ok || r.done - r.sent > 1_000)
            .mapToLong(Settled::sent)
            .min()
            .orElseThrow();
    List<RegionOutage> joined = RegionOutage.join(fresh.facts().outages(), 0);
    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).from() / MILLI).isEqualTo(first).isBetween(from, from + spacing);
    assertThat(joined.get(0).to() / MILLI).isBetween(to, to + 6 + spacing);
  }

  private record Settled(long sent, long done, boolean ok) {}

  @Test
  void anyNumberOfThreadsMaySettle() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int thread = t;
      all.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 40_000; i++) {
                  long sent = i * 4L + thread;
                  boolean isOut = sent >= 60_000 && sent < 90_000;
                  settle(sent, sent + 1, !isOut);
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    assertThat(watch.facts().outages()).hasSize(1);
    assertThat(watch.facts().outages().get(0).from() / MILLI).isEqualTo(60_000);
    assertThat(watch.facts().outages().get(0).last() / MILLI).isEqualTo(89_999);
    assertThat(watch.facts().outages().get(0).operations()).isEqualTo(Map.of("get", 30_000L));
  }

  private void every(long millis, long from, long to) {
    for (long sent = from; sent < to; sent += millis) {
      ok(sent, sent + 1);
    }
  }

  private void ok(long sent, long done) {
    settle(sent, done, true);
  }

  private void failed(long sent, long done) {
    settle(sent, done, false);
  }

  private void settle(long sent, long done, boolean ok) {
    watch.settled("r", "rs1", "get", sent * MILLI, done * MILLI, ok);
  }

  private static TaskOutage outage(
      Long up,
      long from,
      long last,
      long lastDone,
      Long recovered,
      Long to,
      Map<String, Long> operations,
      boolean failed) {
    return new TaskOutage(
        "r",
        "rs1",
        nanos(up),
        from * MILLI,
        last * MILLI,
        lastDone * MILLI,
        nanos(recovered),
        nanos(to),
        operations,
        failed,
        0);
  }

  private static Long nanos(Long millis) {
    return millis == null ? null : Long.valueOf(millis * MILLI);
  }
}
