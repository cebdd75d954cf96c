package io.hbench.client;

import java.io.IOException;
import java.util.List;

/**
 * A look-up of regions in hbase:meta, page by page, into the cache of a connection. Requests to
 * these regions then need no look-up. Safe for use by several threads.
 */
public interface RegionPages {
  /** A look-up that is complete. */
  RegionPages NONE = of(List.of());

  /**
   * Looks up the regions of the next page.
   *
   * @param most regions of it, as far as the client can tell HBase
   * @return how many were looked up; 0 if the look-up is complete
   */
  int next(int most) throws IOException;

  boolean isComplete();

  /** Makes it complete: what was not looked up is left to the requests. */
  void end();

  /** One look-up after the other. */
  static RegionPages of(List<RegionPages> all) {
    return new RegionPages() {
      @Override
      public int next(int most) throws IOException {
        for (RegionPages one : all) {
          int regions = one.next(most);
          if (regions > 0) {
            return regions;
          }
        }
        return 0;
      }

      @Override
      public boolean isComplete() {
        return all.stream().allMatch(RegionPages::isComplete);
      }

      @Override
      public void end() {
        all.forEach(RegionPages::end);
      }
    };
  }
}
