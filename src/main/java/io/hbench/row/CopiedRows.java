package io.hbench.row;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySample;
import io.hbench.data.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of another table as puts: the newest version of each cell, with its timestamp. Tags, older
 * versions and deletes are not copied. Safe for use by several threads.
 *
 * @param first row of the run that the first put is for
 */
public record CopiedRows(long first, List<Put> puts) {
  private static final int BATCH = 100;

  /**
   * Reads the rows of a task.
   *
   * @param keys of all tasks, by row
   * @param families names of those that are copied
   * @param replaces whether values are replaced by {@link #like others}
   * @param seed of these
   * @throws IOException if a row is not there any more
   */
  public static CopiedRows read(
      Table source,
      KeySample keys,
      KeyRange rows,
      List<byte[]> families,
      boolean replaces,
      long seed)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (long from = rows.first(); from < rows.end(); from += BATCH) {
      List<Get> gets = new ArrayList<>();
      for (long row = from; row < Math.min(from + BATCH, rows.end()); row++) {
        Get get = new Get(keys.key(row)).setCacheBlocks(false);
        families.forEach(get::addFamily);
        gets.add(get);
      }
      Result[] found = source.get(gets);
      for (int i = 0; i < found.length; i++) {
        if (found[i].isEmpty()) {
          throw new IOException(
              "row %s of table %s was deleted while it was copied"
                  .formatted(Bytes.toStringBinary(gets.get(i).getRow()), source.getName()));
        }
        puts.add(put(found[i], replaces, seed));
      }
    }
    return new CopiedRows(rows.first(), puts);
  }

  private static Put put(Result row, boolean replaces, long seed) throws IOException {
    Put put = new Put(row.getRow());
    for (Cell cell : row.rawCells()) {
      byte[] value = CellUtil.cloneValue(cell);
      put.add(
          CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
              .setRow(row.getRow())
              .setFamily(CellUtil.cloneFamily(cell))
              .setQualifier(CellUtil.cloneQualifier(cell))
              .setTimestamp(cell.getTimestamp())
              .setType(Cell.Type.Put)
              .setValue(replaces ? like(value, seed) : value)
              .build());
    }
    return put;
  }

  /**
   * A value of the same length that DEFLATE compresses to nearly the same share: random bytes, then
   * zeros. It follows from the value, so that equal values stay equal.
   */
  static byte[] like(byte[] value, long seed) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(value);
    deflater.finish();
    byte[] deflated = new byte[value.length]; // which is full if it does not compress
    int length = deflater.deflate(deflated);
    deflater.end();
    RandomSource.XO_RO_SHI_RO_128_PP
        .create(Seeds.derive(seed, Arrays.hashCode(value)))
        .nextBytes(deflated);
    Arrays.fill(deflated, length, deflated.length, (byte) 0);
    return deflated;
  }

  Put put(long row) {
    return puts.get(Math.toIntExact(row - first));
  }
}
