package io.hbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FigureTest {
  /** The interval of a figure that is known badly was -514,952 points. */
  @Test
  void fromAllWrongToNoneIsAChangeOfAll() {
    double fewer = Figure.UNAVAILABLE.level(0) - Figure.UNAVAILABLE.level(1);
    assertThat(Figure.UNAVAILABLE.change(1, fewer)).isCloseTo(-1, within(1e-5));
    assertThat(Figure.UNAVAILABLE.change(0, -fewer)).isCloseTo(1, within(1e-5));
  }

  @Test
  void noShareChangesByMoreThanAll() {
    assertThat(Figure.UNAVAILABLE.change(0.998, 15)).isEqualTo(-1);
    assertThat(Figure.UNAVAILABLE.change(0.998, -15)).isBetween(0.0019, 0.002);
  }
}
