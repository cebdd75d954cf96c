package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Collected;
import io.hbench.rundir.server.ServerSamples.Reading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CostWatchTest {
  private static final ReferenceClock CLOCK = new ReferenceClock(-5_000_000_000L, 0, 0);
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  private interface Counters {
    Map<String, Double> read() throws IOException;
  }

  /** Watches for a time. */
  private ServerSamples watch(Duration length, JobSubmission.Servers servers) throws Exception {
    return time.play(
        () -> {
          CostWatch watch = CostWatch.start(time, servers);
          time.sleep(length);
          watch.end();
          return watch.samples(CLOCK);
        });
  }

  private ServerSamples watch(Duration length, Counters counters) throws Exception {
    return watch(
        length,
        new JobSubmission.Servers() {
          @Override
          public List<Reading> readings() throws IOException {
            return List.of(
                new Reading("a:1", ServerSamples.JVM, 1_000_000, 3_000_000, counters.read()));
          }
        });
  }

  @Test
  void theLastRoundIsAfterTheEnd() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    Duration length = Duration.ofMillis(2_500);
    ServerSamples samples = watch(length, () -> Map.of("n", (double) rounds.incrementAndGet()));
    // one a second, and two of them: each second round reads HBase's pages
    ServerSamples.Series jvm = samples.servers().get(0).jvm();
    assertThat(jvm.counters().get("n")).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
    assertThat(jvm.atMs()).first().isEqualTo(5_002.0); // of the reference clock
    assertThat(jvm.errorMs()).isEqualTo(1);
  }

  static List<Throwable> failures() {
    return List.of(new IOException("no master"), new OutOfMemoryError("Java heap space"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailedRoundDoesNotEndTheWatch(Throwable failure) throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    ServerSamples samples =
        watch(
            Duration.ofMillis(1_500),
            () -> {
              if (rounds.incrementAndGet() == 1) {
                ExceptionUtils.rethrow(failure);
              }
              return Map.of("n", 1.0);
            });
    assertThat(rounds).hasValue(4);
    assertThat(samples.servers()).hasSize(1);
  }

  @Test
  void aServerWithoutAPageHasNoSamples() throws Exception {
    assertThat(watch(Duration.ZERO, Map::of).servers())
        .singleElement()
        .isEqualTo(new ServerSamples.Server("a:1", ServerSamples.Series.NONE, Map.of()));
  }

  @Test
  void withoutAClusterThereAreNoSamples() throws Exception {
    assertThat(watch(Duration.ZERO, JobSubmission.Servers.NONE).servers()).isEmpty();
  }

  /** Counts how often it is asked. */
  private static final class Asked implements JobSubmission.Servers {
    private final int parts;
    private final Map<String, Double> counters;
    private int rounds;
    private int last;

    /**
     * @param parts of the last pass of a large cluster; 0 for another
     */
    Asked(int parts, Map<String, Double> counters) {
      this.parts = parts;
      this.counters = counters;
    }

    private List<Reading> answer() {
      return List.of(new Reading("a:1", ServerSamples.JVM, 1, 2, counters));
    }

    @Override
    public List<Reading> readings() {
      rounds++;
      return answer();
    }

    @Override
    public List<Reading> lastReadings() {
      last++;
      return last <= parts ? answer() : List.of();
    }

    /** Readings after a step: rounds, and parts of the last pass. */
    private List<Integer> ofAStep(VirtualTime time) throws Exception {
      return time.play(
          () -> {
            CostWatch watch = CostWatch.start(time, this);
            time.sleep(Duration.ofMillis(500));
            int before = rounds;
            watch.readAll();
            List<Integer> asked = List.of(rounds - before, last);
            watch.end();
            return asked;
          });
    }
  }

  @Test
  void afterAStepALargeClusterIsReadByItsLastPassAndAnotherByTwoRounds() throws Exception {
    assertThat(new Asked(3, Map.of("n", 1.0)).ofAStep(time)).containsExactly(0, 4);
    assertThat(new Asked(0, Map.of("n", 1.0)).ofAStep(time)).containsExactly(2, 1);
  }

  @Test
  void afterAStepPagesThatNeverAnsweredAreNotWaitedFor() throws Exception {
    assertThat(new Asked(3, Map.of()).ofAStep(time)).containsExactly(0, 0);
  }

  @Test
  void everySecondSampleIsDroppedIfThereAreTooMany() {
    Collected samples = new Collected();
    for (int i = 0; i < 7; i++) {
      samples.add(i, 0, Map.of("n", (double) i), false);
    }
    samples.halve();
    assertThat(samples.series(0).atMs()).containsExactly(0.0, 2.0, 4.0, 6.0);
    assertThat(samples.series(0).counters().get("n")).containsExactly(0.0, 2.0, 4.0, 6.0);
  }

  @Test
  void aSampleThatIsDroppedLeavesItsMaximaToTheNextOne() {
    Collected samples = new Collected();
    for (double i = 0; i < 4; i++) {
      samples.add(
          i,
          0,
          Map.of(
              ServerCounter.LONGEST_QUEUE,
              5 - i,
              ServerCounter.LONG_QUEUES,
              i,
              ServerCounter.HOST_CPU,
              i / 10,
              "n",
              i),
          false);
    }
    samples.halve();
    assertThat(samples.series(0).atMs()).containsExactly(0.0, 2.0, 3.0);
    assertThat(samples.series(0).counters())
        .containsEntry(ServerCounter.LONGEST_QUEUE, List.of(5.0, 4.0, 2.0))
        .containsEntry(ServerCounter.LONG_QUEUES, List.of(0.0, 3.0, 3.0))
        .containsEntry(ServerCounter.HOST_CPU, List.of(0.0, (0.2 + 0.1) / 2, 0.3))
        .containsEntry("n", List.of(0.0, 2.0, 3.0));
  }

  @Test
  void aPageThatWasNotRefreshedIsNoSample() {
    Collected samples = new Collected();
    samples.add(1, 0, Map.of("n", 1.0), true);
    samples.add(2, 0, Map.of("n", 1.0), true);
    samples.add(3, 0, Map.of("n", 2.0, "m", 1.0), true);
    samples.add(14_003, 0, Map.of("n", 2.0, "m", 1.0), true); // refreshed, and nothing happened
    assertThat(samples.series(0).atMs()).containsExactly(1.0, 3.0, 14_003.0);
    assertThat(samples.series(0).counters()).containsOnlyKeys("n"); // those that all have
  }

  @Test
  void dataNodesAreKeptApartFromRegionServers() throws Exception {
    ServerSamples samples =
        watch(
            Duration.ofSeconds(2),
            new JobSubmission.Servers() {
              @Override
              public List<Reading> readings() {
                Map<String, Double> some = Map.of("n", 7.0);
                return List.of(
                    new Reading("a:1", ServerSamples.JVM, 0, 2_000_000, some),
                    new Reading("a:2", ServerSamples.DATA_NODE_JVM, 0, 2_000_000, some),
                    new Reading("b:2", ServerSamples.DATA_NODE, 0, 2_000_000, Map.of()));
              }

              @Override
              public List<Reading> lastOfDataNodes() {
                return List.of(
                    new Reading("c:2", ServerSamples.DATA_NODE, 0, 2_000_000, Map.of("m", 7.0)));
              }
            });
    assertThat(samples.servers()).extracting(ServerSamples.Server::server).containsExactly("a:1");
    assertThat(samples.dataNodes())
        .extracting(node -> node.server() + node.jvm().counters().keySet() + node.hbase().keySet())
        .containsExactly("a:2[n][]", "b:2[][]", "c:2[][DATA_NODE]");
    assertThat(samples.from(5_000).dataNodes()).isEqualTo(samples.from(0).dataNodes());
  }
}
