package io.hbench.report.server;

import io.hbench.latency.ServerRecording;
import io.hbench.length.LongRunVariance;
import io.hbench.rundir.ServerRegionFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Levels of latency of the servers of a run in blocks of time: the tasks' blocks, added. Tasks may
 * have blocks of different lengths; those of the longest ones count.
 */
public final class ServerBlocks {
  /** By operation, then by server. */
  private final Map<String, Map<String, Sums>> operations = new TreeMap<>();

  private int length;

  /** Number of requests and sum of the logarithms of their latencies, in each block. */
  private static final class Sums {
    private final long[] counts;
    private final double[] logs;

    Sums(int length) {
      counts = new long[length];
      logs = new double[length];
    }

    void add(ServerRegionFacts.Blocks blocks, int shift) {
      for (int i = 0; i < blocks.counts().size(); i++) {
        counts[i >> shift] += blocks.counts().get(i);
        logs[i >> shift] += blocks.logs().get(i);
      }
    }

    long count() {
      return LongStream.of(counts).sum();
    }

    /** The blocks that have requests. */
    long used() {
      return LongStream.of(counts).filter(count -> count > 0).count();
    }

    /**
     * The mean of all requests. Blocks count by their requests, those with few of them, too: a
     * closed loop sends fewer of them to a server that is slow for some time.
     */
    Mean mean() {
      double mean = StatUtils.sum(logs) / count();
      double weight = (double) counts.length / count();
      double[] deviations = new double[counts.length];
      Arrays.setAll(deviations, i -> weight * (logs[i] - mean * counts[i]));
      LongRunVariance variance = new LongRunVariance(deviations);
      double error = variance.standardError();
      return new Mean(mean, error * error, variance.degreesOfFreedom());
    }
  }

  /**
   * The differences of a server's level to that of all others, block by block.
   *
   * @param logs differences of the means of logarithms, of the blocks in which both had requests
   * @param others mean of the others' logarithms over these blocks
   */
  record Difference(List<Double> logs, double others) {
    double mean() {
      return logs.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    double[] series() {
      return logs.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  /**
   * The level of a server for comparisons with other runs: the geometric mean of the service times
   * of its successful requests.
   *
   * @param logNanos logarithm of the geometric mean, in nanoseconds
   * @param variance of the logarithm, from the blocks, as in {@link SlowServers}, with the same
   *     assumption
   * @param freedom degrees of freedom of the variance
   */
  public record Mean(double logNanos, double variance, double freedom) {}

  public ServerBlocks(Collection<ServerRegionFacts> tasks) {
    int power =
        tasks.stream()
            .flatMap(task -> task.blocks().stream())
            .mapToInt(ServerRegionFacts.Blocks::power)
            .max()
            .orElse(0);
    tasks.stream()
        .flatMap(task -> task.blocks().stream())
        .forEach(b -> length = Math.max(length, length(b, power - b.power())));
    for (ServerRegionFacts task : tasks) {
      for (ServerRegionFacts.Blocks blocks : task.blocks()) {
        if (!blocks.server().equals(ServerRecording.OTHERS)) {
          operations
              .computeIfAbsent(blocks.operation(), o -> new TreeMap<>())
              .computeIfAbsent(blocks.server(), s -> new Sums(length))
              .add(blocks, power - blocks.power());
        }
      }
    }
  }

  private static int length(ServerRegionFacts.Blocks blocks, int shift) {
    return blocks.counts().isEmpty() ? 0 : ((blocks.counts().size() - 1) >> shift) + 1;
  }

  /** The servers with successful requests, sorted by name. */
  List<String> servers() {
    TreeSet<String> all = new TreeSet<>();
    operations.values().forEach(servers -> all.addAll(servers.keySet()));
    return List.copyOf(all);
  }

  /** The level of an operation at a server; empty if it has too few blocks for a variance. */
  public Optional<Mean> level(String operation, String server) {
    return Optional.ofNullable(operations.getOrDefault(operation, Map.of()).get(server))
        .filter(own -> own.used() >= LongRunVariance.MIN_VALUES)
        .map(Sums::mean);
  }

  /**
   * Compares a server with all others. Each operation counts by its part of the server's requests,
   * in all blocks alike: servers with other mixes of operations are compared by the same mix.
   */
  Difference difference(String server) {
    double[] differences = new double[length];
    double[] others = new double[length];
    double[] weights = new double[length];
    for (Map<String, Sums> servers : operations.values()) {
      Sums own = servers.get(server);
      if (own == null) {
        continue;
      }
      double weight = own.count();
      for (int i = 0; i < length; i++) {
        long count = 0;
        double logs = 0;
        for (Sums all : servers.values()) {
          count += all.counts[i];
          logs += all.logs[i];
        }
        count -= own.counts[i];
        logs -= own.logs[i];
        if (count > 0 && own.counts[i] > 0) {
          differences[i] += weight * (own.logs[i] / own.counts[i] - logs / count);
          others[i] += weight * (logs / count);
          weights[i] += weight;
        }
      }
    }
    return difference(differences, others, weights);
  }

  /** Means over the operations, of the blocks that have most of them. */
  private static Difference difference(double[] differences, double[] others, double[] weights) {
    double most = DoubleStream.of(weights).max().orElse(0);
    List<Double> logs = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > most / 2) {
        logs.add(differences[i] / weights[i]);
        sum += others[i] / weights[i];
      }
    }
    return new Difference(logs, logs.isEmpty() ? 0 : sum / logs.size());
  }
}
