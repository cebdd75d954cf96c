package io.hbench.latency;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.io.WritableUtils;

/**
 * Histogram in HdrHistogram's V2 encoding, without its deflate. Adding it to another one needs no
 * object, and a fifth of the time of HdrHistogram's own decoding and adding; the sums are the same,
 * bit for bit.
 *
 * <p>The format is that of {@code AbstractHistogram.encodeIntoByteBuffer}: a header of 40 bytes,
 * then the counts in the order of their values, each as a ZigZag LEB128 number of 9 bytes at most.
 * A negative number stands for as many zeros.
 */
final class EncodedHistogram implements Buckets {
  static final int SIGNIFICANT_DIGITS = 3;

  /** First bytes of the encoding. */
  private static final int COOKIE = 0x1c849313;

  /** Size of the header in bytes. */
  private static final int HEADER = 40;

  /** Maximum size in bytes: about twice that of all possible counts. */
  static final int MAX_LENGTH = 1 << 20;

  /** Of 3 digits: the values of a bucket are told apart by 11 bits, in later buckets by 10. */
  private static final int HALF_BUCKET_BITS = 10;

  private static final int HALF_BUCKET = 1 << HALF_BUCKET_BITS;

  /** Number of counts that have a value below 2^63. */
  static final int MAX_COUNTS = (64 - HALF_BUCKET_BITS) << HALF_BUCKET_BITS;

  private static final int LAST_SHIFT = 56;

  private byte[] bytes;
  private int length;
  private long total;

  /** Makes one without bytes; {@link #readFields} comes next. */
  EncodedHistogram() {
    this(new byte[0], 0);
  }

  private EncodedHistogram(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /** Encodes a histogram of 3 digits. */
  static EncodedHistogram of(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    EncodedHistogram encoded = new EncodedHistogram(Arrays.copyOf(buffer.array(), length), length);
    encoded.total = histogram.getTotalCount();
    return encoded;
  }

  /**
   * Takes an encoded histogram.
   *
   * @throws IllegalArgumentException if the bytes are not a histogram, or not one like hbench's
   */
  static EncodedHistogram of(byte[] bytes) {
    EncodedHistogram encoded = new EncodedHistogram(bytes, bytes.length);
    encoded.check();
    return encoded;
  }

  @Override
  public long total() {
    return total;
  }

  @Override
  public long footprint() {
    return bytes.length;
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, length);
    out.write(bytes, 0, length);
  }

  /**
   * Reads a histogram into this one.
   *
   * @throws IOException if it is not a histogram, or not one like hbench's
   */
  void readFields(DataInput in) throws IOException {
    int newLength = WritableUtils.readVInt(in);
    if (newLength < HEADER || newLength > MAX_LENGTH) {
      throw new IOException("not a record of latencies");
    }
    if (bytes.length < newLength) {
      bytes = new byte[newLength];
    }
    length = newLength;
    in.readFully(bytes, 0, length);
    try {
      check();
    } catch (IllegalArgumentException e) {
      throw new IOException("not an HdrHistogram V2 record", e);
    }
  }

  /** Checks all that {@link #each} relies on. */
  private void check() {
    ByteBuffer header = ByteBuffer.wrap(bytes, 0, length);
    if (length < HEADER
        || header.getInt() != COOKIE
        || header.getInt() > length - HEADER // bytes of counts
        || header.getInt() != 0 // normalizing index offset
        || header.getInt() != SIGNIFICANT_DIGITS
        || header.getLong() != 1 // lowest value
        || header.getLong() < 2) { // highest value
      throw new IllegalArgumentException("not an HdrHistogram of 3 digits");
    }
    total = sum((bucket, count) -> {});
  }

  @Override
  public void each(Counts counts) {
    sum(counts);
  }

  /** The same; returns the sum of the counts. */
  private long sum(Counts counts) {
    int end = HEADER + ByteBuffer.wrap(bytes).getInt(Integer.BYTES);
    int index = 0;
    long sum = 0;
    for (int at = HEADER; at < end; ) {
      long number = 0;
      int shift = 0;
      byte b;
      do {
        if (at == end || shift > LAST_SHIFT) {
          throw new IllegalArgumentException("incomplete");
        }
        b = bytes[at++];
        number |= (shift == LAST_SHIFT ? b & 0xffL : b & 0x7fL) << shift;
        shift += 7;
      } while (b < 0 && shift <= LAST_SHIFT);
      number = (number >>> 1) ^ -(number & 1);
      if (number < 0) {
        if (number < -MAX_COUNTS) {
          throw new IllegalArgumentException("too many zeros");
        }
        index -= (int) number;
        continue;
      }
      if (index >= MAX_COUNTS) {
        throw new IllegalArgumentException("a value beyond 2^63");
      }
      if (number > 0) {
        sum += number;
        if (sum < 0) {
          throw new IllegalArgumentException("more than 2^63 values");
        }
        counts.accept(index, number);
      }
      index++;
    }
    return sum;
  }

  /** Lowest value of a bucket. */
  static long value(int index) {
    int bucket = (index >> HALF_BUCKET_BITS) - 1;
    return bucket < 0 ? index : (long) ((index & (HALF_BUCKET - 1)) + HALF_BUCKET) << bucket;
  }

  /** Index of the bucket that has a value. */
  static int index(long value) {
    int bucket = Math.max(0, 63 - HALF_BUCKET_BITS - Long.numberOfLeadingZeros(value));
    return (bucket << HALF_BUCKET_BITS) + (int) (value >>> bucket);
  }
}
