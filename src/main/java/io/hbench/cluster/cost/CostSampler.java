package io.hbench.cluster.cost;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * Reader of the counters of all region servers, round by round: of all of them in a round, or of a
 * large cluster a part, so that each server is read as often as the pace of pages allows. Not
 * thread-safe.
 *
 * <p>HBase refreshes a page when it is read and the last refresh was ten seconds ago or more. A
 * mean on such a page covers the time between two refreshes: with the number of calls in between,
 * this class adds the means up to a time that only grows. It misses nothing as long as a server is
 * read more often than every ten seconds, or nobody else reads it. A sum that may lack a part is
 * left out. Maxima on such a page are those of the same time; they are kept as they are.
 */
public final class CostSampler {
  private static final Duration LIST_AGE = Duration.ofMinutes(1);

  /** Four seconds of the pace. */
  private static final int MAX_PAGES_OF_A_ROUND = 200;

  /** What HBase has shown for longer may not be all. */
  private static final double MAX_AGE_SECONDS = 11;

  /** Calls that end while HBase takes its figures are counted with the next ones. */
  private static final double MAX_MISSED = 5;

  private static final double MAX_MISSED_SHARE = 0.01;

  /** Of which each has up to five requests: a cluster of hundreds must not flood its submitter. */
  static final int MAX_SERVERS_AT_ONCE = 12;

  /** Times that HBase shows as means, with the numbers of calls that they are means of. */
  private static final Map<String, String> MEANS =
      Map.of(
          ServerCounter.RPC_SECONDS, ServerCounter.RPC_CALLS,
          ServerCounter.QUEUE_SECONDS, ServerCounter.QUEUED_CALLS,
          ServerCounter.FILE_READ_SECONDS, ServerCounter.FILE_POSITIONED_READS,
          ServerCounter.WAL_SYNC_SECONDS, ServerCounter.WAL_SYNCS);

  private static final double NANOS = 1e9;

  private final Pace pace;
  private final Time time;
  private final FailableSupplier<Map<ServerName, Integer>, IOException> servers;
  private final PageReader pages;
  private final Semaphore atOnce = new Semaphore(MAX_SERVERS_AT_ONCE);

  /** Servers whose JVM does not count the bytes that it allocates. */
  private final Set<String> withoutAllocations = new HashSet<>();

  private final Map<String, Page> lastPages = new HashMap<>();
  private final Map<String, Map<String, Double>> sums = new HashMap<>();

  /** Sums that may lack a part, by server and counter. */
  private final Set<String> partial = new HashSet<>();

  /** Live servers, with the ports of their pages; 0 or less of one without pages. */
  private Map<ServerName, Integer> ports = Map.of();

  private long listed;
  private long passes;

  /** Servers that this pass has still to read, and whether it reads HBase's pages. */
  private final Deque<ServerName> rest = new ArrayDeque<>();

  private boolean ofHBase;

  /** Whether the last pass has begun. */
  private boolean isLast;

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
   * A page that was read before.
   *
   * @param counters what was made of it
   * @param readNanos when it was requested for the last time
   */
  private record Page(Map<String, Double> shown, Map<String, Double> counters, long readNanos) {}

  public CostSampler(
      Pace pace,
      FailableSupplier<Map<ServerName, Integer>, IOException> servers,
      PageReader pages) {
    this.pace = pace;
    this.time = pace.time();
    this.servers = servers;
    this.pages = pages;
  }

  /**
   * Reads the JVMs of all servers and, every second time, HBase's pages. Of a large cluster it
   * reads the next part, when the pace allows.
   */
  public List<Reading> read() throws IOException {
    if (rest.isEmpty()) {
      beginPass(isLarge() || lacksPort() || time.nanos() - listed > LIST_AGE.toNanos());
      ofHBase = passes % 2 == (isLarge() ? 1 : 0); // a load may begin soon: the JVMs first
      passes++;
    }
    return readNext();
  }

  /**
   * Reads the JVMs of a large cluster part by part, once more: at the end of each load.
   *
   * @return empty when all are read; also of other clusters, of which each round reads all servers
   */
  public List<Reading> readLast() throws IOException {
    boolean begun = isLast;
    isLast = false; // also where it fails: the next load has a last pass of its own
    if (!begun) {
      rest.clear();
      if (isLarge()) {
        beginPass(true);
        ofHBase = false;
      }
    }
    if (rest.isEmpty()) {
      return List.of();
    }
    List<Reading> next = readNext();
    isLast = true;
    return next;
  }

  private void beginPass(boolean anew) throws IOException {
    if (anew || ports.isEmpty()) {
      try {
        ports = servers.get();
        listed = time.nanos();
      } catch (IOException e) {
        if (ports.isEmpty()) {
          throw e;
        } // the servers of the last list have figures without the master, too
      }
    }
    rest.addAll(ports.keySet());
  }

  /** Whether a server has just started: a load may begin before the list is old. */
  private boolean lacksPort() {
    return ports.containsValue(0);
  }

  /** Whether a round has not the time for all pages of all servers. */
  private boolean isLarge() {
    int pagesOfServer = CounterPage.OF_JVM.size() + CounterPage.OF_HBASE.size();
    return ports.size() * pagesOfServer > MAX_PAGES_OF_A_ROUND;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed reading is joined below
  private List<Reading> readNext() throws IOException {
    int pagesOfServer =
        (isLarge() ? 1 : CounterPage.OF_JVM.size()) + (ofHBase ? CounterPage.OF_HBASE.size() : 0);
    List<CompletableFuture<Reading>> readings = new ArrayList<>();
    pace.await();
    for (int asked = 0; !rest.isEmpty(); asked += pagesOfServer) {
      if (asked + pagesOfServer > MAX_PAGES_OF_A_ROUND) {
        break;
      }
      ServerName server = rest.poll();
      pace.took(ports.get(server) <= 0 ? 0 : pagesOfServer);
      begin();
      List<CompletableFuture<Reading>> ofServer = new ArrayList<>();
      ofServer.add(isLarge() ? wholeJvm(server) : jvm(server));
      if (ofHBase) {
        CounterPage.OF_HBASE.forEach(page -> ofServer.add(read(server, page, page.toString())));
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
  private CompletableFuture<Reading> jvm(ServerName server) {
    CompletableFuture<Reading> reading = read(server, CounterPage.OF_JVM.get(0), ServerSamples.JVM);
    for (CounterPage next : CounterPage.OF_JVM.subList(1, CounterPage.OF_JVM.size())) {
      reading =
          reading.thenCompose(
              first ->
                  first.counters().isEmpty()
                          || (next == CounterPage.THREADS
                              && withoutAllocations.contains(name(server)))
                      ? CompletableFuture.completedFuture(first)
                      : page(server, next).thenApply(counters -> with(first, counters)));
    }
    return reading;
  }

  /** Reads the same by one page, with the process that it is of. */
  private CompletableFuture<Reading> wholeJvm(ServerName server) {
    return read(server, CounterPage.WHOLE_JVM, ServerSamples.JVM)
        .thenApply(
            reading ->
                reading.counters().isEmpty()
                    ? reading
                    : with(
                        reading, Map.of(ServerCounter.START_CODE, (double) server.getStartCode())));
  }

  private static String name(ServerName server) {
    return server.getAddress().toString();
  }

  private CompletableFuture<Reading> read(ServerName server, CounterPage page, String name) {
    long sent = time.nanos();
    return page(server, page)
        .thenApply(counters -> new Reading(name(server), name, sent, time.nanos(), counters));
  }

  private CompletableFuture<Map<String, Double>> page(ServerName server, CounterPage page) {
    int port = ports.get(server);
    if (port <= 0) {
      return CompletableFuture.completedFuture(Map.of());
    }
    return pages
        .get(server.getHostname(), port, page.path())
        .thenApply(page::counters)
        .exceptionally(failure -> Map.of());
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
   * Whether a mean is that of all calls: another reader of the page may have taken some away.
   *
   * @param timed calls that the mean is of; null if unknown
   */
  private static boolean isMeanOfAll(double calls, Double timed) {
    return calls <= 0 || (timed != null && calls - timed <= MAX_MISSED + MAX_MISSED_SHARE * calls);
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
    double age = last == null ? 0 : (reading.sentNanos() - last.readNanos) / NANOS;
    MEANS.forEach(
        (time, calls) -> {
          if (page.containsKey(time) && page.containsKey(calls)) {
            double more = last == null ? 0 : page.get(calls) - last.shown.getOrDefault(calls, 0.0);
            counters.put(time, sum.merge(time, Math.max(0, more) * page.get(time), Double::sum));
            if (age > MAX_AGE_SECONDS && !isMeanOfAll(more, page.get(ServerCounter.TIMED_CALLS))) {
              partial.add(reading.server() + time);
            }
            if (partial.contains(reading.server() + time)) {
              counters.remove(time);
            }
          }
        });
    counters.put(ServerCounter.AGE, age);
    return counters;
  }
}
