package io.hbench.row;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySample;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
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
  /** Kept nowhere: nothing tells the values that it replaces. */
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Reads the rows of a task.
   *
   * @param keys of all tasks, by row
   * @param neighbours rows that follow each other in the table, at most
   * @param replaces whether values are replaced by {@link #like others}
   * @throws IOException if a row is not there any more
   */
  public static CopiedRows read(
      Table source,
      KeySample keys,
      KeyRange rows,
      List<byte[]> families,
      int neighbours,
      boolean replaces)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    while (puts.size() < rows.size()) {
      int before = puts.size();
      byte[] next = keys.key(rows.first() + before);
      int limit = (int) Math.min(neighbours, rows.size() - before);
      Scan scan = new Scan().withStartRow(next).setLimit(limit).setCacheBlocks(false);
      families.forEach(scan::addFamily);
      try (ResultScanner scanned = source.getScanner(scan)) {
        // up to the first row that is not of the sample
        for (Result row = scanned.next();
            row != null && Arrays.equals(row.getRow(), next);
            row = scanned.next()) {
          puts.add(put(row, replaces));
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

  private static Put put(Result row, boolean replaces) throws IOException {
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
              .setValue(replaces ? like(value) : value)
              .build());
    }
    return put;
  }

  /**
   * A value of the same length that DEFLATE compresses to nearly the same share: random bytes, then
   * zeros. Equal values become different ones, and nothing but the length tells what a value was.
   */
  static byte[] like(byte[] value) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(value);
    deflater.finish();
    byte[] deflated = new byte[value.length]; // which is full if it does not compress
    int length = deflater.deflate(deflated);
    deflater.end();
    RANDOM.nextBytes(deflated);
    Arrays.fill(deflated, length, deflated.length, (byte) 0);
    return deflated;
  }

  Put put(long row) {
    return puts.get(Math.toIntExact(row - first));
  }
}
