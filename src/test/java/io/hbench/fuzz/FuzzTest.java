package io.hbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code bin/dev fuzz} reads a million inputs; these few are read at each change. */
class FuzzTest {
  @Test
  void thousandsOfArbitraryInputsAreReadOrRefusedInOneLine() throws Exception {
    Fuzz fuzz = new Fuzz(System.out, 5_000, 1);
    assertThat(fuzz.run(2)).isEmpty();
  }
}
