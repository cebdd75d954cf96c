package io.hbench.rundir;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a machine did in a time, for all its processes. Shares are 0 to 1, of the time of all
 * processors; bytes and counts of disks and network are those of a second.
 *
 * @param seconds length of the time
 * @param cpu user and system together
 * @param iowait idle, and a thread waited for a disk
 * @param steal used by other virtual machines
 * @param load threads that ran or waited, by the kernel, over about the last minute of it
 * @param memory in bytes, as the next two, at the end
 * @param free used for nothing, not even for the page cache
 * @param disks disks of hardware: partitions and volumes on them would count twice; null if unknown
 * @param interfaces those of hardware, as bonds and bridges would count twice; without any, those
 *     of a container; without any, the loopback; null if unknown
 * @param peakIn of the second with the most, as peakOut
 * @param link speed of all interfaces together with at least 1 % of the bytes of the busiest one:
 *     the spare card of a bond, or one for administrators, carries no load
 */
public record MachineUse(
    double seconds,
    Double cpu,
    Double user,
    Double system,
    Double iowait,
    Double steal,
    Double load,
    Double memory,
    Double free,
    Double pageCache,
    List<Disk> disks,
    List<String> interfaces,
    Double in,
    Double out,
    Double peakIn,
    Double peakOut,
    Double link) {

  /** Share of the bytes of the busiest interface with which another one carries no load. */
  private static final double SPARE = 0.01;

  /**
   * Speed of the interfaces that carry the load.
   *
   * @param bytes received and sent, by interface
   * @param speed of an interface; 0 if unknown
   * @return null if unknown
   */
  public static Double link(Map<String, Double> bytes, ToDoubleFunction<String> speed) {
    double least = SPARE * bytes.values().stream().mapToDouble(all -> all).max().orElse(0);
    double link =
        bytes.keySet().stream().filter(name -> bytes.get(name) >= least).mapToDouble(speed).sum();
    return link > 0 ? (Double) link : null;
  }

  /** What a metrics page tells of a machine; all else is unknown. */
  public static MachineUse ofPage(
      double seconds, Double cpu, Double load, Double memory, Double free) {
    return new MachineUse(
        seconds, cpu, null, null, null, null, load, memory, free, null, null, null, null, null,
        null, null, null);
  }

  /**
   * A disk.
   *
   * @param busy share of the time in which it had work, 0 to 1
   * @param waitUs mean time of a read or write, its queue included; null without any
   */
  public record Disk(
      String name,
      double busy,
      double reads,
      double writes,
      double readBytes,
      double writtenBytes,
      Double waitUs) {}

  /** Share of the time in which the busiest disk had work; null if unknown. */
  public Double busiestDisk() {
    return disks == null ? null : disks.stream().map(Disk::busy).max(Double::compare).orElse(null);
  }
}
