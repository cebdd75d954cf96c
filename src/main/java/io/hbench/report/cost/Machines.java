package io.hbench.report.cost;

import io.hbench.rundir.HostName;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.TaskFacts.Machine;
import java.util.List;
import java.util.function.Function;

/**
 * The machines of clients and region servers, over the measurement window to a second, and before
 * the load. What else ran on them counts, too.
 *
 * @param hosts sorted by name
 * @param missing what is unknown and why, one line for each reason
 */
public record Machines(List<Host> hosts, List<String> missing) {
  /**
   * A host.
   *
   * @param clients whether tasks ran on it
   * @param servers whether region servers run on it
   */
  public record Host(String host, boolean clients, boolean servers, Machine machine) {
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
