package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LatencyRecordTest {

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

  @Test
  void aDecodedRecordAcceptsLargerLatencies() throws IOException {
    LatencyRecord small = copy(recorded(List.of(1_000L)));
    small.add(recorded(List.of(3_600_000_000_000L)));
    assertThat(small.latencies().getMaxValue()).isGreaterThanOrEqualTo(3_600_000_000_000L);
  }

  @Test
  void aClearedRecordIsEmpty() {
    LatencyRecord record = recorded(List.of(5L, 6L));
    record.clear();
    assertThat(record.count() + record.rows() + record.notFound() + record.bytes()).isZero();
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
