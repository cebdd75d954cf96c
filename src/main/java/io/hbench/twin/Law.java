package io.hbench.twin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A distribution of lengths.
 *
 * @param count number of lengths that it is of
 * @param mean of them
 * @param twentieths mean of each twentieth of the lengths, from the shortest to the longest: an
 *     even draw of these has the same mean; null if only the mean is known
 */
public record Law(long count, double mean, List<Double> twentieths) {
  private static final int PARTS = 20;

  /**
   * The distribution of some lengths.
   *
   * @return null without any
   */
  public static Law of(int[] lengths) {
    if (lengths.length == 0) {
      return null;
    }
    int[] sorted = lengths.clone();
    Arrays.sort(sorted);
    List<Double> parts = new ArrayList<>();
    long before = 0;
    for (int part = 1; part <= PARTS; part++) {
      long upTo = sum(sorted, (long) part * sorted.length);
      parts.add((double) (upTo - before) / sorted.length);
      before = upTo;
    }
    return new Law(sorted.length, (double) before / PARTS / sorted.length, List.copyOf(parts));
  }

  /** The sum of the first twentieths of lengths, in twentieths: exact. */
  private static long sum(int[] sorted, long twentieths) {
    int whole = (int) (twentieths / PARTS);
    long rest = twentieths % PARTS;
    long sum = PARTS * Arrays.stream(sorted, 0, whole).asLongStream().sum();
    return rest == 0 ? sum : sum + rest * sorted[whole];
  }

  boolean isWhole() {
    return count > 0
        && mean >= 0
        && (twentieths == null
            || (twentieths.size() == PARTS && twentieths.stream().allMatch(mean -> mean >= 0)));
  }
}
