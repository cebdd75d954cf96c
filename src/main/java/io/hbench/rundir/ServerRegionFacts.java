package io.hbench.rundir;

import io.hbench.latency.RegionCounts;
import io.hbench.latency.ServerRecording;
import io.hbench.latency.ServerRecording.Held;
import io.hbench.latency.ServerRegion;
import io.hbench.latency.TimeBlocks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What a task has recorded by region server and region besides its histograms.
 *
 * <p>Their size does not grow with the number of tasks: all tasks together have up to {@link
 * #MAX_BLOCKS} series of time blocks and {@link #MAX_REGIONS} regions. A task that has more of its
 * own leaves some out. Which servers these are differs from task to task, so that other tasks have
 * them; regions are those with the most requests, the most errors and the slowest requests, so that
 * a hot region is in all tasks.
 *
 * @param blocks of successful requests, by server and operation
 * @param regions the most requested ones first
 * @param held servers that held slots for long, in the warm-up, too
 * @param withheld requests of the window that were withheld, because all slots of their server were
 *     in use, by server
 */
public record ServerRegionFacts(
    List<Blocks> blocks, List<Region> regions, List<Held> held, Map<String, Long> withheld) {
  /** Maximum number of series of blocks in all tasks: 20 MB. */
  private static final int MAX_BLOCKS = 20_000;

  /** Maximum number of regions in all tasks: 15 MB. */
  private static final int MAX_REGIONS = 100_000;

  private static final int MIN_BLOCKS = 4;
  private static final int MIN_REGIONS = 15;
  private static final double DIGITS = 1e3;

  public ServerRegionFacts {
    blocks = List.copyOf(blocks);
    regions = List.copyOf(regions);
    held = List.copyOf(held);
    withheld = withheld == null ? Map.of() : Map.copyOf(withheld); // older files have none
  }

  /**
   * Successful requests of an operation at a server, in blocks of time.
   *
   * @param power length of a block: 2 to this power in nanoseconds
   * @param counts requests in each block, from the start of the window
   * @param logs sums of the natural logarithms of their service times in nanoseconds
   */
  public record Blocks(
      String server, String operation, int power, List<Long> counts, List<Double> logs) {
    public Blocks {
      if (server == null
          || operation == null
          || power < 0
          || power >= Long.SIZE
          || counts.size() != logs.size()
          || counts.size() > TimeBlocks.MAX) {
        throw new IllegalArgumentException("no blocks of time");
      }
      counts = List.copyOf(counts);
      logs = List.copyOf(logs);
    }

    private static Blocks of(ServerRecording.Blocks all) {
      long[] counts = all.blocks().counts();
      double[] sums = all.blocks().sums();
      int used = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).max().orElse(-1) + 1;
      return new Blocks(
          all.server(),
          all.operation(),
          all.blocks().power(),
          Arrays.stream(counts).limit(used).boxed().toList(),
          Arrays.stream(sums)
              .limit(used)
              .mapToObj(sum -> Math.round(sum * DIGITS) / DIGITS)
              .toList());
    }
  }

  /**
   * Requests of a region.
   *
   * @param region encoded name
   * @param start its first key, as HBase's shell prints it
   * @param server {@code host:port} of the server that had it last
   * @param requests failed ones included
   * @param slowestNanos longest service time
   */
  public record Region(
      String region, String start, String server, long requests, long errors, long slowestNanos) {
    private static Region of(RegionCounts counts) {
      ServerRegion place = counts.place();
      return new Region(
          place.region(),
          place.startKey(),
          place.server(),
          counts.requests(),
          counts.errors(),
          counts.slowest());
    }
  }

  /**
   * What a task has recorded.
   *
   * @return null if no request was meant for a region
   */
  public static ServerRegionFacts of(ServerRecording recording, int task, int tasks) {
    List<ServerRecording.Blocks> blocks = recording.blocks();
    List<Held> held = recording.held();
    if (blocks.isEmpty()
        && recording.regions().isEmpty()
        && held.isEmpty()
        && recording.withheld().isEmpty()) {
      return null;
    }
    int most = Math.max(MIN_BLOCKS, MAX_BLOCKS / tasks);
    int first = blocks.size() > most ? (int) ((long) task * most % blocks.size()) : 0;
    return new ServerRegionFacts(
        IntStream.range(0, Math.min(most, blocks.size()))
            .mapToObj(i -> Blocks.of(blocks.get((first + i) % blocks.size())))
            .toList(),
        outstanding(
            recording.regions().stream().map(Region::of).toList(),
            Math.max(MIN_REGIONS, MAX_REGIONS / tasks) / 3),
        held,
        recording.withheld());
  }

  /**
   * The regions that stand out, the most requested ones first.
   *
   * @param each how many of those with the most requests, the most errors and the slowest requests
   */
  public static List<Region> outstanding(List<Region> all, int each) {
    Set<Region> chosen = new HashSet<>();
    List<ToLongFunction<Region>> figures =
        List.of(Region::requests, Region::errors, Region::slowestNanos);
    for (ToLongFunction<Region> figure : figures) {
      all.stream()
          .filter(region -> figure.applyAsLong(region) > 0)
          .sorted(Comparator.comparingLong(figure).reversed())
          .limit(each)
          .forEach(chosen::add);
    }
    return chosen.stream()
        .sorted(Comparator.comparingLong(Region::requests).reversed().thenComparing(Region::region))
        .toList();
  }
}
