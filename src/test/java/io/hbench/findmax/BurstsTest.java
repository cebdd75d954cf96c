package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.report.ObjectiveReport.ObjectiveInterval;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private static final int INTERVALS = 20;

  @Test
  void aStallHasItsLengthAtEachRate() {
    for (int rate : new int[] {1_000, 50_000}) {
      Bursts stall = Bursts.of(run(rate, i -> i == 7 ? rate / 2 : 0));
      assertThat(stall.sum()).isCloseTo(0.5, within(0.02));
      assertThat(stall.designEffect(rate)).isCloseTo(rate / 2.0, within(0.1 * rate));
    }
  }

  @Test
  void independentRequestsAreNoBursts() {
    Random random = new Random(1);
    List<ObjectiveInterval> run =
        run(10_000, i -> IntStream.range(0, 10_000).map(j -> random.nextInt(100) / 99).sum());
    // a variance of that of independent ones, estimated from the intervals
    double most =
        new ChiSquaredDistribution(INTERVALS - 1).inverseCumulativeProbability(1 - Chance.ONCE);
    assertThat(Bursts.of(run).designEffect(10_000)).isBetween(1.0, most / (INTERVALS - 1));
  }

  @Test
  void aRunWithoutBurstsDoesNotChangeTheirLength() {
    Bursts stall = Bursts.of(run(1_000, i -> i == 7 ? 500 : 0));
    Bursts none = Bursts.of(run(1_000, i -> 0));
    assertThat(stall.plus(none)).isEqualTo(stall);
    assertThat(Bursts.of(run(1_000, i -> 1_000))).isEqualTo(none);
  }

  /** Rule of three: none in n independent ones leaves up to 3.7 / n, with 97.5 %. */
  @Test
  void aRunWithoutBurstsIsNotTakenForCertainIfOthersHadSome() {
    List<ObjectiveInterval> quiet = run(10_000, i -> 0);
    Bursts stall = Bursts.of(run(5_000, i -> i == 7 ? 2_500 : 0));
    assertThat(ExceedingShare.of(List.of(quiet), Bursts.NONE_SEEN, 1).high()).isLessThan(0.001);
    assertThat(ExceedingShare.of(List.of(quiet), Bursts.NONE_SEEN.plus(stall), 1).high())
        .isBetween(0.07, 0.12);
    // six minutes are enough
    List<ObjectiveInterval> longer = run(10_000, 360, i -> 0);
    assertThat(ExceedingShare.of(List.of(longer), Bursts.NONE_SEEN.plus(stall), 1).high())
        .isLessThan(0.0065);
  }

  /** What was measured is certain: unseen bursts only add to it. */
  @Test
  void theLowerEndDoesNotDependOnOtherRuns() {
    List<ObjectiveInterval> run = run(10_000, i -> 300);
    Bursts stall = Bursts.of(run(5_000, i -> i == 7 ? 2_500 : 0));
    assertThat(ExceedingShare.of(List.of(run), stall, 1).low())
        .isEqualTo(ExceedingShare.of(List.of(run), Bursts.NONE_SEEN, 1).low())
        .isGreaterThan(0.029);
  }

  private interface Exceeding {
    int in(int interval);
  }

  private static List<ObjectiveInterval> run(int count, Exceeding exceeding) {
    return run(count, INTERVALS, exceeding);
  }

  private static List<ObjectiveInterval> run(int count, int intervals, Exceeding exceeding) {
    return IntStream.range(0, intervals)
        .mapToObj(i -> new ObjectiveInterval(i, null, count, exceeding.in(i)))
        .toList();
  }
}
