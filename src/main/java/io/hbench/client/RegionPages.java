package io.hbench.client;

import java.io.IOException;
import java.util.List;

/**
 * A look-up of regions in hbase:meta, page by page, into the cache of a connection. Requests to
 * these regions then need no look-up.
 */
@FunctionalInterface
public interface RegionPages {
  /** A look-up that is complete. */
  RegionPages NONE = of(List.of());

  /**
   * Looks up the regions of the next page.
   *
   * @param most regions of it
   * @return how many were looked up; 0 if the look-up is complete
   */
  int next(int most) throws IOException;

  /** Whether it is known that there is no further page. */
  default boolean isComplete() {
    return false;
  }

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
    };
  }
}
