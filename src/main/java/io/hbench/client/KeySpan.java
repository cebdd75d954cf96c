package io.hbench.client;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;

/** The keys that a task will ask for, from the first to the last, both included. */
public final class KeySpan {
  /** Above the keys of all formats; the last region of a table has it. */
  private static final int HIGHEST_LENGTH = 16;

  private final byte[] first;
  private final byte[] last;

  private KeySpan(byte[] first, byte[] last) {
    this.first = first;
    this.last = last;
  }

  /** The keys between two, in any order. */
  public static KeySpan between(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) <= 0
        ? new KeySpan(one, other)
        : new KeySpan(other, one);
  }

  /** All keys of a table. */
  public static KeySpan all() {
    byte[] highest = new byte[HIGHEST_LENGTH];
    Arrays.fill(highest, (byte) 0xff);
    return new KeySpan(new byte[0], highest);
  }

  byte[] first() {
    return first;
  }

  byte[] last() {
    return last;
  }

  /** Whether a region before this one has keys of the span. */
  boolean beginsBefore(RegionInfo region) {
    return Arrays.compareUnsigned(first, region.getStartKey()) < 0;
  }

  /** Whether a region after this one has keys of the span. */
  boolean endsAfter(RegionInfo region) {
    return region.getEndKey().length > 0 && Arrays.compareUnsigned(last, region.getEndKey()) >= 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeySpan that
        && Arrays.equals(first, that.first)
        && Arrays.equals(last, that.last);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(first) + Arrays.hashCode(last);
  }
}
