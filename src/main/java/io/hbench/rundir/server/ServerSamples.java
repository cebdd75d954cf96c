package io.hbench.rundir.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the region servers, and the DataNodes below them, said about themselves while a job ran, by
 * their metrics pages: the file {@code servers.json}.
 *
 * @param servers sorted by name; those without a page have no samples
 * @param dataNodes the same, by the names that the NameNode has for them
 */
public record ServerSamples(List<Server> servers, List<Server> dataNodes) {
  public static final String FILE = "servers.json";

  /** Makes an absent list an empty one. */
  public ServerSamples {
    servers = servers == null ? List.of() : List.copyOf(servers);
    dataNodes = dataNodes == null ? List.of() : List.copyOf(dataNodes);
  }

  /**
   * Those from the last one before a time on, which cover what begins then.
   *
   * @param fromMs in milliseconds of the reference clock
   */
  public ServerSamples from(double fromMs) {
    return new ServerSamples(
        servers.stream().map(server -> server.from(fromMs)).toList(),
        dataNodes.stream().map(node -> node.from(fromMs)).toList());
  }

  /** Name of the counters of the JVM, which are as old as the answer. */
  public static final String JVM = "JVM";

  /** Name of the counters of a DataNode, which keeps its values as HBase does. */
  public static final String DATA_NODE = "DATA_NODE";

  /** Name of the counters of its JVM. */
  public static final String DATA_NODE_JVM = "DATA_NODE_JVM";

  /** Longest time for which HBase shows the same values, and some seconds. */
  private static final double KEPT_MS = 11_000;

  /**
   * Counters of a region server at one moment.
   *
   * @param server {@code host:port}
   * @param page {@link #JVM}, {@link #DATA_NODE}, {@link #DATA_NODE_JVM}, or the name of one of
   *     HBase's, which keeps its values for ten seconds
   * @param sentNanos local {@link System#nanoTime} when the page was requested
   * @param receivedNanos the same when it was there
   * @param counters by name; empty if the page is not available
   */
  public record Reading(
      String server,
      String page,
      long sentNanos,
      long receivedNanos,
      Map<String, Double> counters) {
    public Reading with(Map<String, Double> newCounters) {
      return new Reading(server, page, sentNanos, receivedNanos, newCounters);
    }

    /** Whether the counters are as old as the answer. */
    public boolean isOfJvm() {
      return page.equals(JVM) || page.equals(DATA_NODE_JVM);
    }

    public boolean isOfDataNode() {
      return page.equals(DATA_NODE) || page.equals(DATA_NODE_JVM);
    }
  }

  /**
   * The samples of a region server or DataNode.
   *
   * @param server {@code host:port}
   * @param jvm CPU time, collections and allocations
   * @param hbase counters of HBase or of the DataNode, by page
   */
  public record Server(String server, Series jvm, Map<String, Series> hbase) {
    public Server {
      Objects.requireNonNull(server, "no server");
      jvm = jvm == null ? Series.NONE : jvm;
      hbase = hbase == null ? Map.of() : Map.copyOf(hbase);
    }

    private Server from(double fromMs) {
      Map<String, Series> pages = new HashMap<>(hbase);
      pages.replaceAll((page, series) -> series.from(fromMs));
      return new Server(server, jvm.from(fromMs), pages);
    }
  }

  /**
   * Counters at several moments.
   *
   * @param atMs ascending times, in milliseconds of the reference clock
   * @param errorMs maximum error of each time, either way
   * @param counters by name, one value for each time; those that the server lacks are missing
   */
  public record Series(List<Double> atMs, double errorMs, Map<String, List<Double>> counters) {
    public static final Series NONE = new Series(List.of(), 0, Map.of());

    public Series {
      int length = atMs.size();
      if (counters.values().stream().anyMatch(values -> values.size() != length)) {
        throw new IllegalArgumentException("not as many values as times");
      }
    }

    public int size() {
      return atMs.size();
    }

    private Series from(double fromMs) {
      int first = (int) atMs.stream().skip(1).filter(at -> at <= fromMs).count();
      Map<String, List<Double>> rest = new HashMap<>(counters);
      rest.replaceAll((name, values) -> values.subList(first, values.size()));
      return new Series(atMs.subList(first, size()), errorMs, rest);
    }

    /**
     * The mean of a level, each of whose values is that of the time since the one before; empty if
     * it is unknown.
     *
     * @param fromMs start of the time, as untilMs its end, in milliseconds of the reference clock
     */
    public Optional<Double> mean(String level, double fromMs, double untilMs) {
      List<Double> values = counters.getOrDefault(level, List.of());
      List<Double> used = counters.getOrDefault(ServerCounter.CPU_SECONDS, List.of());
      double sum = 0;
      double time = 0;
      for (int i = 1; i < values.size(); i++) {
        if (i < used.size() && used.get(i) < used.get(i - 1)) {
          continue; // the first value of a new JVM is of no time
        }
        double part = Math.min(untilMs, atMs.get(i)) - Math.max(fromMs, atMs.get(i - 1));
        sum += Math.max(0, part) * values.get(i);
        time += Math.max(0, part);
      }
      return time == 0 ? Optional.empty() : Optional.of(sum / time);
    }

    /** The last value of a level until a time; null if it is unknown. */
    public Double last(String level, double untilMs) {
      List<Double> values = counters.getOrDefault(level, List.of());
      int i = values.size() - 1;
      while (i >= 0 && atMs.get(i) > untilMs) {
        i--;
      }
      return i < 0 ? null : values.get(i);
    }
  }

  /** Collector of the samples of a server; drops every second one when it has too many. */
  public static final class Collected {
    private final List<Double> atMs = new ArrayList<>();
    private final List<Map<String, Double>> values = new ArrayList<>();
    private double errorMs;

    /**
     * Adds a sample.
     *
     * @param kept whether the server may show values that it has shown before
     */
    public void add(double at, double error, Map<String, Double> counters, boolean kept) {
      int last = values.size() - 1;
      if (kept && last >= 0 && values.get(last).equals(counters) && at < atMs.get(last) + KEPT_MS) {
        return;
      }
      atMs.add(at);
      values.add(counters);
      errorMs = Math.max(errorMs, error);
    }

    public int size() {
      return atMs.size();
    }

    /** Drops every second sample, but neither the first nor the last one. */
    public void halve() {
      for (int i = atMs.size() - 2; i > 0; i--) {
        if (i % 2 == 1) {
          values.set(i + 1, joined(values.get(i), values.get(i + 1)));
          atMs.remove(i);
          values.remove(i);
        }
      }
    }

    /** The later one of two samples, with what both refreshes of HBase have to say. */
    private static Map<String, Double> joined(
        Map<String, Double> dropped, Map<String, Double> next) {
      Map<String, Double> both = new HashMap<>(next);
      for (String name : ServerCounter.LARGEST) {
        both.computeIfPresent(name, (n, value) -> Math.max(value, dropped.getOrDefault(n, value)));
      }
      for (String name : ServerCounter.SUMMED) {
        both.computeIfPresent(name, (n, value) -> value + dropped.getOrDefault(n, 0.0));
      }
      both.computeIfPresent(
          ServerCounter.HOST_CPU, (n, value) -> (value + dropped.getOrDefault(n, value)) / 2);
      return both;
    }

    /**
     * The samples so far: of the counters that all of them have.
     *
     * @param offset of the reference clock to that of the samples, in milliseconds
     */
    public Series series(double offset) {
      Map<String, List<Double>> counters = new HashMap<>();
      if (!values.isEmpty()) {
        for (String name : values.get(0).keySet()) {
          if (values.stream().allMatch(sample -> sample.containsKey(name))) {
            counters.put(name, values.stream().map(sample -> sample.get(name)).toList());
          }
        }
      }
      return new Series(atMs.stream().map(at -> at + offset).toList(), errorMs, counters);
    }
  }
}
