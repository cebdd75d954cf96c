package io.hbench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CPU quota of this process's container, as the Linux kernel enforces it: in each period the
 * container may use so much CPU time, and then stands still until the next one. Format: cgroup v2
 * ({@code cpu.max}, {@code cpu.stat}) and v1 ({@code cpu.cfs_quota_us}, …), see the kernel's
 * documentation of cgroups.
 *
 * @param processors CPU time per time: 1.5 are one and a half processors
 */
record CpuQuota(double processors, Path directory) {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

  /** Number of periods with CPU use, and of those in which the container stood still. */
  record Periods(long all, long throttled) {
    static final Periods NONE = new Periods(0, 0);

    Periods minus(Periods earlier) {
      return new Periods(all - earlier.all, throttled - earlier.throttled);
    }
  }

  /**
   * The quota of this process; empty without one, and on other systems than Linux.
   *
   * @param proc {@code /proc}, if there is one
   */
  static Optional<CpuQuota> find(Optional<Path> proc) {
    return proc.flatMap(directory -> find(directory.resolve("self/cgroup"), CGROUPS));
  }

  /**
   * Finds the tightest quota of a process: its cgroup's own or that of one around it.
   *
   * @param own file with a line for each hierarchy: number, controllers, path
   * @param cgroups directory of all cgroups
   */
  static Optional<CpuQuota> find(Path own, Path cgroups) {
    try {
      CpuQuota tightest = null;
      for (String line : Files.readAllLines(own)) {
        List<String> parts = List.of(line.split(":", 3));
        boolean v2 = parts.get(0).equals("0");
        if (!v2 && !List.of(parts.get(1).split(",", -1)).contains("cpu")) {
          continue;
        }
        Path root = v2 ? cgroups : cgroups.resolve("cpu");
        Path group = root.resolve(parts.get(2).substring(1)).normalize();
        while (group.startsWith(root)) {
          Optional<CpuQuota> quota = read(group, v2);
          if (quota.isPresent()
              && (tightest == null || quota.get().processors < tightest.processors)) {
            tightest = quota.get();
          }
          group = group.getParent();
        }
      }
      return Optional.ofNullable(tightest);
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // another system, or a layout that is not known
    }
  }

  private static Optional<CpuQuota> read(Path group, boolean v2) throws IOException {
    Path max = group.resolve(v2 ? "cpu.max" : "cpu.cfs_quota_us");
    if (!Files.exists(max)) {
      return Optional.empty();
    }
    String text = Files.readString(max).trim();
    String quota = v2 ? text.substring(0, text.indexOf(' ')) : text;
    if (quota.equals("max") || quota.startsWith("-")) {
      return Optional.empty();
    }
    String period =
        v2
            ? text.substring(text.indexOf(' ') + 1)
            : Files.readString(group.resolve("cpu.cfs_period_us")).trim();
    return Optional.of(new CpuQuota(Double.parseDouble(quota) / Long.parseLong(period), group));
  }

  /** Periods until now; none if the kernel does not tell. */
  Periods periods() {
    Map<String, Long> values = new HashMap<>();
    try {
      for (String line : Files.readAllLines(directory.resolve("cpu.stat"))) {
        int space = line.indexOf(' ');
        values.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
      }
    } catch (IOException | RuntimeException e) {
      return Periods.NONE;
    }
    return new Periods(
        values.getOrDefault("nr_periods", 0L), values.getOrDefault("nr_throttled", 0L));
  }
}
