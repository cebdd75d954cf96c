package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Window WINDOW = new Window(SECOND, 100 * SECOND, SECOND);

  private final Map<String, LatencyRecord> emitted = new TreeMap<>();

  @Property(tries = 100)
  void intervalsAddUpToTheTotalsInAnyOrderOfSamples(
      @ForAll List<@LongRange(min = 1_000_000_000L, max = 99_999_999_999L) Long> instants,
      @ForAll @IntRange(min = 1, max = 4) int threads)
      throws IOException {
    emitted.clear();
    Recording recording = new Recording(WINDOW, this::emit);
    List<Recorder> recorders =
        IntStream.range(0, threads).mapToObj(i -> recording.recorder()).toList();
    int n = 0;
    for (long at : instants) {
      recorders.get(n % threads).record("get", Series.OK, at, at / 7, at / 5, 1, 0, 10);
      if (++n % 10 == 0) {
        recording.flush(at);
      }
    }
    recorders.forEach(Recorder::close);
    recording.close();

    LatencyRecord whole = emitted.getOrDefault("get service ok", new LatencyRecord());
    LatencyRecord sum = new LatencyRecord();
    emitted.forEach(
        (name, record) -> {
          if (name.endsWith(" get service ok")) {
            sum.add(record);
          }
        });
    assertThat(whole.count()).isEqualTo(instants.size());
    assertThat(sum.latencies()).isEqualTo(whole.latencies());
    assertThat(sum.bytes()).isEqualTo(whole.bytes());
  }

  @Test
  void aSampleBelongsToTheIntervalInWhichItWasSent() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder()) {
      recorder.record("get", Series.OK, SECOND, 100, -1, 1, 0, 1);
      recorder.record("get", Series.OK, 3 * SECOND - 1, 100, -1, 1, 0, 1);
      recorder.record("get", Series.OK, 3 * SECOND, 100, -1, 1, 0, 1);
    }
    assertThat(emitted.keySet())
        .containsExactly(
            "000000 get service ok",
            "000001 get service ok",
            "000002 get service ok",
            "get service ok");
  }

  @Test
  void failuresAreSeriesByKind() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder()) {
      recorder.record("get", "NotServingRegionException", SECOND, 100, 200, 0, 0, 0);
    }
    assertThat(emitted.keySet())
        .contains("get service NotServingRegionException", "get response NotServingRegionException")
        .noneMatch(name -> name.contains(" ok"));
  }

  @Test
  void endedIntervalsAreFlushedBeforeTheEnd() throws IOException {
    Recording recording = new Recording(WINDOW, this::emit);
    Recorder recorder = recording.recorder();
    recorder.record("get", Series.OK, SECOND, 100, -1, 1, 0, 1);
    recorder.record("get", Series.OK, 2 * SECOND, 100, -1, 1, 0, 1);
    recording.flush(3 * SECOND);
    assertThat(emitted.keySet()).containsExactly("000000 get service ok");
  }

  private void emit(Series series, LatencyRecord record) {
    emitted.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record);
  }

  @Test
  void droppedRequestsHaveNoServiceTime() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder()) {
      recorder.record("get", Series.DROPPED, SECOND, -1, 200, 0, 0, 0);
    }
    assertThat(emitted.keySet())
        .containsExactlyInAnyOrder("get response Unsent", "000000 get response Unsent");
  }
}
