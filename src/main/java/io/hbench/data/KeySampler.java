package io.hbench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Samples keys of a sorted set that is too large to read, with two look-ups for each key.
 *
 * <p>The interval from the first key to the last is split at its midpoint; the last key before the
 * midpoint and the first one from it on bound the two halves. So the bounds of every interval are
 * existing keys of any format, gaps are left out, and a common prefix costs nothing. Every interval
 * of a round is split before the next round; the last round splits randomly chosen ones. The sample
 * is the first key of each interval. Midpoints follow from some keys that are sampled first, see
 * {@link KeyDigits}.
 *
 * <p>The sample is uniform over the key space, not over the rows: where keys are dense, fewer of
 * them are sampled than their share.
 */
public record KeySampler(Lookup keys, Executor threads) {
  /** Keys of a first sample, whose bytes are the digits of midpoints. */
  private static final int TRAINING_KEYS = 256;

  private static final int BISECTIONS = 12;

  /** The set of keys, in unsigned byte order. Several threads use it at the same time. */
  public interface Lookup {
    /** The first key at or after this one, or null. */
    byte[] atOrAfter(byte[] key);

    /** The last key before this one, or null. */
    byte[] before(byte[] key);
  }

  /** An interval between two existing keys, which are the same for a single key. */
  @SuppressWarnings("ArrayRecordComponent") // no two are compared
  private record Interval(byte[] first, byte[] last) {
    boolean isOfOneKey() {
      return Arrays.equals(first, last);
    }
  }

  /**
   * Samples keys.
   *
   * @param known the first of all keys, then some other known keys
   * @param max size of the sample: all keys, if there are not more
   * @param seed the same keys and the same seed give the same sample
   * @return existing keys without duplicates, in no particular order
   * @throws java.util.concurrent.CompletionException if a look-up fails
   */
  public List<byte[]> sample(List<byte[]> known, byte[] last, int max, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    Interval whole = new Interval(known.get(0), last);
    int few = Math.min(max, TRAINING_KEYS);
    List<Interval> intervals = halve(whole, few, KeyDigits.ANY, random);
    if (intervals.size() == few) {
      List<byte[]> model = new ArrayList<>(known);
      intervals.forEach(interval -> model.addAll(List.of(interval.first, interval.last)));
      intervals = halve(whole, max, KeyDigits.of(model), random);
    }
    return intervals.stream().map(interval -> interval.first).toList();
  }

  /** A place between two keys, at random: no key need be there. */
  public static byte[] between(byte[] first, byte[] last, UniformRandomProvider random) {
    byte[] low = first;
    byte[] high = last;
    for (int i = 0; i < BISECTIONS && Arrays.compareUnsigned(low, high) < 0; i++) {
      byte[] cut = KeyDigits.ANY.middle(low, high);
      if (random.nextBoolean()) {
        low = cut;
      } else {
        high = cut;
      }
    }
    return low;
  }

  private List<Interval> halve(
      Interval whole, int max, KeyDigits digits, UniformRandomProvider random) {
    List<Interval> done = new ArrayList<>();
    List<Interval> open = new ArrayList<>();
    (whole.isOfOneKey() ? done : open).add(whole);
    while (!open.isEmpty() && done.size() + open.size() < max) {
      ListSampler.shuffle(random, open);
      List<Interval> chosen =
          open.subList(0, Math.min(open.size(), max - done.size() - open.size()));
      List<CompletableFuture<List<Interval>>> halves =
          chosen.stream()
              .map(i -> CompletableFuture.supplyAsync(() -> halve(i, digits), threads))
              .toList();
      chosen.clear();
      halves.forEach(
          two -> two.join().forEach(half -> (half.isOfOneKey() ? done : open).add(half)));
    }
    done.addAll(open);
    return done;
  }

  private List<Interval> halve(Interval interval, KeyDigits digits) {
    byte[] cut = digits.middle(interval.first, interval.last);
    byte[] before = keys.before(cut);
    byte[] after = keys.atOrAfter(cut);
    // rows may be deleted during the sampling
    boolean none = before == null || Arrays.compareUnsigned(before, interval.first) < 0;
    boolean beyond = after == null || Arrays.compareUnsigned(after, interval.last) > 0;
    return List.of(
        new Interval(interval.first, none ? interval.first : before),
        new Interval(beyond ? interval.last : after, interval.last));
  }
}
