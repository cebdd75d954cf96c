package io.hbench.rundir;

import java.util.List;

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
 * @param link speed of all interfaces together
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
