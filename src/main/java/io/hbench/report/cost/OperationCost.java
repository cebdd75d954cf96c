package io.hbench.report.cost;

import io.hbench.figure.Figure;
import io.hbench.rundir.server.ServerCounter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the measured operations cost servers and clients, over exactly the measurement window. All
 * that the servers did in it counts, for other users and for themselves, too.
 *
 * @param operations measured requests of all operations, failed ones included
 * @param figures of all servers together, without unknown ones
 * @param busyHandlers mean number of handlers at work in all servers together, or null
 * @param hbaseSeconds the part of the window that HBase's own counters cover, on average of the
 *     servers; null without such counters
 * @param sampleSeconds longest time between two readings of a server's processor time in the
 *     window; null without them. They are further apart in large clusters
 * @param servers sorted by name
 * @param serverCpu CPU seconds of all servers in each interval of the window; empty if unknown
 * @param allocated bytes that they allocated in each interval; empty if unknown
 * @param missing why figures are missing, one line for each reason
 */
public record OperationCost(
    long operations,
    List<Cost> figures,
    Double busyHandlers,
    Double hbaseSeconds,
    Double sampleSeconds,
    List<Server> servers,
    List<Double> serverCpu,
    List<Double> allocated,
    List<String> missing) {
  /** More than all is a wrong number of processors, such as that of a container with shares. */
  private static final double MAX_USE = 1.05;

  /** Makes absent lists empty ones. */
  public OperationCost {
    figures = figures == null ? List.of() : List.copyOf(figures);
    servers = servers == null ? List.of() : List.copyOf(servers);
    allocated = allocated == null ? List.of() : List.copyOf(allocated);
    serverCpu = serverCpu == null ? List.of() : List.copyOf(serverCpu);
    missing = missing == null ? List.of() : List.copyOf(missing);
  }

  /**
   * The cost of an operation in one respect.
   *
   * @param figure its name
   * @param unit us, bytes or number
   * @param perOperation null if nothing is known of the requests
   * @param total of the window
   * @param error maximum error of both, as a share: what was used in the steps between two samples
   *     that the edges of the window cut; null if it was not bounded, as of HBase's own counters
   */
  public record Cost(String figure, String unit, Double perOperation, double total, Double error) {}

  /**
   * A region server.
   *
   * @param server {@code host:port}
   * @param requests that were meant for it; null if unknown
   * @param cpuShare CPU time per time in the window: 1 is a processor; null if unknown
   * @param figures by its own requests
   * @param levels mean sizes of caches and store files in bytes, share of local store files and
   *     handlers at work, by name; null in older files
   */
  public record Server(
      String server,
      Long requests,
      Double cpuShare,
      List<Cost> figures,
      Map<String, Double> levels) {
    /** A level; null if it is unknown. */
    public Double level(String name) {
      return levels == null ? null : levels.get(name);
    }

    /** Share of the processors that its JVM may use; null if it is unknown. */
    public Double use() {
      Double processors = level(ServerCounter.HOST_PROCESSORS);
      if (cpuShare == null || processors == null || processors == 0) {
        return null;
      }
      double share = cpuShare / processors;
      return share > MAX_USE ? null : (Double) share;
    }

    /** What its operations cost; empty if it is unknown. */
    public Optional<Cost> cost(Figure figure) {
      return of(figures, figure);
    }
  }

  /** The cost of an operation; empty if it is unknown. */
  public Optional<Double> perOperation(Figure figure) {
    return of(figures, figure).map(Cost::perOperation);
  }

  /** Its maximum error as a share; empty if it is unknown or not bounded. */
  public Optional<Double> error(Figure figure) {
    return of(figures, figure).map(Cost::error);
  }

  /** CPU of the busiest server, of the processors that it may use; null unless all tell. */
  public Double hottest() {
    List<Double> uses = servers.stream().map(Server::use).toList();
    return uses.isEmpty() || uses.contains(null) ? null : Collections.max(uses);
  }

  /** Hit ratio of the caches on the heap of all servers; null if unknown, or without reads. */
  public Double l1HitRatio() {
    return hitRatio(figures, Figure.L1_HITS, Figure.L1_MISSES);
  }

  /** The same of their bucket caches. */
  public Double l2HitRatio() {
    return hitRatio(figures, Figure.L2_HITS, Figure.L2_MISSES);
  }

  /** Share of the store files' bytes that are local to their server; null unless all tell. */
  public Double filesLocal() {
    double all = 0;
    double local = 0;
    for (Server server : servers) {
      Double bytes = server.level(ServerCounter.STORE_FILE_BYTES);
      Double share = server.level(ServerCounter.FILES_LOCAL);
      if (bytes == null || share == null) {
        return null;
      }
      all += bytes;
      local += share * bytes;
    }
    return all == 0 ? null : (Double) (local / all);
  }

  /** Share of the block reads of a cache that were hits; null if unknown, or without reads. */
  public static Double hitRatio(List<Cost> figures, Figure hits, Figure misses) {
    double found = of(figures, hits).map(Cost::total).orElse(0.0);
    double reads = found + of(figures, misses).map(Cost::total).orElse(0.0);
    return reads == 0 ? null : (Double) (found / reads);
  }

  private static Optional<Cost> of(List<Cost> figures, Figure figure) {
    return figures.stream().filter(f -> f.figure().equals(figure.toString())).findFirst();
  }
}
