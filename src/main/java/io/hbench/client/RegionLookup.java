package io.hbench.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up the regions of a task in a thread of its own, at a pace at which all tasks of the run
 * together read about 50 MB of hbase:meta a second. One region server has that table, and all tasks
 * connect at about the same time.
 */
public final class RegionLookup implements AutoCloseable {
  /** Regions that all tasks look up in a second; a row of hbase:meta has about 1 KB. */
  static final int REGIONS_PER_SECOND = 50_000;

  /** Regions that even the smallest look-up may read. */
  private static final int SMALLEST_PAGE = 10;

  private final FutureTask<Void> first;
  private final FutureTask<Void> rest;
  private final Thread thread;

  private RegionLookup(RegionPages pages, int tasks) {
    first =
        new FutureTask<>(
            () -> {
              if (!pages.isComplete()) {
                pause(ThreadLocalRandom.current().nextDouble() * SMALLEST_PAGE, tasks);
                pause(pages.next(), tasks);
              }
              return null;
            });
    rest =
        new FutureTask<>(
            () -> {
              for (int regions = pages.next(); regions > 0; regions = pages.next()) {
                pause(regions, tasks);
              }
              return null;
            });
    thread =
        new Thread(
            () -> {
              first.run();
              rest.run();
            },
            "region look-up");
    thread.setDaemon(true);
  }

  /**
   * Starts a look-up.
   *
   * @param tasks number of tasks of the run
   */
  public static RegionLookup start(RegionPages pages, int tasks) {
    RegionLookup lookup = new RegionLookup(pages, tasks);
    lookup.thread.start();
    return lookup;
  }

  /**
   * Waits until the regions are looked up. After the time limit the look-up goes on, and requests
   * look up themselves what it has not found.
   *
   * @throws IOException if the table or a right is missing, or hbase:meta does not answer
   */
  public void await(Duration limit) throws IOException, InterruptedException {
    try {
      first.get();
      rest.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // it goes on
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException
          ? (IOException) e.getCause()
          : new IOException("can't look up the regions", e.getCause());
    }
  }

  /** Ends the look-up where it is. */
  @Override
  public void close() {
    first.cancel(true);
    rest.cancel(true);
  }

  /** Leaves hbase:meta to the other tasks. */
  private static void pause(double regions, int tasks) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(
        (long) (regions * tasks / REGIONS_PER_SECOND * TimeUnit.SECONDS.toNanos(1)));
  }
}
