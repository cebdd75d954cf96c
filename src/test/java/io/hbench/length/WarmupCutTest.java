package io.hbench.length;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WarmupCutTest {
  @Test
  void aStepIsCutWhereItEnds() {
    double[] series = new double[100];
    Arrays.fill(series, 0, 20, 9);
    assertThat(WarmupCut.of(series)).isEqualTo(20);
    assertThat(WarmupCut.of(new double[100])).isZero();
  }

  @Test
  void noMoreThanHalfIsCut() {
    double[] line = new double[100];
    Arrays.setAll(line, i -> i);
    assertThat(WarmupCut.of(line)).isEqualTo(50);
  }

  /** The rule compares errors of means, so the unit and the origin of the values don't matter. */
  @Property(tries = 100)
  void theCutDoesNotDependOnTheUnit(
      @ForAll @IntRange(min = 40, max = 300) int n, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] series = new double[n];
    Arrays.setAll(series, i -> 3 * Math.exp(-i / 9.0) + random.nextInt(1000) / 1e3);
    double[] other = Arrays.stream(series).map(x -> 1e4 + 64 * x).toArray();
    assertThat(WarmupCut.of(other)).isEqualTo(WarmupCut.of(series));
  }

  /** The definition, computed as it reads in the paper; and what is removed is unlike the rest. */
  @Property(tries = 100)
  void theCutIsTheMinimumOfTheDefinition(
      @ForAll @IntRange(min = 10, max = 60) int batches, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] series = new double[5 * batches];
    Arrays.setAll(series, i -> 2 * Math.exp(-i / 15.0) + random.nextDouble());
    double[] means = new double[batches];
    Arrays.setAll(means, b -> Arrays.stream(series, 5 * b, 5 * b + 5).average().orElse(0));
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int cut = 0; cut <= batches / 2; cut++) {
      double mean = Arrays.stream(means, cut, batches).average().orElse(0);
      double squares = 0;
      for (int i = cut; i < batches; i++) {
        squares += (means[i] - mean) * (means[i] - mean);
      }
      double statistic = squares / Math.pow(batches - cut, 2);
      if (statistic < least) {
        least = statistic;
        best = cut;
      }
    }
    double[] removed = Arrays.stream(series, 0, (5 * best + 1) / 2).sorted().toArray();
    double[] rest = Arrays.stream(series, 5 * best, series.length).sorted().toArray();
    double median = best == 0 ? Double.NaN : removed[removed.length / 2];
    int tail = (int) (0.05 * rest.length);
    boolean isUnlike = median < rest[tail] || median > rest[rest.length - 1 - tail];
    assertThat(WarmupCut.of(series)).isEqualTo(isUnlike ? 5 * best : 0);
  }
}
