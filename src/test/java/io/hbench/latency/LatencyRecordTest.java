package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyRecordTest {

  @Test
  void theTextHasADashForWhatTooFewRequestsDoNotTell() {
    assertThat(recorded(List.of(2_000L)).toString().replaceAll("\\d+", "1"))
        .isEqualTo("count=1 rows=1 notFound=1 bytes=1 us: mean=1.1 p1=- p1=- p1.1=- max=1.1");
    assertThat(new LatencyRecord())
        .hasToString("count=0 rows=0 notFound=0 bytes=0 us: mean=- p50=- p99=- p99.9=- max=-");
  }

  @Property(tries = 100)
  void everyRecordIsReadBackFromItsBytes(
      @ForAll List<@LongRange(min = 0, max = 3_600_000_000_000L) Long> nanos) throws IOException {
    LatencyRecord record = recorded(nanos);
    LatencyRecord back = copy(record);
    assertThat(back.latencies()).isEqualTo(record.latencies());
    assertThat(back.count()).isEqualTo(nanos.size());
    assertThat(List.of(back.rows(), back.notFound(), back.bytes()))
        .isEqualTo(List.of(record.rows(), record.notFound(), record.bytes()));
  }

  @Property(tries = 100)
  void aSumEqualsOneRecordOfAllRequests(
      @ForAll List<@LongRange(min = 0, max = 3_600_000_000_000L) Long> a,
      @ForAll List<@LongRange(min = 0, max = 3_600_000_000_000L) Long> b)
      throws IOException {
    LatencyRecord sum = copy(recorded(a));
    sum.add(copy(recorded(b)));
    LatencyRecord all = recorded(a);
    b.forEach(nanos -> all.record(nanos, 1, 2, 3));
    assertThat(sum.latencies()).isEqualTo(all.latencies());
    assertThat(sum.summary()).isEqualTo(all.summary());
    assertThat(sum.bytes()).isEqualTo(all.bytes());
  }

  /** Counts from one to those of a year, of latencies from 0 to the largest long. */
  @Property(tries = 200)
  void addingEncodedBytesEqualsHdrHistogramsOwnDecodingAndAdding(
      @ForAll List<@LongRange(min = 0) Long> a,
      @ForAll List<@LongRange(min = 0, max = 3_600_000_000_000L) Long> b,
      @ForAll @LongRange(min = 1, max = 1L << 50) long times)
      throws IOException {
    Histogram expected = new Histogram(3);
    LatencyRecord sum = new LatencyRecord();
    for (List<Long> nanos : List.of(a, b)) {
      Histogram histogram = new Histogram(3);
      nanos.forEach(n -> histogram.recordValueWithCount(n, times));
      expected.add(decodedByHdrHistogram(histogram));
      sum.add(read(histogram));
    }
    assertSame(sum.latencies(), expected);
    assertThat(sum.count()).isEqualTo(expected.getTotalCount());
  }

  @Property(tries = 200)
  void recordingEqualsThatOfAnHdrHistogram(
      @ForAll List<@LongRange(min = 0, max = 1L << 62) Long> nanos) {
    Histogram expected = new Histogram(3);
    nanos.forEach(expected::recordValue);
    assertSame(recorded(nanos).latencies(), expected);
  }

  @Property(tries = 200)
  void latenciesAreCountedAsAnHdrHistogramCountsThem(
      @ForAll List<@LongRange(min = 0) Long> nanos, @ForAll @LongRange(min = 0) long edge)
      throws IOException {
    Histogram histogram = new Histogram(3);
    nanos.forEach(histogram::recordValue);
    List<List<Long>> expected = new ArrayList<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      expected.add(List.of(value.getValueIteratedTo(), value.getCountAddedInThisIterationStep()));
    }
    for (LatencyRecord record : List.of(recorded(nanos), copy(recorded(nanos)))) {
      List<List<Long>> counts = new ArrayList<>();
      record.eachLatency((latency, count) -> counts.add(List.of(latency, count)));
      assertThat(counts).isEqualTo(expected);
      for (long at : nanos.isEmpty() ? List.of(edge) : List.of(edge, nanos.get(0))) {
        assertThat(record.countUpTo(at)).isEqualTo(histogram.getCountBetweenValues(0, at));
        assertThat(record.countFrom(at))
            .isEqualTo(histogram.getCountBetweenValues(at, Long.MAX_VALUE));
      }
    }
  }

  private static LatencyRecord read(Histogram histogram) throws IOException {
    ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(encoded);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[3]); // rows and bytes
    WritableUtils.writeVInt(out, length);
    out.write(encoded.array(), 0, length);
    LatencyRecord record = LatencyRecord.toRead();
    record.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return record;
  }

  private static void assertSame(Histogram actual, Histogram expected) {
    assertThat(actual).isEqualTo(expected);
    assertThat(counts(actual)).isEqualTo(counts(expected));
    assertThat(actual.getMaxValue()).isEqualTo(expected.getMaxValue());
    assertThat(actual.getMinNonZeroValue()).isEqualTo(expected.getMinNonZeroValue());
  }

  @Test
  void aSumTakesRecordsThatWereNeverEncodedToo() throws IOException {
    LatencyRecord sum = new LatencyRecord();
    sum.add(copy(recorded(List.of(5L))));
    sum.add(recorded(List.of(6L)));
    sum.add(copy(recorded(List.of(7L))));
    assertThat(sum.latencies()).isEqualTo(recorded(List.of(5L, 6L, 7L)).latencies());
  }

  private static Histogram decodedByHdrHistogram(Histogram histogram) {
    return Histogram.decodeFromByteBuffer(encoded(histogram), 0);
  }

  private static ByteBuffer encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    histogram.encodeIntoByteBuffer(buffer);
    return buffer.flip();
  }

  /** The encoding without its header, which has the largest value that was ever expected. */
  private static ByteBuffer counts(Histogram histogram) {
    return encoded(histogram).position(40).slice();
  }

  @Test
  void aDecodedRecordAcceptsLargerLatencies() throws IOException {
    LatencyRecord small = copy(recorded(List.of(1_000L)));
    small.add(recorded(List.of(3_600_000_000_000L)));
    assertThat(small.latencies().getMaxValue()).isGreaterThanOrEqualTo(3_600_000_000_000L);
  }

  @Test
  void anEncodedRecordTakesNoMoreMemoryThanItsBytes() throws IOException {
    LatencyRecord record = recorded(List.of(1_000L, 3_600_000_000_000L));
    EncodedHistogram encoded = EncodedHistogram.of(record.latencies());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    encoded.write(new DataOutputStream(bytes));
    assertThat(encoded.footprint()).isLessThan(bytes.size());
    assertThat(record.toWrite().footprint()).isEqualTo(encoded.footprint());
  }

  @Test
  void damagedBytesAreAnIoError() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    recorded(List.of(5L)).write(new DataOutputStream(bytes));
    byte[] damaged = bytes.toByteArray();
    damaged[6] ^= 0x7F;
    assertThatThrownBy(
            () ->
                new LatencyRecord()
                    .readFields(new DataInputStream(new ByteArrayInputStream(damaged))))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 39, Integer.MAX_VALUE})
  void theLengthOfARecordIsCheckedBeforeItsMemoryIsTaken(int length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[3]); // rows and bytes
    WritableUtils.writeVInt(out, length);
    assertNotARecord(bytes.toByteArray());
  }

  @Test
  void aHistogramOfMoreDigitsIsNotTaken() throws IOException {
    Histogram huge = new Histogram(1, Long.MAX_VALUE / 2, 5); // 50 MB
    huge.recordValue(1);
    ByteBuffer encoded = ByteBuffer.allocate(huge.getNeededByteBufferCapacity());
    int length = huge.encodeIntoByteBuffer(encoded);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[3]);
    WritableUtils.writeVInt(out, length);
    out.write(encoded.array(), 0, length);
    assertNotARecord(bytes.toByteArray());
    String text = LatencyRecord.toText(huge);
    assertThatThrownBy(() -> LatencyRecord.fromText(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTextIsReadBackAndADamagedOneIsRefused() {
    Histogram histogram = recorded(List.of(5L, 3_600_000_000_000L)).latencies();
    String text = LatencyRecord.toText(histogram);
    assertThat(LatencyRecord.fromText(text)).isEqualTo(histogram);
    for (String damaged : List.of("", "====", "AAAA", text.substring(4), text.substring(0, 20))) {
      assertThatThrownBy(() -> LatencyRecord.fromText(damaged))
          .as(damaged)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void assertNotARecord(byte[] bytes) {
    assertThatThrownBy(
            () ->
                new LatencyRecord()
                    .readFields(new DataInputStream(new ByteArrayInputStream(bytes))))
        .isExactlyInstanceOf(IOException.class);
  }

  private static LatencyRecord recorded(List<Long> nanos) {
    LatencyRecord record = new LatencyRecord();
    nanos.forEach(n -> record.record(n, 1, 2, 3));
    return record;
  }

  private static LatencyRecord copy(LatencyRecord record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    record.write(new DataOutputStream(bytes));
    LatencyRecord copy = new LatencyRecord();
    copy.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return copy;
  }
}
