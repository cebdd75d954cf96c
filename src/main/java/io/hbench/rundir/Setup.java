package io.hbench.rundir;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;

/**
 * Processes that are alike: their JVM and, of region servers, their settings.
 *
 * @param names {@code host:port} of region servers, or hosts of tasks; sorted
 * @param values by {@link SetupItem#key}; empty if they are unknown
 */
public record Setup(List<String> names, Map<String, String> values) {
  /** Switches and numbers: no path, no command and no secret. */
  private static final Pattern FLAGS =
      Pattern.compile("-Xm[ns]\\d+[kmgKMG]?|-XX:([+-]\\w+|\\w+=\\d+[kmgKMG]?)");

  public Setup {
    names = List.copyOf(names);
    values.forEach((key, value) -> Objects.requireNonNull(value, "no value of a setup"));
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /**
   * Groups processes.
   *
   * @return the most frequent values first
   */
  public static List<Setup> grouped(Map<String, Map<String, String>> byName) {
    Map<Map<String, String>, List<String>> groups = new LinkedHashMap<>();
    new TreeMap<>(byName)
        .forEach((name, of) -> groups.computeIfAbsent(of, v -> new ArrayList<>()).add(name));
    return groups.entrySet().stream()
        .map(group -> new Setup(group.getValue(), group.getKey()))
        .sorted(Comparator.comparing(setup -> -setup.names.size()))
        .toList();
  }

  /** Values of the JVM of this process, and the version of Hadoop. */
  public static Map<String, String> ofThisProcess() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    return ofJvm(
        runtime.getVmVersion() + " (" + runtime.getVmVendor() + ")",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName),
        runtime.getInputArguments().stream(),
        Runtime.getRuntime().maxMemory(),
        VersionInfo.getVersion());
  }

  /**
   * Values of a JVM.
   *
   * @param collectors names of their beans, such as G1 Old Generation
   * @param arguments of which some are kept
   * @param heap maximum size in bytes
   * @param hadoop version; empty if it is unknown
   */
  public static Map<String, String> ofJvm(
      String version,
      Stream<String> collectors,
      Stream<String> arguments,
      long heap,
      String hadoop) {
    String flags =
        arguments.filter(FLAGS.asMatchPredicate()).sorted().collect(Collectors.joining(" "));
    Map<String, String> values = new TreeMap<>();
    values.put(
        SetupItem.JDK.key(),
        version.replaceFirst("^25\\.(\\d+)-\\S*", "8u$1").replaceFirst("\\+\\S*", ""));
    values.put(
        SetupItem.GC.key(),
        collectors
            .map(name -> name.split(" ", 2)[0])
            .sorted()
            .distinct()
            .collect(Collectors.joining("+")));
    values.put(SetupItem.HEAP.key(), size(heap));
    values.put(SetupItem.JVM_FLAGS.key(), flags.isEmpty() ? SetupItem.DEFAULT : flags);
    values.put(SetupItem.HADOOP.key(), hadoop);
    values.values().removeIf(String::isEmpty);
    return values;
  }

  /** A size in bytes with three digits: those of equal machines differ by some kilobytes. */
  public static String size(long bytes) {
    return new BigDecimal(bytes).round(new MathContext(3)).toPlainString();
  }
}
