package io.hbench.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * The regions of a span of keys, from the last to the first: the asynchronous client reads
 * hbase:meta backwards, and keeps the regions before the one that it was asked for.
 */
final class AsyncPages implements RegionPages {
  private static final String PREFETCH = "hbase.client.locate.prefetch.limit";
  private static final int HBASES_PREFETCH = 10;
  private static final int BELOW_LENGTH = 16;
  private static final int READ_AHEAD_MILLIS = 2;

  private final AsyncTableRegionLocator regions;
  private final KeySpan keys;
  private final int page;
  private final BiConsumer<RegionInfo, ServerName> found;

  /** A key of the next region; null after the first region of the span. */
  private byte[] next;

  /**
   * @param found gets each region and its server
   */
  AsyncPages(
      Configuration conf,
      AsyncTableRegionLocator regions,
      KeySpan keys,
      BiConsumer<RegionInfo, ServerName> found) {
    this.regions = regions;
    this.keys = keys;
    this.found = found;
    this.page = Math.max(1, conf.getInt(PREFETCH, HBASES_PREFETCH));
    this.next = keys.last().get();
  }

  @Override
  public synchronized int next(int most) throws IOException { // HBase's client reads a page
    int found = 0;
    while (found < page && next != null) { // the first asks hbase:meta, the others the cache
      RegionInfo region = locate(next);
      found++;
      next = region != null && keys.beginsBefore(region) ? below(region.getStartKey()) : null;
    }
    return found;
  }

  @Override
  public synchronized boolean isComplete() {
    return next == null;
  }

  @Override
  public synchronized void end() {
    next = null;
  }

  /** The region of a key; null if no server has it, which requests will meet, too. */
  private RegionInfo locate(byte[] key) throws IOException {
    try {
      CompletableFuture<HRegionLocation> answer = regions.getRegionLocation(key);
      boolean cached = answer.isDone();
      HRegionLocation location = FutureUtils.get(answer);
      found.accept(location.getRegion(), location.getServerName());
      if (!cached) {
        // HBase completes the look-up before it keeps the regions that it read ahead
        TimeUnit.MILLISECONDS.sleep(READ_AHEAD_MILLIS);
      }
      return location.getRegion();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking up regions");
    } catch (IOException e) {
      if (e.getClass() == HBaseIOException.class) {
        return null;
      }
      throw e;
    }
  }

  /** A key below another one, and above all usual keys below that one. */
  static byte[] below(byte[] key) {
    int last = key.length - 1;
    if (key[last] == 0) {
      return Arrays.copyOf(key, last);
    }
    byte[] below = Arrays.copyOf(key, key.length + BELOW_LENGTH);
    below[last]--;
    Arrays.fill(below, key.length, below.length, (byte) 0xff);
    return below;
  }
}
