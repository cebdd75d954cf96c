package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.MadeRegions;
import io.hbench.client.TableRegions;
import io.hbench.kit.Pause;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.latency.Side;
import io.hbench.latency.Timing;
import io.hbench.settings.Setting;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Both sides of a duet in one task, with clients that answer after a while. */
class DuetTest {
  private static final long SERVICE_NANOS = 500_000;

  private final Map<Series, LatencyRecord> recorded = new TreeMap<>();
  private final TaskCounters counters = new TaskCounters();
  private final Map<Side, List<Long>> sent = new EnumMap<>(Side.class);
  private TableRegions regions = TableRegions.NONE;

  @Test
  void eachSideOfAClosedLoopSendsInItsOwnIntervals() throws Exception {
    RunSpec spec = drive("threads=2");
    for (Side side : Side.values()) {
      checkSent(spec.alternation(side).orElseThrow());
      checkRecorded(spec.alternation(side).orElseThrow());
    }
  }

  @Test
  void theSidesShareTheIntendedTimesOfARate() throws Exception {
    RunSpec spec = drive("threads=2", "rate=500");
    for (Side side : Side.values()) {
      checkRecorded(spec.alternation(side).orElseThrow());
    }
    // 8 intervals of 100 ms, without a tenth of each
    assertThat(counters.get(Counter.REQUESTS) + counters.get(Counter.DROPPED))
        .isBetween(350L, 370L);
    assertThat(count(Timing.RESPONSE))
        .isEqualTo(count(Timing.SERVICE) + counters.get(Counter.DROPPED));
  }

  @Test
  void allRequestsOfTheWindowAreCountedOnce() throws Exception {
    drive("threads=2");
    assertThat(count(Timing.SERVICE)).isEqualTo(counters.get(Counter.REQUESTS)).isPositive();
    long whole = recorded.entrySet().stream().filter(e -> e.getKey().isWhole()).count();
    assertThat(whole).isEqualTo(2);
    // the guards and the warm-up
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isPositive();
    long all = sent.values().stream().mapToLong(List::size).sum();
    assertThat(counters.get(Counter.REQUESTS) + counters.ofWarmup(Counter.REQUESTS)).isEqualTo(all);
  }

  /** A slow request before it would be an outage up to the next interval of the side. */
  @Test
  void thePauseOfASideIsNoOutageOfItsRegions() throws Exception {
    regions = MadeRegions.of(List.of(), 1);
    drive("threads=2");
    assertThat(counters.outages()).isEmpty();
  }

  /** With its neighbours and without them, it asks the same regions. */
  @Test
  void aTenantBesideNeighboursIsWatchedAllTheTime() throws Exception {
    regions = MadeRegions.of(List.of(), 1);
    drive("threads=2", "tenant=web", "candidate=table=hbench");
    assertThat(counters.outages().orElseThrow().outages()).isEmpty();
  }

  private long count(Timing timing) {
    return recorded.entrySet().stream()
        .filter(e -> e.getKey().isWhole() && e.getKey().timing() == timing)
        .mapToLong(e -> e.getValue().count())
        .sum();
  }

  private void checkSent(Alternation alternation) {
    List<Long> times = sent.get(alternation.side());
    assertThat(times).isNotEmpty().allMatch(alternation::includes);
  }

  private void checkRecorded(Alternation alternation) {
    List<Integer> intervals =
        recorded.keySet().stream()
            .filter(s -> s.operation().equals(alternation.side().nameOf("get")) && !s.isWhole())
            .map(Series::interval)
            .distinct()
            .toList();
    assertThat(intervals)
        .isNotEmpty()
        .allMatch(
            i ->
                alternation.includes(
                    alternation.window().start() + i * alternation.window().interval()));
  }

  private RunSpec drive(String... settings) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    for (String setting :
        List.of("candidate=table=t2", "for=800ms", "interval=100ms", "warmup=300ms")) {
      set(conf, setting);
    }
    for (String setting : settings) {
      set(conf, setting);
    }
    RunSpec spec = RunSpec.from(conf);
    Recording recording =
        new Recording(
            spec.window(),
            (series, record) ->
                recorded.computeIfAbsent(series, s -> new LatencyRecord()).add(record));
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    Clock clock = Clock.startingAt(time, time.nanos() + 500_000_000);
    ClientFactory clients = clients(clock);
    List<SideLoad> loads =
        SideLoad.of(spec, TaskSpec.plan(spec).get(0), rows -> rows, Optional.empty(), clients);
    return time.play(
        () -> {
          try (recording;
              TaskRun run = TaskRun.start(loads, clock, recording, counters)) {
            run.await();
          }
          return spec;
        });
  }

  private static void set(Configuration conf, String setting) {
    int equals = setting.indexOf('=');
    conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
  }

  private ClientFactory clients(Clock clock) throws Exception {
    return ClientFactory.duet(of(Side.BASELINE, clock), () -> of(Side.CANDIDATE, clock));
  }

  private ClientFactory of(Side side, Clock clock) {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    sent.put(side, times);
    Client client =
        LoadLoopFixture.<Get, CompletableFuture<Result>>client(
            "get",
            get -> {
              times.add(clock.nanos());
              Pause.nanos(SERVICE_NANOS);
              return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
            },
            () -> {},
            regions);
    return new ClientFactory() {
      @Override
      public Client open() {
        return client;
      }

      @Override
      public void close() {}
    };
  }
}
