package io.hbench.report.slow;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.slow.ServerTimes.Coverage;
import io.hbench.report.slow.ServerTimes.Failed;
import io.hbench.report.slow.ServerTimes.Pauses;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Refreshes that were seen after 0, 10, 20 and 30 s, each two seconds old at most. */
class ServerPagesTest {
  private static final List<Double> AT = List.of(0.0, 10_000.0, 20_000.0, 30_000.0);
  private final ServerPages pages = pages(List.of(0.0, 100.0, 200.0, 300.0));

  private static ServerPages pages(List<Double> queuedCalls) {
    Series rpc =
        new Series(
            AT,
            1,
            Map.of(
                ServerCounter.LONGEST_QUEUE, List.of(0.9, 0.1, 0.2, 0.3),
                ServerCounter.LONGEST_CALL, List.of(0.0, 0.01, 0.02, 0.03),
                ServerCounter.LONG_QUEUES, List.of(900.0, 1.0, 2.0, 3.0),
                ServerCounter.TIMED_CALLS, List.of(0.0, 100.0, 100.0, 100.0),
                ServerCounter.QUEUED_CALLS, queuedCalls,
                ServerCounter.FAILED_CALLS, List.of(9.0, 9.0, 18.0, 18.0),
                ServerCounter.REFUSED_CALLS, List.of(5.0, 5.0, 7.0, 7.0),
                ServerCounter.MOVED_CALLS, List.of(0.0, 0.0, 4.0, 4.0),
                ServerCounter.AGE, List.of(0.0, 2.0, 2.0, 2.0)));
    Series wal = new Series(AT, 1, Map.of(ServerCounter.LONGEST_SYNC, List.of(9.0, 0.0, 3.0, 0.0)));
    Series jvm = jvm(AT);
    return pages(rpc, wal, jvm);
  }

  private static Series jvm(List<Double> at) {
    return new Series(
        at,
        1,
        Map.of(
            ServerCounter.GC_SECONDS, List.of(1.0, 1.0, 1.5, 1.5),
            ServerCounter.GC_PAUSES, List.of(9.0, 9.0, 11.0, 11.0)));
  }

  private static ServerPages pages(Series rpc, Series wal, Series jvm) {
    return new ServerPages(
        Optional.of(
            new ServerSamples(
                List.of(new ServerSamples.Server("rs", jvm, Map.of("RPC", rpc, "WAL", wal))),
                null)));
  }

  @Test
  void theRefreshThatMustHaveARequestIsTaken() {
    ServerTimes times = pages.within("rs", 12_000, 17_000);
    assertThat(times.coverage()).isEqualTo(new Coverage(true, true, true));
    assertThat(times.queue()).isEqualTo(200_000);
    assertThat(times.handler()).isEqualTo(20_000);
    assertThat(times.sync()).isEqualTo(3_000_000);
    assertThat(times.fileRead()).isNull();
    assertThat(times.failed()).isEqualTo(new Failed(2, Map.of(Cause.REGION_MOVED, 4.0), 3));
    assertThat(times.longQueues()).isEqualTo(4);
  }

  @Test
  void bothRefreshesThatMayHaveItAreTaken() {
    assertThat(pages.within("rs", 7_000, 9_000).queue()).isEqualTo(200_000); // refreshed at 8 s?
    assertThat(pages.within("rs", 5_000, 7_000).queue()).isEqualTo(100_000);
    assertThat(pages.within("rs", 9_000, 21_000).queue()).isEqualTo(300_000);
  }

  @Test
  void theLastRefreshExcludesNothingForRequestsThatEndedAfterItMayHaveBeen() {
    ServerTimes before = pages.within("rs", 26_500, 27_500);
    assertThat(before.coverage().certain()).isTrue();
    ServerTimes times = pages.within("rs", 28_500, 29_500);
    assertThat(times.coverage()).isEqualTo(new Coverage(true, false, true));
    assertThat(times.queue()).isEqualTo(300_000);
  }

  @Test
  void aPauseIsAsLongAsTheMeanOfThoseOfSomeSeconds() {
    Series none = Series.NONE;
    ServerPages near = pages(none, none, jvm(List.of(9_000.0, 11_000.0, 14_000.0, 20_000.0)));
    assertThat(near.within("rs", 12_000, 13_000).pauses()).isEqualTo(new Pauses(5e5, 2.5e5));
    assertThat(near.within("rs", 15_000, 16_000).pauses()).isEqualTo(new Pauses(0, 0));
    assertThat(pages.within("rs", 12_000, 13_000).pauses()).isEqualTo(new Pauses(5e5, 0));
    assertThat(pages.within("rs", 10_500, 19_500).pauses()).isEqualTo(new Pauses(5e5, 2.5e5));
    assertThat(pages(none, none, none).within("rs", 12_000, 13_000).pauses()).isNull();
  }

  @Test
  void refreshesOfAHalfMinuteAreFarFromAShortRequestAndNearToALongOne() {
    Series wal =
        new Series(
            List.of(0.0, 30_000.0, 60_000.0),
            1,
            Map.of(ServerCounter.LONGEST_SYNC, List.of(0.0, 3.0, 0.0)));
    ServerPages thinned = pages(Series.NONE, wal, Series.NONE);
    assertThat(thinned.within("rs", 12_000, 13_000).coverage().near()).isFalse();
    assertThat(thinned.within("rs", 12_000, 22_000).coverage().near()).isTrue();
  }

  @Test
  void whatNoRefreshIsKnownToHaveIsUnknown() {
    assertThat(pages.within("rs", -1_000, 5_000))
        .extracting(t -> t.coverage().complete())
        .isEqualTo(false);
    assertThat(pages.within("rs", 28_500, 30_500))
        .extracting(t -> t.coverage().complete())
        .isEqualTo(false);
    assertThat(pages.within("rs", 40_000, 41_000))
        .extracting(t -> t.coverage().complete())
        .isEqualTo(false);
    assertThat(pages.within("other", 12_000, 17_000)).isEqualTo(ServerTimes.UNKNOWN);
    assertThat(pages.within(null, 12_000, 17_000)).isEqualTo(ServerTimes.UNKNOWN);
    assertThat(new ServerPages(Optional.empty()).within("rs", 12_000, 17_000))
        .isEqualTo(ServerTimes.UNKNOWN);
  }

  @Test
  void aPageIsIncompleteIfSomethingElseHasTakenCallsFromItOrTheServerHasRestarted() {
    assertThat(
            pages(List.of(0.0, 105.0, 210.0, 315.0))
                .within("rs", 12_000, 17_000)
                .coverage()
                .complete())
        .isTrue();
    assertThat(
            pages(List.of(0.0, 150.0, 300.0, 450.0))
                .within("rs", 12_000, 17_000)
                .coverage()
                .complete())
        .isFalse();
    assertThat(
            pages(List.of(0.0, 500.0, 100.0, 200.0))
                .within("rs", 12_000, 17_000)
                .coverage()
                .complete())
        .isFalse();
  }
}
