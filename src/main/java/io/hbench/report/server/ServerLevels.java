package io.hbench.report.server;

import io.hbench.length.LongRunVariance;
import io.hbench.rundir.ServerRegionFacts;
import java.util.Collection;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The levels of latency of the servers of one run, for comparisons with other runs: a level is the
 * geometric mean of the service times of successful requests. Its standard error comes from blocks
 * of time, as in {@link SlowServers}, with the same assumption.
 */
public final class ServerLevels {
  private final ServerBlocks blocks;

  /**
   * A level.
   *
   * @param logNanos logarithm of the geometric mean, in nanoseconds
   * @param variance of the logarithm
   * @param freedom degrees of freedom of the variance
   */
  public record Mean(double logNanos, double variance, double freedom) {}

  public ServerLevels(Collection<ServerRegionFacts> tasks) {
    blocks = new ServerBlocks(tasks);
  }

  /** The level of an operation at a server; empty if it has too few blocks for a variance. */
  public Optional<Mean> of(String operation, String server) {
    double[] logs =
        blocks.operations().contains(operation) ? blocks.logs(operation, server) : new double[0];
    if (logs.length < LongRunVariance.MIN_VALUES) {
      return Optional.empty();
    }
    LongRunVariance variance = new LongRunVariance(logs);
    double error = variance.standardError();
    return Optional.of(new Mean(StatUtils.mean(logs), error * error, variance.degreesOfFreedom()));
  }
}
