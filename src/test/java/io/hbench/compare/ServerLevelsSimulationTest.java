package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.kit.Chance;
import io.hbench.report.server.ServerBlocks;
import io.hbench.rundir.ServerRegionFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/**
 * How often two single runs of three equal servers say that one of them has changed. A level is an
 * autoregressive process; a block is a second. Probabilities are those of
 * src/docs/decisions/19-by-server.md.
 */
class ServerLevelsSimulationTest {
  private static final int PAIRS = 2_000;
  private static final int SERVERS = 3;
  private static final int BLOCKS = 60;
  private static final double CONFIDENCE = Math.pow(0.98, 1.0 / SERVERS);

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void equalServersAreSeldomFound() {
    assertThat(found(0, 0, 0)).isBetween(Chance.atLeast(PAIRS, 0.02), Chance.atMost(PAIRS, 0.021));
    assertThat(found(0.5, 0, 0)).isLessThanOrEqualTo(Chance.atMost(PAIRS, 0.024));
  }

  @Test
  void aServerThatIsTenPercentSlowerIsFound() {
    assertThat(found(0.5, 0.1, 0)).isGreaterThanOrEqualTo(Chance.atLeast(PAIRS, 0.95));
  }

  /** The margin stands for what single runs do not show: how far apart they are. */
  @Test
  void equalServersOfRunsThatDifferAreSeldomBeyondTheMargin() {
    assertThat(found(0.5, 0, 0.05)).isLessThanOrEqualTo(Chance.atMost(PAIRS, 0.001));
  }

  /** In a closed loop, it answers fewer requests in that time: those blocks were left out. */
  @Test
  void aServerThatIsSlowForSomeTimeIsSlowerByItsRequestsOfThatTime() {
    List<Long> counts = new ArrayList<>();
    List<Double> logs = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      boolean slow = i % 10 >= 7;
      counts.add(slow ? 100L : 300);
      logs.add(slow ? 100 * Math.log(5e6) : 300 * Math.log(1e6));
    }
    RunValue run = value(counts, logs);
    assertThat(run.level() - Math.log(1e6))
        .isCloseTo(100 * 0.3 / (300 * 0.7 + 100 * 0.3) * Math.log(5), within(1e-9));
    assertThat(run.variance()).isPositive();
  }

  /** The number of comparisons with an interval of a server that is beyond a margin. */
  private long found(double correlation, double slower, double margin) {
    int found = 0;
    for (int i = 0; i < PAIRS; i++) {
      boolean any = false;
      for (int s = 0; s < SERVERS; s++) {
        RunDifference difference =
            RunDifference.of(
                FigureKey.ofServer("get", "rs" + s, Figure.LEVEL),
                new Sides<>(
                    List.of(run(correlation, 0)), List.of(run(correlation, s == 0 ? slower : 0))));
        double reach =
            new TDistribution(difference.freedom())
                .inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        any |= difference.change(-reach) > margin || difference.change(reach) < -margin;
      }
      found += any ? 1 : 0;
    }
    return found;
  }

  private RunValue run(double correlation, double slower) {
    List<Double> logs = new ArrayList<>();
    double level = 0.05 * random.nextGaussian();
    for (int i = 0; i < BLOCKS; i++) {
      logs.add(100 * (13 + level + Math.log1p(slower)));
      level =
          correlation * level
              + 0.05 * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return value(Collections.nCopies(BLOCKS, 100L), logs);
  }

  private static RunValue value(List<Long> counts, List<Double> logs) {
    ServerBlocks.Mean mean =
        new ServerBlocks(
                List.of(
                    new ServerRegionFacts(
                        List.of(new ServerRegionFacts.Blocks("rs", "get", 30, counts, logs)),
                        List.of(),
                        List.of(),
                        Map.of())))
            .level("get", "rs")
            .orElseThrow();
    return new RunValue(mean.logNanos(), mean.variance(), mean.freedom(), 0);
  }
}
