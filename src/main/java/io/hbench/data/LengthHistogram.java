package io.hbench.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often which length comes, in the format of YCSB's {@code fieldlengthhistogram}: a first line
 * {@code BlockSize} and a number of bytes, then lines with a bucket, counted from 0, and how often
 * it comes. A length is the largest of its bucket: bucket 0 is as long as the block.
 *
 * <p>YCSB says so too, and then gives the last bucket the length of the one before it.
 *
 * @param lengths of the buckets that are not empty, in bytes, ascending
 * @param upTo how often one of them or of those before it comes
 */
public record LengthHistogram(List<Integer> lengths, List<Long> upTo) {
  private static final String FIRST_WORD = "BlockSize";

  public LengthHistogram {
    lengths = List.copyOf(lengths);
    upTo = List.copyOf(upTo);
  }

  /** Whether a text is a histogram, a right one or a wrong one, and not the name of a file. */
  public static boolean isIn(String text) {
    return text.startsWith(FIRST_WORD);
  }

  /**
   * Reads the text of such a file.
   *
   * @throws IllegalArgumentException or ArithmeticException if it is something else, or a bucket is
   *     there twice, or all are empty
   */
  public static LengthHistogram parse(String text) {
    List<String[]> lines =
        text.lines().filter(l -> !l.isBlank()).map(l -> l.split("\\s+")).toList();
    require(!lines.isEmpty() && lines.stream().allMatch(words -> words.length == 2));
    require(lines.get(0)[0].equals(FIRST_WORD));
    int block = Integer.parseInt(lines.get(0)[1]);
    require(block > 0);
    Map<Integer, Long> buckets = new TreeMap<>();
    for (String[] words : lines.subList(1, lines.size())) {
      int bucket = Integer.parseInt(words[0]);
      long count = Long.parseLong(words[1]);
      require(bucket >= 0 && count >= 0 && buckets.put(bucket, count) == null);
    }
    List<Integer> lengths = new ArrayList<>();
    List<Long> upTo = new ArrayList<>();
    long sum = 0;
    for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
      if (bucket.getValue() > 0) {
        sum = Math.addExact(sum, bucket.getValue());
        lengths.add(Math.multiplyExact(Math.addExact(bucket.getKey(), 1), block));
        upTo.add(sum);
      }
    }
    require(sum > 0);
    return new LengthHistogram(lengths, upTo);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not a histogram of lengths");
    }
  }

  /** The length of one value: the same hash, the same length. */
  int length(long hash) {
    long place = Math.floorMod(Seeds.derive(hash, 0), upTo.get(upTo.size() - 1));
    int found = Collections.binarySearch(upTo, place + 1);
    return lengths.get(found < 0 ? -found - 1 : found);
  }

  public int largest() {
    return lengths.get(lengths.size() - 1);
  }
}
