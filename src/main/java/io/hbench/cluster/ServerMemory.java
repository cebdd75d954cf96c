package io.hbench.cluster;

/**
 * Heap and block cache of a region server, in bytes.
 *
 * @param name {@code host:port}
 * @param onHeap size of the cache on the heap; null without a metrics page
 * @param offHeap size of the bucket cache, 0 if there is none; null without a metrics page
 * @param cached bytes in use in both caches; null without a metrics page
 */
public record ServerMemory(String name, long maxHeap, Long onHeap, Long offHeap, Long cached) {

  public boolean isKnown() {
    return onHeap != null;
  }

  /**
   * Size of the cache for data: with a bucket cache, the heap holds indexes and Bloom filters only.
   */
  public long forData() {
    return offHeap > 0 ? offHeap : onHeap;
  }
}
