package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.data.RowKeys;
import io.hbench.data.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a row looks like, and how the requests for it are made: families {@code info0…} with columns
 * {@code 0…} each, as PerformanceEvaluation names them. Safe for use by several threads.
 */
public final class RowShape {
  private final List<byte[]> families;
  private final List<byte[]> columns;
  private final ValueSource values;
  private final Durability durability;
  private final int batch;
  private final int scanRows;

  /**
   * @param families how many column families
   * @param columns how many columns in each of them
   * @param batch rows in each get or put request
   * @param scanRows rows that a scan reads at most
   */
  public RowShape(
      int families,
      int columns,
      ValueSource values,
      Durability durability,
      int batch,
      int scanRows) {
    this.families = familyNames(families).stream().map(Bytes::toBytes).toList();
    this.columns =
        IntStream.range(0, columns).mapToObj(i -> Bytes.toBytes(Integer.toString(i))).toList();
    this.values = values;
    this.durability = durability;
    this.batch = batch;
    this.scanRows = scanRows;
  }

  public static List<String> familyNames(int families) {
    return IntStream.range(0, families).mapToObj(i -> "info" + i).toList();
  }

  public List<byte[]> families() {
    return families;
  }

  public List<byte[]> columns() {
    return columns;
  }

  public Durability durability() {
    return durability;
  }

  public int batch() {
    return batch;
  }

  public int scanRows() {
    return scanRows;
  }

  /** Asks for the columns by name: those that increments and appends add are left alone. */
  public Get get(long row) {
    Get get = new Get(RowKeys.key(row));
    for (byte[] family : families) {
      for (byte[] column : columns) {
        get.addColumn(family, column);
      }
    }
    return get;
  }

  public Put put(long row) {
    Put put = new Put(RowKeys.key(row)).setDurability(durability);
    int cell = 0;
    for (byte[] family : families) {
      for (byte[] column : columns) {
        put.addColumn(family, column, values.value(row, cell++));
      }
    }
    return put;
  }

  /** All of the row's families, as PerformanceEvaluation deletes them. */
  public Delete delete(long row) {
    Delete delete = new Delete(RowKeys.key(row)).setDurability(durability);
    for (byte[] family : families) {
      delete.addFamily(family);
    }
    return delete;
  }

  /** Takes up to a batch of rows from the sequence and makes something of each. */
  <T> List<T> batch(KeySequence keys, LongFunction<T> make) {
    List<T> made = new ArrayList<>();
    while (made.size() < batch && keys.hasNext()) {
      made.add(make.apply(keys.next()));
    }
    return made;
  }
}
