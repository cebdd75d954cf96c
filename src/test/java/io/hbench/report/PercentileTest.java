package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentileTest {
  @Test
  void aCurveEndsWithTheMaximumAtTheHighestSupportedPercentile() {
    Histogram nanos = new Histogram(3);
    for (int i = 1; i <= 1_000; i++) {
      nanos.recordValue(i * 1_000L);
    }
    List<Percentile> curve = Percentile.curve(nanos);
    assertThat(curve).extracting(Percentile::percentile).isSorted().doesNotHaveDuplicates();
    assertThat(curve).extracting(Percentile::us).isSorted();
    assertThat(curve.get(0).percentile()).isZero();
    Percentile last = curve.get(curve.size() - 1);
    assertThat(last.percentile()).isEqualTo(99.9, within(1e-9));
    assertThat(last.us()).isEqualTo(nanos.getMaxValue() / 1_000.0);
    assertThat(curve)
        .filteredOn(p -> p.percentile() == 50)
        .singleElement()
        .satisfies(p -> assertThat(p.us()).isEqualTo(500, within(0.5)));
  }

  @Test
  void oneRequestGivesAPointAndNoRequestGivesNoCurve() {
    Histogram nanos = new Histogram(3);
    assertThat(Percentile.curve(nanos)).isNull();
    nanos.recordValue(2_000);
    assertThat(Percentile.curve(nanos)).hasSize(1).allMatch(p -> p.percentile() == 0);
  }
}
