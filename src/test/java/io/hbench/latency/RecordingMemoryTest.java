package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordingMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final Window WINDOW = new Window(10 * SECOND, 100 * MINUTE, SECOND);
  private static final int THREADS = 100;

  private final Map<Series, Long> counts = new HashMap<>();
  private long emittedBytes;

  /** Five kinds of failures and answers after 20 minutes, also of requests of past intervals. */
  @Test
  void anOutageTakesLessThanAMegabyteForAnInterval() throws IOException {
    Recording recording = new Recording(WINDOW, this::emit);
    List<Recorder> recorders =
        IntStream.range(0, THREADS).mapToObj(i -> recording.recorder(true)).toList();
    long samples = 0;
    long max = 0;
    for (int second = 0; second < 20; second++) {
      long at = WINDOW.start() + second * SECOND;
      for (Recorder recorder : recorders) {
        for (String operation : new String[] {"get", "put", "scan"}) {
          recorder.record(sample(operation, Series.OK, at, SECOND / 2));
          recorder.record(sample(operation, Series.OK, at, 20 * MINUTE));
          recorder.record(sample(operation, Series.OK, WINDOW.start(), 20 * MINUTE));
          for (int kind = 0; kind < 5; kind++) {
            recorder.record(sample(operation, "Kind" + kind, at, 20 * MINUTE));
          }
          samples += 8;
        }
      }
      emittedBytes = 0;
      recording.flush(at);
      max = Math.max(max, emittedBytes);
    }
    recorders.forEach(Recorder::close);
    emittedBytes = 0;
    recording.close();
    assertThat(max).isBetween(1L, MIB);
    assertThat(emittedBytes).as("the last intervals, and the totals").isLessThan(4 * MIB);
    long totals =
        counts.entrySet().stream()
            .filter(e -> e.getKey().isWhole() && e.getKey().timing() == Timing.SERVICE)
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(totals).isEqualTo(samples);
  }

  /** Backlogs of 20 minutes are sent in a few seconds: all their intervals are open then. */
  @Test
  void manyOpenIntervalsTakeAFewKilobytesEach() throws IOException {
    Recording recording = new Recording(WINDOW, this::emit);
    try (Recorder recorder = recording.recorder(true)) {
      for (int second = 0; second < 1_200; second++) {
        long at = WINDOW.start() + second * SECOND;
        for (int i = 0; i < 10; i++) {
          recorder.record(
              sample("get", Series.OK, at + i, MINUTE).times(at + i, SECOND / 100, 20 * MINUTE));
        }
      }
    }
    recording.close();
    assertThat(counts).hasSize(2 * (1_200 + 1));
    assertThat(emittedBytes).isLessThan(1_201 * 10_000);
  }

  private static Sample sample(String operation, String outcome, long at, long nanos) {
    return new Sample().of(operation, outcome).times(at, nanos, nanos).amounts(1, 0, 1);
  }

  private void emit(Series series, LatencyRecord record) {
    counts.merge(series, record.count(), Long::sum);
    emittedBytes += record.footprint();
  }
}
