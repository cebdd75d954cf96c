package io.hbench.report.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.outage.OutageFacts;
import io.hbench.outage.OutageReport;
import io.hbench.outage.OutageWatch;
import io.hbench.outage.TaskOutage;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.Measurement;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
  private static final long SECOND = 1_000_000_000;
  private static final Measurement MEASUREMENT = measurement("1s");
  private static final double START = 10;
  private static final double END = 70;

  @Test
  void failedDroppedAndSlowRequestsAreNotAvailable() {
    SeriesSet set = new SeriesSet();
    add(set, Timing.SERVICE, Series.OK, 95, SECOND / 10);
    add(set, Timing.RESPONSE, Series.OK, 90, SECOND);
    add(set, Timing.RESPONSE, Series.OK, 5, SECOND + SECOND / 100);
    add(set, Timing.SERVICE, "CallTimeoutException", 3, SECOND / 100);
    add(set, Timing.RESPONSE, "CallTimeoutException", 3, SECOND / 100);
    add(set, Timing.RESPONSE, Series.DROPPED, 2, SECOND / 100);
    Availability availability = Availability.of(set, MEASUREMENT, List.of(), START, END, START);
    assertThat(availability.requests()).isEqualTo(100);
    assertThat(availability.inTime()).isEqualTo(90);
    assertThat(availability.share()).isEqualTo(0.9);
  }

  @Test
  void withoutARateServiceTimesCount() {
    SeriesSet set = new SeriesSet();
    add(set, Timing.SERVICE, Series.OK, 9, SECOND / 2);
    add(set, Timing.SERVICE, Series.OK, 1, 2 * SECOND);
    assertThat(Availability.of(set, MEASUREMENT, List.of(), START, END, START).share())
        .isEqualTo(0.9);
  }

  @Test
  void withoutATimeLimitThereIsNone() {
    assertThat(Availability.of(new SeriesSet(), measurement("0s"), List.of(), START, END, START))
        .isNull();
  }

  @Test
  void outagesOfAllTasksAreJoinedInSecondsOfTheWindow() {
    Availability availability =
        Availability.of(
            new SeriesSet(),
            MEASUREMENT,
            List.of(
                task(0, outage("r1", 20, 30), outage("r2", 21, 25)),
                task(1, outage("r1", 19.5, 31), outage("r3", 50, 52))),
            START,
            END,
            START);
    assertThat(availability.outages()).isEqualTo(2);
    assertThat(availability.longestSeconds()).isCloseTo(10.5, within(1e-6));
    assertThat(availability.regionSecondsLost()).isCloseTo(10.5 + 4 + 2, within(1e-6));
    assertThat(availability.edgeErrorMs()).isEqualTo(4);
    OutageReport first = availability.list().get(0);
    assertThat(first.from()).isCloseTo(9.5, within(1e-6));
    assertThat(first.to()).isCloseTo(20, within(1e-6));
    assertThat(first.firstBackSeconds()).isCloseTo(5.5, within(1e-6));
    assertThat(first.halfBackSeconds()).isCloseTo(5.5, within(1e-6));
  }

  /** After rows of a warm-up the window begins within the first interval, the origin of times. */
  @Test
  void outagesBeforeTheWindowDoNotCountAndTimesAreThoseOfTheReport() {
    Availability availability =
        Availability.of(
            new SeriesSet(),
            MEASUREMENT,
            List.of(task(0, outage("r1", 11, 14), outage("r2", 14.5, 20))),
            15,
            END,
            START);
    assertThat(availability.outages()).isEqualTo(1);
    assertThat(availability.longestSeconds()).isCloseTo(5, within(1e-6));
    assertThat(availability.list().get(0).from()).isCloseTo(5, within(1e-6));
  }

  @Test
  void aReportListsTheLongestOutages() {
    List<TaskOutage> many =
        IntStream.range(0, 150)
            .mapToObj(i -> outage("r" + i, "rs" + i, 15, 15.5 + i * 0.1))
            .toList();
    Availability availability =
        Availability.of(
            new SeriesSet(),
            MEASUREMENT,
            List.of(task(0, many.toArray(TaskOutage[]::new))),
            START,
            END,
            START);
    assertThat(availability.outages()).isEqualTo(150);
    assertThat(availability.list())
        .hasSize(100)
        .allSatisfy(o -> assertThat(o.seconds()).isGreaterThan(5.4));
    assertThat(availability.outages() - availability.list().size()).isEqualTo(50);
  }

  /** Of two tasks one stood still for 5 s; the other had no answer for 9 s, from another region. */
  @Test
  void theClientsOwnHiccupsAreNoOutages() {
    long from = 22 * SECOND;
    TaskFacts still = task(0, outage("r1", 20, 30), outage("r2", 21, 30), outage("r3", 40, 41));
    LongBinaryOperator hiccups =
        (start, end) -> Math.max(0, Math.min(end, from + 5 * SECOND) - Math.max(start, from));
    Availability availability =
        Availability.of(
            new SeriesSet(),
            MEASUREMENT,
            List.of(
                still.with(still.outages().withHiccups(hiccups)), task(1, outage("r2", 21, 30))),
            START,
            END,
            START);
    assertThat(availability.list())
        .extracting(OutageReport::names)
        .containsExactly(List.of("r2"), List.of("r3"));
    assertThat(availability.outages()).isEqualTo(2);
    assertThat(availability.ofClients()).isEqualTo(1);
    assertThat(availability.regionSecondsLost()).isCloseTo(9 + 1, within(1e-6));
  }

  @Test
  void aRegionWhoseRequestsFailedWasOutWhateverTheClientDid() {
    OutageWatch watch = new OutageWatch(Duration.ofSeconds(1));
    watch.settled("r1", "rs1", "get", 20 * SECOND, 22 * SECOND, true);
    watch.settled("r2", "rs1", "get", 20 * SECOND, 22 * SECOND, false);
    watch.settled("r1", "rs1", "get", 22 * SECOND, 22 * SECOND + 1, true);
    watch.settled("r2", "rs1", "get", 22 * SECOND, 22 * SECOND + 1, true);
    OutageFacts facts = watch.facts().withHiccups((start, end) -> end - start);
    Availability availability =
        Availability.of(
            new SeriesSet(), MEASUREMENT, List.of(task(0).with(facts)), START, END, START);
    assertThat(availability.list()).extracting(OutageReport::names).containsExactly(List.of("r2"));
    assertThat(availability.ofClients()).isEqualTo(1);
  }

  @Test
  void tasksThatWatchedNoRegionKnowNoOutages() {
    Availability availability =
        Availability.of(
            new SeriesSet(),
            MEASUREMENT,
            List.of(task(0).with((OutageFacts) null)),
            START,
            END,
            START);
    assertThat(availability.outages()).isNull();
    assertThat(availability.longestSeconds()).isNull();
  }

  private static void add(SeriesSet set, Timing timing, String outcome, int count, long nanos) {
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < count; i++) {
      record.record(nanos, 1, 0, 0);
    }
    set.add(Series.of("get", timing, outcome), record);
  }

  private static TaskFacts task(int index, TaskOutage... seen) {
    return TaskFacts.started(
            index,
            new TaskFacts.TaskProcess("node1", 1, null, null),
            "get",
            new TaskFacts.Start(1_767_225_600_000.0, 2, 0))
        .with(new OutageFacts(List.of(seen), 0));
  }

  private static TaskOutage outage(String region, double from, double to) {
    return outage(region, "rs1:16020", from, to);
  }

  private static TaskOutage outage(String region, String server, double from, double to) {
    long end = Math.round(to * SECOND);
    long start = Math.round(from * SECOND);
    return new TaskOutage(
        region,
        server,
        start - SECOND,
        start,
        start,
        start + SECOND,
        end,
        end,
        Map.of("get", 1L),
        false,
        0);
  }

  private static Measurement measurement(String outageAfter) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get");
    conf.set("hbench.outage-after", outageAfter);
    return RunSpec.from(conf).measurement();
  }
}
