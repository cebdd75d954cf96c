package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.MadeSearches.Flags;
import io.hbench.findmax.MadeSearches.Found;
import io.hbench.kit.Chance;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A few of the searches of {@code bin/dev bench statistics findmax}, with the probabilities of
 * src/docs/decisions/15-findmax.md.
 */
class MadeSearchesTest {
  private static final int SEARCHES = 4;
  private static final long NEARLY_ALL = Chance.atLeast(SEARCHES, 0.99);
  private static final Flags USUAL = new Flags(20, 0.01, 0);
  private static final Flags CONFIRMED = new Flags(20, 0.01, 300);

  @Test
  void independentRequestsAndHeavyTailsAreFoundWithinTwoPercent() {
    assertThat(near(MadeServers.INDEPENDENT, USUAL)).isGreaterThanOrEqualTo(NEARLY_ALL);
    assertThat(near(MadeServers.HEAVY, USUAL)).isGreaterThanOrEqualTo(NEARLY_ALL);
  }

  /** A stall in every third step of 20 s: only longer steps see how many requests it takes. */
  @Test
  void stallsThatAreRarerThanAStepAreFoundByTheConfirmation() {
    assertThat(near(MadeServers.STALLS, CONFIRMED)).isGreaterThanOrEqualTo(NEARLY_ALL);
    assertThat(near(MadeServers.STALLS, USUAL))
        .as("without a confirmation")
        .isLessThanOrEqualTo(Chance.atMost(SEARCHES, 0.05));
  }

  /** The number of results within two percent. */
  private static long near(MadeServers servers, Flags flags) {
    return LongStream.range(0, SEARCHES)
        .mapToObj(seed -> MadeSearches.search(servers, flags, seed))
        .mapToDouble(Found::error)
        .filter(error -> Math.abs(error) < 0.02)
        .count();
  }
}
