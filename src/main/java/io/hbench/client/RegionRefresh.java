package io.hbench.client;

import io.hbench.time.Time;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Thread that keeps the regions of a task fresh while its load runs: a second after a request
 * failed or was slow, else every few seconds.
 */
public final class RegionRefresh implements AutoCloseable {
  /** Time between two refreshes in doubt. */
  private static final int SECONDS = 1;

  /** How many such times pass between two refreshes without doubt. */
  private static final int CALM = 5;

  private final Set<TableRegions> all;
  private final ScheduledExecutorService thread = Time.real().threads("region-refresh", 1);
  private int ticks;

  private RegionRefresh(Set<TableRegions> all) {
    this.all = all;
  }

  /** Refreshes the regions once before it returns, then as long as it is open. */
  public static RegionRefresh start(Collection<TableRegions> regions) {
    RegionRefresh refresh = new RegionRefresh(new HashSet<>(regions));
    refresh.all.forEach(TableRegions::refresh);
    if (!refresh.all.isEmpty()) {
      var unused =
          refresh.thread.scheduleWithFixedDelay(refresh::tick, SECONDS, SECONDS, TimeUnit.SECONDS);
    }
    return refresh;
  }

  private void tick() {
    boolean calm = ++ticks % CALM == 0;
    for (TableRegions one : all) {
      if (calm || one.isDoubtful()) {
        one.refresh();
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
