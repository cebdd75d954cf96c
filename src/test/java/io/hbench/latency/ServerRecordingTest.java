package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerRecordingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Window WINDOW = new Window(SECOND, 1_000 * SECOND, SECOND);

  private final Map<String, LatencyRecord> emitted = new TreeMap<>();
  private final Recording recording =
      new Recording(WINDOW, (series, record) -> emitted.put(series.toString(), record));

  private final Recorder recorder = recording.recorder(true);

  private void record(ServerRegion place, String outcome, long nanos) {
    recorder.record(
        new Sample()
            .of("get", outcome)
            .to(place)
            .times(2 * SECOND, nanos, nanos + 1)
            .amounts(1, 0, 1));
  }

  private void close() throws IOException {
    recorder.close();
    recording.close();
  }

  @Test
  void requestsAreRecordedByServerBesidesAllTogether() throws IOException {
    ServerRegion one = MadeServerRegion.of("rs1:1", "a");
    ServerRegion other = MadeServerRegion.of("rs2:1", "b");
    for (int i = 0; i < 3_000; i++) { // more than a buffer
      record(i % 3 == 0 ? one : other, Series.OK, 1_000_000);
    }
    record(other, "CallTimeoutException", 90 * SECOND);
    record(null, Series.OK, 1_000_000);
    close();
    assertThat(emitted.get("get service ok").count()).isEqualTo(3_001);
    assertThat(emitted.get("get service ok @rs1:1").count()).isEqualTo(1_000);
    assertThat(emitted.get("get response ok @rs2:1").count()).isEqualTo(2_000);
    assertThat(emitted.get("get service CallTimeoutException @rs2:1").count()).isEqualTo(1);
    assertThat(emitted.keySet())
        .filteredOn(series -> series.contains("@") && Series.parse(series).interval() >= 0)
        .isEmpty();
  }

  @Test
  void noLatencyOfAServerIsClamped() throws IOException {
    record(MadeServerRegion.of("rs1:1", "a"), Series.OK, 1);
    record(MadeServerRegion.of("rs1:1", "a"), Series.OK, 1_200 * SECOND);
    close();
    LatencyRecord record = emitted.get("get service ok @rs1:1");
    assertThat(record.latencies().getMinValue()).isEqualTo(1);
    assertThat(record.latencies().getMaxValue()).isGreaterThanOrEqualTo(1_199 * SECOND);
  }

  @Test
  void serversBeyondTwoHundredShareOneRecord() throws IOException {
    for (int i = 0; i < 300; i++) {
      record(MadeServerRegion.of("rs%d:1".formatted(i), "r" + i), Series.OK, 1_000);
    }
    close();
    assertThat(emitted.keySet())
        .filteredOn(series -> series.startsWith("get service ok @"))
        .hasSize(201);
    assertThat(emitted.get("get service ok @others").count()).isEqualTo(100);
  }

  @Test
  void regionsHaveTheirCountsErrorsAndSlowestRequest() throws IOException {
    ServerRegion before = MadeServerRegion.of("rs1:1", "a");
    ServerRegion moved = MadeServerRegion.of("rs2:1", "a");
    record(before, Series.OK, 1_000);
    record(before, "NotServingRegionException", 5_000);
    record(moved, Series.OK, 2_000);
    record(MadeServerRegion.of("rs1:1", "b"), Series.OK, 1_000);
    close();
    RegionCounts most = recording.servers().regions().get(0);
    assertThat(most.place()).isEqualTo(moved);
    assertThat(most.requests()).isEqualTo(3);
    assertThat(most.errors()).isEqualTo(1);
    assertThat(most.slowest()).isEqualTo(5_000);
    assertThat(recording.servers().regions()).hasSize(2);
  }

  @Test
  void warmupRequestsAreNotRecorded() throws IOException {
    try (Recorder warmup = recording.warmup().recorder(true)) {
      warmup.record(
          new Sample()
              .of("get", Series.OK)
              .to(MadeServerRegion.of("rs1:1", "a"))
              .times(0, 1_000, 1_000)
              .amounts(1, 0, 1));
    }
    close();
    assertThat(emitted).isEmpty();
    assertThat(recording.servers().regions()).isEmpty();
  }
}
