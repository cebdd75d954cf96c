package io.hbench.client;

import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up the regions of a task in a thread of its own, for a minute at most, and at a pace at
 * which all tasks of the run together read about 5 MB of hbase:meta a second. One region server has
 * that table, and all tasks connect at about the same time. What is not looked up then is left to
 * the requests: HBase's client looks up a region when it first needs it.
 */
public final class RegionLookup implements AutoCloseable {
  /** Regions that all tasks look up in a second; a row of hbase:meta has about 1 KB. */
  static final int REGIONS_PER_SECOND = 5_000;

  static final Duration LIMIT = Duration.ofMinutes(1);

  /** Regions that even the smallest look-up may read. */
  private static final int SMALLEST_PAGE = 10;

  /** Time between two pages of a task that is one of many. */
  private static final int PAGE_SECONDS = 4;

  private final Time time;
  private final RegionPages pages;
  private final int tasks;
  private volatile boolean isCut;
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final CompletableFuture<Void> rest = new CompletableFuture<>();
  private final ExecutorService thread;

  private RegionLookup(Time time, RegionPages pages, int tasks) {
    this.time = time;
    this.pages = pages;
    this.tasks = tasks;
    this.thread = time.threads("region look-up", 1);
  }

  public static RegionLookup start(Time time, RegionPages pages, int tasks) {
    RegionLookup lookup = new RegionLookup(time, pages, tasks);
    lookup.thread.execute(lookup::run);
    return lookup;
  }

  private void run() {
    try {
      int page = page(tasks);
      long end = time.nanos() + LIMIT.toNanos();
      if (!pages.isComplete()) {
        pause(ThreadLocalRandom.current().nextDouble() * Math.max(page, SMALLEST_PAGE));
      }
      do {
        int regions = pages.next(page);
        isCut = regions > 0 && !pages.isComplete();
        if (isCut) {
          pause(regions);
        }
        first.complete(null);
      } while (isCut && time.nanos() - end < 0);
      rest.complete(null);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      first.completeExceptionally(e);
      rest.completeExceptionally(e);
    }
  }

  /**
   * Waits until the regions are looked up. After the time limit the look-up goes on, and requests
   * look up themselves what it has not found.
   *
   * @throws IOException if the table or a right is missing, or hbase:meta does not answer
   */
  public void await(Duration limit) throws IOException, InterruptedException {
    try {
      time.get(first, Long.MAX_VALUE);
      time.get(rest, limit.toNanos());
    } catch (TimeoutException e) {
      // it goes on
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException
          ? (IOException) e.getCause()
          : new IOException("can't look up the regions", e.getCause());
    }
  }

  /** Regions of a page of a task. */
  static int page(int tasks) {
    return Math.max(1, Math.min(MetaPages.PAGE, PAGE_SECONDS * REGIONS_PER_SECOND / tasks));
  }

  /** Whether the time was over before all regions were looked up, or they are not yet. */
  public boolean isCut() {
    return isCut || !rest.isDone();
  }

  /** Ends the look-up where it is. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Leaves hbase:meta to the other tasks. */
  private void pause(double regions) throws InterruptedException {
    double seconds = regions * tasks / REGIONS_PER_SECOND;
    time.sleep(Duration.ofNanos((long) (seconds * TimeUnit.SECONDS.toNanos(1))));
  }
}
