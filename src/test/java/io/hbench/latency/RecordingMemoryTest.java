package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RecordingMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final Window WINDOW = new Window(10 * SECOND, 100 * MINUTE, SECOND);
  private static final int THREADS = 100;

  private final Map<String, LatencyRecord> emitted = new TreeMap<>();

  /** Five kinds of failures and answers after 20 minutes, also of requests of past intervals. */
  @Test
  void anOutageTakesTheBudgetAndAFewMegabytesForTheTask() throws IOException {
    long budget = 64 * MIB;
    Recording recording = recording(budget);
    List<Recorder> recorders = recorders(recording);
    long samples = 0;
    long max = 0;
    for (int second = 0; second < 20; second++) {
      long at = WINDOW.start() + second * SECOND;
      for (Recorder recorder : recorders) {
        for (String operation : new String[] {"get", "put", "scan"}) {
          recorder.record(
              new Sample()
                  .of(operation, Series.OK)
                  .times(at, SECOND / 2, SECOND / 2)
                  .amounts(1, 0, 1));
          recorder.record(
              new Sample()
                  .of(operation, Series.OK)
                  .times(at, 20 * MINUTE, 20 * MINUTE)
                  .amounts(1, 0, 1));
          recorder.record(
              new Sample()
                  .of(operation, Series.OK)
                  .times(WINDOW.start(), 1, 20 * MINUTE)
                  .amounts(1, 0, 1));
          for (int kind = 0; kind < 5; kind++) {
            recorder.record(
                new Sample()
                    .of(operation, "Kind" + kind)
                    .times(at, 20 * MINUTE, 20 * MINUTE)
                    .amounts(0, 0, 0));
          }
          samples += 8;
        }
      }
      recording.flush(at);
      max = Math.max(max, recording.footprint());
    }
    assertThat(max).isLessThan(budget + 16 * MIB);
    recorders.forEach(Recorder::close);
    recording.close();
    assertThat(totals()).isEqualTo(samples);
  }

  @Test
  void latenciesOfAnOutageDoNotEnlargeRecords() {
    Recording recording = recording(64 * MIB);
    Recorder recorder = recording.recorder(false);
    recorder.record(
        new Sample().of("get", Series.OK).times(WINDOW.start(), 1, Sample.NONE).amounts(1, 0, 1));
    long before = recording.pool().footprint();
    recorder.record(
        new Sample()
            .of("get", Series.OK)
            .times(WINDOW.start(), LatencyRecord.LIMIT, Sample.NONE)
            .amounts(1, 0, 1));
    recorder.record(
        new Sample()
            .of("get", Series.OK)
            .times(WINDOW.start(), LatencyRecord.LIMIT + 1, Sample.NONE)
            .amounts(1, 0, 1));
    recorder.record(
        new Sample()
            .of("get", Series.OK)
            .times(WINDOW.start(), Long.MAX_VALUE / 2, Sample.NONE)
            .amounts(1, 0, 1));
    assertThat(recording.pool().footprint()).isEqualTo(before);
    assertThat(recording.pool().taken()).isEqualTo(1);
  }

  @Test
  void theWindowGetsTheRecordsOfTheWarmUp() {
    Recording recording = recording(64 * MIB);
    List<Recorder> recorders = recorders(recording);
    for (Recorder recorder : recorders) {
      recorder.warmup().record(new Sample().of("get", Series.OK).times(0, 1, 1).amounts(1, 0, 1));
      recorder
          .warmup()
          .record(new Sample().of("get", Series.OK).times(9 * SECOND, 1, 1).amounts(1, 0, 1));
    }
    long warm = recording.pool().footprint();
    for (Recorder recorder : recorders) {
      recorder.record(
          new Sample().of("get", Series.OK).times(WINDOW.start(), 1, 1).amounts(1, 0, 1));
    }
    assertThat(recording.pool().taken()).isEqualTo(2 * THREADS);
    assertThat(recording.pool().footprint()).isEqualTo(warm);
  }

  @Test
  void aClosedLoopTakesNoMemoryForResponseTimes() {
    Recording recording = recording(64 * MIB);
    recording
        .recorder(true)
        .record(
            new Sample()
                .of("get", Series.OK)
                .times(WINDOW.start(), 1, Sample.NONE)
                .amounts(1, 0, 1));
    assertThat(recording.pool().taken()).isEqualTo(1);
  }

  @Property(tries = 50)
  void aSmallPoolRecordsTheSameAsALargeOne(
      @ForAll List<@LongRange(max = 4_000_000_000L) Long> nanos,
      @ForAll @IntRange(max = 6) int records)
      throws IOException {
    List<String> written = new ArrayList<>();
    for (long budget : new long[] {records * LatencyRecord.limited().footprint(), 64 * MIB}) {
      emitted.clear();
      try (Recording recording = recording(budget);
          Recorder one = recording.recorder(true);
          Recorder other = recording.recorder(true)) {
        long at = WINDOW.start();
        for (long n : nanos) {
          at += n / 4;
          (n % 2 == 0 ? one : other)
              .record(
                  new Sample()
                      .of("get", n % 7 == 0 ? "Failed" : Series.OK)
                      .times(at, n, n + 1)
                      .amounts(1, 2, 3));
        }
      }
      StringBuilder all = new StringBuilder();
      emitted.forEach(
          (series, record) ->
              all.append(series).append(LatencyRecord.toText(dense(record).latencies())));
      written.add(all.toString());
    }
    assertThat(written.get(0)).isEqualTo(written.get(1));
  }

  private Recording recording(long budget) {
    return new Recording(WINDOW, this::emit, (series, record) -> {}, new RecordPool(budget), 1);
  }

  private static List<Recorder> recorders(Recording recording) {
    List<Recorder> recorders = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      recorders.add(recording.recorder(true));
    }
    return recorders;
  }

  private void emit(Series series, LatencyRecord record) {
    emitted.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record);
  }

  private static LatencyRecord dense(LatencyRecord record) {
    LatencyRecord dense = new LatencyRecord();
    dense.add(record);
    return dense;
  }

  private long totals() {
    return emitted.entrySet().stream()
        .filter(e -> Series.parse(e.getKey()).isWhole() && e.getKey().contains(" service "))
        .mapToLong(e -> e.getValue().count())
        .sum();
  }
}
