package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ValueSourceTest {

  @Property(tries = 50)
  void aValueIsAFunctionOfSeedRowAndColumn(
      @ForAll long seed,
      @ForAll @LongRange(min = 0) long row,
      @ForAll @IntRange(max = 100) int column,
      @ForAll @IntRange(max = 5_000) int size) {
    byte[] once = new ValueSource(seed, size).value(row, column);
    assertThat(once).hasSize(size).isEqualTo(new ValueSource(seed, size).value(row, column));
  }

  @Test
  void valuesOfDifferentCellsDiffer() {
    ValueSource values = new ValueSource(0, 100);
    Set<Integer> hashes = new HashSet<>();
    for (int row = 0; row < 1_000; row++) {
      for (int column = 0; column < 3; column++) {
        hashes.add(Arrays.hashCode(values.value(row, column)));
      }
    }
    assertThat(hashes).hasSizeGreaterThan(2_990);
  }
}
