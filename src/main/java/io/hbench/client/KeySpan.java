package io.hbench.client;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The keys that a task will ask for, from the first to the last, both included.
 *
 * @param low the first key; buffers are equal if their bytes are
 * @param high the last key
 */
public record KeySpan(ByteBuffer low, ByteBuffer high) {
  /** Above the keys of all formats; the last region of a table has it. */
  private static final int HIGHEST_LENGTH = 16;

  /** The keys between two, in any order. */
  public static KeySpan between(byte[] one, byte[] other) {
    boolean ordered = Arrays.compareUnsigned(one, other) <= 0;
    return new KeySpan(
        ByteBuffer.wrap(ordered ? one : other), ByteBuffer.wrap(ordered ? other : one));
  }

  /** All keys of a table. */
  public static KeySpan all() {
    byte[] highest = new byte[HIGHEST_LENGTH];
    Arrays.fill(highest, (byte) 0xff);
    return between(new byte[0], highest);
  }

  byte[] first() {
    return low.array();
  }

  byte[] last() {
    return high.array();
  }

  /** Whether a region before this one has keys of the span. */
  boolean beginsBefore(RegionInfo region) {
    return Arrays.compareUnsigned(first(), region.getStartKey()) < 0;
  }

  /** Whether a region after this one has keys of the span. */
  boolean endsAfter(RegionInfo region) {
    return region.getEndKey().length > 0 && Arrays.compareUnsigned(last(), region.getEndKey()) >= 0;
  }
}
