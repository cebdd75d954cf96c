package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SeriesTest {

  @Property
  void everySeriesIsReadBackFromItsText(
      @ForAll Timing timing, @ForAll boolean ok, @ForAll @IntRange(min = -1) int interval) {
    Series series =
        Series.of("get", timing, ok ? Series.OK : "RegionTooBusyException").at(interval);
    assertThat(Series.parse(series.toString())).isEqualTo(series);
    Series byServer = series.ofServer("rs1.example.org:16020");
    assertThat(Series.parse(byServer.toString())).isEqualTo(byServer);
    assertThat(byServer.ofAllServers()).isEqualTo(series);
  }

  @Property
  void keysAreSortedByTimeHoweverManyIntervalsThereAre(
      @ForAll @IntRange(min = 0) int one, @ForAll @IntRange(min = 0) int other) {
    Series series = Series.of("get", Timing.SERVICE, Series.OK);
    assertThat(Integer.signum(series.at(one).compareTo(series.at(other))))
        .isEqualTo(Integer.compare(one, other));
  }

  @Test
  void theTextIsReadable() {
    assertThat(Series.of("get", Timing.SERVICE, Series.OK)).hasToString("get service ok");
    assertThat(Series.of("get", Timing.SERVICE, Series.OK).at(12))
        .hasToString("0000000012 get service ok");
    assertThat(Series.of("get", Timing.SERVICE, Series.OK).ofServer("rs1:16020"))
        .hasToString("get service ok @rs1:16020");
  }

  @Test
  void otherTextIsRefused() {
    for (String text : new String[] {"get", "get service ok rs1:16020", "get service ok @"}) {
      assertThatThrownBy(() -> Series.parse(text)).hasMessage("not a series: '" + text + "'");
    }
  }
}
