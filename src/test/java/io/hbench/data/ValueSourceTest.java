package io.hbench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueSourceTest {

  @Property(tries = 50)
  void aValueIsAFunctionOfSeedRowAndColumn(
      @ForAll long seed,
      @ForAll @LongRange(min = 0) long row,
      @ForAll @IntRange(max = 100) int column,
      @ForAll @IntRange(max = 5_000) int size) {
    byte[] once = fixed(seed, size).value(row, column, 0);
    assertThat(once).hasSize(size).isEqualTo(fixed(seed, size).value(row, column, 0));
  }

  @Property(tries = 200)
  void lengthsAreBelowTheLargestAndAFunctionOfTheCell(
      @ForAll long seed,
      @ForAll @LongRange(min = 0) long row,
      @ForAll @IntRange(min = 1, max = 5_000) int size) {
    for (ValueLengths lengths : List.of(ValueLengths.UNIFORM, ValueLengths.ZIPFIAN)) {
      for (ValueBytes bytes : ValueBytes.values()) {
        byte[] once = new ValueSource(seed, 0, size, lengths, bytes, 1).value(row, 0, 0);
        assertThat(once)
            .isEqualTo(new ValueSource(seed, 0, size, lengths, bytes, 1).value(row, 0, 0));
        assertThat(once.length).isLessThan(Math.max(2, size));
      }
    }
  }

  @Test
  void noValueIsShorterThanTheMinimum() {
    ValueSource values = new ValueSource(1, 50, 101, ValueLengths.UNIFORM, ValueBytes.RANDOM, 1);
    assertThat(LongStream.range(0, 10_000).map(row -> values.value(row, 0, 0).length).distinct())
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(50, 100).boxed().toList());
  }

  /** PerformanceEvaluation's: Zipf's law below 1,000 bytes, with the exponent 1.2. */
  @Test
  void zipfianLengthsHaveTheLawOfPerformanceEvaluation() {
    ValueSource values = new ValueSource(1, 0, 1_000, ValueLengths.ZIPFIAN, ValueBytes.LETTERS, 1);
    double[] law = IntStream.range(1, 1_000).mapToDouble(k -> Math.pow(k, -1.2)).toArray();
    long[] drawn = new long[law.length];
    LongStream.range(0, 100_000).forEach(row -> drawn[values.value(row, 0, 0).length - 1]++);
    assertThat(new ChiSquareTest().chiSquareTest(law, drawn)).isGreaterThan(Chance.ONCE);
  }

  @Test
  void lettersComeInRunsOfEight() {
    byte[] value =
        new ValueSource(1, 0, 20, ValueLengths.FIXED, ValueBytes.LETTERS, 1).value(7, 0, 0);
    assertThat(new String(value, US_ASCII)).matches("([A-Z])\\1{7}([A-Z])\\2{7}([A-Z])\\3{3}");
  }

  @Test
  void valuesOfDifferentCellsDiffer() {
    ValueSource values = fixed(0, 100);
    Set<ByteBuffer> different = new HashSet<>();
    for (int row = 0; row < 1_000; row++) {
      for (int column = 0; column < 3; column++) {
        different.add(ByteBuffer.wrap(values.value(row, column, 0)));
      }
    }
    assertThat(different).hasSize(3_000);
  }

  /** Two cells with the same 64 bits of a hash, 1 in 2^64 pairs, would be taken for each other. */
  @Property(tries = 500)
  void aValueContainsItsVersionAndIsVerified(
      @ForAll long seed,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE - 1) long row,
      @ForAll @IntRange(max = 100) int column,
      @ForAll @IntRange(max = 1_000) int version,
      @ForAll @IntRange(min = 12, max = 2_000) int size) {
    ValueSource values = fixed(seed, size);
    byte[] value = values.value(row, column, version);
    assertThat(versionOf(values, row, column, value)).hasValue(version);
    assertThat(versionOf(values, row + 1, column, value)).isEmpty();
    assertThat(versionOf(values, row, column + 1, value)).isEmpty();
    assertThat(versionOf(fixed(seed + 1, size), row, column, value)).isEmpty();
    assertThat(versionOf(values, row, column, Arrays.copyOf(value, size - 1))).isEmpty();
  }

  /** As RowWrites does it: one array for all values, some of which are shorter or have zeros. */
  @Property(tries = 200)
  void aValueDoesNotContainBytesOfTheOneBefore(
      @ForAll long seed,
      @ForAll @LongRange(min = 0) long row,
      @ForAll byte before,
      @ForAll @IntRange(min = 1, max = 2_000) int size) {
    for (ValueBytes bytes : ValueBytes.values()) {
      double random = bytes == ValueBytes.RANDOM ? 0.3 : 1;
      ValueSource values = new ValueSource(seed, 0, size, ValueLengths.UNIFORM, bytes, random);
      int length = values.length(row, 0);
      byte[] array = new byte[length + 10];
      Arrays.fill(array, before);
      byte[] untouched = Arrays.copyOf(array, 5);
      values.write(row, 0, 3, array, 5, length);
      assertThat(Arrays.copyOfRange(array, 5, 5 + length)).isEqualTo(values.value(row, 0, 3));
      assertThat(Arrays.copyOf(array, 5)).isEqualTo(untouched);
      assertThat(Arrays.copyOfRange(array, 5 + length, length + 10)).isEqualTo(untouched);
    }
  }

  @Property(tries = 500)
  void everyChangedBitOfAValueIsDetected(
      @ForAll long seed,
      @ForAll @LongRange(min = 0) long row,
      @ForAll @IntRange(min = 1, max = 2_000) int size,
      @ForAll @IntRange(max = 100_000) int bit) {
    for (ValueBytes bytes : ValueBytes.values()) {
      double random = bytes == ValueBytes.RANDOM && bit % 2 == 0 ? 0.3 : 1;
      ValueSource values = new ValueSource(seed, 0, size, ValueLengths.FIXED, bytes, random);
      byte[] value = values.value(row, 0, 3);
      assertThat(versionOf(values, row, 0, value)).isNotEmpty();
      value[bit % size] ^= (byte) (1 << (bit % 8));
      assertThat(versionOf(values, row, 0, value)).isEmpty();
    }
  }

  private static OptionalInt versionOf(ValueSource values, long row, int column, byte[] value) {
    byte[] padded = new byte[value.length + 10];
    System.arraycopy(value, 0, padded, 5, value.length);
    return values.version(row, column, padded, 5, value.length, 3);
  }

  /** As gzip and its like see it in HBase's blocks of 64 KB. */
  @ParameterizedTest
  @CsvSource({"0.3, 1000", "0.3, 100", "0.5, 1000", "0.1, 4000", "1, 1000"})
  void aCodecCompressesABlockToTheRequestedShare(double share, int size) throws IOException {
    ValueSource values = new ValueSource(7, 0, size, ValueLengths.FIXED, ValueBytes.RANDOM, share);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    int raw = 0;
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (long row = 0; raw < 64 << 10; row++) {
        byte[] value = values.value(row, 0, 0);
        gzip.write(value);
        raw += value.length;
      }
    }
    assertThat(packed.size() / (double) raw).isCloseTo(share, within(0.04));
  }

  @Test
  void compressibleValuesDiffer() {
    ValueSource values = new ValueSource(7, 0, 20, ValueLengths.FIXED, ValueBytes.RANDOM, 0);
    assertThat(values.value(1, 0, 0)).isNotEqualTo(values.value(2, 0, 0));
    assertThat(Arrays.copyOfRange(values.value(1, 0, 0), 16, 20)).containsOnly(0);
  }

  @Test
  void lengthsMayComeFromAHistogram() {
    ValueSource values =
        new ValueSource(7, LengthHistogram.parse("BlockSize 8\n0 1"), ValueBytes.RANDOM, 1);
    assertThat(values.value(1, 0, 0)).hasSize(8);
  }

  private static ValueSource fixed(long seed, int size) {
    return new ValueSource(seed, 0, size, ValueLengths.FIXED, ValueBytes.RANDOM, 1);
  }
}
