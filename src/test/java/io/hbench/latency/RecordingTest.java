package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
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
        IntStream.range(0, threads).mapToObj(i -> recording.recorder(i % 2 == 0)).toList();
    int n = 0;
    for (long at : instants) {
      recorders
          .get(n % threads)
          .record(new Sample().of("get", Series.OK).times(at, at / 7, at / 5).amounts(1, 0, 10));
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
        Recorder recorder = recording.recorder(false)) {
      recorder.record(
          new Sample().of("get", Series.OK).times(SECOND, 100, Sample.NONE).amounts(1, 0, 1));
      recorder.record(
          new Sample()
              .of("get", Series.OK)
              .times(3 * SECOND - 1, 100, Sample.NONE)
              .amounts(1, 0, 1));
      recorder.record(
          new Sample().of("get", Series.OK).times(3 * SECOND, 100, Sample.NONE).amounts(1, 0, 1));
    }
    assertThat(emitted.keySet())
        .containsExactly(
            "0000000000 get service ok",
            "0000000001 get service ok",
            "0000000002 get service ok",
            "get service ok");
  }

  @Test
  void failuresAreSeriesByKind() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder(false)) {
      recorder.record(
          new Sample()
              .of("get", "NotServingRegionException")
              .times(SECOND, 100, 200)
              .amounts(0, 0, 0));
    }
    assertThat(emitted.keySet())
        .contains("get service NotServingRegionException", "get response NotServingRegionException")
        .noneMatch(name -> name.contains(" ok"));
  }

  @Test
  void endedIntervalsAreFlushedBeforeTheEnd() throws IOException {
    Recording recording = new Recording(WINDOW, this::emit);
    Recorder recorder = recording.recorder(false);
    recorder.record(
        new Sample().of("get", Series.OK).times(SECOND, 100, Sample.NONE).amounts(1, 0, 1));
    recorder.record(
        new Sample().of("get", Series.OK).times(2 * SECOND, 100, Sample.NONE).amounts(1, 0, 1));
    recording.flush(3 * SECOND);
    assertThat(emitted.keySet()).containsExactly("0000000000 get service ok");
  }

  @Test
  void anIntervalStaysOpenForRequestsInFlightAtItsEnd() throws IOException {
    List<String> keys = new ArrayList<>();
    Recording recording = new Recording(WINDOW, (series, record) -> keys.add(series.toString()));
    Recorder recorder = recording.recorder(true);
    for (long at : new long[] {1_900, 2_010, 1_910, 2_100, 1_990, 2_600, 1_950, 2_700}) {
      recorder.record(
          new Sample()
              .of("get", Series.OK)
              .times(at * 1_000_000, 100, Sample.NONE)
              .amounts(1, 0, 1));
      recording.flush(at * 1_000_000);
    }
    // 1.99 s comes in time to be one record with 1.9 s; 1.95 s comes after half an interval
    assertThat(keys).containsExactly("0000000000 get service ok");
    recorder.close();
    recording.close();
    assertThat(keys)
        .containsExactly(
            "0000000000 get service ok",
            "0000000000 get service ok",
            "0000000001 get service ok",
            "get service ok");
  }

  @Test
  void aFullBufferIsHandedOverBeforeTheIntervalEnds() throws IOException {
    Recording recording = new Recording(WINDOW, this::emit);
    Recorder recorder = recording.recorder(false);
    for (int i = 0; i < 1_500; i++) {
      recorder.record(
          new Sample().of("get", Series.OK).times(SECOND + i, 100, Sample.NONE).amounts(1, 0, 1));
    }
    recording.flush(3 * SECOND);
    assertThat(emitted.get("0000000000 get service ok").count()).isBetween(1_000L, 1_499L);
    recorder.close();
    recording.close();
    assertThat(emitted.get("0000000000 get service ok").count()).isEqualTo(1_500);
    assertThat(emitted.get("get service ok").count()).isEqualTo(1_500);
  }

  /** A file system that hangs would stop the load. */
  @Test
  void threadsHandOverWhileTheSinkTakesAnInterval() throws IOException {
    List<Boolean> handedOver = new ArrayList<>();
    Recording[] recording = {null};
    recording[0] =
        new Recording(
            WINDOW,
            (series, record) -> {
              Thread other = new Thread(recording[0].recorder(false)::close);
              other.start();
              handedOver.add(join(other));
            });
    Recorder recorder = recording[0].recorder(false);
    recorder.record(
        new Sample().of("get", Series.OK).times(SECOND, 100, Sample.NONE).amounts(1, 0, 1));
    recorder.close();
    recording[0].flush(3 * SECOND);
    assertThat(handedOver).containsExactly(true);
  }

  private static boolean join(Thread thread) {
    try {
      thread.join(10_000);
      return !thread.isAlive();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void requestsWithoutAScheduleHaveNoResponseTimes() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder(true)) {
      recorder.record(
          new Sample().of("get", Series.OK).times(SECOND, 1, Sample.NONE).amounts(1, 0, 1));
    }
    assertThat(emitted.keySet()).containsExactly("0000000000 get service ok", "get service ok");
  }

  @Test
  void aWarmUpRequestThatIsOpenUntilTheEndLeavesNothingToWriteAfterIt() throws IOException {
    boolean[] closed = {false};
    Recording recording =
        new Recording(
            WINDOW, this::emit, (series, record) -> assertThat(closed[0]).as("closed").isFalse());
    Recorder warmup = recording.warmup().recorder(true);
    warmup.record(
        new Sample().of("get", Series.OK).times(SECOND / 2, 100, Sample.NONE).amounts(1, 0, 1));
    recording.flush(20 * SECOND);
    warmup.record(
        new Sample().of("get", "Unfinished").times(1, 20 * SECOND, Sample.NONE).amounts(0, 0, 0));
    warmup.close();
    recording.close();
    closed[0] = true;
    recording.flush(21 * SECOND); // the last heartbeat
  }

  private void emit(Series series, LatencyRecord record) {
    emitted.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record);
  }

  @Test
  void droppedRequestsHaveNoServiceTime() throws IOException {
    try (Recording recording = new Recording(WINDOW, this::emit);
        Recorder recorder = recording.recorder(false)) {
      recorder.record(
          new Sample().of("get", Series.DROPPED).times(SECOND, Sample.NONE, 200).amounts(0, 0, 0));
    }
    assertThat(emitted.keySet())
        .containsExactlyInAnyOrder("get response Dropped", "0000000000 get response Dropped");
  }
}
