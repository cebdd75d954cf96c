package io.hbench.row;

import io.hbench.data.LengthHistogram;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.data.ValueSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The cells of a row.
 *
 * @param families names of the column families
 * @param columns how many columns in each of them
 * @param columnPrefix what comes before the numbers 0, 1, … in the names of columns
 * @param valueSize bytes in the largest value
 * @param leastSize bytes in the smallest, where lengths vary
 * @param histogram of the lengths, if that is what {@code lengths} says
 * @param random which share of the bytes of random values is random
 * @param tags how many tags each cell carries
 * @param version of the values, which they tell if they are long enough
 */
public record CellLayout(
    List<String> families,
    int columns,
    String columnPrefix,
    int valueSize,
    int leastSize,
    ValueLengths lengths,
    Optional<LengthHistogram> histogram,
    ValueBytes bytes,
    double random,
    int tags,
    int version) {

  public CellLayout {
    families = List.copyOf(families);
  }

  /** What is in the cells. */
  ValueSource values(long seed) {
    return histogram.isPresent()
        ? new ValueSource(seed, histogram.get(), bytes, random)
        : new ValueSource(seed, leastSize, valueSize, lengths, bytes, random);
  }

  /** {@code info0}, {@code info1}, …, as PerformanceEvaluation names families. */
  public static List<String> familyNames(int families) {
    return IntStream.range(0, families).mapToObj(i -> "info" + i).toList();
  }

  /** The columns of each family. */
  List<String> columnNames() {
    return IntStream.range(0, columns).mapToObj(i -> columnPrefix + i).toList();
  }
}
