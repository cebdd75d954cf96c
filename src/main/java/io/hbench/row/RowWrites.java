package io.hbench.row;

import io.hbench.data.ValueLengths;
import io.hbench.data.ValueSource;
import io.hbench.row.Columns.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;

/**
 * Makes puts and deletes: the cells of a row with their values and tags. For one thread.
 *
 * @param tags {@link #tags(CellLayout, long)} of the cells
 * @param copied puts that are not made
 */
@SuppressWarnings("ArrayRecordComponent") // no two are compared
public record RowWrites(
    LongFunction<byte[]> key,
    Columns columns,
    ValueSource values,
    byte[][] tags,
    WriteOptions options,
    int version,
    Optional<CopiedRows> copied) {
  /** {@code PerformanceEvaluation.TAG_LENGTH}. */
  private static final int TAG_BYTES = 256;

  /** Those below are HBase's own: a cell with its type 8 expires. */
  private static final int FIRST_TAG_TYPE = Tag.CUSTOM_TAG_TYPE_RANGE;

  private static final int CELLS_WITH_OWN_TAGS = 1_024;

  /** The MVCC version that an HFile adds to each cell, which is 0 without old readers. */
  private static final int MVCC_BYTES = 1;

  /**
   * The tags of the cells of a layout, as they stand in them, one array for each of some cells: a
   * dictionary of tags, or a codec, would shrink those that are the same in all.
   */
  static byte[][] tags(CellLayout cells, long seed) {
    if (cells.tags() == 0) {
      return new byte[][] {HConstants.EMPTY_BYTE_ARRAY}; // a source of values takes a megabyte
    }
    ValueSource source = new ValueSource(~seed, 0, TAG_BYTES, ValueLengths.FIXED, cells.bytes(), 1);
    byte[][] tags = new byte[CELLS_WITH_OWN_TAGS][];
    for (int i = 0; i < tags.length; i++) {
      byte[] tag = source.value(i, 0, 0);
      tags[i] =
          TagUtil.fromList(
              IntStream.range(0, cells.tags())
                  .<Tag>mapToObj(
                      number -> new ArrayBackedTag((byte) (FIRST_TAG_TYPE + number), tag))
                  .toList());
    }
    return tags;
  }

  RowWrites with(LongFunction<byte[]> newKey, Columns newColumns) {
    return new RowWrites(newKey, newColumns, values, tags, options, version, copied);
  }

  RowWrites with(CopiedRows rows) {
    return new RowWrites(key, columns, values, tags, options, version, Optional.of(rows));
  }

  /**
   * A put of a row that may exist: all columns, or one with {@code --write-columns one}. Only for
   * an operation's {@code next}: a callback of an answer may run on another thread.
   */
  public Put put(long row) {
    return put(row, options.columns());
  }

  /** A put of all columns of a row that does not exist yet; to be called where {@link #put} is. */
  public Put newRow(long row) {
    return put(row, ColumnChoice.ALL);
  }

  private Put put(long row, ColumnChoice choice) {
    if (copied.isPresent()) {
      return copied.get().put(row).setDurability(options.durability());
    }
    Put put = new Put(key.apply(row)).setDurability(options.durability());
    for (Column column : columns.choose(choice, columns.families().size())) {
      int length = values.length(row, column.index());
      add(put, row, column.index(), column.family(), column.qualifier(), length);
    }
    return put;
  }

  /**
   * Adds a cell. Its parts are written where they stay: {@code Put.addColumn} would need an array
   * for each value, and copy it.
   *
   * @param row whose values the cell has
   * @param length of the value, up to {@code --value-size}
   */
  public void add(Put put, long row, int column, byte[] family, byte[] qualifier, int length) {
    byte[] rowKey = put.getRow();
    byte[] own = tags[tags.length == 1 ? 0 : Math.floorMod(31 * row + column, tags.length)];
    KeyValue cell =
        new KeyValue(
            rowKey.length,
            family.length,
            qualifier.length,
            HConstants.LATEST_TIMESTAMP,
            KeyValue.Type.Put,
            length,
            own.length);
    byte[] bytes = cell.getBuffer();
    int at = cell.getRowOffset();
    System.arraycopy(rowKey, 0, bytes, at, rowKey.length);
    at += rowKey.length + KeyValue.FAMILY_LENGTH_SIZE;
    System.arraycopy(family, 0, bytes, at, family.length);
    at += family.length;
    System.arraycopy(qualifier, 0, bytes, at, qualifier.length);
    at += qualifier.length + KeyValue.TIMESTAMP_TYPE_SIZE;
    values.write(row, column, version, bytes, at, length);
    System.arraycopy(own, 0, bytes, bytes.length - own.length, own.length);
    try {
      put.add(cell);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // only for a cell of another row
    }
  }

  /** A delete of all families of a row, one by one, as PerformanceEvaluation deletes. */
  public Delete delete(long row) {
    Delete delete = new Delete(key.apply(row)).setDurability(options.durability());
    for (byte[] family : columns.families()) {
      delete.addFamily(family);
    }
    return delete;
  }

  public byte[] firstValue(long row) {
    return values.value(row, 0, version);
  }

  /**
   * Bytes of a row's cells in a block of an HFile, neither compressed nor encoded.
   *
   * @param isNew whether {@link #newRow} writes them, not {@link #put}
   */
  public long blockBytes(long row, boolean isNew) {
    return (isNew ? newRow(row) : put(row))
        .getFamilyCellMap().values().stream()
            .flatMap(List::stream)
            .mapToLong(cell -> cell.getSerializedSize() + MVCC_BYTES)
            .sum();
  }

  public Durability durability() {
    return options.durability();
  }

  /** Bytes of mutations that a buffered write collects in one request. */
  public int bufferBytes() {
    return options.buffer();
  }
}
