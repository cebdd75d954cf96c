package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MonotoneSharesTest {

  /** Expected values by R: isoreg(c(0, 3, 1, 2, 5)). */
  @Test
  void aShareThatIsTooHighIsPooledWithThoseAboveIt() {
    assertThat(MonotoneShares.of(new double[] {0, 3, 1, 2, 5}, new double[] {1, 1, 1, 1, 1}))
        .containsExactly(0, 2, 2, 2, 5);
  }

  /** 20 s with one second of a stall, and 60 s without: 1.25 % of the requests. */
  @Test
  void sharesCountByTheirNumbersOfRequests() {
    assertThat(MonotoneShares.of(new double[] {0.05, 0}, new double[] {20, 60}))
        .containsExactly(0.0125, 0.0125);
  }

  @Property
  void theyRiseAndHaveTheMeanOfThoseMeasured(
      @ForAll @Size(min = 1, max = 20) List<@DoubleRange(min = 0, max = 1) Double> measured) {
    double[] shares = measured.stream().mapToDouble(Double::doubleValue).toArray();
    double[] weights = IntStream.rangeClosed(1, shares.length).asDoubleStream().toArray();
    double[] monotone = MonotoneShares.of(shares, weights);
    assertThat(monotone).isSorted().hasSameSizeAs(shares);
    assertThat(sum(monotone, weights)).isCloseTo(sum(shares, weights), within(1e-9));
    assertThat(MonotoneShares.of(monotone, weights)).containsExactly(monotone, within(1e-12));
  }

  private static double sum(double[] values, double[] weights) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i] * weights[i]).sum();
  }
}
