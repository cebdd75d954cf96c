package io.hbench.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Times in milliseconds; the window has a hundred seconds. */
class OutageReportTest {
  private static final long MILLI = 1_000_000;
  private static final long END = 100_000;

  @Test
  void regionsOfAServerThatAreOutTogetherAreOneOutage() {
    List<OutageReport> joined =
        join(
            0,
            seen("r1", "rs1", 10_000, 12_000L),
            seen("r2", "rs1", 11_000, 15_000L),
            seen("r3", "rs1", 14_000, 20_000L),
            seen("r4", "rs2", 14_000, 15_000L),
            seen("r1", "rs1", 30_000, 31_000L));
    assertThat(joined)
        .extracting(
            OutageReport::server, OutageReport::regions, OutageReport::from, OutageReport::to)
        .containsExactly(
            tuple("rs1", 3, 10.0, 20.0), tuple("rs2", 1, 14.0, 15.0), tuple("rs1", 1, 30.0, 31.0));
    assertThat(joined.get(0).firstBackSeconds()).isEqualTo(2);
    assertThat(joined.get(0).halfBackSeconds()).isEqualTo(5);
    assertThat(joined.get(0).regionSeconds()).isEqualTo(2 + 4 + 6);
    assertThat(joined.get(0).operations()).isEqualTo(Map.of("get", 3L));
  }

  @Test
  void aRegionIsBackAsSoonAsOneTaskHasAnAnswer() {
    List<OutageReport> joined =
        join(0, seen("r1", "rs1", 10_000, 20_000L), seen("r1", "rs1", 10_500, 45_000L));
    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).from()).isEqualTo(10);
    assertThat(joined.get(0).to()).isEqualTo(20);
  }

  @Test
  void anOutageThatNoTaskSawEndingLastsToItsLastRequest() {
    List<OutageReport> joined =
        join(0, seen("r1", "rs1", 90_000, null), seen("r2", "rs1", 91_000, 92_000L));
    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).ended()).isFalse();
    assertThat(joined.get(0).to()).isEqualTo(95);
    assertThat(joined.get(0).halfBackSeconds()).isEqualTo(2);
    assertThat(joined.get(0).regionSeconds()).isEqualTo(5 + 1);
  }

  @Test
  void onlyWhatIsInTheWindowCounts() {
    List<OutageReport> joined =
        join(
            0,
            seen("r1", "rs1", -5_000, -1_000L),
            seen("r2", "rs1", -5_000, 1_000L),
            seen("r3", "rs2", 99_000, 120_000L),
            seen("r4", "rs2", 100_000, 120_000L));
    assertThat(joined)
        .extracting(OutageReport::names)
        .containsExactly(List.of("r2"), List.of("r3"));
    assertThat(joined.get(0).from()).isZero();
    assertThat(joined.get(0).regionSeconds()).isEqualTo(1);
    assertThat(joined.get(1).ended()).isFalse();
    assertThat(joined.get(1).regionSeconds()).isEqualTo(1);
  }

  @Test
  void outagesThatTheClocksMayHaveSeparatedAreOne() {
    TaskOutage[] seen = {seen("r1", "rs1", 10_000, 20_000L), seen("r1", "rs1", 20_010, 25_000L)};
    assertThat(join(0, seen)).hasSize(2);
    assertThat(join(10, seen)).hasSize(1);
  }

  /** Tasks that send to the same regions, each with its own requests. */
  @Property(tries = 200)
  void neitherTheOrderOfTasksNorRepetitionMakesADifference(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int tasks) {
    List<TaskOutage> seen = random(new Random(seed), tasks);
    List<TaskOutage> other = new ArrayList<>(seen);
    Collections.shuffle(other, new Random(seed + 1));
    List<OutageReport> joined = OutageReport.join(seen, 5 * MILLI, 0, END * MILLI, 0);
    assertThat(OutageReport.join(other, 5 * MILLI, 0, END * MILLI, 0)).isEqualTo(joined);
    other.addAll(seen);
    assertThat(OutageReport.join(other, 5 * MILLI, 0, END * MILLI, 0))
        .extracting(
            OutageReport::server,
            OutageReport::names,
            OutageReport::from,
            OutageReport::to,
            OutageReport::ended)
        .isEqualTo(
            joined.stream()
                .map(o -> tuple(o.server(), o.names(), o.from(), o.to(), o.ended()))
                .toList());
  }

  /** Nothing is out that no task saw out, and every first request that went wrong is in one. */
  @Property(tries = 200)
  void theJointOutagesLieWithinTheUnionOfThoseOfTheTasks(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int tasks) {
    List<TaskOutage> seen =
        random(new Random(seed), tasks).stream().filter(o -> o.region().equals("r0")).toList();
    List<RegionOutage> joined = RegionOutage.join(seen, 0);
    for (TaskOutage one : seen) {
      assertThat(joined).anyMatch(o -> o.from() <= one.from() && one.from() < o.to());
    }
    for (RegionOutage one : joined) {
      assertThat(seen).anyMatch(o -> o.from() == one.from() || o.last() == one.from());
      assertThat(seen)
          .anyMatch(
              o -> Objects.equals(one.to(), one.ended() ? o.to() : Long.valueOf(o.lastDone())));
    }
    for (int i = 1; i < joined.size(); i++) {
      assertThat(joined.get(i - 1).to()).isLessThan(joined.get(i).from());
    }
  }

  /** The first answer ends it that any task with a wrong request has: mostly that of all tasks. */
  @Property(tries = 100)
  void severalTasksSeeTheEdgesOfAnOutageAsOneTaskWithAllRequests(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int tasks,
      @ForAll @IntRange(min = 10, max = 500) int spacing) {
    Random random = new Random(seed);
    long from = 20_000;
    long to = from + 3_000 + random.nextInt(30_000);
    List<OutageWatch> watches = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      watches.add(new OutageWatch(Duration.ofSeconds(1)));
    }
    OutageWatch all = new OutageWatch(Duration.ofSeconds(1));
    record Settled(int task, long sent, long done) {}
    List<Settled> requests = new ArrayList<>();
    for (long sent = 0; sent < END; sent += 1 + random.nextInt(spacing)) {
      boolean isOut = sent >= from && sent < to;
      requests.add(new Settled(random.nextInt(tasks), sent, (isOut ? to : sent) + 1));
    }
    requests.sort(Comparator.comparing(Settled::done));
    for (Settled r : requests) {
      for (OutageWatch watch : List.of(all, watches.get(r.task))) {
        watch.settled("r", "rs1", "get", r.sent * MILLI, r.done * MILLI, true);
      }
    }
    RegionOutage whole = RegionOutage.join(all.facts().outages(), 0).get(0);
    List<RegionOutage> joined =
        RegionOutage.join(watches.stream().flatMap(w -> w.facts().outages().stream()).toList(), 0);
    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).from()).isEqualTo(whole.from());
    assertThat(whole.to() / MILLI).isBetween(to, to + spacing + 1);
    Set<Integer> witnesses =
        requests.stream()
            .filter(r -> r.done - r.sent > 1_000)
            .map(Settled::task)
            .collect(Collectors.toSet());
    long answer =
        requests.stream()
            .filter(r -> witnesses.contains(r.task) && r.sent > from && r.done - r.sent <= 1_000)
            .mapToLong(Settled::done)
            .min()
            .orElseThrow();
    assertThat(joined.get(0).to()).isEqualTo(answer * MILLI);
    assertThat(joined.get(0).operations()).isEqualTo(whole.operations());
  }

  private static List<TaskOutage> random(Random random, int tasks) {
    List<TaskOutage> seen = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      for (int region = 0; region < 3; region++) {
        long at = random.nextLong(-5_000, 15_000);
        while (at < END && random.nextInt(5) > 0) {
          Long up = at;
          long from = at + random.nextInt(1_000);
          long last = from + random.nextInt(3) * 1_000L;
          long recovered = last + 1 + random.nextInt(5_000);
          boolean isLast = random.nextInt(8) == 0;
          seen.add(
              new TaskOutage(
                  "r" + region,
                  "rs" + random.nextInt(2),
                  up * MILLI,
                  from * MILLI,
                  last * MILLI,
                  (last + 1) * MILLI,
                  isLast ? null : Long.valueOf(recovered * MILLI),
                  isLast ? null : Long.valueOf((recovered + 5) * MILLI),
                  Map.of("get", 1L),
                  false,
                  0));
          if (isLast) {
            break;
          }
          at = recovered + random.nextInt(20_000);
        }
      }
    }
    return seen;
  }

  private static List<OutageReport> join(long clockError, TaskOutage... seen) {
    return OutageReport.join(List.of(seen), clockError * MILLI, 0, END * MILLI, 0);
  }

  /** An outage with one request that went wrong. */
  private static TaskOutage seen(String region, String server, long from, Long to) {
    Long nanos = to == null ? null : Long.valueOf(to * MILLI);
    return new TaskOutage(
        region,
        server,
        (from - 10) * MILLI,
        from * MILLI,
        from * MILLI,
        (from + 5_000) * MILLI,
        nanos == null ? null : Long.valueOf(nanos - MILLI),
        nanos,
        Map.of("get", 1L),
        false,
        0);
  }
}
