package io.hbench.compat.ycsb;

import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ClassSize;

/** The buffer of HBase's client, in which YCSB's rows are until they are sent. */
final class YcsbBuffer {
  /** Length of {@code user} and a hash of 19 digits. */
  private static final int LONGEST_KEY = 23;

  private YcsbBuffer() {}

  /** Bytes of a row in the buffer, with its objects. */
  static long bytesOfRow(String columnFamily, int fields, String prefix, int length) {
    Put row = new Put(new byte[LONGEST_KEY]);
    byte[] family = Bytes.toBytes(columnFamily);
    byte[] name = Bytes.toBytes(prefix + fields);
    long cell = row.addColumn(family, name, new byte[0]).get(family, name).get(0).heapSize();
    return row.heapSize() - cell + fields * (cell + ClassSize.REFERENCE + length);
  }
}
