package io.hbench.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.run.RunFigure.Kind;
import io.hbench.report.server.ServerLevels;
import io.hbench.rundir.PlaceFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/**
 * How often two single runs of three equal servers say that one of them has changed. A level is an
 * autoregressive process; a block is a second.
 */
class ServerLevelsSimulationTest {
  private static final int PAIRS = 2_000;
  private static final int SERVERS = 3;
  private static final int BLOCKS = 60;
  private static final double CONFIDENCE = Math.pow(0.98, 1.0 / SERVERS);

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void equalServersAreSeldomFound() {
    assertThat(share(0, 0, 0)).isBetween(0.005, 0.03);
    assertThat(share(0.5, 0, 0)).isBetween(0.005, 0.05);
  }

  @Test
  void aServerThatIsTenPercentSlowerIsFound() {
    assertThat(share(0.5, 0.1, 0)).isGreaterThan(0.9);
  }

  /** The margin stands for what single runs do not show: how far apart they are. */
  @Test
  void equalServersOfRunsThatDifferAreSeldomBeyondTheMargin() {
    assertThat(share(0.5, 0, 0.05)).isLessThan(0.02);
  }

  /** The share of comparisons with an interval of a server that is beyond a margin. */
  private double share(double correlation, double slower, double margin) {
    int found = 0;
    for (int i = 0; i < PAIRS; i++) {
      boolean any = false;
      for (int s = 0; s < SERVERS; s++) {
        RunDifference difference =
            RunDifference.of(
                new RunFigure("get", "rs" + s, Kind.LEVEL),
                List.of(run(correlation, 0)),
                List.of(run(correlation, s == 0 ? slower : 0)),
                4);
        double reach =
            new TDistribution(difference.freedom())
                .inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        any |= difference.change(-reach) > margin || difference.change(reach) < -margin;
      }
      found += any ? 1 : 0;
    }
    return (double) found / PAIRS;
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
    ServerLevels.Mean mean =
        new ServerLevels(
                List.of(
                    new PlaceFacts(
                        List.of(
                            new PlaceFacts.Blocks(
                                "rs", "get", 30, Collections.nCopies(BLOCKS, 100L), logs)),
                        List.of(),
                        List.of())))
            .of("get", "rs")
            .orElseThrow();
    return new RunValue(mean.logNanos(), mean.variance(), mean.freedom(), 0);
  }
}
