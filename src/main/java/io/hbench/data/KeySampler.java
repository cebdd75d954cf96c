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
 * Picks keys out of a sorted set that is too large to be read, by two look-ups for each.
 *
 * <p>The interval from the first key to the last is cut half-way; the last key before the cut and
 * the first one behind it end the two halves. So every interval ends with keys that are there,
 * whatever they look like: what is empty is left out, and what all keys of an interval begin with
 * costs nothing. All intervals are halved once before any is halved again, and of those of the last
 * round chance decides; then the first key of each is taken. What half-way is follows from some
 * keys that are found first, see {@link KeyDigits}.
 *
 * <p>Keys are spread evenly over the numbers that they are, not over the rows: where keys lie close
 * together, fewer of them are picked than is their share.
 */
public final class KeySampler {
  /** Keys that teach what keys are made of. */
  private static final int LESSON = 256;

  private final Lookup keys;
  private final Executor threads;

  /** The keys to pick from, in unsigned order. Several threads look at once. */
  public interface Lookup {
    /** The first key that is not less; null if there is none. */
    byte[] atOrAfter(byte[] key);

    /** The last key that is less; null if there is none. */
    byte[] before(byte[] key);
  }

  /** From a key to a key, both of which are there: the same one if it is alone. */
  private static final class Interval {
    private final byte[] first;
    private final byte[] last;

    Interval(byte[] first, byte[] last) {
      this.first = first;
      this.last = last;
    }

    boolean isOfOneKey() {
      return Arrays.equals(first, last);
    }
  }

  /**
   * @param threads look keys up
   */
  public KeySampler(Lookup keys, Executor threads) {
    this.keys = keys;
    this.threads = threads;
  }

  /**
   * Picks keys.
   *
   * @param front the first of all keys and some more that are known
   * @param last of all keys
   * @param most how many to pick: all keys, if there are no more than that
   * @param seed the same keys and the same seed give the same sample
   * @return keys that are there, none of them twice, in no particular order
   * @throws java.util.concurrent.CompletionException if a look-up fails
   */
  public List<byte[]> sample(List<byte[]> front, byte[] last, int most, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    Interval whole = new Interval(front.get(0), last);
    int few = Math.min(most, LESSON);
    List<Interval> intervals = halve(whole, few, KeyDigits.ANY, random);
    if (intervals.size() == few) {
      List<byte[]> known = new ArrayList<>(front);
      intervals.forEach(interval -> known.addAll(List.of(interval.first, interval.last)));
      intervals = halve(whole, most, KeyDigits.of(known), random);
    }
    return intervals.stream().map(interval -> interval.first).toList();
  }

  private List<Interval> halve(
      Interval whole, int most, KeyDigits digits, UniformRandomProvider random) {
    List<Interval> done = new ArrayList<>();
    List<Interval> open = new ArrayList<>();
    (whole.isOfOneKey() ? done : open).add(whole);
    while (!open.isEmpty() && done.size() + open.size() < most) {
      ListSampler.shuffle(random, open);
      List<Interval> chosen =
          open.subList(0, Math.min(open.size(), most - done.size() - open.size()));
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
    // rows may go while somebody looks for them
    boolean none = before == null || Arrays.compareUnsigned(before, interval.first) < 0;
    boolean beyond = after == null || Arrays.compareUnsigned(after, interval.last) > 0;
    return List.of(
        new Interval(interval.first, none ? interval.first : before),
        new Interval(beyond ? interval.last : after, interval.last));
  }
}
