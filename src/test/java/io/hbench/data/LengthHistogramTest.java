package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.Chance;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class LengthHistogramTest {

  @Test
  void lengthsHaveTheFrequenciesOfTheHistogram() {
    LengthHistogram lengths = LengthHistogram.parse("BlockSize\t10\n0\t1\n1\t0\n2\t5\n5\t2\n");
    assertThat(lengths.maxLength()).isEqualTo(60);
    Map<Integer, Long> drawn =
        LongStream.range(0, 80_000)
            .mapToObj(lengths::length)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(drawn).containsOnlyKeys(10, 30, 60);
    assertThat(
            new ChiSquareTest()
                .chiSquareTest(
                    new double[] {1, 5, 2},
                    new long[] {drawn.get(10), drawn.get(30), drawn.get(60)}))
        .isGreaterThan(Chance.ONCE);
  }

  @Test
  void blanksAndTheOrderOfLinesAreIgnored() {
    assertThat(LengthHistogram.parse("BlockSize 10\r\n\r\n 2 5\r\n  0 1"))
        .isEqualTo(LengthHistogram.parse("BlockSize\t10\n0\t1\n2\t5\n"));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {
        "",
        "0\t1",
        "BlockSize",
        "BlockSize\t0\n0\t1",
        "BlockSize\t10",
        "BlockSize\t10\n0\t0",
        "BlockSize\t10\n0",
        "BlockSize\t10\n0\t1\n0\t2",
        "BlockSize\t10\n-1\t1",
        "BlockSize\t10\n0\tx",
        "BlockSize\t10\n2147483647\t1",
        "BlockSize\t10\n0\t-1"
      })
  void anInvalidHistogramIsRefused(String text) {
    assertThatThrownBy(() -> LengthHistogram.parse(text))
        .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
  }
}
