package io.hbench.rundir;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.util.VersionInfo;

/**
 * Processes that are alike: their JVM and, of region servers, their settings.
 *
 * @param names {@code host:port} of region servers, or hosts of tasks; sorted
 * @param values by {@link SetupItem#key}; empty if they are unknown
 */
public record Setup(List<String> names, Map<String, String> values) {
  /** Collectors by the first letters of the names of their beans. */
  private static final Map<String, String> COLLECTORS =
      Map.of(
          "G1 ", "G1",
          "ZGC", "ZGC",
          "Shenandoah", "Shenandoah",
          "PS ", "Parallel",
          "ConcurrentMarkSweep", "CMS",
          "Copy", "Serial");

  private static final Pattern FLAGS =
      Pattern.compile(
          "-Xm[ns].*|-XX:[+-]?(G1\\w+|ZGenerational|MaxGCPauseMillis|MaxDirectMemorySize"
              + "|InitiatingHeapOccupancyPercent|ParallelGCThreads|ConcGCThreads|AlwaysPreTouch"
              + "|UseLargePages|UseTransparentHugePages|UseNUMA|UseCompressedOops)(=.*)?");

  /**
   * Groups processes.
   *
   * @param byName values of each
   * @return the most frequent values first
   */
  public static List<Setup> grouped(Map<String, Map<String, String>> byName) {
    Map<Map<String, String>, List<String>> groups = new LinkedHashMap<>();
    new TreeMap<>(byName)
        .forEach(
            (name, values) -> groups.computeIfAbsent(values, v -> new ArrayList<>()).add(name));
    return groups.entrySet().stream()
        .map(group -> new Setup(group.getValue(), group.getKey()))
        .sorted(Comparator.comparing(setup -> -setup.names.size()))
        .toList();
  }

  /** Values of the JVM of this process, and versions of its clients. */
  public static Map<String, String> ofThisProcess() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    Map<String, String> values =
        ofJvm(
            runtime.getVmVersion(),
            runtime.getVmVendor(),
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .toList(),
            runtime.getInputArguments(),
            Runtime.getRuntime().maxMemory());
    values.put(SetupItem.HADOOP.key(), VersionInfo.getVersion());
    values.put(SetupItem.HBASE_CLIENT.key(), org.apache.hadoop.hbase.util.VersionInfo.getVersion());
    return values;
  }

  /**
   * Values of a JVM.
   *
   * @param collectors names of their beans
   * @param arguments of which a few are kept, without secrets
   * @param heap maximum size in bytes
   */
  public static Map<String, String> ofJvm(
      String version,
      String vendor,
      Collection<String> collectors,
      Collection<String> arguments,
      long heap) {
    Map<String, String> values = new TreeMap<>();
    String release = version.replaceFirst("^25\\.(\\d+)-.*", "8u$1").replaceFirst("\\+.*", "");
    values.put(SetupItem.JDK.key(), release + " (" + vendor + ")");
    values.put(
        SetupItem.GC.key(),
        COLLECTORS.entrySet().stream()
            .filter(known -> collectors.stream().anyMatch(c -> c.startsWith(known.getKey())))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseGet(() -> String.join(", ", collectors)));
    values.put(SetupItem.HEAP.key(), Long.toString(heap));
    String flags =
        arguments.stream()
            .filter(argument -> FLAGS.matcher(argument).matches())
            .sorted()
            .collect(Collectors.joining(" "));
    if (!flags.isEmpty()) {
      values.put(SetupItem.JVM_FLAGS.key(), flags);
    }
    return values;
  }
}
