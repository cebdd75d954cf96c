package io.hbench.latency;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Histogram of the latencies of one series in nanoseconds, with counts of rows and bytes. Records
 * are only ever added, so their order and grouping make no difference.
 *
 * <p>Three significant digits, auto-resizing: no latency is clamped. Encoded as HdrHistogram's V2
 * without its own deflate, because the SequenceFile around it compresses whole blocks.
 */
public final class LatencyRecord implements Writable {
  /** First bytes of HdrHistogram's deflated encoding, and the size of its header in bytes. */
  private static final int DEFLATED_COOKIE = 0x1c849314;

  private static final int DEFLATED = 8;

  /** As they were read or encoded, until something is added. */
  private Buckets latencies;

  private long rows;
  private long notFound;
  private long bytes;

  public interface Latencies {
    void accept(long nanos, long count);
  }

  /** Makes an empty record. */
  public LatencyRecord() {
    this(new BucketCounts());
  }

  private LatencyRecord(Buckets latencies) {
    this.latencies = latencies;
  }

  /** Makes a record to be read: without memory for latencies until then. */
  public static LatencyRecord toRead() {
    return new LatencyRecord(new EncodedHistogram());
  }

  /** A copy that is encoded once, however often it is written. */
  public LatencyRecord toWrite() {
    LatencyRecord copy = new LatencyRecord(EncodedHistogram.of(latencies()));
    copy.rows = rows;
    copy.notFound = notFound;
    copy.bytes = bytes;
    return copy;
  }

  public void record(long nanos, long requestRows, long requestNotFound, long requestBytes) {
    counts().add(EncodedHistogram.index(nanos), 1);
    rows += requestRows;
    notFound += requestNotFound;
    bytes += requestBytes;
  }

  public void add(LatencyRecord other) {
    other.latencies.each(counts()::add);
    rows += other.rows;
    notFound += other.notFound;
    bytes += other.bytes;
  }

  private BucketCounts counts() {
    if (latencies instanceof BucketCounts counts) {
      return counts;
    }
    BucketCounts counts = new BucketCounts();
    latencies.each(counts::add);
    latencies = counts;
    return counts;
  }

  /** Size of the latencies in memory, in bytes. */
  public long footprint() {
    return latencies.footprint();
  }

  /** Number of requests. */
  public long count() {
    return latencies.total();
  }

  /** Number of rows that were read or written. */
  public long rows() {
    return rows;
  }

  /** Number of rows that were requested and are not in the table. */
  public long notFound() {
    return notFound;
  }

  /** Serialized size of the cells that were read or written. */
  public long bytes() {
    return bytes;
  }

  /** Number of requests that took as long or longer, to the histogram's precision. */
  public long countFrom(long nanos) {
    return count(EncodedHistogram.index(nanos), EncodedHistogram.MAX_COUNTS);
  }

  /** Number of requests that took this long at most, to the histogram's precision. */
  public long countUpTo(long nanos) {
    return count(0, EncodedHistogram.index(nanos));
  }

  private long count(int from, int to) {
    long[] sum = {0};
    latencies.each((bucket, count) -> sum[0] += bucket < from || bucket > to ? 0 : count);
    return sum[0];
  }

  /**
   * Passes each latency with its count, from the shortest on, to the histogram's precision: the
   * longest one of those that it does not tell apart. Far quicker than to make {@link #latencies}.
   */
  public void eachLatency(Latencies each) {
    latencies.each((bucket, count) -> each.accept(EncodedHistogram.value(bucket + 1) - 1, count));
  }

  public LatencySummary summary() {
    return LatencySummary.of(latencies());
  }

  /** The latencies in nanoseconds; a copy. */
  public Histogram latencies() {
    return latencies.toHistogram();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, rows);
    WritableUtils.writeVLong(out, notFound);
    WritableUtils.writeVLong(out, bytes);
    EncodedHistogram encoded =
        latencies instanceof EncodedHistogram known ? known : EncodedHistogram.of(latencies());
    encoded.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rows = WritableUtils.readVLong(in);
    notFound = WritableUtils.readVLong(in);
    bytes = WritableUtils.readVLong(in);
    if (rows < 0 || notFound < 0 || bytes < 0) {
      throw new IOException("not a record of latencies");
    }
    EncodedHistogram encoded =
        latencies instanceof EncodedHistogram known ? known : new EncodedHistogram();
    encoded.readFields(in);
    latencies = encoded;
  }

  /** Encodes a histogram in the format of HdrHistogram's logs: deflated, in base64. */
  public static String toText(Histogram histogram) {
    ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(encoded);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length));
  }

  /**
   * The inverse of {@link #toText}.
   *
   * @throws IllegalArgumentException if the text is not a histogram
   */
  public static Histogram fromText(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length < DEFLATED || ByteBuffer.wrap(bytes).getInt() != DEFLATED_COOKIE) {
      throw new IllegalArgumentException("not a deflated HdrHistogram");
    }
    try (InputStream inflated =
        new InflaterInputStream(
            new ByteArrayInputStream(bytes, DEFLATED, bytes.length - DEFLATED))) {
      return EncodedHistogram.of(inflated.readNBytes(EncodedHistogram.MAX_LENGTH)).toHistogram();
    } catch (IOException e) {
      throw new IllegalArgumentException("not a deflated HdrHistogram", e);
    }
  }

  /**
   * One line, as {@code hadoop fs -text} prints it; a dash for what too few requests do not tell.
   */
  @Override
  public String toString() {
    LatencySummary s = summary();
    return String.format(
        Locale.ROOT,
        "count=%d rows=%d notFound=%d bytes=%d us: mean=%s p50=%s p99=%s p99.9=%s max=%s",
        s.count(),
        rows,
        notFound,
        bytes,
        oneDigit(s.mean()),
        oneDigit(s.p50()),
        oneDigit(s.p99()),
        oneDigit(s.p999()),
        oneDigit(s.max()));
  }

  private static String oneDigit(Double micros) {
    return micros == null ? "-" : String.format(Locale.ROOT, "%.1f", micros);
  }
}
