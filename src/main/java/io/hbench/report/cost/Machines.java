package io.hbench.report.cost;

import io.hbench.rundir.HostName;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts.Machine;
import java.util.List;
import java.util.function.Function;

/**
 * The machines of clients, region servers and DataNodes, over the measurement window to a second,
 * and before the load. What else ran on them counts, too.
 *
 * @param hosts sorted by name
 * @param dataNodes sorted by name; of more than 50, some
 * @param missing what is unknown and why, one line for each reason
 */
public record Machines(List<Host> hosts, List<DataNode> dataNodes, List<String> missing) {
  /** Who tells of a machine, the best first. */
  public enum Source {
    /** By {@code /proc}. */
    TASK,
    /** By the node exporter of the host. */
    PROMETHEUS,
    /** By its metrics page, as the next one. */
    REGION_SERVER,
    DATA_NODE
  }

  /**
   * What a DataNode did in a second, between the readings of its page that are nearest to the ends
   * of the window; null if unknown.
   *
   * @param dataNode {@code host:port}
   * @param seconds between these readings
   * @param fsyncUs mean time of an fsync; null without any
   * @param slowPeer whether others have reported it as slow; null unless HDFS measures that
   */
  public record DataNode(
      String dataNode,
      Double seconds,
      Double writtenBytes,
      Double readBytes,
      Double writtenBlocks,
      Double readBlocks,
      Double fsyncs,
      Double fsyncUs,
      Boolean slowPeer) {}

  /**
   * A host.
   *
   * @param clients whether tasks ran on it
   * @param servers whether region servers run on it; a host of neither has a DataNode
   * @param source null if nothing is known
   */
  public record Host(
      String host, boolean clients, boolean servers, Source source, Machine machine) {
    /**
     * Whether a region server is on it.
     *
     * @param server {@code host:port}
     */
    public boolean has(String server) {
      return HostName.isSame(host, server.substring(0, server.lastIndexOf(':')));
    }

    /** A figure of the window; null if unknown. */
    public <T> T of(Function<MachineUse, T> figure) {
      return machine.window() == null ? null : figure.apply(machine.window());
    }
  }

  /** Mean CPU of the hosts of region servers; null unless that of all of them is known. */
  public Double serversCpu() {
    List<Double> cpu =
        hosts.stream().filter(Host::servers).map(host -> host.of(MachineUse::cpu)).toList();
    return cpu.isEmpty() || cpu.contains(null)
        ? null
        : (Double) cpu.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
