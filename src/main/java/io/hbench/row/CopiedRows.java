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
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of another table as puts: the newest version of each cell, with its timestamp. Tags, older
 * versions and deletes are not copied. Safe for use by several threads.
 *
 * @param first row of the run that the first put is for
 */
public record CopiedRows(long first, List<Put> puts) {
  /** Rows in an answer; those behind the end of a run are read for nothing. */
  private static final int CACHING = 100;

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
    while (puts.size() < rows.size()) {
      int before = puts.size();
      byte[] next = keys.key(rows.first() + before);
      Scan scan = new Scan().withStartRow(next).setCaching(CACHING).setCacheBlocks(false);
      families.forEach(scan::addFamily);
      try (ResultScanner neighbours = source.getScanner(scan)) {
        // up to the first row that is not of the sample
        for (Result row = neighbours.next();
            row != null && Arrays.equals(row.getRow(), next);
            row = neighbours.next()) {
          puts.add(put(row, replaces, seed));
          if (puts.size() == rows.size()) {
            break;
          }
          next = keys.key(rows.first() + puts.size());
        }
      }
      if (puts.size() == before) {
        throw new IOException(
            "row %s of table %s was deleted while it was copied"
                .formatted(Bytes.toStringBinary(next), source.getName()));
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
