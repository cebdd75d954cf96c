package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.report.ObjectiveReport.ObjectiveInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExceedingShareTest {
  private static final int TIMES = 400;

  /** Expected values by R: binom.test(x, n) with the effective sample size. */
  @Test
  void forIndependentRequestsItIsClopperAndPearsonsInterval() {
    ExceedingShare none =
        ExceedingShare.of(
            List.of(stretches(1_000, IntStream.range(0, 200).map(i -> 0).toArray())),
            Bursts.NONE_SEEN,
            1);
    assertThat(none.share()).isZero();
    assertThat(none.low()).isZero();
    // 1 − 0.025^(1/n)
    assertThat(none.high())
        .isCloseTo(1 - Math.pow(0.025, 1 / none.effectiveSampleSize()), within(1e-9));
    assertThat(none.effectiveSampleSize()).isBetween(190_000.0, 200_000.0);
  }

  @Test
  void independentRequestsHaveTheirNumberAsEffectiveSampleSize() {
    assertThat(covered(0)).isGreaterThanOrEqualTo(Chance.atLeast(TIMES, 0.95));
  }

  /** A random half of the intervals has four times the share of the others. */
  @Test
  void correlatedRequestsHaveASmallerEffectiveSampleSize() {
    assertThat(covered(0.6)).isGreaterThanOrEqualTo(Chance.atLeast(TIMES, 0.95));
  }

  @Test
  void aStallCountsAsFewIndependentRequests() {
    int[] beyond = new int[20];
    beyond[11] = 400; // of 20,000: 2 %
    ExceedingShare share =
        ExceedingShare.of(List.of(stretches(1_000, beyond)), Bursts.NONE_SEEN, 1);
    assertThat(share.share()).isEqualTo(0.02);
    assertThat(share.low()).isLessThan(0.01);
    assertThat(share.effectiveSampleSize()).isLessThan(200);
  }

  @Test
  void repeatsNarrowTheInterval() {
    List<ObjectiveInterval> one = random(new Random(1), 0.3);
    List<ObjectiveInterval> other = random(new Random(2), 0.3);
    ExceedingShare single = ExceedingShare.of(List.of(one), Bursts.NONE_SEEN, 1);
    ExceedingShare both = ExceedingShare.of(List.of(one, other), Bursts.NONE_SEEN, 1);
    assertThat(both.high() - both.low()).isLessThan(single.high() - single.low());
  }

  @Test
  void severalLooksShareTheErrorOfOne() {
    List<List<ObjectiveInterval>> runs = List.of(random(new Random(1), 0.3));
    ExceedingShare one = ExceedingShare.of(runs, Bursts.NONE_SEEN, 1);
    ExceedingShare three = ExceedingShare.of(runs, Bursts.NONE_SEEN, 3);
    assertThat(three.tail()).isCloseTo(one.tail() / 3, within(1e-12));
    assertThat(three.low()).isLessThan(one.low());
    assertThat(three.high()).isGreaterThan(one.high());
  }

  @Test
  void withoutRequestsTheIntervalIsFromZeroToOne() {
    assertThat(ExceedingShare.of(List.of(List.of()), Bursts.NONE_SEEN, 1))
        .isEqualTo(new ExceedingShare(0, 0, 1, 0, 0.025));
    assertThat(ExceedingShare.of(List.of(stretches(0, 0, 0, 0)), Bursts.NONE_SEEN, 1))
        .isEqualTo(new ExceedingShare(0, 0, 1, 0, 0.025));
  }

  /** Number of intervals that contain the true share of 1 %. */
  private static long covered(double swing) {
    Random random = new Random(7);
    int held = 0;
    for (int i = 0; i < TIMES; i++) {
      ExceedingShare share = ExceedingShare.of(List.of(random(random, swing)), Bursts.NONE_SEEN, 1);
      if (share.low() <= 0.01 && 0.01 <= share.high()) {
        held++;
      }
    }
    return held;
  }

  private static List<ObjectiveInterval> random(Random random, double swing) {
    int[] beyond = new int[20];
    for (int i = 0; i < beyond.length; i++) {
      double share = 0.01 * (1 + (random.nextBoolean() ? swing : -swing));
      for (int j = 0; j < 1_000; j++) {
        beyond[i] += random.nextDouble() < share ? 1 : 0;
      }
    }
    return stretches(1_000, beyond);
  }

  private static List<ObjectiveInterval> stretches(int count, int... beyond) {
    List<ObjectiveInterval> stretches = new ArrayList<>();
    for (int i = 0; i < beyond.length; i++) {
      stretches.add(new ObjectiveInterval(i, null, count, beyond[i]));
    }
    return stretches;
  }
}
