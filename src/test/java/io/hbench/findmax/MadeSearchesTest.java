package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.MadeSearches.Flags;
import io.hbench.findmax.MadeSearches.Found;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A few of the searches of {@code bin/dev bench statistics findmax}. */
class MadeSearchesTest {
  private static final int SEARCHES = 4;
  private static final Flags USUAL = new Flags(20, 0.01, 0);
  private static final Flags CONFIRMED = new Flags(20, 0.01, 300);

  @Test
  void independentRequestsAndHeavyTailsAreFoundWithinTwoPercent() {
    assertThat(errors(MadeServers.INDEPENDENT, USUAL)).allMatch(error -> Math.abs(error) < 0.02);
    assertThat(errors(MadeServers.HEAVY, USUAL)).allMatch(error -> Math.abs(error) < 0.02);
  }

  /** A stall in every third step of 20 s: only longer steps see how many requests it takes. */
  @Test
  void stallsThatAreRarerThanAStepAreFoundByTheConfirmation() {
    assertThat(errors(MadeServers.STALLS, CONFIRMED)).allMatch(error -> Math.abs(error) < 0.02);
    assertThat(errors(MadeServers.STALLS, USUAL).stream().filter(error -> error > 0.02))
        .as("without a confirmation")
        .hasSizeGreaterThanOrEqualTo(SEARCHES / 2);
  }

  private static List<Double> errors(MadeServers servers, Flags flags) {
    return LongStream.range(0, SEARCHES)
        .mapToObj(seed -> MadeSearches.search(servers, flags, seed))
        .map(Found::error)
        .toList();
  }
}
