package io.hbench.outage;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watch on the regions of a task's requests: notices when a region is unavailable. That is from the
 * sending of the first request that failed or took too long to the completion of the first request
 * after it that was answered in time.
 *
 * <p>A region is judged by service times: a request that waited for a slot says nothing about its
 * region. An outage lasts for a quarter of the time limit at least; a request that goes wrong while
 * its region answers others is an error, and no outage.
 *
 * <p>Any number of threads may settle requests, in any order of sending. A request that was
 * answered in time costs a look-up and a comparison, without a lock. Memory grows with the regions,
 * not with the requests.
 */
public final class OutageWatch {
  /** Maximum number of outages that are listed. */
  static final int MAX_OUTAGES = 4_000;

  private static final int OUTAGES_PER_LIMIT = 4;
  private static final int GRAINS_PER_LIMIT = 100;

  private final long limit;
  private final long shortest;
  private final long grain;
  private final Map<String, RegionState> regions = new ConcurrentHashMap<>();
  private final AtomicInteger listed = new AtomicInteger();
  private final AtomicLong unlisted = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();

  /**
   * @param after time limit of an answer
   */
  public OutageWatch(Duration after) {
    limit = after.toNanos();
    shortest = limit / OUTAGES_PER_LIMIT;
    grain = limit / GRAINS_PER_LIMIT;
  }

  /**
   * A request was settled.
   *
   * @param region encoded name
   * @param server of the region when the request was sent
   * @param sent in nanoseconds since the common start, as {@code done}
   * @param ok whether it succeeded
   */
  public void settled(
      String region, String server, String operation, long sent, long done, boolean ok) {
    RegionState state = regions.get(region);
    if (state == null) {
      state = regions.computeIfAbsent(region, name -> new RegionState(this, name));
    }
    if (ok && done - sent <= limit) {
      state.answered(sent, done);
    } else {
      state.wrong(server, operation, sent, done, ok);
      wrong.incrementAndGet();
    }
  }

  /**
   * The task ended before a request was completed: it went wrong if its time was over.
   *
   * @param now in nanoseconds since the common start, as {@code sent}
   */
  public void unfinished(String region, String server, String operation, long sent, long now) {
    if (now - sent > limit) {
      settled(region, server, operation, sent, now, false);
    }
  }

  /** Number of requests that failed or took too long, so far. */
  public long wrong() {
    return wrong.get();
  }

  /** Whether a request for a known region was settled. */
  public boolean hasRegions() {
    return !regions.isEmpty();
  }

  /** What was seen so far; a request that goes wrong later may change it. */
  public OutageFacts facts() {
    List<TaskOutage> outages =
        regions.values().stream().flatMap(state -> state.outages().stream()).toList();
    int beyond = Math.max(0, outages.size() - MAX_OUTAGES); // of outages without an end
    return new OutageFacts(
        outages.stream()
            .sorted(Comparator.comparing(TaskOutage::from).thenComparing(TaskOutage::region))
            .limit(MAX_OUTAGES)
            .toList(),
        unlisted.get() + beyond);
  }

  /** The length of the shortest outage, in nanoseconds. */
  long shortest() {
    return shortest;
  }

  /** Time in which answers of a region that is not suspect change nothing: few writes, no locks. */
  long grain() {
    return grain;
  }

  /** Whether one more outage may be listed; counts it. */
  boolean list() {
    if (listed.incrementAndGet() <= MAX_OUTAGES) {
      return true;
    }
    listed.decrementAndGet();
    unlisted.incrementAndGet();
    return false;
  }
}
