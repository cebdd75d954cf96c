package io.hbench.report.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.report.phase.QuotaEffect.Verdict;
import io.hbench.rundir.QuotaLimit;
import io.hbench.rundir.QuotaLimit.Requests;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits in a window of 100 intervals of 1 s that starts at 1,000 s of the clock. */
class QuotaEffectTest {
  private static final double START_MS = 1_000_000;

  /** Two periods of servers that read quotas every 6 s. */
  private static final Double LATE = 12.0;

  private static final ServerEvent SET_AT_20 = hook("set-quota 1k done after 0.1 s: …", 20.5);

  private static ServerEvent hook(String text, double t) {
    return new ServerEvent(START_MS + 1_000 * t, Kind.HOOK, 1, text);
  }

  /** Requests per second from some intervals on: 0, 3000, 30, 1000, … */
  private static double[] served(int... levels) {
    double[] all = new double[100];
    for (int i = 0; i < levels.length; i += 2) {
      Arrays.fill(all, levels[i], all.length, levels[i + 1]);
    }
    return all;
  }

  private static QuotaEffect effect(double[] served, ServerEvent... events) throws IOException {
    return judged(served, LATE, true, events);
  }

  private static QuotaEffect judged(
      double[] served, Double lateSeconds, boolean reads, ServerEvent... events)
      throws IOException {
    List<QuotaEffect> all =
        QuotaEffect.of(List.of(events), START_MS, 1, lateSeconds, false, reads, limit -> served);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void aLimitThatTheServersKeepHolds() throws IOException {
    QuotaEffect effect =
        effect(
            served(0, 3000, 30, 980, 60, 3000),
            SET_AT_20,
            hook("remove-quota", 49.9),
            hook("remove-quota done after 0.1 s: quotas removed: 1", 50));
    assertThat(effect.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(effect.requests()).isEqualTo(Requests.ALL);
    assertThat(effect.limit()).isEqualTo(1000);
    assertThat(effect.bitesSeconds()).isCloseTo(9.5, within(1e-9));
    assertThat(effect.served()).isCloseTo(980, within(1e-9));
    assertThat(effect.accuracy()).isCloseTo(0.98, within(1e-9));
    assertThat(effect.releaseSeconds()).isCloseTo(10, within(1e-9));
  }

  @Test
  void aLimitThatBitesAfterTwoRefreshPeriodsHoldsLate() throws IOException {
    assertThat(effect(served(0, 3000, 33, 980), SET_AT_20).verdict())
        .as("within the interval of the end of the time")
        .isEqualTo(Verdict.HOLDS);
    QuotaEffect late = effect(served(0, 3000, 34, 980), SET_AT_20);
    assertThat(late.verdict()).isEqualTo(Verdict.HOLDS_LATE).hasToString("holds-late");
    assertThat(late.bitesSeconds()).isCloseTo(13.5, within(1e-9));
    assertThat(late.lateSeconds()).isEqualTo(LATE);
    assertThat(effect(served(0, 3000, 34, 400), SET_AT_20).verdict())
        .isEqualTo(Verdict.BELOW_THE_LIMIT);
  }

  @Test
  void aLimitLetsGoWhenThatOfItsOwnTargetIsRemoved() throws IOException {
    double[] served = served(0, 3000, 30, 980, 60, 3000);
    ServerEvent set = hook("set-quota user web reads 1k done after 0.1 s: …", 20.5);
    QuotaEffect effect =
        effect(served, set, hook("remove-quota  user  web done after 0.1 s: …", 50));
    assertThat(effect.target()).isEqualTo("user web");
    assertThat(effect.releaseSeconds()).isCloseTo(10, within(1e-9));
    assertThat(effect(served, set, hook("remove-quota done after 0.1 s: …", 50)).releaseSeconds())
        .isNull();
    List<QuotaEffect> all =
        QuotaEffect.of(
            List.of(
                set,
                hook("set-quota namespace 9k done after 0.1 s: …", 42),
                hook("remove-quota namespace done after 0.1 s: …", 45),
                hook("remove-quota user web done after 0.1 s: …", 50)),
            START_MS,
            1,
            LATE,
            false,
            true,
            limit -> served);
    assertThat(all.get(0).releaseSeconds()).as("after others").isCloseTo(10, within(1e-9));
  }

  private static List<Double> releases(double[] served, ServerEvent... events) throws IOException {
    List<Double> releases = new ArrayList<>();
    for (QuotaEffect effect :
        QuotaEffect.of(List.of(events), START_MS, 1, LATE, false, true, limit -> served)) {
      releases.add(effect.releaseSeconds());
    }
    return releases;
  }

  /** A server that reads quotas before the first one goes and after the next one has come. */
  @Test
  void whatIsServedAfterTheNextLimitIsNoReleaseOfTheOneBefore() throws IOException {
    ServerEvent next = hook("set-quota 500 done after 0.1 s: …", 55);
    ServerEvent end = hook("remove-quota done after 0.1 s: …", 80);
    assertThat(
            releases(
                served(0, 3000, 30, 980, 58, 490, 85, 3000),
                SET_AT_20,
                hook("remove-quota done after 0.1 s: …", 50),
                next,
                end))
        .containsExactly(null, 5.0);
    assertThat(releases(served(0, 3000, 30, 980, 58, 490, 85, 3000), SET_AT_20, next, end))
        .as("the next one took its place")
        .containsExactly(null, 5.0);
    assertThat(
            releases(
                served(0, 3000, 30, 980, 85, 3000),
                SET_AT_20,
                hook("set-quota writes 500 done after 0.1 s: …", 55),
                end))
        .as("both go")
        .containsExactly(5.0, null);
    assertThat(
            releases(
                served(0, 3000, 30, 980, 58, 3000),
                SET_AT_20,
                hook("remove-quota done after 0.1 s: …", 50),
                hook("set-quota user web 500 done after 0.1 s: …" + QuotaLimit.OTHER_USER, 55)))
        .as("of another user")
        .containsExactly(8.0, null);
  }

  /** Ten intervals without an answer, amid a load that is not limited. */
  @Test
  void aStallIsNoLimitAndHidesNone() throws IOException {
    QuotaEffect ignored = effect(served(0, 3000, 30, 0, 40, 3000), SET_AT_20);
    assertThat(ignored.verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(ignored.bitesSeconds()).isNull();
    assertThat(ignored.served()).isNull();
    QuotaEffect nearly = effect(served(0, 1150, 30, 0, 40, 1150), SET_AT_20);
    assertThat(nearly.verdict()).as("985 on average").isEqualTo(Verdict.NO_EFFECT);
    QuotaEffect late = effect(served(0, 3000, 30, 0, 40, 3000, 60, 980), SET_AT_20);
    assertThat(late.verdict()).isEqualTo(Verdict.HOLDS_LATE);
    assertThat(late.bitesSeconds()).isCloseTo(39.5, within(1e-9));
  }

  @Test
  void aLimitIsIgnoredOnceServersMustHaveReadIt() throws IOException {
    assertThat(effect(served(0, 3000), hook("set-quota 1k done after 1 s: …", 79)).verdict())
        .isEqualTo(Verdict.UNKNOWN_TOO_SHORT);
    assertThat(effect(served(0, 3000), hook("set-quota 1k done after 1 s: …", 78)).verdict())
        .isEqualTo(Verdict.NO_EFFECT);
  }

  @Test
  void aLimitHasNoEffectAtOnceWhereThrottlingIsSwitchedOff() throws IOException {
    String off = "set-quota 1k done after 1 s: at most 1,000 requests/s" + QuotaLimit.SWITCHED_OFF;
    ServerEvent removed = hook("remove-quota done after 1 s: …", 90);
    QuotaEffect ignored = effect(served(0, 3000, 92, 980, 95, 3000), hook(off, 79), removed);
    assertThat(ignored.verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(ignored.releaseSeconds()).as("of what has not bitten").isNull();
    assertThat(effect(served(0, 3000, 82, 980), hook(off, 79)).verdict()).isEqualTo(Verdict.HOLDS);
  }

  /** Servers of old records, and those with closed pages, tell no period: HBase's may be theirs. */
  @Test
  void withoutAPeriodOfTheServersNothingIsLateAndNothingIsIgnoredBeforeTenMinutes()
      throws IOException {
    double[] served = new double[2_000];
    Arrays.fill(served, 3000);
    ServerEvent late = hook("set-quota 1k done after 1 s: …", 1_391);
    assertThat(judged(served, null, true, late).verdict()).isEqualTo(Verdict.UNKNOWN_TOO_SHORT);
    assertThat(judged(served, null, true, SET_AT_20).verdict()).isEqualTo(Verdict.NO_EFFECT);
    Arrays.fill(served, 1_900, 2_000, 980);
    assertThat(judged(served, null, true, SET_AT_20).verdict()).isEqualTo(Verdict.HOLDS);
  }

  @Test
  void aLimitOfAnotherUserIsNotJudged() throws IOException {
    ServerEvent set =
        hook("set-quota user web 1k done after 0.1 s: at most" + QuotaLimit.OTHER_USER, 20.5);
    assertThat(effect(served(0, 3000), set).verdict())
        .isEqualTo(Verdict.UNKNOWN_OTHER_USER)
        .hasToString("unknown-other-user");
  }

  @Test
  void bytesAreJudgedAsRequestsAreAndThoseOfReadsOnlyIfTheyReachTheLimit() throws IOException {
    QuotaEffect writes =
        effect(served(0, 3_000_000, 30, 980_000), hook("set-quota writes 1MB done after 1 s", 20));
    assertThat(writes.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(writes.bytes()).isTrue();
    assertThat(writes.limit()).isEqualTo(1e6);
    for (String limit : List.of("reads 1MB", "1MB")) {
      ServerEvent set = hook("set-quota " + limit + " done after 1 s", 20);
      assertThat(effect(served(0, 3_000_000, 30, 980_000), set).verdict()).isEqualTo(Verdict.HOLDS);
      assertThat(effect(served(0, 900_000, 30, 14_000), set).verdict())
          .isEqualTo(Verdict.UNKNOWN_BLOCKS);
      assertThat(effect(served(0, 3_000_000, 30, 47_000), set).verdict())
          .isEqualTo(Verdict.UNKNOWN_BLOCKS);
      assertThat(effect(served(0, 3_000_000), set).verdict()).isEqualTo(Verdict.NO_EFFECT);
    }
    ServerEvent set = hook("set-quota 1MB done after 1 s", 20);
    assertThat(judged(served(0, 3_000_000, 30, 47_000), LATE, false, set).verdict())
        .as("of a load that writes")
        .isEqualTo(Verdict.BELOW_THE_LIMIT);
  }

  /** A server that refills its tokens once a second lets all of them through at once. */
  @Test
  void burstsWithinASecondAreNotAboveTheLimit() throws IOException {
    double[] served = served(0, 3000);
    for (int i = 60; i < served.length; i++) {
      served[i] = i % 2 == 0 ? 1960 : 0;
    }
    List<QuotaEffect> all =
        QuotaEffect.of(List.of(SET_AT_20), START_MS, 0.5, LATE, false, true, limit -> served);
    assertThat(all).extracting(QuotaEffect::verdict).containsExactly(Verdict.HOLDS);
    assertThat(all).extracting(QuotaEffect::served).containsExactly(980.0);
    assertThat(all).extracting(QuotaEffect::bitesSeconds).containsExactly(9.5);
  }

  @Test
  void aSecondOfWhichAPartIsAfterTheActionIsNeitherBeforeItNorItsRelease() throws IOException {
    double[] served = new double[200];
    Arrays.fill(served, 0, 100, 1150);
    Arrays.fill(served, 100, 160, 980);
    Arrays.fill(served, 160, 200, 1300);
    QuotaEffect effect =
        QuotaEffect.of(
                List.of(
                    hook("set-quota 1k done after 1 s: …", 10),
                    hook("remove-quota done after 1 s: …", 15)),
                START_MS,
                0.1,
                LATE,
                false,
                true,
                limit -> served)
            .get(0);
    assertThat(effect.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(effect.releaseSeconds()).isCloseTo(1.3, within(1e-9));
  }

  @Test
  void aLimitThatServersIgnoreHasNoEffect() throws IOException {
    QuotaEffect effect = effect(served(0, 3000), SET_AT_20);
    assertThat(effect.verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(effect.bitesSeconds()).isNull();
    assertThat(effect.served()).isNull();
  }

  @Test
  void oneSlowIntervalIsNoLimit() throws IOException {
    double[] served = served(0, 3000);
    served[40] = 500;
    assertThat(effect(served, SET_AT_20).verdict()).isEqualTo(Verdict.NO_EFFECT);
  }

  @Test
  void aLoadBelowTheLimitDoesNotTryIt() throws IOException {
    assertThat(effect(served(0, 900), SET_AT_20).verdict()).isEqualTo(Verdict.NOT_TRIED);
    assertThat(effect(served(0, 3000, 7, 900), hook("set-quota 1k done after 0.1 s: …", 5)))
        .extracting(QuotaEffect::verdict)
        .isEqualTo(Verdict.NOT_TRIED);
  }

  @Test
  void aLimitOfWhichLittleIsServedIsTooTight() throws IOException {
    QuotaEffect effect = effect(served(0, 3000, 21, 400), SET_AT_20);
    assertThat(effect.verdict()).isEqualTo(Verdict.BELOW_THE_LIMIT);
    assertThat(effect.accuracy()).isCloseTo(0.4, within(1e-9));
  }

  @Test
  void nothingIsSaidOfATooShortTestOfARateOrOfOperationsThatHBaseCountsOtherwise()
      throws IOException {
    assertThat(effect(served(0, 3000), hook("set-quota 1k done after 1 s: …", 95)).verdict())
        .isEqualTo(Verdict.UNKNOWN_TOO_SHORT);
    assertThat(QuotaEffect.of(List.of(SET_AT_20), START_MS, 1, LATE, false, true, limit -> null))
        .extracting(QuotaEffect::verdict)
        .containsExactly(Verdict.UNKNOWN_OPERATIONS);
    double[] any = served(0, 3000);
    assertThat(QuotaEffect.of(List.of(SET_AT_20), START_MS, 1, LATE, true, true, limit -> any))
        .extracting(QuotaEffect::verdict)
        .containsExactly(Verdict.UNKNOWN_BY_A_RATE);
  }

  @Test
  void theNextLimitEndsTheOneBefore() throws IOException {
    List<QuotaEffect> all =
        QuotaEffect.of(
            List.of(SET_AT_20, hook("set-quota writes 500 done after 0.1 s: …", 60)),
            START_MS,
            1,
            LATE,
            false,
            true,
            limit -> served(0, 3000, 21, 1000, 61, 500));
    assertThat(all).extracting(QuotaEffect::served).containsExactly(1000.0, 500.0);
    assertThat(all)
        .extracting(QuotaEffect::requests)
        .containsExactly(Requests.ALL, Requests.WRITES);
    assertThat(all).extracting(QuotaEffect::releaseSeconds).containsOnlyNulls();
  }

  @Test
  void aLimitThatIsSetAfterTheWindowIsNotJudged() throws IOException {
    assertThat(effect(served(0, 900), hook("set-quota 1k done after 0.1 s: …", 130)).verdict())
        .isEqualTo(Verdict.NOT_TRIED);
    assertThat(effect(served(0, 3000), hook("set-quota 1k done after 0.1 s: …", 130)).verdict())
        .isEqualTo(Verdict.UNKNOWN_TOO_SHORT);
  }

  @Test
  void aFailedActionHasNoEffect() throws IOException {
    assertThat(
            QuotaEffect.of(
                List.of(hook("set-quota 1k", 20), hook("set-quota 1k failed after 0.1 s", 20)),
                START_MS,
                1,
                LATE,
                false,
                true,
                limit -> IntStream.range(0, 100).asDoubleStream().toArray()))
        .isEmpty();
  }
}
