package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.util.Arrays;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;

class PermutationTest {

  @Property(tries = 300)
  void everyRowHasOnePosition(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3_000) int rows,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE - 3_000) long first) {
    Permutation order = new Permutation(new KeyRange(first, first + rows), seed);
    assertThat(LongStream.range(0, rows).map(order::row).sorted().toArray())
        .isEqualTo(LongStream.range(first, first + rows).toArray());
  }

  @Property(tries = 1_000)
  void differentPositionsHaveDifferentRowsForAnyNumberOfRows(
      @ForAll long seed,
      @ForAll @LongRange(min = 1) long rows,
      @ForAll @LongRange(min = 0) long any) {
    Permutation order = new Permutation(KeyRange.ofRows(rows), seed);
    long first = any % rows;
    long count = Math.min(rows - first, 1_000);
    assertThat(LongStream.range(first, first + count).map(order::row).distinct().boxed())
        .hasSize((int) count)
        .allMatch(row -> row >= 0 && row < rows);
  }

  /** Of each pair of rows at two places, one pair is as likely as any other. */
  @Test
  void overAllSeedsEveryOrderOfAFewRowsIsEquallyLikely() {
    for (int rows : new int[] {2, 3, 5, 7, 10, 30}) {
      long[] pairs = new long[rows * rows];
      for (int seed = 0; seed < 50_000; seed++) {
        Permutation order = new Permutation(KeyRange.ofRows(rows), seed);
        pairs[(int) (order.row(0) * rows + order.row(rows - 1))]++;
      }
      long[] met = Arrays.stream(pairs).filter(n -> n > 0).toArray();
      assertThat(met).hasSize(rows * (rows - 1));
      double[] expected = new double[met.length];
      Arrays.fill(expected, 1);
      assertThat(new ChiSquareTest().chiSquareTest(expected, met)).isGreaterThan(Chance.ONCE);
    }
  }

  /** Neighbours in the order must not be neighbours in the table. */
  @Test
  void distancesInTheOrderAreUniformlyDistributed() {
    int rows = 1_000_000;
    Permutation order = new Permutation(KeyRange.ofRows(rows), 7);
    long[] distances = new long[100];
    for (int i = 0; i < rows - 1; i++) {
      long distance = Math.floorMod(order.row(i + 1) - order.row(i), (long) rows);
      distances[(int) (distance * distances.length / rows)]++;
    }
    double[] expected = new double[distances.length];
    Arrays.fill(expected, 1);
    assertThat(new ChiSquareTest().chiSquareTest(expected, distances)).isGreaterThan(Chance.ONCE);
  }
}
