package io.hbench.client;

import io.hbench.latency.ServerRegion;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Snapshot of the regions of a table and of the servers that have them, as a client knew them at
 * one time. It is asked for each request, so a look-up allocates nothing and compares numbers: the
 * first eight bytes of the start keys behind what all of them have in common. Only start keys that
 * do not differ in these are compared as a whole.
 */
public final class RegionMap {
  public static final RegionMap NONE = new RegionMap(new TreeMap<>(Arrays::compareUnsigned));

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Start keys, ascending. */
  private final byte[][] starts;

  /** Null where no region is known. */
  private final Region[] regions;

  /** What all start keys begin with, but an empty one, which is the first. */
  private final byte[] prefix;

  /** Of each start key, the {@link #head}. */
  private final long[] heads;

  /**
   * A region and the server that has it. An object stays the same, in one map after the other, as
   * long as neither changes.
   *
   * @param region the encoded name, as in the names of directories and in the master's pages
   * @param server {@code host:port}
   */
  public record Region(RegionInfo info, ServerName location, String region, String server)
      implements ServerRegion {
    static Region of(RegionInfo info, ServerName location) {
      return new Region(
          info, location, info.getEncodedName(), location.getAddress().toString().intern());
    }

    @Override
    public String startKey() {
      return Bytes.toStringBinary(info.getStartKey());
    }

    /** Two objects are two regions, or one at two times. */
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    boolean is(RegionInfo otherInfo, ServerName otherLocation) {
      return location.equals(otherLocation) && info.equals(otherInfo);
    }
  }

  /**
   * @param regions the region at each start key, in the order of the keys; null where none is known
   */
  RegionMap(SortedMap<byte[], Region> regions) {
    this.starts = regions.keySet().toArray(byte[][]::new);
    this.regions = regions.values().toArray(Region[]::new);
    this.prefix = commonPrefix(this.starts);
    this.heads = new long[this.starts.length];
    for (int i = 0; i < heads.length; i++) {
      heads[i] = head(this.starts[i]);
    }
  }

  private static byte[] commonPrefix(byte[][] starts) {
    int first = starts.length > 0 && starts[0].length == 0 ? 1 : 0;
    if (first == starts.length) {
      return new byte[0];
    }
    byte[] low = starts[first];
    byte[] high = starts[starts.length - 1]; // sorted: what these share, all share
    int differs = Arrays.mismatch(low, high);
    return differs < 0 ? low : Arrays.copyOf(low, differs);
  }

  /** The region that has a row; null if it is not known. */
  public Region regionOf(byte[] row) {
    int index = indexOf(row);
    return index < 0 ? null : regions[index];
  }

  /** Index of the last start key that is not above the row; -1 if there is none. */
  private int indexOf(byte[] row) {
    int order = comparePrefix(row);
    if (order != 0) {
      return order > 0 ? starts.length - 1 : startsEmpty();
    }
    if (heads.length == 0) {
      return -1;
    }
    long head = head(row);
    int at = 0;
    for (int left = heads.length; left > 1; ) { // no branch that would be guessed wrongly
      int half = left >>> 1;
      at += heads[at + half] <= head ? half : 0;
      left -= half;
    }
    return heads[at] < head ? at : amongEqual(row, at);
  }

  /**
   * Index of the last start key that is not above a row.
   *
   * @param last the last of those with the same head as the row, if there are any; else the first
   *     of all
   */
  private int amongEqual(byte[] row, int last) {
    int found = Arrays.binarySearch(starts, 0, last + 1, row, Arrays::compareUnsigned);
    return found < 0 ? -found - 2 : found;
  }

  /** Index of the start key below all others: 0 if it is empty, else -1. */
  private int startsEmpty() {
    return starts.length > 0 && starts[0].length == 0 ? 0 : -1;
  }

  private int comparePrefix(byte[] row) {
    return Arrays.compareUnsigned(
        row, 0, Math.min(row.length, prefix.length), prefix, 0, prefix.length);
  }

  /**
   * Eight bytes of a key behind the prefix, 0 where the key has ended, as a number that sorts like
   * them.
   */
  private long head(byte[] key) {
    int from = prefix.length;
    if (key.length >= from + Long.BYTES) {
      return (long) LONG.get(key, from) ^ Long.MIN_VALUE;
    }
    long head = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      head = head << Byte.SIZE | (i < key.length ? key[i] & 0xff : 0);
    }
    return head ^ Long.MIN_VALUE;
  }

  /** Passes each start key and the region there, gaps left out. */
  void forEach(BiConsumer<byte[], Region> consumer) {
    for (int i = 0; i < starts.length; i++) {
      if (regions[i] != null) {
        consumer.accept(starts[i], regions[i]);
      }
    }
  }

  /** Whether a map has the same regions on the same servers. */
  boolean isSame(RegionMap other) {
    return Arrays.equals(regions, other.regions) && Arrays.deepEquals(starts, other.starts);
  }
}
