package io.hbench.row;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns of a row, and the random choice of one of them. For one thread.
 *
 * @param qualifiers names of the columns in each family
 * @param random makes the choice where a request reads or writes one column
 */
record Columns(
    List<byte[]> families,
    List<byte[]> qualifiers,
    List<Column> all,
    UniformRandomProvider random) {
  /**
   * One column.
   *
   * @param index its number in the row, over all families
   */
  @SuppressWarnings("ArrayRecordComponent") // no two are compared
  record Column(byte[] family, byte[] qualifier, int index) {}

  static Columns of(CellLayout cells, UniformRandomProvider random) {
    List<byte[]> families = cells.families().stream().map(Bytes::toBytes).toList();
    List<byte[]> qualifiers = cells.columnNames().stream().map(Bytes::toBytes).toList();
    int perFamily = qualifiers.size();
    List<Column> all =
        IntStream.range(0, families.size() * perFamily)
            .mapToObj(
                i -> new Column(families.get(i / perFamily), qualifiers.get(i % perFamily), i))
            .toList();
    return new Columns(families, qualifiers, all, random);
  }

  Columns with(UniformRandomProvider newRandom) {
    return new Columns(families, qualifiers, all, newRandom);
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
