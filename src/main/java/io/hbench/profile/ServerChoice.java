package io.hbench.profile;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples.Reading;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The choice of the slowest and a median region server, by what their metrics pages have shown
 * since the submission of the job: the mean time of a call in queue and handler and, where that is
 * equal, the CPU time. HBase counts whole milliseconds of each call. Latencies by region server are
 * known at the end of a run only.
 */
final class ServerChoice {
  static final String SLOWEST = "slowest";
  static final String MEDIAN = "median";

  /** Share of an equal share of the calls below which a server takes no part in the load. */
  private static final double MIN_SHARE = 0.1;

  private static final double MICROS = 1e6;

  private final Map<String, Map<String, Double>> first = new TreeMap<>();
  private final Map<String, Map<String, Double>> last = new HashMap<>();

  /** Servers of which a page was read again: of a large cluster, some may not be. */
  private final Set<String> again = new HashSet<>();

  /** Servers whose times of calls may lack a part. */
  private final Set<String> withoutTimes = new HashSet<>();

  /**
   * A server with its role.
   *
   * @param callMicros null if unknown
   */
  record Chosen(String server, String role, Double callMicros) {}

  /** What a server has done between its first and its last reading. */
  private record Work(String server, double calls, Double callMicros, double cpuSeconds) {
    private double slowness() {
      return callMicros == null ? 0 : callMicros;
    }
  }

  void add(List<Reading> readings) {
    for (Reading reading : readings) {
      if (!reading.counters().isEmpty()) {
        Map<String, Double> oldest = first.computeIfAbsent(reading.server(), s -> new HashMap<>());
        if (oldest.keySet().containsAll(reading.counters().keySet())) {
          again.add(reading.server());
        }
        if (reading.counters().containsKey(ServerCounter.RPC_CALLS)
            && !reading.counters().containsKey(ServerCounter.RPC_SECONDS)) {
          withoutTimes.add(reading.server());
        }
        reading.counters().forEach(oldest::putIfAbsent);
        last.computeIfAbsent(reading.server(), s -> new HashMap<>()).putAll(reading.counters());
      }
    }
  }

  /** Whether no page was available. */
  boolean isEmpty() {
    return first.isEmpty();
  }

  /** The slowest server, and a median one if there are two or more; none without pages. */
  List<Chosen> choose() {
    List<Work> all = first.keySet().stream().filter(again::contains).map(this::work).toList();
    double share = MIN_SHARE * all.stream().mapToDouble(Work::calls).sum() / all.size();
    List<Work> slowestFirst =
        all.stream()
            .filter(work -> work.calls >= share && work.cpuSeconds >= 0) // not since a restart
            .sorted(
                Comparator.comparingDouble(Work::slowness)
                    .thenComparingDouble(Work::cpuSeconds)
                    .reversed())
            .toList();
    int median = slowestFirst.size() / 2;
    return Stream.concat(
            slowestFirst.stream().limit(1).map(work -> chosen(work, SLOWEST)),
            slowestFirst.stream().skip(Math.max(1, median)).limit(1).map(w -> chosen(w, MEDIAN)))
        .toList();
  }

  private static Chosen chosen(Work work, String role) {
    return new Chosen(work.server, role, work.callMicros);
  }

  private Work work(String server) {
    double calls = growth(server, ServerCounter.RPC_CALLS);
    double queued = growth(server, ServerCounter.QUEUED_CALLS);
    Double micros =
        calls > 0 && queued > 0 && !withoutTimes.contains(server)
            ? (Double)
                (MICROS
                    * (growth(server, ServerCounter.RPC_SECONDS) / calls
                        + growth(server, ServerCounter.QUEUE_SECONDS) / queued))
            : null;
    return new Work(server, calls, micros, growth(server, ServerCounter.CPU_SECONDS));
  }

  /** Growth of a counter; 0 if it is unknown. */
  private double growth(String server, String counter) {
    return last.get(server).getOrDefault(counter, 0.0)
        - first.get(server).getOrDefault(counter, 0.0);
  }
}
