package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory.RecordSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeasuredIntervalsTest {
  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);

  private final List<Series> got = new ArrayList<>();
  private final RecordSink sink = (series, record) -> got.add(series);

  @Test
  void intervalsAreCountedFromTheFirstMeasuredOne() throws IOException {
    read(new MeasuredIntervals(2, 4).intervals(sink));
    assertThat(got).containsExactly(GET.at(0), GET.at(1));
  }

  @Test
  void totalsAreThoseOfTheMeasuredIntervals() throws IOException {
    read(new MeasuredIntervals(2, 4).totals(sink));
    assertThat(got).containsExactly(GET, GET);
  }

  @Test
  void totalsOfAllIntervalsAreThoseThatWereRecorded() throws IOException {
    MeasuredIntervals all = new MeasuredIntervals(0, Integer.MAX_VALUE);
    assertThat(all.isAll()).isTrue();
    read(all.totals(sink));
    assertThat(got).containsExactly(GET);
  }

  @Test
  void aKilledRunHasFewer() {
    MeasuredIntervals measured = new MeasuredIntervals(2, 4);
    assertThat(IntStream.of(0, 2, 3, 9).map(measured::among)).containsExactly(0, 0, 1, 2);
  }

  /** Five intervals and their total. */
  private static void read(RecordSink sink) throws IOException {
    for (int i = 0; i < 5; i++) {
      sink.accept(GET.at(i), new LatencyRecord());
    }
    sink.accept(GET, new LatencyRecord());
  }
}
