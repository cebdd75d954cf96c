package io.hbench.data;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The rows from which one thread of a run draws.
 *
 * @param rows to draw from; at least one
 * @param share the thread's part of the rows, where threads partition them; empty if there are more
 *     threads than rows
 * @param seed for choices on which all threads agree
 * @param threadSeed of this thread alone
 * @param newest the rows of the table and the rows that this run has inserted, by age
 */
public record KeySpace(
    KeyRange rows, KeyRange share, long seed, long threadSeed, NewestRows newest) {

  /** The share, or all rows if it is empty: an endless sequence needs a row. */
  public KeyRange walked() {
    return share.isEmpty() ? rows : share;
  }

  /** The same for some of the rows, all of which the thread draws from. */
  KeySpace part(KeyRange some, long newThreadSeed) {
    return new KeySpace(some, some, seed, newThreadSeed, newest);
  }

  /** A random order of all rows, the same for every thread. */
  Permutation permutation() {
    return new Permutation(rows, seed);
  }

  /** The rows at the positions that a sequence gives, in the random order. */
  KeySequence shuffled(KeySequence places) {
    Permutation order = permutation();
    return new KeySequence() {
      @Override
      public boolean hasNext() {
        return places.hasNext();
      }

      @Override
      public long next() {
        return order.row(places.next() - rows.first());
      }
    };
  }

  UniformRandomProvider random() {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(threadSeed);
  }
}
