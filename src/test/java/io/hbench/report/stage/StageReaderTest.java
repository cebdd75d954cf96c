package io.hbench.report.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.settings.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Stages of ten seconds at a server that answers 1,000 requests a second, one after the other. */
class StageReaderTest {
  private static final int CAPACITY = 1_000;
  private static final double STAGE = 10;
  private static final double INTERVAL = 0.5;
  private static final Optional<Duration> LIMIT = Optional.of(Duration.ofMillis(20));

  /** Time after the end of the window until which late requests are sent. */
  private static final double LAST_CALL = 1;

  private static final double NANOS = 1e9;

  @Test
  void withoutOverloadAllRequestsAreInTimeAndNothingIsToDrain() {
    RateStages stages = run("50%,80%", false);
    assertThat(stages.ofPerSecond()).isEqualTo(CAPACITY);
    assertThat(stages.goodputLimitUs()).isEqualTo(20_000);
    assertThat(stages.list()).extracting(RateStage::percent).containsExactly(50.0, 80.0);
    assertThat(stages.list())
        .allSatisfy(
            stage -> {
              assertThat(stage.goodputPerSecond()).isCloseTo(stage.offeredPerSecond(), within(1.0));
              assertThat(stage.goodputShare()).isEqualTo(1);
              assertThat(stage.drainSeconds()).isLessThan(0.01);
              assertThat(stage.drained()).isTrue();
              assertThat(stage.hysteresis()).isNull();
            });
  }

  @Test
  void aBacklogDrainsWithTheCapacityThatIsLeft() {
    // 10 s at 150 % leave 5,000 requests: 5 s of the server
    RateStages stages = run("50%,150%,50%,50%", false);
    RateStage over = stages.list().get(1);
    assertThat(over.requests()).isEqualTo(15_000);
    assertThat(over.goodputShare()).isLessThan(0.01);
    assertThat(over.drainSeconds()).isCloseTo(5, within(INTERVAL));
    assertThat(over.drained()).isTrue();

    // the next stage is late until the backlog is gone, after 10 s; the one after it is not
    assertThat(stages.list().get(2).hysteresis()).isCloseTo(0, within(0.05));
    assertThat(stages.list().get(3).hysteresis()).isCloseTo(1, within(0.01));
    assertThat(stages.up()).hasSize(2);
    assertThat(stages.down()).hasSize(3);
  }

  @Test
  void whatIsNotSentByTheEndOfTheRunHasNotDrained() {
    RateStages stages = run("50%,200%,80%", false);
    assertThat(stages.list().get(0).drained()).isTrue();
    assertThat(stages.list().get(1).drainSeconds()).isCloseTo(10, within(2 * INTERVAL));
    RateStage last = stages.list().get(2);
    assertThat(last.drained()).isFalse();
    assertThat(last.dropped()).isPositive();
    assertThat(last.drainSeconds()).isBetween(LAST_CALL, LAST_CALL + 1.1 * INTERVAL);
  }

  @Test
  void lateRequestsThatAreDroppedAtOnceLeaveNoBacklog() {
    RateStages stages = run("50%,200%,50%", true);
    RateStage over = stages.list().get(1);
    assertThat(over.goodputShare()).isCloseTo(0.5, within(0.01));
    assertThat(over.dropped()).isCloseTo(10_000, within(50L));
    assertThat(over.drainSeconds()).isLessThan(0.05);
    assertThat(over.drained()).isTrue();
    assertThat(stages.list().get(2).hysteresis()).isCloseTo(1, within(0.01));
  }

  @Test
  void withoutALimitThatOfTheFirstStageIsItsPercentile() {
    StageReader reader = reader(Rate.parse("500,1500"), Optional.empty(), 20, INTERVAL);
    simulate(reader, Rate.parse("500,1500"), false, INTERVAL);
    RateStages stages = reader.stages(List.of());
    assertThat(stages.ofPerSecond()).isNull();
    assertThat(stages.list().get(0).percent()).isNull();
    assertThat(stages.goodputLimitUs()).isCloseTo(1_000, within(10.0));
    assertThat(stages.list().get(1).goodputShare()).isLessThan(0.02);
  }

  @Test
  void failedCallsThatDidNotEndTheirRequestsWereSentAgain() {
    Rate rate = Rate.parse("100,200");
    StageReader reader = reader(rate, LIMIT, 20, INTERVAL);
    SeriesSet records = request("CallTimeoutException", 0.1);
    reader.add(0, records);
    assertThat(reader.stages(List.of(3L, 7L)).list())
        .extracting(RateStage::resent)
        .containsExactly(2L, 7L);
    assertThat(reader.stages(List.of()).list()).extracting(RateStage::resent).containsOnlyNulls();
  }

  @Test
  void whatIsUnansweredAtTheEndOfTheRunHasNotDrained() {
    StageReader reader = reader(Rate.parse("100,200"), LIMIT, 20, INTERVAL);
    SeriesSet records = request(Series.UNFINISHED, 2);
    reader.add(38, records);
    assertThat(reader.stages(List.of()).list())
        .extracting(RateStage::drained)
        .containsExactly(true, false);
  }

  /** Only intervals with requests were a part of their stage. */
  @Test
  void intervalsWithoutARequestAreAPartOfTheirStage() {
    StageReader reader = reader(Rate.parse("1,2"), LIMIT, 20, INTERVAL);
    SeriesSet one = request(Series.OK, 0.001);
    for (int i = 0; i < 20; i += 2) {
      reader.add(i, one);
    }
    List<RateStage> stages = reader.stages(List.of()).list();
    assertThat(stages).extracting(RateStage::opsPerSecond).containsExactly(1.0, 0.0);
    assertThat(stages).extracting(RateStage::goodputPerSecond).containsExactly(1.0, 0.0);
  }

  /** They lowered the rate of the first stage. */
  @Test
  void intervalsOfAWarmUpByRowsAreNoneOfAStage() {
    StageReader reader =
        new StageReader(Rate.parse("2,1"), Optional.empty(), LIMIT, 20, 20, INTERVAL, 4.5, 4.7);
    SeriesSet one = request(Series.OK, 0.001);
    for (int i = 9; i < 20; i++) { // from the one within which the measurement begins
      reader.add(i, one);
    }
    assertThat(reader.stages(List.of()).list())
        .extracting(RateStage::opsPerSecond)
        .containsExactly(2.0, 0.0);
  }

  /** It was divided by six seconds in place of 5.9. */
  @Test
  void theLastIntervalOfAStageCountsByItsTimeInTheWindow() {
    StageReader reader = reader(Rate.parse("1,2"), LIMIT, 11.9, 1);
    SeriesSet one = request(Series.OK, 0.001);
    for (int i = 6; i < 12; i++) {
      reader.add(i, one);
    }
    assertThat(reader.stages(List.of()).list().get(1).opsPerSecond())
        .isCloseTo(6 / 5.9, within(1e-9));
  }

  /** An early end leaves the stages after it unknown. */
  @Test
  void aStageThatTheRunDidNotReachIsUnknown() {
    StageReader reader =
        new StageReader(Rate.parse("1,2"), Optional.empty(), LIMIT, 20, 9, 1, 0, 0);
    assertThat(reader.stages(List.of()).list())
        .extracting(RateStage::opsPerSecond)
        .containsExactly(0.0, null);
  }

  /** After a warm-up by rows the report begins within the plan. */
  @Test
  void timesAreThoseOfTheReport() {
    StageReader reader =
        new StageReader(Rate.parse("1,2"), Optional.empty(), LIMIT, 20, 20, 1, 5, 5);
    assertThat(reader.stages(List.of()).list()).extracting(RateStage::t).containsExactly(-5.0, 5.0);
  }

  @Property(tries = 20)
  void intervalsAcrossTwoStagesCountInNone(@ForAll @IntRange(min = 300, max = 4_000) int millis) {
    Rate rate = Rate.parse("50%..80%").of(BigDecimal.valueOf(CAPACITY));
    StageReader reader = reader(rate, LIMIT, rate.levels().size() * STAGE, millis / 1e3);
    simulate(reader, rate, false, millis / 1e3);
    assertThat(reader.stages(List.of()).list())
        .allSatisfy(
            stage ->
                assertThat(stage.opsPerSecond())
                    .isCloseTo(stage.offeredPerSecond(), within(0.1 * stage.offeredPerSecond())));
  }

  private static RateStages run(String percent, boolean dropsAtOnce) {
    Rate rate = Rate.parse(percent).of(BigDecimal.valueOf(CAPACITY));
    StageReader reader = reader(rate, LIMIT, rate.levels().size() * STAGE, INTERVAL);
    simulate(reader, rate, dropsAtOnce, INTERVAL);
    return reader.stages(List.of());
  }

  private static StageReader reader(
      Rate rate, Optional<Duration> limit, double window, double interval) {
    Optional<BigDecimal> base =
        limit.isPresent() ? Optional.of(BigDecimal.valueOf(CAPACITY)) : Optional.empty();
    return new StageReader(rate, base, limit, window, window, interval, 0, 0);
  }

  /** Requests at constant distances; records them at their intended times. */
  private static void simulate(
      StageReader reader, Rate rate, boolean dropsAtOnce, double interval) {
    TreeMap<Integer, TreeMap<Series, LatencyRecord>> intervals = new TreeMap<>();
    List<BigDecimal> levels = rate.levels();
    double window = levels.size() * STAGE;
    double free = 0;
    for (int stage = 0; stage < levels.size(); stage++) {
      double gap = 1 / levels.get(stage).doubleValue();
      for (int i = 0; i < Math.round(STAGE / gap); i++) {
        double intended = stage * STAGE + (i + 0.5) * gap;
        double sent = Math.max(intended, free);
        TreeMap<Series, LatencyRecord> records =
            intervals.computeIfAbsent((int) (intended / interval), n -> new TreeMap<>());
        if (dropsAtOnce && sent > intended + 1e-9) {
          add(records, Timing.RESPONSE, Series.DROPPED, 0);
        } else if (sent > window + LAST_CALL) {
          add(records, Timing.RESPONSE, Series.DROPPED, window + LAST_CALL - intended);
        } else {
          free = sent + 1.0 / CAPACITY;
          add(records, Timing.RESPONSE, Series.OK, free - intended);
          add(records, Timing.SERVICE, Series.OK, free - sent);
        }
      }
    }
    intervals.forEach((index, records) -> reader.add(index, set(records)));
  }

  private static void add(
      Map<Series, LatencyRecord> to, Timing timing, String outcome, double seconds) {
    to.computeIfAbsent(Series.of("get", timing, outcome), series -> new LatencyRecord())
        .record(Math.round(seconds * NANOS), 1, 0, 0);
  }

  private static SeriesSet request(String outcome, double seconds) {
    TreeMap<Series, LatencyRecord> records = new TreeMap<>();
    add(records, Timing.SERVICE, outcome, seconds);
    add(records, Timing.RESPONSE, outcome, seconds);
    return set(records);
  }

  private static SeriesSet set(Map<Series, LatencyRecord> records) {
    SeriesSet set = new SeriesSet();
    records.forEach(set::add);
    return set;
  }
}
