package io.hbench.report.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.report.phase.RunPhase.Name;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.commons.lang3.function.FailableConsumer;
import org.junit.jupiter.api.Test;

/** RunPhases of runs at a rate of 200 requests a second, in intervals of a second. */
class PhaseReaderTest {
  private static final int RATE = 200;
  private static final int INTERVALS = 120;
  private static final long MILLI = 1_000_000;

  /** Requests take 1 to 2 ms; from the event on ten times as long, and some fail. */
  private static FailableConsumer<SeriesSet.Sink, IOException> run(int event, int end) {
    return run(RATE, event, end);
  }

  private static FailableConsumer<SeriesSet.Sink, IOException> run(int rate, int event, int end) {
    return sink -> {
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < INTERVALS; i++) {
        boolean slow = i >= event && i < end;
        SeriesSet records = new SeriesSet();
        Map<Timing, LatencyRecord> ok = perTiming();
        Map<Timing, LatencyRecord> failed = perTiming();
        for (int n = 0; n < rate; n++) {
          long nanos = (slow ? 10 : 1) * (MILLI + random.nextLong(MILLI));
          boolean fails = slow && n % 20 == 0;
          for (Timing timing : Timing.values()) {
            (fails ? failed : ok).get(timing).record(nanos, 1, 0, 100);
          }
        }
        for (Timing timing : Timing.values()) {
          records.add(Series.of("get", timing, Series.OK), ok.get(timing));
          records.add(Series.of("get", timing, "TimeoutException"), failed.get(timing));
        }
        sink.accept(i, records);
      }
    };
  }

  private static Map<Timing, LatencyRecord> perTiming() {
    Map<Timing, LatencyRecord> records = new EnumMap<>(Timing.class);
    for (Timing timing : Timing.values()) {
      records.put(timing, new LatencyRecord());
    }
    return records;
  }

  private static Optional<RunPhases> read(
      FailableConsumer<SeriesSet.Sink, IOException> run, Double... events) throws IOException {
    return new PhaseReader(run, 1, true, Optional.empty())
        .read(List.of(events), 0, INTERVALS, back -> List.of(), List.of());
  }

  @Test
  void aRunHasThePhasesBeforeDuringAndRecovered() throws IOException {
    RunPhases phases = read(run(40, 60), 40.5, 42.0).orElseThrow();
    assertThat(phases.phases())
        .extracting(RunPhase::phase)
        .containsExactly(Name.BEFORE, Name.DURING, Name.RECOVERED);
    assertThat(phases.phases()).extracting(RunPhase::t).containsExactly(0.0, 40.0, 60.0);
    assertThat(phases.phases()).extracting(RunPhase::seconds).containsExactly(40.0, 20.0, 60.0);
    assertThat(phases.backSeconds()).isEqualTo(19.5);
    assertThat(phases.backAfterLastSeconds()).isEqualTo(18);
    assertThat(phases.outOfBand()).isZero();
    assertThat(phases.intervals()).isEqualTo(60);
  }

  @Test
  void eachPhaseHasItsFiguresAndTheirRatioToBefore() throws IOException {
    List<RunPhase> phases = read(run(40, 60), 40.0).orElseThrow().phases();
    RunPhase before = phases.get(0);
    RunPhase during = phases.get(1);
    RunPhase recovered = phases.get(2);
    assertThat(before.opsPerSecond().value()).isEqualTo(RATE);
    assertThat(before.opsPerSecond().ratio()).isNull();
    assertThat(during.errors()).isEqualTo(20 * RATE / 20);
    assertThat(during.errorShare()).isEqualTo(0.05);
    assertThat(during.opsPerSecond().ratio()).isEqualTo(0.95);
    assertThat(during.p50().ratio()).isCloseTo(10, within(0.3));
    assertThat(during.p99().low()).isNull();
    assertThat(during.goodput().value()).isZero();
    assertThat(before.goodput().value()).isCloseTo(0.99 * RATE, within(1.0));
    assertThat(recovered.p50().ratioLow()).isLessThan(1);
    assertThat(recovered.p50().ratioHigh()).isGreaterThan(1);
    assertThat(recovered.p50().low()).isLessThan(recovered.p50().value());
  }

  @Test
  void theUserMaySetTheLimitOfGoodput() throws IOException {
    RunPhases phases =
        new PhaseReader(run(40, 60), 1, true, Optional.of(Duration.ofMillis(15)))
            .read(List.of(40.0), 0, INTERVALS, back -> List.of(), List.of())
            .orElseThrow();
    assertThat(phases.goodputLimitUs()).isEqualTo(15_000);
    assertThat(phases.phases().get(1).goodput().value()).isCloseTo(0.95 * RATE / 2, within(5.0));
  }

  /** It had the whole of an interval of which a part was measured. */
  @Test
  void theIntervalWithinWhichTheMeasurementBeginsIsNoneOfThePhaseBefore() throws IOException {
    RunPhases phases =
        new PhaseReader(run(40, 60), 1, true, Optional.empty())
            .read(List.of(40.0), 0.4, INTERVALS, back -> List.of(), List.of())
            .orElseThrow();
    assertThat(phases.phases().get(0).t()).isEqualTo(1);
    assertThat(phases.phases().get(0).seconds()).isEqualTo(39);
  }

  @Test
  void afterAnEventInTheWarmUpThereIsNoTimeBefore() throws IOException {
    RunPhases phases = read(run(0, 40), -2.0, 38.0).orElseThrow();
    assertThat(phases.phases()).extracting(RunPhase::phase).doesNotContain(Name.BEFORE);
    assertThat(phases.band()).isNull();
  }

  @Test
  void theReturnAfterAnEventIsSoughtBeforeTheNextOne() throws IOException {
    List<Double> found = new ArrayList<>();
    new PhaseReader(run(40, 60), 1, true, Optional.empty())
        .read(
            List.of(40.5, 100.0),
            0,
            INTERVALS,
            back -> {
              found.add(back.between(40.5, 100));
              found.add(back.between(40.5, 70));
              found.add(back.between(40.5, 65)); // too short to tell
              found.add(back.between(100, INTERVALS));
              return List.of();
            },
            List.of());
    assertThat(found).containsExactly(60.0, 60.0, null, 101.0);
  }

  @Test
  void aRunThatStaysSlowDoesNotRecover() throws IOException {
    RunPhases phases = read(run(40, INTERVALS), 40.0).orElseThrow();
    assertThat(phases.phases())
        .extracting(RunPhase::phase)
        .containsExactly(Name.BEFORE, Name.DURING);
    assertThat(phases.backSeconds()).isNull();
    assertThat(phases.band()).isNotNull();
  }

  /** A p99 of 50 requests would be the slowest of them. */
  @Test
  void theBandIsOfTheHighestPercentileThatIntervalsHaveEnoughRequestsFor() throws IOException {
    for (Map.Entry<Integer, String> percentile :
        Map.of(200, "p99", 50, "p95", 15, "p90", 5, "p50").entrySet()) {
      RunPhases phases = read(run(percentile.getKey(), 40, 60), 40.0).orElseThrow();
      assertThat(phases.band().percentile()).isEqualTo(percentile.getValue());
    }
  }

  @Test
  void theReturnIsSoughtAfterTheLastEvent() throws IOException {
    RunPhases phases = read(run(40, 45), 40.0, 80.0).orElseThrow();
    assertThat(phases.phases().get(2).t()).isEqualTo(81);
    assertThat(phases.backAfterLastSeconds()).isEqualTo(1);
  }

  @Test
  void withTooFewIntervalsBeforeTheEventNothingIsCalledRecovered() throws IOException {
    RunPhases phases = read(run(5, 10), 5.0).orElseThrow();
    assertThat(phases.band()).isNull();
    assertThat(phases.phases())
        .extracting(RunPhase::phase)
        .containsExactly(Name.BEFORE, Name.DURING);
  }

  @Test
  void aRunWhoseEventsAreAfterTheWindowHasNoPhases() throws IOException {
    assertThat(read(run(40, 60), INTERVALS + 1.0)).isEmpty();
  }

  /** In a closed loop all slots may wait, so that intervals have no request at all. */
  @Test
  void anIntervalWithoutRequestsIsOutOfTheBand() throws IOException {
    FailableConsumer<SeriesSet.Sink, IOException> run = run(40, 40);
    RunPhases phases =
        read(
                sink ->
                    run.accept(
                        (i, records) -> {
                          if (i < 40 || i >= 50) {
                            sink.accept(i, records);
                          }
                        }),
                40.0)
            .orElseThrow();
    assertThat(phases.phases().get(2).t()).isEqualTo(50);
    assertThat(phases.phases().get(1).opsPerSecond().ratio()).isZero();
  }
}
