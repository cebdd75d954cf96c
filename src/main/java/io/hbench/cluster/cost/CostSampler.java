package io.hbench.cluster.cost;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Reader of the counters of all region servers, round by round. Not thread-safe.
 *
 * <p>HBase refreshes a page when it is read and the last refresh was ten seconds ago or more. A
 * mean on such a page covers the time between two refreshes: with the number of calls in between,
 * this class adds the means up to a time that only grows. It misses nothing as long as rounds are
 * closer than ten seconds. Maxima on such a page are those of the same time; they are kept as they
 * are.
 */
public final class CostSampler {
  private static final Duration LIST_AGE = Duration.ofMinutes(1);

  /** Of which each has up to five requests: a cluster of hundreds must not flood its submitter. */
  static final int MAX_SERVERS_AT_ONCE = 12;

  /** Times that HBase shows as means, with the numbers of calls that they are means of. */
  private static final Map<String, String> MEANS =
      Map.of(
          ServerCounter.RPC_SECONDS, ServerCounter.RPC_CALLS,
          ServerCounter.QUEUE_SECONDS, ServerCounter.QUEUED_CALLS,
          ServerCounter.WAL_SYNC_SECONDS, ServerCounter.WAL_SYNCS);

  private static final double NANOS = 1e9;

  private final Time time;
  private final FailableSupplier<List<Address>, IOException> servers;
  private final PageReader pages;
  private final Semaphore atOnce = new Semaphore(MAX_SERVERS_AT_ONCE);

  /** Servers whose JVM does not count the bytes that it allocates. */
  private final Set<String> withoutAllocations = new HashSet<>();

  private final Map<String, Page> lastPages = new HashMap<>();
  private final Map<String, Map<String, Double>> sums = new HashMap<>();
  private List<Address> addresses = List.of();
  private long listed;
  private long rounds;

  /** Reader of the web pages of region servers. */
  @FunctionalInterface
  public interface PageReader {
    /**
     * Requests a page. Does not wait.
     *
     * @return fails if the page is not available
     */
    CompletableFuture<String> get(String host, int port, String path);
  }

  /**
   * Where the pages of a region server are.
   *
   * @param server {@code host:port} of its RPC
   * @param port of its pages; 0 or less if it has none
   */
  public record Address(String server, String host, int port) {}

  /**
   * A page that was read before.
   *
   * @param shown what it showed
   * @param counters what was made of it
   * @param readNanos when it was requested for the last time
   */
  private record Page(Map<String, Double> shown, Map<String, Double> counters, long readNanos) {}

  /**
   * @param time of this process
   * @param servers gives the live region servers
   */
  public CostSampler(
      Time time, FailableSupplier<List<Address>, IOException> servers, PageReader pages) {
    this.time = time;
    this.servers = servers;
    this.pages = pages;
  }

  /** Reads the JVMs of all servers and, every second time, HBase's pages. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failed reading is joined below
  public List<Reading> read() throws IOException {
    if (rounds == 0 || time.nanos() - listed > LIST_AGE.toNanos()) {
      addresses = List.copyOf(servers.get());
      listed = time.nanos();
    }
    boolean all = rounds++ % 2 == 0;
    List<CompletableFuture<Reading>> readings = new ArrayList<>();
    for (Address address : addresses) {
      begin();
      List<CompletableFuture<Reading>> ofServer = new ArrayList<>();
      ofServer.add(jvm(address));
      if (all) {
        CounterPage.OF_HBASE.forEach(page -> ofServer.add(read(address, page, page.toString())));
      }
      CompletableFuture.allOf(ofServer.toArray(CompletableFuture[]::new))
          .whenComplete((none, failure) -> atOnce.release());
      readings.addAll(ofServer);
    }
    return readings.stream().map(CompletableFuture::join).map(this::complete).toList();
  }

  /** Waits until a further server may be asked: this thread alone, as the others end requests. */
  private void begin() throws IOException {
    try {
      atOnce.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /** Reads the pages of a JVM one after the other; the first one has the time. */
  private CompletableFuture<Reading> jvm(Address address) {
    CompletableFuture<Reading> reading = read(address, CounterPage.PROCESS, ServerSamples.JVM);
    for (CounterPage next : List.of(CounterPage.COLLECTIONS, CounterPage.THREADS)) {
      reading =
          reading.thenCompose(
              first ->
                  first.counters().isEmpty()
                          || (next == CounterPage.THREADS
                              && withoutAllocations.contains(address.server))
                      ? CompletableFuture.completedFuture(first)
                      : page(address, next).thenApply(counters -> with(first, counters)));
    }
    return reading;
  }

  private CompletableFuture<Reading> read(Address address, CounterPage page, String name) {
    long sent = time.nanos();
    return page(address, page)
        .thenApply(counters -> new Reading(address.server, name, sent, time.nanos(), counters));
  }

  private CompletableFuture<Map<String, Double>> page(Address address, CounterPage page) {
    if (address.port <= 0) {
      return CompletableFuture.completedFuture(Map.of());
    }
    try {
      return pages
          .get(address.host, address.port, page.path())
          .thenApply(page::counters)
          .exceptionally(failure -> Map.of());
    } catch (RuntimeException e) { // such as a host name with an underscore
      return CompletableFuture.completedFuture(Map.of());
    }
  }

  private static Reading with(Reading first, Map<String, Double> counters) {
    Map<String, Double> all = new HashMap<>(first.counters());
    all.putAll(counters);
    return first.with(all);
  }

  private Reading complete(Reading reading) {
    if (reading.counters().isEmpty()) {
      return reading;
    }
    if (reading.isOfJvm()) {
      if (!reading.counters().containsKey(ServerCounter.ALLOCATED_BYTES)) {
        withoutAllocations.add(reading.server());
      }
      return reading;
    }
    String name = reading.server() + reading.page();
    Page last = lastPages.get(name);
    Map<String, Double> counters =
        last != null && last.shown.equals(reading.counters())
            ? last.counters
            : refreshed(reading, last);
    lastPages.put(name, new Page(reading.counters(), counters, reading.sentNanos()));
    return reading.with(counters);
  }

  /**
   * The counters of a page that has changed.
   *
   * @param last null at first
   */
  private Map<String, Double> refreshed(Reading reading, Page last) {
    Map<String, Double> page = reading.counters();
    Map<String, Double> sum = sums.computeIfAbsent(reading.server(), s -> new HashMap<>());
    Map<String, Double> counters = new HashMap<>(page);
    MEANS.forEach(
        (time, calls) -> {
          if (page.containsKey(time) && page.containsKey(calls)) {
            double more = last == null ? 0 : page.get(calls) - last.shown.getOrDefault(calls, 0.0);
            counters.put(time, sum.merge(time, Math.max(0, more) * page.get(time), Double::sum));
          }
        });
    double age = last == null ? 0 : (reading.sentNanos() - last.readNanos) / NANOS;
    counters.put(ServerCounter.AGE, age);
    return counters;
  }
}
