package io.hbench.cluster;

/**
 * What a region server has for its block cache, in bytes.
 *
 * @param name {@code host:port}
 * @param onHeap size of its cache on the heap, or null if its metrics page is not to be had
 * @param offHeap size of its bucket cache, 0 if it has none; or null likewise
 * @param cached how much of both is in use, or null likewise
 */
public record ServerMemory(
    String name, long maxHeap, long usedHeap, Long onHeap, Long offHeap, Long cached) {

  public boolean isKnown() {
    return onHeap != null;
  }

  /** For data: where there is a bucket cache, that on the heap holds indexes and Bloom filters. */
  public long forData() {
    return offHeap > 0 ? offHeap : onHeap;
  }
}
