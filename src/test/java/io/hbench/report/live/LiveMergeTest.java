package io.hbench.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LiveMergeTest {
  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);

  /** Tasks differ by one interval at most; each writes one or more records for an interval. */
  @Property(tries = 50)
  void shownIntervalsArePointsOfTheTimeline(
      @ForAll @IntRange(min = 1, max = 5) int tasks,
      @ForAll @IntRange(min = 1, max = 12) int intervals,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Integer, SeriesSet> report = new TreeMap<>();
    Map<Double, List<Point>> shown = new TreeMap<>();
    LiveMerge merge = new LiveMerge(tasks, 2, false, 0);
    for (int i = 0; i < intervals; i++) {
      for (int task = 0; task < tasks; task++) {
        for (int part = random.nextInt(3); part >= 0; part--) {
          LatencyRecord record = record(random);
          report.computeIfAbsent(i, x -> new SeriesSet()).add(GET, record);
          merge.add(task, GET.at(i), record);
          merge
              .newest((operation, seconds) -> seconds)
              .ifPresent(live -> shown.put(live.t(), live.points()));
        }
      }
    }
    IntStream.range(0, tasks).forEach(task -> merge.add(task, GET, new LatencyRecord()));
    LiveInterval last = merge.newest((operation, seconds) -> seconds).orElseThrow();
    shown.put(last.t(), last.points());

    assertThat(shown).hasSize(intervals);
    report.forEach(
        (i, set) ->
            assertThat(shown.get(2.0 * i)).isEqualTo(Point.of(2.0 * i, operation -> 2, set)));
    assertThat(last.tasks()).isEqualTo(tasks);
  }

  @Test
  void requestsCountInThePartOfAnIntervalThatIsMeasured() {
    LiveMerge merge = new LiveMerge(1, 2, false, 0);
    merge.add(0, GET.at(0), one());
    merge.add(0, GET.at(1), one());
    Point shown = merge.newest((operation, seconds) -> seconds / 4).orElseThrow().points().get(0);
    assertThat(shown.opsPerSecond()).isEqualTo(2);
  }

  /** Its rate was that of a whole interval, and the times were others than in the report. */
  @Test
  void anIntervalWithinWhichTheWindowBeginsIsNotShown() {
    LiveMerge merge = new LiveMerge(1, 2, false, 0);
    merge.beginWithin(7);
    merge.beginWithin(6);
    merge.add(0, GET.at(6), one());
    merge.add(0, GET.at(7), one());
    assertThat(merge.newest((operation, seconds) -> seconds)).isEmpty();
    merge.add(0, GET.at(8), one());
    LiveInterval shown = merge.newest((operation, seconds) -> seconds).orElseThrow();
    assertThat(shown.t()).isEqualTo(2);
    assertThat(shown.points().get(0).t()).isEqualTo(2);
  }

  /** No interval was settled, as they left the memory before. */
  @Test
  void longPausesOfThreadsSettleIntervalsLater() {
    LiveMerge merge = new LiveMerge(1, 0.25, false, 30);
    List<Integer> settled = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      merge.add(0, GET.at(i), one());
      merge.eachSettled((interval, all) -> settled.add(interval));
    }
    assertThat(settled).hasSize(53).startsWith(0, 1).endsWith(51, 52);
  }

  /** It would be divided by the whole length. */
  @Test
  void aLastIntervalThatIsCutIsNotShown() {
    LiveMerge merge = new LiveMerge(1, 1, true, 0);
    merge.add(0, GET.at(0), one());
    merge.add(0, GET.at(1), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().t()).isZero();
    merge.add(0, GET, one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().t()).isZero();
  }

  @Test
  void anIntervalIsShownWhenAllTasksHaveCompletedIt() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    merge.add(0, GET.at(0), one());
    merge.add(1, GET.at(0), one());
    assertThat(merge.newest((operation, seconds) -> seconds))
        .isEmpty(); // a slow thread may have more of it
    merge.add(0, GET.at(1), one());
    assertThat(merge.newest((operation, seconds) -> seconds)).isEmpty();
    merge.add(1, GET.at(0), one());
    merge.add(1, GET.at(1), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().points().get(0).count())
        .isEqualTo(3);
  }

  @Test
  void anIntervalIsSettledThreeSecondsAfterAllRunningTasksHaveCompletedIt() {
    LiveMerge merge = new LiveMerge(3, 1, false, 0);
    merge.lose(2);
    merge.add(0, GET.at(5), one());
    assertThat(merge.settled()).isZero();
    merge.add(1, GET.at(2), one());
    assertThat(merge.settled()).isZero();
    merge.add(1, GET.at(5), one());
    assertThat(merge.settled()).isEqualTo(2);
    merge.add(0, GET, one());
    merge.add(1, GET, one());
    assertThat(merge.settled()).as("after the end").isZero();
  }

  @Test
  void theOrderOfRecordsOfTasksDoesNotMatter() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    merge.add(0, GET.at(1), one());
    merge.add(0, GET.at(2), one());
    merge.newest((operation, seconds) -> seconds);
    merge.add(1, GET.at(0), one());
    merge.add(1, GET.at(1), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().t()).isZero();
    merge.add(1, GET.at(2), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().points().get(0).count())
        .isEqualTo(2);
  }

  @Test
  void aHangingTaskDelaysTheDisplayByTwoIntervalsAndIsThenExcluded() {
    LiveMerge merge = new LiveMerge(4, 1, false, 0);
    List<Optional<Double>> shown = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      for (int task = 0; task < (i < 2 ? 4 : 3); task++) {
        merge.add(task, GET.at(i), one());
      }
      shown.add(merge.newest((operation, seconds) -> seconds).map(LiveInterval::t));
    }
    assertThat(shown)
        .containsExactly(
            Optional.empty(),
            Optional.of(0.0),
            Optional.of(0.0),
            Optional.of(0.0),
            Optional.of(3.0),
            Optional.of(4.0));
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().tasks()).isEqualTo(3);
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().of()).isEqualTo(4);
  }

  @Test
  void endedTasksDoNotDelayTheDisplay() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    merge.add(0, GET.at(0), one());
    merge.add(0, GET, one());
    for (int i = 0; i < 9; i++) {
      merge.add(1, GET.at(i), one());
    }
    LiveInterval newest = merge.newest((operation, seconds) -> seconds).orElseThrow();
    assertThat(newest.t()).isEqualTo(7);
    assertThat(newest.tasks()).isEqualTo(2);
  }

  @Test
  void lateRecordsAreInTheReportOnly() {
    LiveMerge merge = new LiveMerge(1, 1, false, 0);
    for (int i = 0; i < 5; i++) {
      merge.add(0, GET.at(i), one());
    }
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().t()).isEqualTo(3);
    merge.add(0, GET.at(1), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().t()).isEqualTo(3);
    merge.add(0, GET.at(3), one());
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().points().get(0).count())
        .isEqualTo(2);
  }

  @Test
  void anIntervalIsSettledThreeSecondsAfterTheLastTask() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    List<String> settled = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      merge.add(0, GET.at(i), one());
      if (i == 5) {
        merge.add(0, GET.at(1), one()); // an answer that took four seconds
      }
      if (i < 7) {
        merge.add(1, GET.at(i), one());
      }
      merge.newest((operation, seconds) -> seconds);
      merge.eachSettled((interval, all) -> settled.add(interval + ": " + all.ok().count()));
    }
    assertThat(settled).containsExactly("0: 2", "1: 3", "2: 2");
    merge.add(1, GET, one()); // the end of the run: what is left may be cut off
    merge.add(0, GET.at(20), one());
    merge.eachSettled((interval, all) -> settled.add("more"));
    assertThat(settled).hasSize(3);
  }

  @Test
  void intervalsThatAHangingTaskDoesNotCompleteAreSkipped() {
    LiveMerge merge = new LiveMerge(4, 1, false, 0);
    List<Integer> settled = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      for (int task = 0; task < (i < 2 ? 4 : 3); task++) {
        merge.add(task, GET.at(i), one());
      }
      merge.newest((operation, seconds) -> seconds);
      merge.eachSettled((interval, all) -> settled.add(interval));
    }
    assertThat(settled).isEmpty();
    for (int i = 2; i < 100; i++) {
      merge.add(3, GET.at(i), one());
    }
    merge.eachSettled((interval, all) -> settled.add(interval));
    assertThat(settled).containsExactly(93, 94, 95);
  }

  /** With --allow-waves: the others get their containers when these end. */
  @Test
  void intervalsAreSettledWithoutALostTask() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    List<Integer> settled = new ArrayList<>();
    for (int interval = 0; interval < 60; interval++) {
      merge.add(0, GET.at(interval), one());
      if (interval < 10) {
        merge.add(1, GET.at(interval), one());
      } else if (interval == 30) {
        merge.lose(1);
      }
      merge.eachSettled((i, all) -> settled.add(i));
    }
    assertThat(settled).contains(5, 50).isSorted();
  }

  @Test
  void tasksThatHaveNotStartedNeitherTakeMemoryNorHideTheOthersForEver() {
    LiveMerge merge = new LiveMerge(5, 1, false, 0);
    int most = 0;
    Optional<LiveInterval> shown = Optional.empty();
    for (int i = 0; i < 1_000; i++) {
      merge.add(0, GET.at(i), one());
      merge.add(1, GET.at(i), one());
      shown = merge.newest((operation, seconds) -> seconds);
      merge.eachSettled((interval, all) -> {});
      most = Math.max(most, merge.held());
    }
    assertThat(most).isLessThanOrEqualTo(LiveMerge.MAX_INTERVALS);
    assertThat(shown.orElseThrow().t()).isEqualTo(998);
    assertThat(shown.orElseThrow().tasks()).isEqualTo(2);
    assertThat(shown.orElseThrow().points().get(0).count()).isEqualTo(2);
  }

  /** Its first reading has the files of all tasks, one after the other. */
  @Test
  void aFollowerOfALongRunTakesItsNewestIntervals() {
    LiveMerge merge = new LiveMerge(2, 1, false, 0);
    for (int task = 0; task < 2; task++) {
      for (int i = 0; i < 1_000; i++) {
        merge.add(task, GET.at(i), one());
      }
      assertThat(merge.held()).isEqualTo(LiveMerge.MAX_INTERVALS);
    }
    assertThat(merge.newest((operation, seconds) -> seconds).orElseThrow().points().get(0).count())
        .isEqualTo(2);
    List<Integer> settled = new ArrayList<>();
    merge.eachSettled((interval, all) -> settled.add(interval));
    assertThat(settled)
        .startsWith(1_000 - LiveMerge.MAX_INTERVALS)
        .endsWith(995)
        .doesNotHaveDuplicates();
  }

  private static LatencyRecord one() {
    return record(new SplittableRandom(1));
  }

  private static LatencyRecord record(SplittableRandom random) {
    LatencyRecord record = new LatencyRecord();
    record.record(random.nextInt(1_000_000), 1, 0, 10);
    return record;
  }
}
