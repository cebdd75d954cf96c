package io.hbench.client;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;

/** The keys that a task will ask for, from the first to the last, both included. */
public record KeySpan(ImmutableBytesWritable first, ImmutableBytesWritable last) {
  /** Above the keys of all formats; the last region of a table has it. */
  private static final int HIGHEST_LENGTH = 16;

  /** The keys between two, in any order. */
  public static KeySpan between(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) <= 0 ? of(one, other) : of(other, one);
  }

  /** All keys of a table. */
  public static KeySpan all() {
    byte[] highest = new byte[HIGHEST_LENGTH];
    Arrays.fill(highest, (byte) 0xff);
    return of(new byte[0], highest);
  }

  private static KeySpan of(byte[] first, byte[] last) {
    return new KeySpan(new ImmutableBytesWritable(first), new ImmutableBytesWritable(last));
  }

  /** Whether a region after this one has keys of the span. */
  boolean endsAfter(RegionInfo region) {
    return region.getEndKey().length > 0
        && Arrays.compareUnsigned(last.get(), region.getEndKey()) >= 0;
  }
}
