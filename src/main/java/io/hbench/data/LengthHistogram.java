package io.hbench.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A histogram of value lengths in the format of YCSB's {@code fieldlengthhistogram}: a first line
 * {@code BlockSize} with a number of bytes, then lines with a bucket, from 0 on, and its count. The
 * length of a bucket is its maximum: bucket 0 has the length of the block.
 *
 * <p>YCSB documents the same, but gives the last bucket the length of the one before it.
 *
 * @param lengths of the buckets that are not empty, in bytes, ascending
 * @param cumulativeCounts the counts up to each of these buckets
 */
public record LengthHistogram(List<Integer> lengths, List<Long> cumulativeCounts) {
  private static final String HEADER = "BlockSize";

  public LengthHistogram {
    lengths = List.copyOf(lengths);
    cumulativeCounts = List.copyOf(cumulativeCounts);
  }

  /** Whether a text is a histogram, valid or not, and not the name of a file. */
  public static boolean isIn(String text) {
    return text.startsWith(HEADER);
  }

  /**
   * Parses the text of such a file.
   *
   * @throws IllegalArgumentException or ArithmeticException if the format is wrong, a bucket is
   *     repeated, or all buckets are empty
   */
  public static LengthHistogram parse(String text) {
    List<String[]> lines =
        text.lines().filter(l -> !l.isBlank()).map(l -> l.strip().split("\\s+")).toList();
    require(!lines.isEmpty() && lines.stream().allMatch(words -> words.length == 2));
    require(lines.get(0)[0].equals(HEADER));
    int block = Integer.parseInt(lines.get(0)[1]);
    require(block > 0);
    Map<Integer, Long> buckets = new TreeMap<>();
    for (String[] words : lines.subList(1, lines.size())) {
      int bucket = Integer.parseInt(words[0]);
      long count = Long.parseLong(words[1]);
      require(bucket >= 0 && count >= 0 && buckets.put(bucket, count) == null);
    }
    List<Integer> lengths = new ArrayList<>();
    List<Long> cumulativeCounts = new ArrayList<>();
    long sum = 0;
    for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
      if (bucket.getValue() > 0) {
        sum = Math.addExact(sum, bucket.getValue());
        lengths.add(Math.multiplyExact(Math.addExact(bucket.getKey(), 1), block));
        cumulativeCounts.add(sum);
      }
    }
    require(sum > 0);
    return new LengthHistogram(lengths, cumulativeCounts);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not a length histogram");
    }
  }

  /** The length of one value, a function of its hash. */
  int length(long hash) {
    long place =
        Math.floorMod(Seeds.derive(hash, 0), cumulativeCounts.get(cumulativeCounts.size() - 1));
    int found = Collections.binarySearch(cumulativeCounts, place + 1);
    return lengths.get(found < 0 ? -found - 1 : found);
  }

  /** The length of the largest value, in bytes. */
  public int maxLength() {
    return lengths.get(lengths.size() - 1);
  }
}
