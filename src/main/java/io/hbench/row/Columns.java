package io.hbench.row;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.hadoop.hbase.util.Bytes;

/** The columns of a row, and the random choice of one of them. For one thread. */
final class Columns {
  private final List<byte[]> families;
  private final List<byte[]> qualifiers;
  private final List<Column> all;
  private final UniformRandomProvider random;

  /** A column of a family. */
  static final class Column {
    final byte[] family;
    final byte[] qualifier;

    /** Its number in the row, over all families. */
    final int index;

    Column(byte[] family, byte[] qualifier, int index) {
      this.family = family;
      this.qualifier = qualifier;
      this.index = index;
    }
  }

  /**
   * @param random makes the choice where a request reads or writes one column
   */
  Columns(CellLayout cells, UniformRandomProvider random) {
    this.families = cells.families().stream().map(Bytes::toBytes).toList();
    this.qualifiers = cells.columnNames().stream().map(Bytes::toBytes).toList();
    int perFamily = qualifiers.size();
    this.all =
        IntStream.range(0, families.size() * perFamily)
            .mapToObj(
                i -> new Column(families.get(i / perFamily), qualifiers.get(i % perFamily), i))
            .toList();
    this.random = random;
  }

  private Columns(Columns other, UniformRandomProvider random) {
    this.families = other.families;
    this.qualifiers = other.qualifiers;
    this.all = other.all;
    this.random = random;
  }

  /** The same columns with another source of random numbers. */
  Columns with(UniformRandomProvider newRandom) {
    return new Columns(this, newRandom);
  }

  List<byte[]> families() {
    return families;
  }

  /** The names of the columns in each family. */
  List<byte[]> qualifiers() {
    return qualifiers;
  }

  UniformRandomProvider random() {
    return random;
  }

  /**
   * The columns of one request.
   *
   * @param familyCount number of families, from the first, whose columns are chosen from
   */
  List<Column> choose(ColumnChoice choice, int familyCount) {
    int size = familyCount * qualifiers.size();
    return choice == ColumnChoice.ONE
        ? List.of(all.get(random.nextInt(size)))
        : all.subList(0, size);
  }
}
