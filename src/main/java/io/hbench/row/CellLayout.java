package io.hbench.row;

import io.hbench.data.LengthHistogram;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.data.ValueSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The layout of a row: its families, columns and values.
 *
 * @param columnPrefix of the column names, before the numbers 0, 1, …
 * @param valueSize length of the largest value, in bytes
 * @param minSize length of the smallest value where lengths vary, in bytes
 * @param histogram of the lengths, for {@code ValueLengths.HISTOGRAM}
 * @param random share of random bytes in random values, 0 to 1
 * @param version of the values, which they contain if they are long enough
 */
public record CellLayout(
    List<String> families,
    int columns,
    String columnPrefix,
    int valueSize,
    int minSize,
    ValueLengths lengths,
    Optional<LengthHistogram> histogram,
    ValueBytes bytes,
    double random,
    int tags,
    int version) {

  public CellLayout {
    families = List.copyOf(families);
  }

  ValueSource values(long seed) {
    return histogram.isPresent()
        ? new ValueSource(seed, histogram.get(), bytes, random)
        : new ValueSource(seed, minSize, valueSize, lengths, bytes, random);
  }

  /** {@code info0}, {@code info1}, …, as PerformanceEvaluation names families. */
  public static List<String> familyNames(int families) {
    return IntStream.range(0, families).mapToObj(i -> "info" + i).toList();
  }

  List<String> columnNames() {
    return IntStream.range(0, columns).mapToObj(i -> columnPrefix + i).toList();
  }
}
