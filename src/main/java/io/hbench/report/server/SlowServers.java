package io.hbench.report.server;

import io.hbench.length.LongRunVariance;
import io.hbench.report.server.ByServer.Level;
import io.hbench.rundir.ServerRegionFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The test that names slow servers. For each server, the level of its latencies (mean of the
 * logarithms) less that of all other servers, block of time by block of time, is a series: what all
 * servers meet at the same time cancels out, and a server with few requests has a series that
 * scatters more, by which it is judged. A server is slow if the mean of its series is above 0.
 *
 * <p>The standard error of the mean comes from the first cosine coefficients of the series ({@link
 * LongRunVariance}, Lazarus, Lewis, Stock and Watson, 2018), because a server's latencies depend on
 * those of the block before: a compaction lasts. Assumption: the series is steady, and the
 * dependence does not last for most of the run. The p values, one-sided, are Holm's (Holm, 1979):
 * the probability that any server of a run is named by chance is below {@link #ERROR}, whatever the
 * servers have to do with each other.
 *
 * <p>Besides, the difference must matter: {@link #MIN_RATIO} and {@link #MIN_EXCESS_NANOS}. A
 * server in another rack is always slower, and that is no fault. What it does not see: a server
 * whose usual requests are as fast as those of the others, and only one in a hundred is slow; its
 * p99 in the table shows it.
 */
final class SlowServers {
  /** Probability of a false name in a run. */
  static final double ERROR = 0.01;

  /** Least ratio of the levels. */
  static final double MIN_RATIO = 1.2;

  /** Least difference of the levels in nanoseconds. */
  static final double MIN_EXCESS_NANOS = 100_000;

  private static final double CONFIDENCE = 0.95;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Map<String, Level> levels = new TreeMap<>();

  /** Test of one server, before the correction for the number of servers. */
  private record Test(String server, ServerBlocks.Difference difference, LongRunVariance variance) {
    /** One-sided. */
    double pValue() {
      double t = difference.mean() / variance.standardError();
      return Double.isNaN(t)
          ? 1 // no difference at all
          : new TDistribution(variance.degreesOfFreedom()).cumulativeProbability(-t);
    }

    Level level(double correctedP) {
      double mean = difference.mean();
      double reach = variance.reach(1 - CONFIDENCE);
      return new Level(
          Math.exp(mean),
          Math.exp(mean - reach),
          Math.exp(mean + reach),
          Math.exp(difference.others()) * Math.expm1(mean) / NANOS_PER_MICRO,
          correctedP);
    }
  }

  SlowServers(Collection<ServerRegionFacts> tasks) {
    ServerBlocks blocks = new ServerBlocks(tasks);
    List<Test> tests = new ArrayList<>();
    for (String server : blocks.servers()) {
      ServerBlocks.Difference difference = blocks.difference(server);
      if (difference.logs().size() >= LongRunVariance.MIN_VALUES) {
        tests.add(new Test(server, difference, new LongRunVariance(difference.series())));
      }
    }
    tests.sort(Comparator.comparingDouble(Test::pValue));
    double corrected = 0;
    for (int i = 0; i < tests.size(); i++) {
      Test test = tests.get(i);
      corrected = Math.max(corrected, Math.min(1, test.pValue() * (tests.size() - i)));
      levels.put(test.server, test.level(corrected));
    }
  }

  /** The levels of the servers that have requests in enough blocks, by name. */
  Map<String, Level> levels() {
    return levels;
  }

  static boolean isSlow(Level level) {
    return level != null
        && level.pValue() < ERROR
        && level.ratio() >= MIN_RATIO
        && level.excess() * NANOS_PER_MICRO >= MIN_EXCESS_NANOS;
  }
}
